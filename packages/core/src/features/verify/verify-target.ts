import { flagPastRetention, tellPastRetention } from '../../grade/ageing.js';
import type { PastRetention } from '../../grade/history.js';
import type { Island } from '../../island/island.js';
import { refuseWrongClock } from '../../island/journal/wrong-clock.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { problem } from '../../problems/error-codes.js';
import { GradingError } from '../../problems/problem.js';
import { sha256 } from '../../spec/hash.js';
import type { Target } from '../../target/logic/target.js';
import { checkGradings } from './check-gradings.js';
import { checkHandIns, readHandIn } from './check-hand-ins.js';
import { checkIndex, type ReadIndex, readIndex } from './check-index.js';
import { checkItems } from './check-items.js';
import { checkJournal, tellUnlisted } from './check-journal.js';
import { checkFrozen, frozenIn, frozenInCopy, ownPart } from './check-lock-snapshot.js';
import { type BoundFacts, checkBound, checkSummary, checkTestRecord } from './check-records.js';
import {
  checkAnsweredScores,
  checkAnswers,
  checkRun,
  expectedOfRun,
  type RunFiles,
  readRunFile,
} from './check-run.js';
import { checkSecrets } from './check-secrets.js';
import { checkSnapshot, isSnapshotKind } from './check-snapshot.js';
import { type FileKind, kindOfFile, placeFolder } from './logic/layout.js';
import type { JournalHead } from './logic/verify.js';
import { readFile } from './read-file.js';
import { pathIn, type TargetView, typedName, type VerifyOptions, viewTarget } from './target-view.js';
import { type Visit, walk } from './walk.js';

/** Folders that are read first, because others are compared with them. */
const READ_FIRST = ['scores', 'selection'];

/** Data that is compared after everything was read. */
interface Pending {
  readonly bound: BoundFacts;
  readonly run: RunFiles;
  index: ReadIndex | null;
  frozenCopy: string | null;
  journal: Buffer | null;
  factsAt: string;
}

export interface CheckedTarget extends PastRetention {
  readonly view: TargetView;
  readonly journal: JournalHead | null;
}

/** Checks a target from its files alone. Each file is read once. */
export function checkTarget(
  island: Island,
  target: Target,
  options: VerifyOptions,
  nowMs: number,
): CheckedTarget {
  const view = viewTarget(island, target, options);
  refuseWrongClock(island, view.folder);
  const pending: Pending = {
    bound: [],
    run: { state: null, prompts: null },
    index: null,
    frozenCopy: null,
    journal: null,
    factsAt: '',
  };
  const enter = (path: string) => placeFolder(view.layout, path) !== null;
  for (const visit of walk(island, view.folder, { first: READ_FIRST, enter }))
    checkVisit(view, pending, visit, nowMs);
  const journal = checkTogether(view, pending);
  const flagged = flagPastRetention([...view.files.keys()], new Date(nowMs));
  view.tally.add('entries', tellPastRetention([flagged], { file: view.folder }));
  return { view, journal, ...flagged };
}

function checkVisit(view: TargetView, pending: Pending, visit: Visit, nowMs: number): void {
  const { layout, tally } = view;
  const place = placeFolder(layout, visit.path);
  if (!place) throw new Error(`${visit.path} was entered and has no place`);
  const kinds = new Map(visit.items.map(({ name }) => [name, kindOfFile(layout, place, name)]));
  const kindOf = (name: string) => kinds.get(name) ?? null;
  const known = checkItems(visit, {
    folder: pathIn(view, visit.path),
    tally,
    nowMs,
    target: typedName(view),
    isKnown: ({ name, path, seen }) =>
      seen.kind === 'folder' ? placeFolder(layout, path) !== null : kindOf(name) !== null,
  });
  for (const { seen, path } of visit.items)
    if (seen.kind === 'symbolic link' && placeFolder(layout, path) !== null) view.linked.add(path);
  const files = known.filter(({ seen }) => seen.kind === 'file');
  // An unreadable item with the name of a file is not a missing file.
  for (const item of visit.items)
    if (item.seen.kind !== 'folder' && kindOf(item.name)) view.files.set(item.path, null);
  if (place.role === 'gradings') {
    const names = files.map(({ name }) => name);
    checkGradings(view, names, {
      folder: visit.path,
      place,
      read: (path) => readOnce(view, path, 'entry')?.text ?? null,
    });
    return;
  }
  for (const { name, path } of files) {
    const kind = kindOf(name);
    const content = kind && readOnce(view, path, kind);
    if (kind && kind !== 'entry' && content) TAKE[kind](view, pending, { kind, path, place, ...content });
  }
}

interface Content {
  readonly bytes: Buffer;
  readonly text: string;
}

/** Reads and hashes a file and searches it for secrets; null if it is gone, or cannot be read. */
function readOnce(view: TargetView, path: string, kind: FileKind): Content | null {
  const file = pathIn(view, path);
  const bytes = readFile(view.island, file, view.tally);
  if (!bytes) return null;
  view.files.set(path, sha256(bytes));
  const text = bytes.toString('utf8');
  checkSecrets(view, file, kind, text);
  return { bytes, text };
}

interface KnownFile extends Content {
  readonly kind: FileKind;
  readonly path: string;
  readonly place: Parameters<typeof checkSummary>[2]['place'];
}

type Take = (view: TargetView, pending: Pending, file: KnownFile) => void;

const takeSnapshot: Take = (view, _, { kind, path, bytes, text }) => {
  if (isSnapshotKind(kind))
    checkSnapshot(view, { path, kind, bytes, text, digest: view.files.get(path) ?? '' });
};
const takeRunFile: Take = (view, { run }, { path, text }) => readRunFile(view, run, path, text);

/** How files of each kind are checked; entries are checked folder by folder. */
const TAKE: Readonly<Record<Exclude<FileKind, 'entry'>, Take>> = {
  index: (view, pending, { text }) => {
    pending.index = readIndex(view, text);
  },
  'lock-snapshot': (_, pending, { text }) => {
    pending.frozenCopy = text;
  },
  journal: (_, pending, { bytes }) => {
    pending.journal = bytes;
  },
  prompts: takeRunFile,
  state: takeRunFile,
  answers: (view, _, { path, text }) => checkAnswers(view, path, text),
  'answered-scores': (view, _, { path, text }) => checkAnsweredScores(view, path, text),
  scores: (view, _, { path, text }) => readHandIn(view, path, text),
  summary: (view, pending, file) => {
    const checkedAt = checkSummary(view, pending.bound, file);
    if (checkedAt > pending.factsAt) pending.factsAt = checkedAt;
  },
  test: (view, { bound }, file) => checkTestRecord(view, bound, file),
  schema: takeSnapshot,
  'evaluated-main': takeSnapshot,
  skill: takeSnapshot,
  about: takeSnapshot,
  list: takeSnapshot,
  definition: takeSnapshot,
  members: takeSnapshot,
  baseline: takeSnapshot,
};

function checkTogether(view: TargetView, pending: Pending): JournalHead | null {
  const { tally } = view;
  const { index, run, factsAt } = pending;
  const open = expectedOfRun(run);
  const journal = checkJournal(view, pending.journal);
  if (view.linked.size > 0) return journal.head;
  checkRun(view, run, journal.runs);
  tally.add('facts', checkBound(view, pending.bound));
  checkHandIns(view, { taken: journal.taken, open });
  checkFrozen(view, {
    own: frozenIn(view, ownPart(index?.value)),
    copy: frozenInCopy(view, pending.frozenCopy),
    isIndexWhole: index?.index != null,
  });
  if (index || isDerivedFrom(view)) {
    checkIndex(view, index, {
      unshown: (updatedAt) => ({
        unlisted: [...new Set([...journal.unlisted, ...open])],
        later: journal.laterThan(updatedAt),
        laterFacts: factsAt > updatedAt,
      }),
      last: journal.lastIndex,
      writtenAt: journal.indexTimes,
    });
  }
  checkSnapshotsOfIndex(view, index);
  checkSources(view);
  tellUnlisted(view, journal.unlisted, open);
  checkExpected(view);
  return journal.head;
}

/** An interrupted import has written no index yet, and no journal. */
function isDerivedFrom({ files }: TargetView): boolean {
  return files.has(FILE_NAMES.audit) || files.has(FILE_NAMES.state);
}

/** A snapshot may be changed in a part that its hash does not cover; its sha256 reveals that. */
function checkSnapshotsOfIndex(view: TargetView, read: ReadIndex | null): void {
  if (!read?.index || !('schemas' in read.index)) return;
  for (const [schema, { snapshot }] of Object.entries(read.index.schemas)) {
    const file = pathIn(view, `${schema}/schema/${snapshot.file}`);
    if (!view.expected.files.has(file)) {
      const where = { file: pathIn(view, FILE_NAMES.index), path: '/schemas' };
      view.expected.files.set(file, where);
    }
    const known = view.snapshots.get(`${schema}/schema`)?.find((one) => one.file === snapshot.file);
    if (!known || known.sha256 === snapshot.fileSha256) continue;
    const args = { found: known.sha256, expected: snapshot.fileSha256, source: FILE_NAMES.index };
    view.tally.add('snapshots', problem('VFY-012', { file }, args));
  }
}

/** The evaluated value of a computed `main` belongs to the bytes that were run. */
function checkSources({ expected, files, tally, folder }: TargetView): void {
  for (const [path, { sha256: ran, source }] of expected.sources) {
    const found = files.get(path);
    // An interrupted import left it without its snapshot, which the journal check reports.
    if (found === undefined || found === null || found === ran) continue;
    const args = { found, expected: ran, source };
    tally.add('snapshots', problem('VFY-012', { file: `${folder}/${path}` }, args));
  }
}

/** Checks that everything that files refer to exists. */
function checkExpected(view: TargetView): void {
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

/** A stranger's text may lead anywhere: out of the island, through a file, to a name that no disk accepts. */
function isFile(island: Island, ref: string): boolean {
  try {
    return island.kind(ref) === 'file';
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return false;
  }
}
