import { checkStoredEntry } from '../../grade/entry/check-entry.js';
import { subjectOf } from '../../grade/entry/edit-draft.js';
import type { NodeEntry } from '../../grade/node-entry.js';
import { settles } from '../../grade/node-status.js';
import { maxSelectionGrade } from '../../grade/precondition.js';
import { nodeEntry } from '../../island/read-namespace.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { type GradingEntry, storedEntry } from '../../spec/entry.js';
import { type EntryName, latestToCount, parseEntryName, sortByTime } from '../../target/logic/names.js';
import { areasOfNode } from '../../target/logic/subjects.js';
import { isRecord } from '../../values/is-record.js';
import { checkEntryPlace } from './logic/check-entry-place.js';
import { checkSequence } from './logic/check-sequence.js';
import type { FolderPlace } from './logic/layout.js';
import { type EntryInSequence, inSequence, regradeEntry } from './logic/regrade-entry.js';
import { parseText } from './parse-text.js';
import { pathIn, type TargetView, typedName } from './target-view.js';

/** The only harness in the specification's schema (decision D12). */
const SPECIFIED_HARNESS = 'claude-code';
/** Most reasons reported for one entry; others usually follow from them. */
const REASONS_TOLD = 3;

interface Gradings {
  /** Relative to the target. */
  readonly folder: string;
  readonly place: FolderPlace;
  /** Reads a file of the folder once; null if it cannot be read. */
  readonly read: (file: string) => string | null;
}

/** Checks every entry of a folder, one at a time, and then each node's history. */
export function checkGradings(
  view: TargetView,
  files: readonly string[],
  { folder, place, read }: Gradings,
): void {
  const names = sortByTime(files.map(parseEntryName).filter((name) => name !== null));
  const histories = new Map<string, EntryInSequence[]>();
  let deciding: NodeEntry[] = [];
  const latest = latestToCount(view.island.now());
  for (const name of names) {
    const path = `${folder}/${name.file}`;
    const text = read(path);
    if (text === null) continue;
    const entry = checkOne(view, { path, name, place, text });
    if (name.timestamp > latest) continue;
    if (!entry) {
      const found = problem('VFY-020', { file: pathIn(view, path) }, { reason: 'it can not be read' });
      view.broken.set(folder, [...(view.broken.get(folder) ?? []), found]);
      continue;
    }
    const node = areasOfNode(name.area).join();
    const history = histories.get(node) ?? [];
    history.push(inSequence(pathIn(view, path), entry));
    histories.set(node, history);
    const stored = nodeEntry({ ref: path, timestamp: name.timestamp, entry });
    deciding = keepDeciding(deciding, { ...stored, area: name.area });
  }
  const { strict } = view.options;
  for (const history of histories.values()) {
    const found = checkSequence(history, typedName(view));
    // The specification requires a full one first; ours may come first as well (decision 0038).
    view.tally.add(
      'grades',
      found.filter(({ code }) => strict || code !== 'VFY-024'),
    );
  }
  view.deciding.set(folder, deciding);
}

interface EntryFile {
  /** Relative to the target. */
  readonly path: string;
  readonly name: EntryName;
  readonly place: FolderPlace;
  readonly text: string;
}

/** @returns the parts of the entry that the index would use */
function checkOne(view: TargetView, { path, name, place, text }: EntryFile): GradingEntry | null {
  const { tally, layout } = view;
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
  tally.add('entries', checkEntryPlace(file, { entry, name, place, layout }));
  if (view.options.strict && entry.harness !== SPECIFIED_HARNESS) {
    tally.add('entries', problem('VFY-025', { file, path: '/harness' }, { found: entry.harness }));
  }
  tally.check('grades');
  tally.add('grades', regradeEntry(file, entry, capOf(view, entry)));
  view.gradingIds.add(entry.gradingId);
  matchHandIn(view, { file, path, entry });
  expectWhatItNames(view, { file, path, entry, place });
  return entry;
}

function tellReasons(file: string, problems: readonly Problem[]): Problem[] {
  return problems.slice(0, REASONS_TOLD).map((found) => {
    const { path } = found.where ?? {};
    const where = { file, ...(path !== undefined && { path }) };
    return problem('VFY-020', where, { reason: describeProblem(found).message });
  });
}

/** Only the aggregate of a selection has a cap: that of the graded definition. */
function capOf({ namespaces }: TargetView, { area, schemaHash }: GradingEntry): 'A' | 'B' | null {
  if (area !== 'selection-aggregate') return 'A';
  const known = namespaces.get(schemaHash);
  return known === undefined ? null : maxSelectionGrade(known);
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

/** Paths in the evidence of code: test records and texts, separated by commas. */
const EVIDENCE = /^[^\s,]+\/(?:test-\d+\.json|[^\s,/]+--[0-9TZ-]+--[0-9a-f]{8}\.[a-z]+)$/;

function expectWhatItNames(
  { expected, folder, layout }: TargetView,
  { file, path, entry, place }: CheckedEntry & { place: FolderPlace },
): void {
  const expectFile = (ref: string, pointer: string) => {
    if (!expected.files.has(ref)) expected.files.set(ref, { file, path: pointer });
  };
  for (const [at, { determinism, evidence, selectionContext }] of entry.gradings.entries()) {
    if (selectionContext?.domainDocId !== undefined) {
      expectFile(selectionContext.domainDocId, `/gradings/${at}/selectionContext/domainDocId`);
    }
    const said = isRecord(evidence) ? evidence.text : evidence;
    if (determinism !== 'deterministic' || typeof said !== 'string') continue;
    for (const ref of said.split(', ').filter((text) => EVIDENCE.test(text))) {
      const inIsland = /^(?:providers|selections)\//.test(ref) ? ref : `${folder}/${ref}`;
      expectFile(inIsland, `/gradings/${at}/evidence`);
    }
  }
  const previous = entry.regradingTrigger?.previousGradingId;
  if (previous !== undefined && !expected.entries.has(previous)) expected.entries.set(previous, file);
  const bound = boundFolder(path.slice(0, path.lastIndexOf('/_gradings/')), place, layout.flow);
  if (bound === null) return;
  const key = `${bound} ${entry.schemaHash}`;
  if (!expected.hashes.has(key)) expected.hashes.set(key, { folder: bound, hash: entry.schemaHash, file });
}

/** Folder of the snapshots of a graded subject; null for a namespace as a whole, whose hash is that of its members. */
function boundFolder(
  node: string,
  { schema, tool, skill, areas }: FolderPlace,
  flow: 'provider' | 'selection',
) {
  if (skill !== null || areas.some((area) => area.startsWith('about-'))) return node;
  if (tool !== null || schema !== null) return `${schema}/schema`;
  return flow === 'selection' ? 'selection' : null;
}

type DecidingEntry = Pick<NodeEntry, 'area' | 'timestamp' | 'mode' | 'grade' | 'veto' | 'answers'>;

/**
 * The entries that decide the status of the nodes in a folder: for each node from the second of the newest one that
 * settles it. The others are not kept, so that a long history needs no memory.
 *
 * @param known entries of one folder, in order of time
 * @param next the entry after them
 */
export function keepDeciding<T extends DecidingEntry>(known: readonly T[], next: T): T[] {
  if (!settles(next)) return [...known, next];
  const areas = areasOfNode(next.area);
  const kept = known.filter(({ area, timestamp }) => !areas.includes(area) || timestamp >= next.timestamp);
  return [...kept, next];
}
