import { setTimeout as sleep } from 'node:timers/promises';
import type { PastRetention } from '../../grade/ageing.js';
import { flagPastRetention, tellPastRetention } from '../../grade/ageing.js';
import type { Island } from '../../island/island.js';
import { refuseWrongClock } from '../../island/journal/read-journal.js';
import { listNamespaces, listSchemas } from '../../island/list-namespace.js';
import { lockName, readLockState, withLock } from '../../island/lock.js';
import { isSetAside } from '../../island/logic/facts.js';
import { parseSnapshotName } from '../../island/logic/names.js';
import { FILE_NAMES, snapshotFolder } from '../../island/logic/paths.js';
import { readServerParams } from '../../keys/env-file.js';
import { createSecretSearch } from '../../keys/logic/find-secrets.js';
import { describeProblem, errorOf, fatal, problem } from '../../problems/error-codes.js';
import { GradingError, type Problem, splitProblems } from '../../problems/problem.js';
import { readSnapshot } from '../../target/load-namespace.js';
import type { Shard } from '../../target/logic/shard.js';
import { isInShard } from '../../target/logic/shard.js';
import { type Target, wholeTargets } from '../../target/logic/target.js';
import { eachTarget, type NamedTargets, resolveTargets } from '../../target/targets.js';
import { isRecord } from '../../values/is-record.js';
import { checkHarnesses, checkReferences } from './entries.js';
import { checkFacts } from './facts.js';
import { checkIndex } from './index-file.js';
import { checkJournal, checkUnlisted } from './journal.js';
import { KINDS } from './layout.js';
import { checkLockSnapshot } from './lock-snapshot.js';
import type { JournalHead, RepairedPart, Tally, VerifiedTarget, VerifyStep } from './logic/result.js';
import { orReason } from './parse-text.js';
import { readFiles } from './read-files.js';
import { moveStrays, openTrash, type Sound } from './repair.js';
import { checkHandIns, checkRun } from './run-files.js';
import { checkEvaluatedSources, checkIndexedSnapshots } from './snapshots.js';
import { checkLock, checkSurroundings } from './surroundings.js';
import { type TargetView, type VerifyOptions, viewTarget } from './target-view.js';

/**
 * The steps that read a target: every file as specified in layout.ts, and the journal, which has a line for each fact.
 */
const READING = [readFiles, checkJournal];

/**
 * The steps that compare what was read. Each step works on what earlier steps have put into the view. All of them are
 * left out if a folder of the target is a link, because nothing behind the link was read.
 */
const COMPARING = [
  checkRun,
  checkFacts,
  checkHandIns,
  checkLockSnapshot,
  checkIndex,
  checkIndexedSnapshots,
  checkEvaluatedSources,
  checkUnlisted,
  checkReferences,
  checkHarnesses,
];

export interface VerifyTargetsOptions extends NamedTargets {
  /** Treat warnings as errors, and report what goes beyond the specification. */
  readonly strict?: boolean | undefined;
  /** Rewrite derived files and move strays aside; facts are never touched. */
  readonly repair?: boolean | undefined;
  /** Also search for the values of the user's keys. */
  readonly keys?: { readonly path: string; readonly shownAs: string } | null;
  /** Restricts the targets to one shard; everything outside the targets belongs to the first shard. */
  readonly shard?: Shard | null | undefined;
  readonly now?: () => Date;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

export interface VerifyResult {
  readonly status: boolean;
  readonly results: readonly VerifiedTarget[];
  readonly errors: readonly Problem[];
}

/** The root and everything outside the targets. */
const SURROUNDINGS = '.';
const RETRY_MS = 250;

/**
 * Checks every file of the targets, and whether the files belong together: everything that a grade depends on must
 * exist, be unchanged and lead to that grade. Without `repair`, writes nothing and takes no lock; with it, locks each
 * target first.
 *
 * @throws GradingError ENV-001 to ENV-003 if the keys to search for cannot be read
 * @returns `status` is false if anything is damaged or foreign
 */
export async function verifyTargets(options: VerifyTargetsOptions): Promise<VerifyResult> {
  const { island, targets, all = false, strict = false, keys = null, shard = null, onProgress } = options;
  const resolved = await resolveTargets(island, targets, { all });
  const hasSurroundings = all && island.kind('.') === 'folder' && island.list('.').length > 0;
  const errors: Problem[] = [...(hasSurroundings ? [] : resolved.problems)];
  const found = keys ? await readKeyValues(island, keys) : null;
  const [unreadable] = found?.problems ?? [];
  if (unreadable) throw errorOf(unreadable);
  const checks: VerifyOptions = { strict, findKeys: found && createSecretSearch(found.values) };
  const whole = wholeTargets(resolved.targets);
  const own = whole.filter(({ folder }) => isInShard(folder, shard));
  const results = await eachTarget(own, errors, async (target, at) => {
    onProgress?.(at, own.length, target.folder);
    const verified = await verifyOne(options, targetSubject(island, target, checks));
    errors.push(...verified.errors);
    return verified.result;
  });
  if (hasSurroundings && (shard === null || shard.index === 1)) {
    const subject = surroundings(
      island,
      whole.map(({ folder }) => folder),
      checks,
    );
    const verified = await verifyOne(options, subject);
    errors.push(...verified.errors);
    results.push(verified.result);
  }
  return { status: errors.every(({ severity }) => severity !== 'error'), results, errors };
}

/** A part of the island that is checked, and repaired, under its own lock. */
interface Subject {
  readonly name: string;
  readonly lock: string;
  readonly check: (
    now: Date,
  ) => PastRetention & { readonly tally: Tally; readonly journal: JournalHead | null };
  readonly target: Target | null;
}

function targetSubject(island: Island, target: Target, checks: VerifyOptions): Subject {
  const { folder: name } = target;
  const check = (now: Date) => checkTarget(viewTarget(island, target, checks, now.getTime()));
  return { name, lock: name, check, target };
}

function checkTarget(view: TargetView): Checked {
  const { island, folder, tally, nowMs } = view;
  refuseWrongClock(island, folder);
  for (const step of READING) step(view);
  if (view.linked.size === 0) for (const step of COMPARING) step(view);
  const days = island.book.grading.ageingDays;
  const flagged = flagPastRetention([...view.files.keys()], { now: new Date(nowMs), days });
  tally.add('entries', tellPastRetention([flagged], days, { file: folder }));
  checkLock(island, { name: lockName(folder), target: folder, tally, nowMs });
  const head = view.journal?.head;
  return { ...flagged, tally, journal: head ? { lines: head.seq, sha256: head.sha256 } : null };
}

function surroundings(island: Island, targets: readonly string[], checks: VerifyOptions): Subject {
  const check = (now: Date) => ({
    tally: checkSurroundings(island, targets, checks, now.getTime()),
    journal: null,
  });
  return { name: SURROUNDINGS, lock: 'island', check, target: null };
}

interface Verified {
  readonly result: VerifiedTarget;
  readonly errors: readonly Problem[];
}

async function verifyOne(options: VerifyTargetsOptions, subject: Subject): Promise<Verified> {
  const now = options.now ?? options.island.now;
  if (options.repair !== true) return describe(subject, await checkSteadily(options.island, subject, now));
  const { island } = options;
  const before = readLockState(island, lockName(subject.lock), now().getTime());
  const released: RepairedPart[] = before.state === 'left' ? [{ kind: 'released', file: before.folder }] : [];
  return withLock({ island, target: subject.lock, command: 'grading verify --repair' }, () =>
    repair(island, subject, now, released),
  );
}

/**
 * Files that a running command is writing are not damage: if there are findings while a command runs, the check is
 * repeated after the command has ended.
 *
 * @throws GradingError ISL-002 if the command does not end in time
 */
async function checkSteadily(island: Island, subject: Subject, now: () => Date): Promise<Checked> {
  const look = () => readLockState(island, lockName(subject.lock), now().getTime());
  const deadline = Date.now() + island.lockTimeoutMs;
  for (;;) {
    const before = look();
    const checked = subject.check(now());
    const after = look();
    const isQuiet = after.state !== 'held' && before.mark === after.mark;
    if (isQuiet || checked.tally.problems.every(({ severity }) => severity === 'info')) return checked;
    if (Date.now() >= deadline && after.state === 'held') {
      throw fatal('ISL-002', { file: after.folder }, { target: subject.name, who: after.who });
    }
    await sleep(RETRY_MS);
  }
}

type Checked = ReturnType<Subject['check']>;

/** Repairs strays first, then derived files, checks again after each step, and reports the rest. */
function repair(island: Island, subject: Subject, now: () => Date, released: RepairedPart[]): Verified {
  const at = now();
  let checked = subject.check(at);
  const repaired = [...released];
  const refused: Problem[] = [];
  const trash = openTrash(island, at);
  repaired.push(...moveStrays(island, checked.tally.repairs, trash));
  if (checked.tally.repairs.some(({ kind }) => kind === 'move')) checked = subject.check(at);
  const { target, name: folder } = subject;
  // A second turn, because completing the journal may reveal that the index is missing.
  for (let turn = 0; target && turn < 2 && checked.tally.repairs.length > 0; turn += 1) {
    const derived = repairDerived({ island, target, folder, trash, now: at }, checked.tally);
    repaired.push(...derived.repaired);
    refused.push(...derived.refused);
    if (derived.repaired.length === 0) break;
    checked = subject.check(at);
  }
  return describe(subject, checked, { repaired, refused });
}

/** Steps in which damage affects the files that an index is derived from. */
const FACT_STEPS: readonly VerifyStep[] = [
  'links',
  'snapshots',
  'entries',
  'grades',
  'references',
  'facts',
  'hand-ins',
  'journal',
  'vetoes',
];

/**
 * Repairs, from undamaged facts, every kind of file that the layout can repair. Replaced content is kept.
 *
 * @returns what was repaired, or VFY-130 with the reason for refusing
 */
function repairDerived(
  sound: Sound,
  tally: Tally,
): { readonly repaired: readonly RepairedPart[]; readonly refused: readonly Problem[] } {
  const { island, folder } = sound;
  const index = `${folder}/${FILE_NAMES.index}`;
  const refuse = (reason: string) => ({
    repaired: [],
    refused: [problem('VFY-130', { file: index }, { reason })],
  });
  const wanted = tally.repairs.filter(({ kind }) => kind !== 'move');
  if (wanted.length === 0) return { repaired: [], refused: [] };
  // Files that are set aside do not affect derived files.
  const counts = (file = '') => !isSetAside(file.slice(folder.length + 1), island.now());
  const damaged = tally
    .damageIn(FACT_STEPS)
    .find(({ where }) => where?.file !== index && counts(where?.file));
  if (damaged) return refuse(`${damaged.where?.file ?? folder} is damaged (${damaged.code})`);
  try {
    const repaired = Object.entries(KINDS).flatMap(([name, { repair: mend }]) => {
      const own = wanted.filter(({ kind }) => kind === name);
      return mend && own.length > 0 ? mend(sound, own) : [];
    });
    return { repaired, refused: [] };
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return refuse(describeProblem(error.problem).message);
  }
}

function describe(
  { name }: Subject,
  { tally, journal, pastRetention }: Checked,
  { repaired, refused }: { repaired: readonly RepairedPart[]; refused: readonly Problem[] } = {
    repaired: [],
    refused: [],
  },
): Verified {
  const { errors, warnings } = splitProblems(tally.problems);
  return {
    result: {
      target: name,
      steps: tally.counts(),
      journal,
      repaired,
      ...(pastRetention && { pastRetention }),
      warnings,
    },
    errors: [...errors, ...refused],
  };
}

/**
 * Reads the value of every key that any schema in the island has ever declared, and nothing else in the key file
 * (decision D19). The names come from all snapshots.
 */
async function readKeyValues(
  island: Island,
  { path, shownAs }: { readonly path: string; readonly shownAs: string },
): Promise<{ readonly values: readonly string[]; readonly problems: readonly Problem[] }> {
  const names = new Set<string>();
  for (const namespace of listNamespaces(island)) {
    for (const schema of listSchemas(island, namespace)) {
      const folder = snapshotFolder(namespace, schema);
      // Include snapshots that are set aside: a key is searched for wherever it may have leaked.
      for (const file of island.listFiles(folder).filter((name) => parseSnapshotName(name) !== null)) {
        for (const name of declaredKeys(island, `${folder}/${file}`)) names.add(name);
      }
    }
  }
  const read = await readServerParams({ envPath: path, names: [...names], shownPath: shownAs });
  return { values: Object.values(read.values), problems: read.problems };
}

/** Names of the keys that a snapshot declares; none if it is unreadable, which another check reports. */
function declaredKeys(island: Island, file: string): string[] {
  const read = orReason(() => readSnapshot(island, file, island.readText(file) ?? ''));
  const keys = 'value' in read && isRecord(read.value) ? read.value.requiredServerParams : undefined;
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [];
}
