import { countNamespaces } from '../../grade/precondition.js';
import type { Island } from '../../island/island.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { evaluatedMain } from '../../sandbox/logic/evaluated-main.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import { parseModule } from '../../sources/parse-module.js';
import { hashAbout, hashSchema, hashSelection, hashSkill, hashValue } from '../../spec/hash.js';
import { memberList } from '../../spec/members.js';
import { selectionDefinition } from '../../spec/selection-definition.js';
import { asSharedList } from '../../spec/shared-list.js';
import { readSnapshot } from '../../target/load-namespace.js';
import { parseSnapshotName } from '../../target/logic/names.js';
import { isRecord } from '../../values/is-record.js';
import type { FileKind } from './logic/layout.js';
import { orReason } from './or-reason.js';
import { parseText } from './parse-text.js';
import { pathIn, type TargetView } from './target-view.js';

const SNAPSHOT_KINDS = [
  'schema',
  'skill',
  'about',
  'list',
  'definition',
  'members',
  'baseline',
  'evaluated-main',
] as const satisfies readonly FileKind[];
type SnapshotKind = (typeof SNAPSHOT_KINDS)[number];

export function isSnapshotKind(kind: FileKind): kind is SnapshotKind {
  return (SNAPSHOT_KINDS as readonly FileKind[]).includes(kind);
}

/** Checks that a snapshot's content matches its name: VFY-010 and VFY-011. */
export function checkSnapshot(
  view: TargetView,
  { path, kind, bytes, text, digest }: SnapshotFile & { path: string; digest: string },
): void {
  const { island, tally } = view;
  const file = pathIn(view, path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  tally.check('snapshots');
  if (kind === 'evaluated-main') {
    tally.add('snapshots', checkEvaluated(view, path, text));
    return;
  }
  const content = orReason(() => readContent({ island, file, kind, bytes, text }));
  const named = parseSnapshotName(name);
  const problems =
    'reason' in content ? [problem('VFY-011', { file }, content)] : differs(file, named?.hash, content.hash);
  tally.add('snapshots', problems);
  if (!named || 'reason' in content || problems.length > 0) return;
  const folder = path.slice(0, Math.max(0, path.length - name.length - 1));
  const { timestamp, hash } = named;
  const known = view.snapshots.get(folder) ?? [];
  view.snapshots.set(folder, [
    ...known,
    { file: name, timestamp, hash, sha256: digest, tools: content.tools ?? [] },
  ]);
  if (content.namespaces !== undefined) view.namespaces.set(hash, content.namespaces);
}

function differs(file: string, expected: string | undefined, found: string): Problem[] {
  return found === expected ? [] : [problem('VFY-010', { file }, { found, expected: expected ?? 'nothing' })];
}

interface Content {
  readonly hash: string;
  readonly tools?: readonly string[];
  /** Number of namespaces of a selection. */
  readonly namespaces?: number;
}

interface SnapshotFile {
  readonly kind: SnapshotKind;
  readonly bytes: Buffer;
  readonly text: string;
}

interface Placed extends SnapshotFile {
  readonly island: Island;
  /** Relative to the island. */
  readonly file: string;
}

function readContent({ island, file, kind, bytes, text }: Placed): Content | { readonly reason: string } {
  if (kind === 'about') return { hash: hashAbout(bytes) };
  if (kind === 'schema') return contentOfModule(readSnapshot(island, file, text), kind);
  if (kind === 'skill') return contentOfModule(parseModule(text, { exports: ['skill'] }), kind);
  if (kind === 'list') return contentOfList(text);
  if (kind === 'baseline' || kind === 'members') {
    const parsed = parseText<unknown>(text, kind === 'members' ? memberList : null);
    return 'reason' in parsed ? parsed : { hash: hashValue(parsed.value) };
  }
  const parsed = parseText(text, selectionDefinition);
  if ('reason' in parsed) return parsed;
  const namespaces = countNamespaces(parsed.value.members.map(({ schemaId }) => schemaId));
  return { hash: hashSelection(parsed.value), namespaces };
}

function contentOfList(text: string): Content | { reason: string } {
  const parsed = parseText<unknown>(text, null);
  if ('reason' in parsed) return parsed;
  const list = asSharedList(parsed.value);
  return 'cause' in list ? { reason: list.cause } : { hash: hashValue(parsed.value) };
}

function contentOfModule(
  { problems, value }: ModuleReading,
  kind: 'schema' | 'skill',
): Content | { reason: string } {
  const [first] = problems;
  if (first) return { reason: describeProblem(first).message };
  if (!isRecord(value)) return { reason: 'it exports nothing of the kind' };
  if (kind === 'skill') return { hash: hashSkill(value) };
  const { tools } = value;
  return { hash: hashSchema(value), tools: isRecord(tools) ? Object.keys(tools) : [] };
}

/**
 * Checks the evaluated value of a computed `main`; the bytes that were run are compared with its snapshot after that
 * was read too.
 */
function checkEvaluated(view: TargetView, path: string, text: string): Problem[] {
  const file = pathIn(view, path);
  const parsed = parseText(text, evaluatedMain);
  if ('reason' in parsed) return [problem('VFY-011', { file }, parsed)];
  view.expected.sources.set(path.replace(/\.main\.json$/, '.mjs'), {
    sha256: parsed.value.sourceSha256,
    source: path,
  });
  return [];
}
