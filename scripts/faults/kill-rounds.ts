import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { rebuildTargets } from '../../packages/core/src/features/rebuild/run.js';
import { Island } from '../../packages/core/src/island/island.js';
import { FAULT_CASES, type FaultCase, HAND_IN } from '../../packages/core/test/faults/fault-cases.js';
import {
  type Content,
  contentOfRoot,
  findGaps,
  findUnclear,
  isFact,
  isToBeMended,
  putBack,
} from '../../packages/core/test/faults/look-after.js';
import { findNonconforming } from '../../packages/core/test/journeys/island-conformance.js';
import { startMockProvider } from '../../packages/core/test/journeys/mock-provider.js';
import type { Workplace } from '../../packages/core/test/journeys/workplace.js';
import { openBuiltCommand } from './built-command.js';

interface KillOptions {
  readonly rounds: number;
  readonly onRound?: (done: number, all: number) => void;
}

export interface KillResult {
  readonly rounds: number;
  /** Processes that were still running when killed. */
  readonly killed: number;
  /** Of these, processes that held the lock of their target. */
  readonly atWork: number;
  /** Rounds with two processes at once. */
  readonly twoAtOnce: number;
  readonly losses: readonly string[];
}

const TARGET = 'providers/demo';
const LOCK = 'providers--demo.lock';
/** Longer than the time after which a lock holder that shows no sign of life counts as gone. */
const LONG_AGO_MS = 70_000;
const MOMENT_MS = 100;

interface KilledCommand {
  readonly one: FaultCase;
  readonly words: (place: Workplace) => readonly string[];
}

const COMMANDS: readonly KilledCommand[] = [
  { one: caseOf('import of what has changed'), words: (place) => ['import', place.path('demo')] },
  {
    one: caseOf('consume'),
    words: (place) => ['run', 'demo', '--consume-scores', place.path(HAND_IN)],
  },
];

/**
 * Kills imports and hand-ins with -9 at random moments, one or two at a time, and repeats them until they
 * finish.
 */
export async function killRounds({ rounds, onRound }: KillOptions): Promise<KillResult> {
  await using command = await openBuiltCommand();
  const provider = await startMockProvider();
  const counts = { killed: 0, atWork: 0, twoAtOnce: 0 };
  const losses: string[] = [];
  try {
    for (const [at, killed] of COMMANDS.entries()) {
      await using place = await killed.one.prepare(provider.origin);
      const bench = await measure(place, killed, command.path);
      for (let round = at; round < rounds; round += COMMANDS.length) {
        losses.push(...(await killOnce(bench, round, counts)).map((loss) => `round ${round}: ${loss}`));
        onRound?.(round + 1, rounds);
      }
      putBack(place.root, bench.start);
    }
  } finally {
    await provider.close();
  }
  return { rounds, ...counts, losses };
}

export function showKills({ rounds, killed, atWork, twoAtOnce, losses }: KillResult): string {
  return [
    `${rounds} rounds of kill -9, ${twoAtOnce} of them with two processes at once`,
    `${killed} processes were killed, ${atWork} of them while they held the lock`,
    `${losses.length} entries, snapshots or lines lost, torn or doubled, or commands that did not finish`,
  ].join('\n');
}

/** A command on its island, with its result and its duration when undisturbed. */
interface Bench {
  readonly place: Workplace;
  readonly start: Content;
  readonly whole: readonly string[];
  readonly run: () => ChildProcess;
  readonly totalMs: number;
  /** Time from taking the lock to the end. */
  readonly workMs: number;
}

async function measure(place: Workplace, { words }: KilledCommand, command: string): Promise<Bench> {
  const start = contentOfRoot(place);
  const run = () =>
    spawn(process.execPath, [command, 'grading', ...words(place), '--grading-data', place.root], {
      env: { PATH: process.env.PATH ?? '', HOME: place.path('home'), NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  mkdirSync(place.path('island/.lock'), { recursive: true, mode: 0o700 });
  const begun = Date.now();
  const child = run();
  const [, end] = await Promise.all([lockOf(place, child), endOf(child)]);
  if (end.code !== 0) throw new Error(`the command ends with ${end.code}: ${end.stderr}`);
  const totalMs = Date.now() - begun;
  return { place, start, whole: factsOf(place), run, totalMs, workMs: end.at - lockSeenAt(child) };
}

async function killOnce(bench: Bench, round: number, counts: Counts): Promise<string[]> {
  const { place, start, run } = bench;
  putBack(place.root, start);
  mkdirSync(place.path('island/.lock'), { recursive: true, mode: 0o700 });
  const two = round % 4 >= 2;
  const victim = run();
  const other = two ? run() : null;
  const ends = [victim, ...(other ? [other] : [])].map(endOf);
  await momentToKill(bench, victim, round);
  const wasAlive = victim.kill('SIGKILL');
  const [killed, second] = await Promise.all([ends[0], letGo(place, victim).then(() => ends[1])]);
  counts.killed += wasAlive && killed?.code === null ? 1 : 0;
  counts.twoAtOnce += two ? 1 : 0;
  if (killed?.code === null && ownerOf(place, LOCK) === victim.pid) counts.atWork += 1;
  const losses =
    second && second.code !== 0 ? [`the other process ends with ${second.code}: ${second.stderr}`] : [];
  losses.push(...lookAt(bench, false), ...(await findUnclear(place)));
  const again = await endOf(run());
  if (again.code !== 0) losses.push(`the same command ends with ${again.code}: ${again.stderr}`);
  return [...losses, ...lookAt(bench, true), ...(await rebuildAnew(place))];
}

interface Counts {
  killed: number;
  atWork: number;
  twoAtOnce: number;
}

/** Usually while the process works, sometimes while it starts. */
async function momentToKill({ place, totalMs, workMs }: Bench, victim: ChildProcess, round: number) {
  if (round % 8 === 7) return sleep(Math.random() * totalMs);
  await lockOf(place, victim);
  return sleep(Math.random() * workMs);
}

const locks = new WeakMap<ChildProcess, number>();

/** Resolves when the process, or another one, has the lock, or when the process has ended. */
async function lockOf(place: Workplace, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (existsSync(place.path(`island/.lock/${LOCK}`))) {
      locks.set(child, Date.now());
      return;
    }
    await sleep(1);
  }
}

function lockSeenAt(child: ChildProcess): number {
  return locks.get(child) ?? Date.now();
}

interface End {
  /** null: killed. */
  readonly code: number | null;
  readonly at: number;
  readonly stderr: string;
}

async function endOf(child: ChildProcess): Promise<End> {
  const texts: Buffer[] = [];
  child.stderr?.on('data', (text: Buffer) => texts.push(text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, at: Date.now(), stderr: Buffer.concat(texts).toString() };
}

/**
 * A lock becomes free a few seconds after its holder is gone, or after a minute if it names no holder; this sets the
 * lock's time back by that long. An import locks the shared lists before its target.
 */
async function letGo(place: Workplace, victim: ChildProcess): Promise<void> {
  if (victim.exitCode === null && victim.signalCode === null) await once(victim, 'exit');
  const names = readdirSync(place.path('island/.lock')).filter((name) => name.endsWith('.lock'));
  const longAgo = new Date(Date.now() - LONG_AGO_MS);
  // A process that has just taken a lock needs a moment to write its name into the lock.
  if (names.some((name) => ownerOf(place, name) !== victim.pid)) await sleep(MOMENT_MS);
  for (const name of names) {
    const owner = ownerOf(place, name);
    const isLeft = owner === null || owner === victim.pid || !isAlive(owner);
    const lock = place.path(`island/.lock/${name}`);
    if (isLeft && existsSync(lock)) utimesSync(lock, longAgo, longAgo);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function ownerOf(place: Workplace, lock: string): number | null {
  const file = place.path(`island/.lock/${lock.replace(/\.lock$/, '.json')}`);
  if (!existsSync(file)) return null;
  const owner = JSON.parse(readFileSync(file, 'utf8')) as { pid: number };
  return owner.pid;
}

function lookAt(bench: Bench, isDone: boolean): string[] {
  const { place, start, whole } = bench;
  const left = contentOfRoot(place);
  const facts = factsOf(place);
  const lost = Object.keys(start).filter((path) => isFact(path) && left[path] !== start[path]);
  return [
    ...lost.map((path) => `${path} was there before, and is lost`),
    ...facts.filter((fact) => !whole.includes(fact)).map((fact) => `${fact.slice(0, 200)} is not whole`),
    ...(isDone && facts.length !== whole.length ? [`${facts.length} facts instead of ${whole.length}`] : []),
    ...findNonconforming(place.root).filter((found) => !isToBeMended(found)),
    ...findGaps(place, TARGET, isDone),
  ];
}

/** Path and text of every fact, without the time at which the command ran. */
function factsOf(place: Workplace): string[] {
  return Object.entries(contentOfRoot(place))
    .filter(([path]) => isFact(path))
    .map(([path, text]) => timeless(`${path}: ${text}`))
    .sort();
}

function timeless(text: string): string {
  return text.replace(/20\d\d-\d\d-\d\dT\d\d[-:]\d\d[-:]\d\d(?:\.\d{3})?Z/g, '‹time›');
}

async function rebuildAnew(place: Workplace): Promise<string[]> {
  // The processes took their times from the machine's clock.
  const { errors } = await rebuildTargets({ island: new Island(place.root), targets: ['demo'] });
  return errors.map(({ code }) => `no rebuild: ${code}`);
}

function caseOf(name: string): FaultCase {
  const found = FAULT_CASES.find((one) => one.name === name);
  if (!found) throw new Error(`there is no case ${name}`);
  return found;
}
