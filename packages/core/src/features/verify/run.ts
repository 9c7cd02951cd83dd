import { setTimeout as sleep } from 'node:timers/promises';
import type { PastRetention } from '../../grade/history.js';
import type { Island } from '../../island/island.js';
import { listNamespaces, listSchemas } from '../../island/list-namespace.js';
import { lockName, withLock } from '../../island/lock.js';
import { readLockState } from '../../island/lock-state.js';
import { snapshotFolder } from '../../island/logic/paths.js';
import { readServerParams } from '../../keys/env-file.js';
import { createSecretSearch } from '../../keys/logic/find-secrets.js';
import { errorOf, fatal } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { readSnapshot } from '../../target/load-namespace.js';
import { parseSnapshotName } from '../../target/logic/names.js';
import type { Shard } from '../../target/logic/shard.js';
import { isInShard } from '../../target/logic/shard.js';
import type { Target } from '../../target/logic/target.js';
import { eachTarget, type NamedTargets, resolveTargets } from '../../target/targets.js';
import { isRecord } from '../../values/is-record.js';
import { checkLock } from './check-lock.js';
import { checkSurroundings } from './check-surroundings.js';
import type { JournalHead, RepairedPart, VerifiedTarget } from './logic/verify.js';
import { orReason } from './or-reason.js';
import { moveStrays, openTrash, repairDerived } from './repair.js';
import type { Tally } from './tally.js';
import type { VerifyOptions } from './target-view.js';
import { checkTarget } from './verify-target.js';

export interface VerifyTargetsOptions extends NamedTargets {
  /** Treat warnings as errors, and report what goes beyond the specification. */
  readonly strict?: boolean | undefined;
  /** Write derived files again and move strays aside; facts are never touched. */
  readonly repair?: boolean | undefined;
  /** Also search for the values of the user's keys. */
  readonly keys?: { readonly path: string; readonly shownAs: string } | null;
  /** Restricts the targets to one shard; everything beside the targets belongs to the first shard. */
  readonly shard?: Shard | null | undefined;
  readonly now?: () => Date;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

export interface VerifyResult {
  readonly status: boolean;
  readonly results: readonly VerifiedTarget[];
  readonly errors: readonly Problem[];
}

/** The root and everything beside the targets. */
const SURROUNDINGS = '.';
const RETRY_MS = 250;

/**
 * Checks every file of targets, and whether they belong together: everything that a grade rests on exists, is
 * unchanged, and gives that grade. Writes nothing and takes no lock; with `repair` the target is locked first.
 *
 * @throws GradingError ENV-001 to ENV-003 if the keys to search for cannot be read
 * @returns status false if anything is damaged, or foreign
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
  const whole = [...new Map(resolved.targets.map((target) => [target.folder, target]))];
  const own = whole.filter(([folder]) => isInShard(folder, shard));
  const results = await eachTarget(own, errors, async ([folder, target], at) => {
    onProgress?.(at, own.length, folder);
    const verified = await verifyOne(options, targetSubject(island, target, checks));
    errors.push(...verified.errors);
    return verified.result;
  });
  if (hasSurroundings && (shard === null || shard.index === 1)) {
    const subject = surroundings(
      island,
      whole.map(([folder]) => folder),
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
  const name = target.folder;
  const check = (now: Date) => {
    const { view, ...found } = checkTarget(island, target, checks, now.getTime());
    checkLock(island, { name: lockName(name), target: name, tally: view.tally, nowMs: now.getTime() });
    return { ...found, tally: view.tally };
  };
  return { name, lock: name, check, target };
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
 * repeated after it has ended.
 *
 * @throws GradingError ISL-002 if it does not end in time
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
  const moved = moveStrays(island, checked.tally.repairs, trash);
  repaired.push(...moved);
  if (moved.length > 0) checked = subject.check(at);
  const { target } = subject;
  // After the journal was completed, the index may turn out to be missing.
  for (let turn = 0; target && turn < 2 && checked.tally.repairs.length > 0; turn += 1) {
    const subjectOf = { island, target, folder: subject.name, tally: checked.tally };
    const derived = repairDerived(subjectOf, { trash, now: at });
    repaired.push(...derived.repaired);
    refused.push(...derived.refused);
    if (derived.repaired.length === 0) break;
    checked = subject.check(at);
  }
  return describe(subject, checked, { repaired, refused });
}

function describe(
  { name }: Subject,
  { tally, journal, pastRetention }: Checked,
  { repaired, refused }: { repaired: readonly RepairedPart[]; refused: readonly Problem[] } = {
    repaired: [],
    refused: [],
  },
): Verified {
  const isError = ({ severity }: Problem) => severity === 'error';
  return {
    result: {
      target: name,
      steps: tally.counts(),
      journal,
      repaired,
      ...(pastRetention && { pastRetention }),
      warnings: tally.problems.filter((found) => !isError(found)),
    },
    errors: [...tally.problems.filter(isError), ...refused],
  };
}

/**
 * Values of the keys that any schema of the island has ever declared; no other name of the key file is read (decision
 * D19). Every snapshot is read for its names.
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

/** None for an unreadable snapshot, which its own check reports. */
function declaredKeys(island: Island, file: string): string[] {
  const read = orReason(() => readSnapshot(island, file, island.readText(file) ?? ''));
  const keys = 'value' in read && isRecord(read.value) ? read.value.requiredServerParams : undefined;
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [];
}
