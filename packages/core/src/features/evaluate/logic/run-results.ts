import type { Problem } from '../../../problems/problem.js';

/** `single`: without an example. */
export const RUN_SETS = ['single', 'train', 'validation'] as const;
export type RunSet = (typeof RUN_SETS)[number];

/** The result of one call. */
export interface RunAnswer {
  /** null: there is no answer, see `error`. */
  readonly score: number | null;
  readonly sideInfo: Readonly<Record<string, unknown>>;
  readonly error?: Problem;
}

/** How far several scores lie apart. All are null without a score. */
export interface Spread {
  readonly min: number | null;
  readonly max: number | null;
  /** Sample standard deviation; null with fewer than two scores. */
  readonly deviation: number | null;
}

/**
 * The result of one example. With repeats, `score` is their mean, `sideInfo` is empty, and `error` is set only if no
 * repeat has a score.
 */
export interface EvaluatorRunEntry extends RunAnswer {
  readonly set: RunSet;
  /** Index in its set, from 0. */
  readonly index: number;
  readonly spread?: Spread;
  /** In the order in which they were asked. */
  readonly repeats?: readonly RunAnswer[];
}

/** The mean of a set is null if none of its examples has a score, and absent if the run does not use the set. */
export interface EvaluatorRunSummary {
  readonly train?: number | null;
  readonly validation?: number | null;
  /** With repeats: how far the means of the single repeats of a set lie apart, over the examples that all answered. */
  readonly spread?: Readonly<Partial<Record<RunSet, Spread>>>;
  readonly min: number | null;
  readonly max: number | null;
  /** Number of calls without a score. */
  readonly failed: number;
}

/** Builds the result of an example from the answers of its repeats, of which there is at least one. */
export function toEntry(
  { set, index }: Pick<EvaluatorRunEntry, 'set' | 'index'>,
  answers: readonly RunAnswer[],
): EvaluatorRunEntry {
  const [first, second] = answers;
  if (first && !second) return { set, index, ...first };
  const scores = scoresOf(answers);
  return {
    ...{ set, index, score: mean(scores), sideInfo: {} },
    ...(scores.length === 0 && first?.error && { error: first.error }),
    ...{ spread: spreadOf(scores), repeats: answers },
  };
}

/** The answers of all calls. */
export function answersOf(results: readonly EvaluatorRunEntry[]): readonly RunAnswer[] {
  return results.flatMap((result) => result.repeats ?? [result]);
}

export function summarise(results: readonly EvaluatorRunEntry[]): EvaluatorRunSummary {
  const scores = scoresOf(results);
  const { min, max } = spreadOf(scores);
  const repeated = RUN_SETS.flatMap((set) => {
    const spread = spreadOfRepeats(entriesOf(results, set));
    return spread ? [[set, spread] as const] : [];
  });
  return {
    ...meanOf(results, 'train'),
    ...meanOf(results, 'validation'),
    ...(repeated.length > 0 && { spread: Object.fromEntries(repeated) }),
    ...{ min, max },
    failed: answersOf(results).filter(({ score }) => score === null).length,
  };
}

export function entriesOf(results: readonly EvaluatorRunEntry[], set: RunSet): readonly EvaluatorRunEntry[] {
  return results.filter((result) => result.set === set);
}

export function scoresOf(answers: readonly Pick<RunAnswer, 'score'>[]): number[] {
  return answers.flatMap(({ score }) => score ?? []);
}

function meanOf(results: readonly EvaluatorRunEntry[], set: RunSet) {
  const own = entriesOf(results, set);
  return own.length > 0 ? { [set]: mean(scoresOf(own)) } : {};
}

/** null without repeats. */
function spreadOfRepeats(entries: readonly EvaluatorRunEntry[]): Spread | null {
  const count = entries[0]?.repeats?.length ?? 0;
  if (count === 0) return null;
  const whole = entries.filter(({ repeats = [] }) => scoresOf(repeats).length === count);
  const means = Array.from({ length: count }, (_, at) =>
    mean(whole.flatMap(({ repeats }) => repeats?.[at]?.score ?? [])),
  );
  return spreadOf(means.filter((one) => one !== null));
}

function spreadOf(scores: readonly number[]): Spread {
  const middle = mean(scores);
  if (middle === null) return { min: null, max: null, deviation: null };
  return {
    min: scores.reduce((least, score) => Math.min(least, score)),
    max: scores.reduce((most, score) => Math.max(most, score)),
    deviation: scores.length < 2 ? null : deviation(scores, middle),
  };
}

function deviation(scores: readonly number[], middle: number): number {
  const distances = scores.map((score) => score - middle);
  // Scores have no limits: squares of large ones would overflow.
  const largest = Math.max(...distances.map(Math.abs));
  if (largest === 0) return 0;
  const squares = distances.reduce((sum, distance) => sum + (distance / largest) ** 2, 0);
  return trimmed(largest * Math.sqrt(squares / (scores.length - 1)));
}

/** The mean of numbers of any size; null without any. */
export function mean(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  const sum = scores.reduce((total, score) => total + score, 0);
  // Their sum may overflow, but their mean never does.
  const exact = Number.isFinite(sum)
    ? sum / scores.length
    : scores.reduce((total, score) => total + score / scores.length, 0);
  return trimmed(exact);
}

/** Digits beyond this precision result from adding binary fractions, not from any score. */
const DIGITS = 12;

/** The number without the digits that only binary fractions give it. */
export function trimmed(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
