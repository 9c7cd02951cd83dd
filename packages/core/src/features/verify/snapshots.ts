import { countNamespaces } from '../../grade/precondition.js';
import type { Island } from '../../island/island.js';
import { parseSnapshotName, type SnapshotName } from '../../island/logic/names.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { readingPath } from '../../island/readings.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import { type ModuleReading, writtenBy } from '../../sources/logic/module-reading.js';
import { parseModule } from '../../sources/parse-module.js';
import { evaluatedMain } from '../../spec/evaluated-main.js';
import { hashAbout, hashSchema, hashSelection, hashSkill, hashValue } from '../../spec/hash.js';
import { memberList } from '../../spec/members.js';
import type { SchemaMain } from '../../spec/schema-main.js';
import { selectionDefinition } from '../../spec/selection-definition.js';
import { asSharedList } from '../../spec/shared-list.js';
import { readSnapshot } from '../../target/load-namespace.js';
import { isRecord } from '../../values/is-record.js';
import type { Tally } from './logic/result.js';
import { orReason, parseText } from './parse-text.js';
import { type CheckFile, expectFile, pathIn, type ReadFile, type TargetView } from './target-view.js';

/** What a snapshot holds, or the reason why it cannot be read. */
type Content = Readable | { readonly reason: string };

interface Readable {
  readonly hash: string;
  /** Only for a schema. */
  readonly tools?: readonly string[];
  /** Number of namespaces of a selection. */
  readonly namespaces?: number;
}

/** @param file relative to the island */
type ReadContent = (snapshot: Pick<ReadFile, 'bytes' | 'text'>, file: string, island: Island) => Content;

/** Checks that a snapshot's content matches its name, and keeps the data that later checks need. */
export function checkSnapshot(read: ReadContent): CheckFile {
  return (view, { path, bytes, text }) => {
    const file = pathIn(view, path);
    view.tally.check('snapshots');
    const found = matchName(file, () => read({ bytes, text }, file, view.island), view.tally);
    if (!found) return;
    const { name, tools = [], namespaces } = found;
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const known = { ...name, sha256: view.files.get(path) ?? '', tools };
    view.snapshots.set(folder, [...(view.snapshots.get(folder) ?? []), known]);
    if (namespaces !== undefined) view.namespaces.set(name.hash, namespaces);
  };
}

/** The content of a snapshot; null, with VFY-010 or VFY-011, if it does not match its name or cannot be read. */
export function matchName(
  file: string,
  read: () => Content,
  tally: Tally,
): (Readable & { readonly name: SnapshotName }) | null {
  const content = orReason(read);
  if ('reason' in content) {
    tally.add('snapshots', problem('VFY-011', { file }, content));
    return null;
  }
  const name = parseSnapshotName(file.slice(file.lastIndexOf('/') + 1));
  if (name?.hash === content.hash) return { ...content, name };
  const args = { found: content.hash, expected: name?.hash ?? 'nothing' };
  tally.add('snapshots', problem('VFY-010', { file }, args));
  return null;
}

/** Also finds a kept reading of the schema that commands would believe although it says something else. */
export const checkSchema: CheckFile = (view, file) => {
  const { island, tally, readings } = view;
  const path = pathIn(view, file.path);
  const read = orReason(() => readSnapshot(island, path, file.text));
  checkSnapshot(() => ('reason' in read ? read : contentOf(read)))(view, file);
  const isUnread = 'reason' in read || read.problems.length > 0;
  const says = isUnread ? null : { main: read.value as SchemaMain, writesTo: writtenBy(read) };
  const name = parseSnapshotName(path.slice(path.lastIndexOf('/') + 1));
  const fileSha256 = view.files.get(file.path);
  if (!name || !fileSha256 || !readings.contradict(says, fileSha256, name.hash)) return;
  const at = readingPath(fileSha256);
  tally.add('snapshots', problem('VFY-139', { file: at }, { snapshot: path }), { kind: 'move', file: at });
};

function contentOf(reading: ModuleReading): Content {
  const value = exported(reading);
  if ('reason' in value) return value;
  const { tools } = value.main;
  return { hash: hashSchema(value.main), tools: isRecord(tools) ? Object.keys(tools) : [] };
}

export const readSkill: ReadContent = ({ text }) => {
  const value = exported(parseModule(text, { exports: ['skill'] }));
  return 'reason' in value ? value : { hash: hashSkill(value.main) };
};

function exported({
  problems: [first],
  value,
}: ModuleReading): { readonly main: Record<string, unknown> } | { readonly reason: string } {
  if (first) return { reason: describeProblem(first).message };
  return isRecord(value) ? { main: value } : { reason: 'it does not export what it should' };
}

export const readAbout: ReadContent = ({ bytes }) => ({ hash: hashAbout(bytes) });

/** Reads a file that may hold any JSON: a baseline, or a list stored by an earlier version. */
export function readJsonValue({ text }: Pick<ReadFile, 'text'>): Content {
  const parsed = parseText(text, null);
  return 'reason' in parsed ? parsed : { hash: hashValue(parsed.value) };
}

export const readMembers: ReadContent = ({ text }) => {
  const parsed = parseText(text, memberList);
  return 'reason' in parsed ? parsed : { hash: hashValue(parsed.value) };
};

export const readList: ReadContent = ({ text }) => {
  const parsed = parseText(text, null);
  if ('reason' in parsed) return parsed;
  const list = asSharedList(parsed.value);
  return 'cause' in list ? { reason: list.cause } : { hash: hashValue(parsed.value) };
};

export const readDefinition: ReadContent = ({ text }) => {
  const parsed = parseText(text, selectionDefinition);
  if ('reason' in parsed) return parsed;
  const namespaces = countNamespaces(parsed.value.members.map(({ schemaId }) => schemaId));
  return { hash: hashSelection(parsed.value), namespaces };
};

/** Reads the evaluated value of a computed `main`, and notes for checkEvaluatedSources which bytes were run. */
export const readEvaluatedMain: CheckFile = ({ tally, expected, folder }, { path, text }) => {
  tally.check('snapshots');
  const parsed = parseText(text, evaluatedMain);
  if ('reason' in parsed) {
    tally.add('snapshots', problem('VFY-011', { file: `${folder}/${path}` }, parsed));
    return;
  }
  const ran = { sha256: parsed.value.sourceSha256, source: path };
  expected.sources.set(path.replace(/\.main\.json$/, '.mjs'), ran);
};

/**
 * Detects changes in parts of a snapshot that its hash does not cover: its sha256 then differs from that in the index.
 */
export function checkIndexedSnapshots(view: TargetView): void {
  const index = view.index?.index;
  if (!index || !('schemas' in index)) return;
  for (const [schema, { snapshot }] of Object.entries(index.schemas)) {
    if (!snapshot) continue;
    const file = pathIn(view, `${schema}/schema/${snapshot.file}`);
    expectFile(view, file, { file: pathIn(view, FILE_NAMES.index), path: '/schemas' });
    const known = view.snapshots.get(`${schema}/schema`)?.find((one) => one.file === snapshot.file);
    if (!known || known.sha256 === snapshot.fileSha256) continue;
    const args = { found: known.sha256, expected: snapshot.fileSha256, source: FILE_NAMES.index };
    view.tally.add('snapshots', problem('VFY-012', { file }, args));
  }
}

/** Checks that the snapshot beside the evaluated value of a computed `main` has the bytes that were run. */
export function checkEvaluatedSources({ expected, files, tally, folder }: TargetView): void {
  for (const [path, { sha256: ran, source }] of expected.sources) {
    const found = files.get(path);
    // If an interrupted import left the value without its snapshot, the journal check reports that.
    if (found === undefined || found === null || found === ran) continue;
    const args = { found, expected: ran, source };
    tally.add('snapshots', problem('VFY-012', { file: `${folder}/${path}` }, args));
  }
}
