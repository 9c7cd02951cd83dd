// Comparing and intervals held against simulated models, with fixed seeds: false alarms, power, coverage.
import { expect, it } from 'vitest';
import { shareOf } from '../../../src/trials/logic/statistics.js';
import { signFlipTest } from '../../../src/values/sign-flip-test.js';

const TASKS = 100;
const RUNS = 2_000;
const BASES = [0.6, 0.75, 0.85];
/** How much a model is of two minds about a task: 1 is a coin for each sample, near 0 it always does the same. */
const MINDS = [0.2, 0.6, 2];
const SETTINGS = BASES.flatMap((base) => MINDS.map((mind) => ({ base, mind })));
const SAMPLES = [1, 3, 5];
const GAIN = 0.1;

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Marsaglia and Tsang; for shapes below one by Stuart's theorem. */
function gamma(shape: number, random: () => number): number {
  if (shape < 1) return gamma(shape + 1, random) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Chances of success of a setting's tasks: Beta with mean `base`, drawn once, since drawing is what takes time. */
const POOLS = new Map(
  SETTINGS.map((setting, at) => {
    const random = randomOf(9_000 + at);
    const chances = Float64Array.from({ length: 20_000 }, () => {
      const one = gamma(setting.base * setting.mind, random);
      return one / (one + gamma((1 - setting.base) * setting.mind, random));
    });
    return [setting, chances];
  }),
);

function chanceOf(setting: (typeof SETTINGS)[number], random: () => number): number {
  const pool = POOLS.get(setting);
  return pool?.[Math.floor(random() * pool.length)] ?? 0;
}

function successes(chance: number, samples: number, random: () => number): number {
  let count = 0;
  for (let at = 0; at < samples; at += 1) if (random() < chance) count += 1;
  return count;
}

/** Share of runs in which the comparison finds a difference between these chances. */
function found(
  samples: number,
  seed: number,
  draw: (random: () => number) => readonly (readonly [number, number])[],
) {
  const random = randomOf(seed);
  let alarms = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const differences = draw(random).map(
      ([before, after]) => successes(after, samples, random) - successes(before, samples, random),
    );
    if (signFlipTest(differences) < 0.05) alarms += 1;
  }
  return alarms / RUNS;
}

const chances = (setting: (typeof SETTINGS)[number], random: () => number) =>
  Array.from({ length: TASKS }, () => chanceOf(setting, random));

/** Every task gains the same part of what it lacks, {@link GAIN} in the mean. */
const aLittle = (base: number) => (chance: number) => chance + (1 - chance) * (GAIN / (1 - base));

/** Tasks with the lowest chance are mended for good until the mean has gained {@link GAIN}. */
function mended(all: readonly number[], points: number): number[] {
  const order = [...all.keys()].sort((a, b) => (all[a] ?? 0) - (all[b] ?? 0));
  const after = [...all];
  let left = points * all.length;
  for (const at of order) {
    const gain = Math.min(left, 1 - (all[at] ?? 0));
    after[at] = (all[at] ?? 0) + gain;
    left -= gain;
  }
  return after;
}

it.each(SAMPLES)('two equal models: fewer than one alarm in twenty, with %i samples', (samples) => {
  const rates = SETTINGS.map((setting, at) =>
    found(samples, 100 * samples + at, (random) => chances(setting, random).map((one) => [one, one])),
  );
  expect(Math.max(...rates)).toBeLessThan(0.05);
});

it('ten points more are found in four of five cases with five samples', () => {
  const little = SETTINGS.map((setting, at) =>
    found(5, 1_000 + at, (random) =>
      chances(setting, random).map((one) => [one, aLittle(setting.base)(one)]),
    ),
  );
  expect(Math.min(...little)).toBeGreaterThanOrEqual(0.8);
  const some = SETTINGS.map((setting, at) =>
    found(5, 2_000 + at, (random) => {
      const before = chances(setting, random);
      const after = mended(before, GAIN);
      return before.map((one, task) => [one, after[task] ?? 0]);
    }),
  );
  expect(Math.min(...some)).toBeGreaterThanOrEqual(0.8);
});

it.each([
  [1, 0.24, 0.62],
  [3, 0.52, 0.95],
  [5, 0.66, 0.99],
])(
  'docs/trials.md: a change that also breaks things is found less often, with %i samples',
  (samples, least, most) => {
    const mixed = SETTINGS.map((setting, at) =>
      found(samples, 3_000 + at, (random) => {
        const before = chances(setting, random);
        const after = mended(before, 0.13);
        const broken = mended(
          before.map((one) => 1 - one),
          0.03,
        ).map((one) => 1 - one);
        return before.map((one, task) => [one, (after[task] ?? 0) + (broken[task] ?? 0) - one]);
      }),
    );
    expect(Math.min(...mixed)).toBeCloseTo(least, 2);
    expect(Math.max(...mixed)).toBeCloseTo(most, 2);
  },
);

it('the interval over 50 tasks holds the mean over more such tasks in 92 of 100 cases', () => {
  const covered = SETTINGS.flatMap((setting) =>
    SAMPLES.map((samples) => {
      const random = randomOf(4_000 + samples);
      let count = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const shares = Array.from(
          { length: 50 },
          () => successes(chanceOf(setting, random), samples, random) / samples,
        );
        const { low, high } = shareOf(shares);
        if (low <= setting.base && setting.base <= high) count += 1;
      }
      return count / RUNS;
    }),
  );
  expect(Math.min(...covered)).toBeGreaterThanOrEqual(0.92);
});
