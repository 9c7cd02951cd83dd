import { nodeDisk } from '../../src/island/disk.js';
import { createFiles } from '../../src/island/files.js';
import { GradingError } from '../../src/problems/problem.js';
import { sha256 } from '../../src/spec/hash.js';
import { deriveTarget, rebuildTarget } from '../../src/target/rebuild/rebuild.js';
import { resolveTargets } from '../../src/target/targets.js';
import { findNonconforming } from '../journeys/island-conformance.js';
import { contentOf } from '../journeys/island-tree.js';
import type { Workplace } from '../journeys/workplace.js';
import type { FaultCase } from './fault-cases.js';
import { FAULTS, type Fault, FaultyDisk, Stopped } from './faulty-disk.js';
import {
  type Content,
  contentOfRoot,
  findGaps,
  findUnclear,
  isFact,
  isLeftover,
  isToBeMended,
  putBack,
} from './look-after.js';
import { type Chance, PowerModel } from './power-model.js';

export interface CaseResult {
  readonly name: string;
  /** Steps of the disk in an undisturbed run of the command. */
  readonly steps: number;
  /** How often each kind of fault occurred. */
  readonly rounds: Readonly<Record<Fault, number>>;
  /** What was lost, torn, duplicated or left unfinished; empty if the promise holds. */
  readonly losses: readonly string[];
}

export type OpenDisk = (...args: ConstructorParameters<typeof FaultyDisk>) => FaultyDisk;
const openFaultyDisk: OpenDisk = (...args) => new FaultyDisk(...args);

interface TrialOptions {
  /** Origin of the API that tests call. */
  readonly origin: string;
  /** Faults to try at a step, from 1 on; impossible ones are left out. */
  readonly faultsAt: (step: number) => readonly Fault[];
  /** Another disk, to check that a broken one is detected. */
  readonly openDisk?: OpenDisk;
}

/** Makes a command fail at each of its steps in turn, and checks what is left. */
export async function tryFaults(
  one: FaultCase,
  { origin, faultsAt, openDisk = openFaultyDisk }: TrialOptions,
): Promise<CaseResult> {
  await using place = await one.prepare(origin);
  const start = contentOfRoot(place);
  const damaged = await findUnclear(place, () => place.now);
  const counting = new FaultyDisk(Number.POSITIVE_INFINITY, 'stop', null);
  if (!(await one.run(place, createFiles(counting)))) throw new Error(`${one.name} does not do its work`);
  const round: Round = { one, place, start, whole: contentOf(place.tree()), damaged, openDisk };
  const rounds = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const losses: string[] = [];
  try {
    for (let step = 1; step <= counting.steps.length; step += 1) {
      for (const fault of faultsAt(step)) {
        const found = await goWrong(round, step, fault);
        if (!found) continue;
        rounds[fault] += 1;
        losses.push(...found.map((loss) => `${one.name}, ${fault} at ${counting.steps[step - 1]}: ${loss}`));
      }
    }
  } finally {
    putBack(place.root, start);
  }
  return { name: one.name, steps: counting.steps.length, rounds, losses };
}

/** The real disk without its flushes, which would slow down thousands of rounds. */
const UNHURRIED = createFiles({ ...nodeDisk, sync: () => undefined });

interface Round {
  readonly one: FaultCase;
  readonly place: Workplace;
  /** Every file before the command. */
  readonly start: Content;
  /** Every file after an undisturbed run. */
  readonly whole: Content;
  /** Findings of `grading verify` before the command. */
  readonly damaged: readonly string[];
  readonly openDisk: OpenDisk;
}

/** @returns what was lost; null if this fault is impossible at this step */
async function goWrong(round: Round, step: number, fault: Fault): Promise<string[] | null> {
  const { one, place, start, openDisk } = round;
  putBack(place.root, start);
  const isPower = fault.startsWith('power');
  const model = isPower ? new PowerModel(place.fixture.path.replace(/\/$/, '')) : null;
  const disk = openDisk(step, fault, model);
  const losses: string[] = [];
  try {
    const done = await one.run(place, createFiles(disk));
    // What is kept in the cache is not a part of the work.
    const isOfWork = !disk.steps[step - 1]?.includes('/.cache');
    if (done && disk.happened && isOfWork) losses.push('the command says that it did its work');
  } catch (error) {
    if (!(error instanceof GradingError || error instanceof Stopped)) throw error;
  }
  if (!disk.happened) return null;
  model?.fail(fault === 'power' ? () => 0 : chanceOf(step));
  try {
    losses.push(...(await findLosses(round, step)));
    if (!(await one.run(place, UNHURRIED))) losses.push('the same command does not finish the job');
    losses.push(
      ...compareWithWhole(round),
      ...one.targets.flatMap((target) => findGaps(place, target, true)),
    );
  } catch (error) {
    losses.push(`what is left can not be read: ${error instanceof Error ? error.message : error}`);
  }
  return losses;
}

/** What a reader of the island finds before the command is repeated. */
async function findLosses({ one, place, start, whole, damaged }: Round, step: number): Promise<string[]> {
  const left = contentOf(place.tree());
  const unclear = await findUnclear(place, () => place.now);
  const losses = unclear.filter((found) => !damaged.includes(found));
  for (const [path, text] of Object.entries(left)) {
    if (!isFact(path) || one.varies?.test(path)) continue;
    if (text !== start[path] && text !== whole[path]) losses.push(`${path} is not whole`);
  }
  for (const path of new Set([...Object.keys(left), ...Object.keys(start)])) {
    if (!path.startsWith('trials/') || isLeftover(path)) continue;
    const [before = '', text = '', after = ''] = [start[path], left[path], whole[path]];
    if (text !== before && !after.startsWith(text)) losses.push(`${path} has lines that nobody wrote`);
    // Those of this command may be lost with the power, and are asked again.
    if (!text.startsWith(linesOf(before))) losses.push(`${path} has lost answers`);
  }
  for (const path of Object.keys(start)) {
    if (isFact(path) && left[path] !== start[path]) losses.push(`${path} was there before, and is lost`);
  }
  losses.push(...findNonconforming(place.root).filter((found) => !isToBeMended(found)));
  for (const target of one.targets) {
    losses.push(...findGaps(place, target, false), ...(await deriveAnew(place, target, step % 2 === 0)));
  }
  return losses;
}

/** The lines of a trial, without a torn one. */
function linesOf(trial: string): string {
  return trial.slice(0, trial.lastIndexOf('\n') + 1);
}

/** Every second time it is also written: the repeated command has to handle that. */
async function deriveAnew(place: Workplace, name: string, write: boolean): Promise<string[]> {
  const { targets } = await resolveTargets(place.island(), [name]);
  try {
    for (const target of targets) {
      const input = { island: place.island(), target, now: place.now, reuse: false };
      if (!write) deriveTarget(input);
      else if (rebuildTarget(input).changed && rebuildTarget(input).changed)
        return ['a rebuild is not stable'];
    }
    return [];
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return [`no rebuild: ${error.message}`];
  }
}

function compareWithWhole({ one, place, whole }: Round): string[] {
  const left = contentOf(place.tree());
  const paths = [...new Set([...Object.keys(left), ...Object.keys(whole)])].sort();
  const differing = paths.filter((path) => {
    if (isLeftover(path)) return false;
    if (one.varies?.test(path)) return false;
    return comparable(path, left[path]) !== comparable(path, whole[path]);
  });
  return [
    ...differing.map((path) => `after the same command ${path} is ${describe(left[path], whole[path])}`),
    ...exportsOf(left).filter((found) => !exportsOf(whole).includes(found)),
  ];
}

/** The frozen members of an index are checked in the copy beside it. */
function comparable(path: string, text: string | undefined): string | undefined {
  if (text === undefined || !path.endsWith('/index.json')) return text;
  const { lockSnapshot: _, ...index } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(index);
}

function describe(left: string | undefined, whole: string | undefined): string {
  if (left === undefined) return 'missing';
  return whole === undefined ? 'there too' : 'another';
}

/** Each export under its final name, with all of its files. */
function exportsOf(content: Content): string[] {
  const parts = Object.entries(content).flatMap(([path, text]) => {
    const [, folder, file] = /^_exports\/([^.][^/]*)\/(.*)$/.exec(path) ?? [];
    return folder ? [{ folder, file: `${file} ${sha256(text)}` }] : [];
  });
  const folders = [...new Set(parts.map(({ folder }) => folder))];
  return folders.map((folder) =>
    parts.flatMap((part) => (part.folder === folder ? [part.file] : [])).join(', '),
  );
}

/** The same random numbers each time the harness runs. */
function chanceOf(seed: number): Chance {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
