import { formatJson, readNamespaceIndex } from '../../island/documents.js';
import { isNamespaceIndex, isSelectionIndex } from '../../island/index-shape.js';
import type { Island } from '../../island/island.js';
import { isFactLine, type RecordedIndex } from '../../island/logic/audit.js';
import { factKindOf } from '../../island/logic/facts.js';
import { latestToCount, sortByTime, splitId } from '../../island/logic/names.js';
import { FILE_NAMES, namespaceFolder } from '../../island/logic/paths.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import { GradingError, type Problem } from '../../problems/problem.js';
import type { RuleBook } from '../../spec/books/book.js';
import { otherBooks, versionsOf } from '../../spec/books/registered.js';
import { sha256 } from '../../spec/hash.js';
import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import { buildSelectionIndex, nodesOf } from '../../target/logic/build-index.js';
import { isLostReference } from '../../target/logic/selection/references.js';
import type { SeenContent } from '../../target/rebuild/derive-namespace.js';
import { deriveTarget } from '../../target/rebuild/rebuild.js';
import { firstDifference } from '../../values/first-difference.js';
import { isRecord } from '../../values/is-record.js';
import { islandWithout } from './island-without.js';
import { parseShallow } from './parse-text.js';
import { openFiles } from './run-files.js';
import { type CheckFile, expectFile, pathIn, type ReadIndex, type TargetView } from './target-view.js';

type AnyIndex = NamespaceIndex | SelectionIndex;

export const readIndex: CheckFile = (view, { text }) => {
  const parsed = parseShallow(text);
  const value = 'value' in parsed ? parsed.value : undefined;
  const isIndex = view.target.flow === 'provider' ? isNamespaceIndex : isSelectionIndex;
  const index = isIndex(value) && !Number.isNaN(Date.parse(value.updatedAt)) ? value : null;
  view.index = { text, value, index };
};

/** Checks whether the index follows from the files of its target. */
export function checkIndex(view: TargetView): void {
  const { tally, files, folder: target } = view;
  const file = pathIn(view, FILE_NAMES.index);
  const read = view.index;
  // If there is no journal or state either, an import was interrupted before it wrote an index.
  if (!read && !files.has(FILE_NAMES.audit) && !files.has(FILE_NAMES.state)) return;
  tally.check('index');
  if (!read?.index) {
    const missing = isWorkedOn(view) ? 'VFY-080' : 'VFY-086';
    tally.add('index', problem(read ? 'VFY-081' : missing, { file }, { target }), { kind: 'index' });
    return;
  }
  const known = { ...read, index: read.index };
  const recorded = (view.journal?.lines ?? []).filter((line) => line.kind === 'index').reverse();
  const last = recorded[0]?.sha256 ?? null;
  const isLast = last === null || last === sha256(read.text);
  const expected = isLast ? undefined : timeWritten(known, recorded, last);
  if (expected !== undefined) {
    const args = { found: known.index.updatedAt, expected, target };
    tally.add('index', problem('VFY-087', { file, path: '/updatedAt' }, args), { kind: 'index' });
    return;
  }
  checkNodes(view, file, known.index);
  compareWithDerived(view, known, { isLast, mayBeOlder: last === null });
}

/** @param mayBeOlder whether the index may come from an earlier version, which records no index in the journal */
function compareWithDerived(
  view: TargetView,
  known: KnownIndex,
  { isLast, mayBeOlder }: { readonly isLast: boolean; readonly mayBeOlder: boolean },
): void {
  const { tally, folder: target } = view;
  const file = pathIn(view, FILE_NAMES.index);
  const derived = derive(view, view.island, known.index);
  if ('reason' in derived) {
    tally.add('index', problem('VFY-083', { file }, { reason: derived.reason }));
    return;
  }
  if (isSame(known, derived.index) || isEarlier(view, known, derived.index)) {
    // The index is right, but it is not the one that the journal recorded last.
    if (!isLast) tally.add('index', problem('VFY-029', { file }, { target }), { kind: 'index' });
    return;
  }
  const what =
    (mayBeOlder && isOlder(view, known, view.island)) || (isLast && isOfOtherRules(view, known))
      ? 'what this version finds in the same files'
      : isBehind(view, known, { derived: derived.index, mayBeOlder }) ||
          isOfOldName(view, known, derived.index)
        ? 'what an interrupted command left behind'
        : null;
  const found = what
    ? problem('VFY-084', { file }, { what, target })
    : tellDifference(file, known, derived.index, target);
  tally.add('index', found, { kind: 'index' });
}

/**
 * Finds the time at which a rebuild wrote this index, if nothing but that time was changed afterwards. Tries the latest
 * rebuilds first.
 */
function timeWritten(
  { index }: KnownIndex,
  recorded: readonly RecordedIndex[],
  last: string,
): string | undefined {
  return recorded
    .map(({ at }) => at)
    .find((at) => at !== index.updatedAt && last === sha256(formatJson({ ...index, updatedAt: at })));
}

/**
 * Checks for files besides snapshots and a journal, which are all that an import leaves before it writes the first
 * index.
 */
function isWorkedOn({ files }: TargetView): boolean {
  return [...files.keys()].some((path) => {
    const fact = factKindOf(path);
    return fact === null ? path !== FILE_NAMES.audit : fact !== 'snapshot';
  });
}

/**
 * Notes files that must exist: every node's newest entry, the artifacts of a selection's members, and entries with
 * vetoes.
 */
function checkNodes(view: TargetView, file: string, index: AnyIndex): void {
  const { tally } = view;
  for (const [node, { ref, veto }] of nodesOf(index)) {
    tally.check('index');
    const path = pointerOf(node);
    if (ref !== undefined && !ref.startsWith('../')) expectFile(view, pathIn(view, ref), { file, path });
    if (veto) expectVeto(view, { file, node, gradingId: veto.gradingId });
  }
  if (!('members' in index)) return;
  for (const [member, { resolvedArtifact, ref }] of Object.entries(index.members)) {
    const path = `/members/${member}`;
    if (resolvedArtifact !== null) expectFile(view, resolvedArtifact, { file, path });
    if (ref?.startsWith('../../')) expectFile(view, ref.slice('../../'.length), { file, path });
  }
}

function pointerOf(node: string): string {
  return `/${node.split('.')[0] ?? ''}`;
}

/** Reports a veto whose entry is missing; the index keeps the veto even without it. */
function expectVeto(
  view: TargetView,
  { file, node, gradingId }: { file: string; node: string; gradingId: string },
) {
  if (view.gradingIds.has(gradingId)) return;
  const args = { trigger: gradingId, node };
  view.tally.add('vetoes', problem('VFY-100', { file, path: pointerOf(node) }, args));
}

interface DeriveOptions {
  readonly asBefore?: boolean;
  readonly seen?: SeenContent | undefined;
}

type Derived = { readonly index: AnyIndex } | { readonly reason: string };

/**
 * The target's content, as far as it is known from files that were already read; the few other documents are read
 * again.
 */
function seenIn({ island, deciding, snapshots, broken }: TargetView): SeenContent {
  const latest = latestToCount(island.now());
  const isCounted = ({ timestamp }: { readonly timestamp: string }) => timestamp <= latest;
  const schemas = [...snapshots].flatMap(([folder, known]) => {
    // A list may also be named `schema`.
    const isSchema = folder.endsWith('/schema') && !folder.startsWith('_lists/');
    const newest = isSchema ? sortByTime(known.filter(isCounted)).at(-1) : undefined;
    if (!newest) return [];
    const { file, hash, sha256: fileSha256, tools } = newest;
    const named = Object.fromEntries(tools.map((tool) => [tool, true]));
    return [
      [folder.slice(0, -'/schema'.length), { snapshot: { file, hash, fileSha256 }, tools: named }] as const,
    ];
  });
  return {
    schemas: Object.fromEntries(schemas),
    entries(folder, areas) {
      const place = folder === '' ? FILE_NAMES.gradings : `${folder}/${FILE_NAMES.gradings}`;
      const own = (deciding.get(place) ?? []).filter(({ area }) => areas.includes(area));
      return { entries: own, problems: broken.get(place) ?? [] };
    },
  };
}

/**
 * Derives the index as of the time at which it was written, so that answers that have aged since then are no damage.
 */
function derive(
  view: TargetView,
  island: Island,
  { updatedAt }: AnyIndex,
  { asBefore = false, seen = island === view.island ? seenIn(view) : undefined }: DeriveOptions = {},
): Derived {
  const { target } = view;
  try {
    const now = new Date(updatedAt);
    return { index: deriveTarget({ island, target, now, reuse: false, asBefore, seen }).index };
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    const { file } = error.problem.where ?? {};
    const { message } = describeProblem(error.problem);
    return { reason: file === undefined ? message : `${file}: ${message}` };
  }
}

type KnownIndex = ReadIndex & { readonly index: AnyIndex };

/**
 * Checks whether the index follows from these files under another rule book, or as it was when every entry was judged by
 * the rules of the tool: such an index is the work of another version, not damage.
 */
function isOfOtherRules(view: TargetView, read: KnownIndex): boolean {
  const { island } = view;
  const seen = seenIn(view);
  const others = otherBooks(island.book).map((book) => ({ from: island.under(book), seen }));
  const tries = [{ from: island, seen: { ...seen, entries: relabelled(seen, island.book) } }, ...others];
  return tries.some((one) => {
    const found = derive(view, one.from, read.index, { seen: one.seen });
    return 'index' in found && (isSame(read, found.index) || isEarlier(view, read, found.index));
  });
}

/** The entries as if all of them named the same rules. */
function relabelled({ entries }: SeenContent, book: RuleBook): SeenContent['entries'] {
  const { gradingSpec: _, ...versions } = versionsOf(book);
  return (folder, areas) => {
    const found = entries?.(folder, areas) ?? { entries: [], problems: [] };
    return { ...found, entries: found.entries.map((entry) => ({ ...entry, ...versions })) };
  };
}

/** Checks whether an earlier version would derive this index from these files. */
function isOlder(view: TargetView, read: KnownIndex, from: Island): boolean {
  const before = derive(view, from, read.index, { asBefore: true });
  return 'index' in before && (isSame(read, before.index) || isEarlier(view, read, before.index));
}

/**
 * Checks whether the index would be right without files that an interrupted command wrote before it reached the index:
 * files without a line in the journal, files of an unfinished hand-in, and files that the journal recorded after the
 * index was written.
 */
function isBehind(
  view: TargetView,
  read: KnownIndex,
  { derived, mayBeOlder }: { readonly derived: AnyIndex; readonly mayBeOlder: boolean },
): boolean {
  const { updatedAt } = read.index;
  const unlisted = [...new Set([...view.unlisted, ...openFiles(view)])];
  const later = (view.journal?.lines ?? []).filter(isFactLine).filter(({ at }) => at > updatedAt);
  const without = [unlisted, [...unlisted, ...later.map(({ path }) => path)]]
    .filter((paths) => paths.length > 0)
    .map((paths) => islandWithout(view, paths));
  const indexes = without.flatMap((from) => {
    const before = derive(view, from, read.index);
    return 'index' in before ? before.index : [];
  });
  if (indexes.some((before) => isSame(read, before) || isEarlier(view, read, before))) return true;
  if (mayBeOlder && without.some((from) => isOlder(view, read, from))) return true;
  // An interrupted emit may have raised vetoes and then gathered facts, before it reached the index.
  const shown = withoutObstacles(read.index);
  return (
    view.factsAt > updatedAt &&
    [derived, ...indexes].some((index) => firstDifference(shown, withoutObstacles(index)) === null)
  );
}

/** Checks whether an import moved the target to another name, and was interrupted before it wrote the index again. */
function isOfOldName({ journal }: TargetView, read: KnownIndex, derived: AnyIndex): boolean {
  const renamed = journal?.lines.findLast((line) => line.kind === 'renamed');
  if (!renamed || !('namespace' in derived) || derived.namespace !== renamed.to) return false;
  return isSame(read, { ...derived, namespace: renamed.from });
}

/**
 * An index without the parts that depend on facts of a pretest: how they were gathered, how much they allow, and why
 * nodes without a grade have none.
 */
function withoutObstacles(index: AnyIndex): unknown {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isRecord(value)) return value;
    const { status, reason, detail: _detail, code: _code, waits: _waits, ...others } = value;
    const { gathered: _, readiness: _readiness, testDepth: _depth, ...rest } = others;
    const isOpen = status === 'pending' || status === 'blocked';
    const kept = isOpen ? rest : { status, reason, ...rest };
    return Object.fromEntries(Object.entries(kept).map(([key, item]) => [key, strip(item)]));
  };
  const { status: _status, reason: _reason, blockers: _blockers, summary: _summary, ...rest } = index;
  const { updatedAt: _at, ...nodes } = rest;
  return strip(nodes);
}

function tellDifference(file: string, read: KnownIndex, derived: AnyIndex, target: string): Problem {
  const difference = firstDifference(read.value, { ...derived, updatedAt: read.index.updatedAt });
  const { path, found, expected } = difference ?? {
    path: '',
    found: 'the same content in other bytes',
    expected: 'the bytes of a rebuild',
  };
  return problem('VFY-082', { file, path: path || '/' }, { found, expected, target });
}

function isSame({ text, index }: { text: string; index: AnyIndex }, derived: AnyIndex): boolean {
  return text === formatJson({ ...derived, updatedAt: index.updatedAt });
}

/**
 * A selection's index shows its members as of its last command (decision 0044), including whether its references are
 * valid (decision 0074). If nothing else differs, and the namespaces of all differing members have newer indexes, the
 * selection's index shows an earlier state and is not damaged.
 */
function isEarlier(
  view: TargetView,
  read: { readonly text: string; readonly index: AnyIndex },
  derived: AnyIndex,
): boolean {
  const { index } = read;
  if (!('members' in index) || !('members' in derived)) return false;
  const ids = Object.keys(derived.members);
  if (firstDifference(Object.keys(index.members), ids) !== null) return false;
  const asShown = buildSelectionIndex(
    {
      ...derived,
      ...withReferencesOf(index, derived),
      members: index.members,
      lockSnapshot: index.lockSnapshot ?? null,
    },
    index,
    { now: new Date(index.updatedAt), book: view.island.book },
  );
  if (!isSame(read, asShown)) return false;
  const changed = ids.filter((id) => firstDifference(index.members[id], derived.members[id]) !== null);
  if (!changed.every((id) => isNewer(view.island, id, index.updatedAt))) return false;
  if (!ids.some((id) => isNewer(view.island, id, index.updatedAt))) return false;
  const args = {
    members: MEMBERS[changed.length] ?? `${changed.length} members`,
    at: index.updatedAt,
  };
  const file = pathIn(view, FILE_NAMES.index);
  view.tally.add('index', problem('VFY-085', { file, path: '/members' }, { ...args, target: view.folder }));
  return true;
}

const MEMBERS = ['its references', 'a member'];

/**
 * The derived parts of a selection, except that a part whose references are lost, now or in the index, comes from the
 * index.
 */
function withReferencesOf(index: SelectionIndex, derived: SelectionIndex) {
  const isOpen = ({ status }: IndexNode) => status === 'pending' || status === 'blocked';
  const someLost = [...Object.values(index.skills), ...Object.values(derived.skills)].some(isLostReference);
  const choose = (shown: IndexNode | undefined, now: IndexNode) => {
    if (!shown) return now;
    // A skill without a grade may be waiting for a skill with broken references.
    const waits = someLost && isOpen(shown) && isOpen(now);
    return isLostReference(shown) || isLostReference(now) || waits ? shown : now;
  };
  const skills = Object.entries(derived.skills).map(([name, node]) => {
    const shown = Object.hasOwn(index.skills, name) ? index.skills[name] : undefined;
    return [name, choose(shown, node)] as const;
  });
  return {
    skills: Object.fromEntries(skills),
    selectionAggregate: choose(index.selectionAggregate, derived.selectionAggregate),
  };
}

function isNewer(island: Island, member: string, updatedAt: string): boolean {
  const [namespace] = splitId(member);
  try {
    const index = readNamespaceIndex(island, namespaceFolder(namespace));
    return index === null || index.updatedAt >= updatedAt;
  } catch (error) {
    // An invalid name or a damaged index is reported for the target it belongs to.
    if (!(error instanceof GradingError)) throw error;
    return true;
  }
}
