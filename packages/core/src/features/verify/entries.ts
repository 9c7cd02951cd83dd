import { checkStoredEntry } from '../../grade/entry/check-entry.js';
import { subjectOf } from '../../grade/entry/draft.js';
import { isStageOne } from '../../grade/entry/stage-one-entry.js';
import { type NodeEntry, type SettlingEntry, settles } from '../../grade/node-status.js';
import { maxSelectionGrade } from '../../grade/precondition.js';
import type { Island } from '../../island/island.js';
import { type EntryName, latestToCount, parseEntryName, sortByTime } from '../../island/logic/names.js';
import { nodeEntry } from '../../island/read-namespace.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import { GradingError, type Problem } from '../../problems/problem.js';
import { gradingOf, tellUnknown } from '../../spec/books/registered.js';
import { type GradingEntry, storedEntry } from '../../spec/entry.js';
import { canonicalJson } from '../../spec/hash.js';
import { HASH_PATTERN } from '../../spec/name-patterns.js';
import { areasOfNode } from '../../target/logic/subjects.js';
import { isRecord } from '../../values/is-record.js';
import {
  checkEntryPlace,
  checkSequence,
  type EntryInSequence,
  inSequence,
  regradeEntry,
} from './logic/entry-rules.js';
import type { Place } from './logic/place.js';
import { parseText } from './parse-text.js';
import { type CheckFolder, expectFile, pathIn, type ReadFile, type TargetView } from './target-view.js';

/** The only harness that the specification's schema allows (decision D12). */
const SPECIFIED_HARNESS = 'claude-code';
/** Maximum number of reasons reported for one entry; further reasons usually follow from the first ones. */
const REASONS_TOLD = 3;

/** Checks every entry of a folder, oldest first, and then each node's history. */
export const checkEntries: CheckFolder = (view, { folder, names, read }) => {
  const histories = new Map<string, EntryInSequence[]>();
  const lastFull = new Map<string, GradingEntry>();
  let deciding: NodeEntry[] = [];
  const latest = latestToCount(view.island.now());
  for (const name of sortByTime(names.map(parseEntryName).filter((named) => named !== null))) {
    const file = read(name.file);
    if (file === null) continue;
    const { path } = file;
    const node = areasOfNode(name.area).join();
    const entry = checkOne(view, { ...file, name, before: lastFull.get(node) });
    if (name.timestamp > latest) continue;
    if (!entry) {
      const found = problem('VFY-020', { file: pathIn(view, path) }, { reason: 'it cannot be read' });
      view.broken.set(folder, [...(view.broken.get(folder) ?? []), found]);
      continue;
    }
    const stored = nodeEntry({ ref: path, timestamp: name.timestamp, entry });
    const history = histories.get(node) ?? [];
    // What code answers before a grader is asked needs no full entry before it (spec 19).
    const isFirst = isStageOne(stored) && lastFull.get(node)?.schemaHash !== entry.schemaHash;
    if (!isFirst) history.push(inSequence(pathIn(view, path), entry));
    if (entry.gradingMode === 'full') lastFull.set(node, entry);
    histories.set(node, history);
    deciding = keepDeciding(deciding, { ...stored, area: name.area });
  }
  const { strict } = view.options;
  for (const history of histories.values()) {
    const found = checkSequence(history, view.folder);
    // The specification requires a full entry first; our histories may also begin with a partial one (decision 0038).
    view.tally.add(
      'grades',
      found.filter(({ code }) => strict || code !== 'VFY-024'),
    );
  }
  view.deciding.set(folder, deciding);
};

interface Named {
  readonly name: EntryName;
  /** The newest full entry of the node before this one. */
  readonly before: GradingEntry | undefined;
}

/** @returns the entry, even if it breaks rules between its fields; null if its shape is wrong */
function checkOne(
  view: TargetView,
  { path, name, place, text, before }: ReadFile & Named,
): GradingEntry | null {
  const { tally } = view;
  const file = pathIn(view, path);
  tally.check('entries');
  const parsed = parseText(text, null);
  if ('reason' in parsed) {
    tally.add('entries', problem('VFY-020', { file }, parsed));
    return null;
  }
  const checked = checkStoredEntry(parsed.value);
  tally.add('entries', tellReasons(file, checked.problems));
  const entry = checked.value ?? storedEntry.safeParse(parsed.value).data ?? null;
  if (!entry) return null;
  tally.add('entries', checkEntryPlace(file, { entry, name, place }));
  const { harness } = entry;
  if (harness !== SPECIFIED_HARNESS) {
    view.otherHarnesses.set(harness, (view.otherHarnesses.get(harness) ?? 0) + 1);
  }
  tally.check('grades');
  tally.add('grades', tellRules(view, file, entry));
  tally.add('grades', regradeEntry(file, entry, capOf(view, entry)));
  view.gradingIds.add(entry.gradingId);
  if (repeatsAnswers(entry, before)) tally.check('hand-ins');
  else matchHandIn(view, { file, path, entry });
  expectWhatItNames(view, { file, path, entry, place });
  return entry;
}

/** An entry under rules that are not known is judged by no others. */
function tellRules({ folder: target }: TargetView, file: string, entry: GradingEntry): Problem[] {
  const unknown = tellUnknown(entry);
  if (unknown === null) return [];
  const path = gradingOf(entry.gradingSystem) ? '/scoringSystem' : '/gradingSystem';
  return [problem('VFY-027', { file, path }, { unknown, target })];
}

function tellReasons(file: string, problems: readonly Problem[]): Problem[] {
  return problems.slice(0, REASONS_TOLD).map((found) => {
    const { path } = found.where ?? {};
    const where = { file, ...(path !== undefined && { path }) };
    return problem('VFY-020', where, { reason: describeProblem(found).message });
  });
}

/** Only a selection's aggregate has a cap; the number of namespaces in the graded definition sets it. */
function capOf(
  { namespaces }: TargetView,
  { area, schemaHash, gradingSystem }: GradingEntry,
): 'A' | 'B' | null {
  if (area !== 'selection-aggregate') return 'A';
  const known = namespaces.get(schemaHash);
  const grading = gradingOf(gradingSystem);
  return known === undefined || grading === null ? null : maxSelectionGrade(known, grading);
}

interface CheckedEntry {
  readonly file: string;
  readonly path: string;
  readonly entry: GradingEntry;
}

function matchHandIn(view: TargetView, { file, entry }: CheckedEntry): void {
  const match = view.handIns.find(file, entry, subjectOf(entry));
  if (match === undefined) return;
  view.tally.check('hand-ins');
  if (match?.isSame) {
    const { madeBefore } = match;
    if (madeBefore !== null) view.tally.add('hand-ins', problem('VFY-054', { file }, { entry: madeBefore }));
    return;
  }
  if (match) {
    const scores = match.handed.file;
    view.tally.add('hand-ins', problem('VFY-051', { file, path: '/gradings' }, { scores }));
    return;
  }
  const given = entry.gradings.find(({ determinism }) => determinism === 'non-deterministic');
  const at = given?.timestamp ?? '';
  const { handIns } = view.expected;
  handIns.set(at, [...(handIns.get(at) ?? []), file]);
}

/** Matches one path in evidence given by code. Such evidence lists test records and texts, separated by commas. */
const EVIDENCE = new RegExp(
  String.raw`^[^\s,]+/(?:test-\d+\.json|[^\s,/]+--[0-9TZ-]+--${HASH_PATTERN}\.[a-z]+)$`,
);

function expectWhatItNames(
  view: TargetView,
  { file, path, entry, place }: CheckedEntry & { place: Place },
): void {
  const { expected, folder } = view;
  for (const [at, { determinism, evidence, selectionContext }] of entry.gradings.entries()) {
    const pointer = `/gradings/${at}`;
    if (selectionContext?.domainDocId !== undefined) {
      const where = { file, path: `${pointer}/selectionContext/domainDocId` };
      expectFile(view, selectionContext.domainDocId, where);
    }
    const said = isRecord(evidence) ? evidence.text : evidence;
    if (determinism !== 'deterministic' || typeof said !== 'string') continue;
    for (const ref of said.split(', ').filter((text) => EVIDENCE.test(text))) {
      const inIsland = /^(?:providers|selections)\//.test(ref) ? ref : `${folder}/${ref}`;
      expectFile(view, inIsland, { file, path: `${pointer}/evidence` });
    }
  }
  const previous = entry.regradingTrigger?.previousGradingId;
  if (previous !== undefined && !expected.entries.has(previous)) expected.entries.set(previous, file);
  const bound = boundFolder(path.slice(0, path.lastIndexOf('/_gradings/')), place);
  if (bound === null) return;
  const key = `${bound} ${entry.schemaHash}`;
  if (!expected.hashes.has(key)) expected.hashes.set(key, { folder: bound, hash: entry.schemaHash, file });
}

/**
 * Folder with the snapshots of a graded subject; null for a whole namespace, because its hash is that of its members.
 */
function boundFolder(node: string, { flow, schema, skill, areas }: Place): string | null {
  if (skill !== undefined || areas.some((area) => area.startsWith('about-'))) return node;
  if (schema !== undefined) return `${schema}/schema`;
  return flow === 'selection' ? 'selection' : null;
}

type DecidingEntry = Pick<NodeEntry, 'area' | 'timestamp'> & SettlingEntry;

/**
 * The entries that decide the status of the nodes in a folder: for each node, those with the timestamp of the newest
 * entry that settles the status, and later ones. Older entries are not kept, so that a long history does not fill the
 * memory.
 *
 * @param known entries of one folder, in chronological order
 * @param next the entry after them
 */
export function keepDeciding<T extends DecidingEntry>(known: readonly T[], next: T): T[] {
  if (!settles(next)) return [...known, next];
  const areas = areasOfNode(next.area);
  const kept = known.filter(({ area, timestamp }) => !areas.includes(area) || timestamp >= next.timestamp);
  return [...kept, next];
}

/** Says once for a target which harnesses of its entries the specification does not list; on request only. */
export function checkHarnesses({ options, tally, otherHarnesses, folder }: TargetView): void {
  if (!options.strict || otherHarnesses.size === 0) return;
  const found = [...otherHarnesses].map(([harness, entries]) => `${harness} (${entries})`).join(', ');
  tally.add('entries', problem('VFY-025', { file: folder }, { found }));
}

/** Checks that everything that files refer to exists. */
export function checkReferences(view: TargetView): void {
  const { expected, tally, folder, island, snapshots } = view;
  for (const [ref, { file, path }] of expected.files) {
    tally.check('references');
    const isOwn = ref.startsWith(`${folder}/`);
    const isThere = isOwn ? view.files.has(ref.slice(folder.length + 1)) : isFile(island, ref);
    if (!isThere) tally.add('references', problem('VFY-030', { file, path }, { ref }));
  }
  for (const [gradingId, file] of expected.entries) {
    tally.check('references');
    if (view.gradingIds.has(gradingId)) continue;
    const where = { file, path: '/regradingTrigger/previousGradingId' };
    tally.add('references', problem('VFY-030', where, { ref: gradingId }));
  }
  for (const { folder: place, hash, file } of expected.hashes.values()) {
    tally.check('references');
    if (snapshots.get(place)?.some((known) => known.hash === hash)) continue;
    tally.add('references', problem('VFY-026', { file, path: '/schemaHash' }, { hash }));
  }
}

/**
 * Checks whether a path is a file. A stranger's text may lead anywhere: out of the island, through a file, or to a name
 * that no disk accepts.
 */
function isFile(island: Island, ref: string): boolean {
  try {
    return island.kind(ref) === 'file';
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return false;
  }
}

/**
 * Whether an entry repeats the answers of the one it follows after a change of the gradingSystem. Such an entry has no
 * hand-in of its own. Weights are not compared: they follow from the gradingSystem.
 *
 * @param before the newest full entry of the node at that time
 */
function repeatsAnswers(entry: GradingEntry, before: GradingEntry | undefined): boolean {
  const { regradingTrigger: trigger } = entry;
  return (
    trigger?.triggeredBy === 'grading-system-bump' &&
    trigger.previousGradingId === before?.gradingId &&
    answersOf(entry) === answersOf(before)
  );
}

function answersOf({ gradings }: GradingEntry): string {
  return canonicalJson(gradings.map(({ weight: _, ...answer }) => answer));
}
