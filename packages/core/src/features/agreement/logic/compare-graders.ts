import type { ScoreAnswer, ScoresFile } from '../../../spec/scores.js';
import { alphaInterval, krippendorffAlpha } from './krippendorff.js';

export interface ComparedGrader {
  /** As recorded with the answers. */
  readonly name: string;
  readonly kind: string;
  readonly model: string | null;
}

export interface ComparedScore {
  /** Position in `graders`. */
  readonly grader: number;
  readonly score: ScoreAnswer['score'];
  readonly reasoning: string;
}

/** How far graders agree who answered the same run independently. It changes no grade. */
export interface Agreement {
  /** The grader of the hand-in first, then those of the opinions. */
  readonly graders: readonly ComparedGrader[];
  /** Scale questions that at least two graders gave a number. */
  readonly answers: number;
  /** Those to which all gave the same number. */
  readonly same: number;
  /** Those at which no two are further apart than 1. */
  readonly withinOne: number;
  /** By how much the opinions are higher than the hand-in, on average; null if nothing can be compared. */
  readonly meanDifference: number | null;
  /** Krippendorff's alpha with interval distance; null below 30 answers, and where all scores are equal. */
  readonly alpha: number | null;
  /** 95 % interval of alpha by bootstrap; null without an alpha. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Yes-or-no questions; alpha with nominal distance. */
  readonly yesNo: { readonly answers: number; readonly same: number; readonly alpha: number | null };
  /** Every question that was scored differently, widest difference first; pass and fail are the widest. */
  readonly differing: readonly {
    /** `‹area›/‹subject›`. */
    readonly prompt: string;
    readonly question: string;
    readonly scores: readonly ComparedScore[];
  }[];
}

/** With fewer answers, alpha says more about chance than about the graders. */
export const ENOUGH_ANSWERS = 30;

interface Question {
  readonly prompt: string;
  readonly question: string;
  readonly scores: readonly ComparedScore[];
  /** The scores as numbers, pass as 5 and fail as 1. */
  readonly values: readonly number[];
  readonly isScale: boolean;
}

/**
 * Compares the hand-in of a run with second opinions on it. An n/a counts as no answer.
 *
 * @param given the hand-in first
 */
export function compareGraders(taskId: string, given: readonly ScoresFile[]): Agreement {
  const questions = questionsOf(given).filter(({ values }) => values.length > 1);
  const scale = questions.filter(({ isScale }) => isScale);
  const yesNo = questions.filter(({ isScale }) => !isScale);
  const units = scale.map(({ values }) => values);
  const alpha = units.length < ENOUGH_ANSWERS ? null : krippendorffAlpha(units, 'interval');
  const yesNoUnits = yesNo.map(({ values }) => values);
  return {
    graders: given.map(({ creator, harness }) => ({
      name: creator.skill,
      kind: creator.kind ?? 'llm',
      model: harness.model ?? null,
    })),
    answers: scale.length,
    same: scale.filter((one) => widthOf(one) === 0).length,
    withinOne: scale.filter((one) => widthOf(one) <= 1).length,
    meanDifference: meanDifference(scale),
    alpha,
    interval: alpha === null ? null : alphaInterval(units, 'interval', taskId),
    yesNo: {
      answers: yesNo.length,
      same: yesNo.filter((one) => widthOf(one) === 0).length,
      alpha: yesNo.length < ENOUGH_ANSWERS ? null : krippendorffAlpha(yesNoUnits, 'nominal'),
    },
    differing: questions
      .filter((one) => widthOf(one) > 0)
      .sort((a, b) => widthOf(b) - widthOf(a))
      .map(({ prompt, question, scores }) => ({ prompt, question, scores })),
  };
}

/** Every question with what the graders said to it, in the order in which it first appears. */
function questionsOf(given: readonly ScoresFile[]): Question[] {
  const found = new Map<string, { prompt: string; question: string; scores: ComparedScore[] }>();
  for (const [grader, { areas }] of given.entries()) {
    for (const { area, subject, answers } of areas) {
      const prompt = `${area}/${subject}`;
      for (const { questionId: question, score, reasoning } of answers) {
        if (score === 'n/a' || score === 'stale') continue;
        const key = JSON.stringify([prompt, question]);
        const known = found.get(key) ?? { prompt, question, scores: [] };
        known.scores.push({ grader, score, reasoning });
        found.set(key, known);
      }
    }
  }
  return [...found.values()].map((one) => ({
    ...one,
    values: one.scores.map(({ score }) => (typeof score === 'number' ? score : score === 'pass' ? 5 : 1)),
    isScale: one.scores.every(({ score }) => typeof score === 'number'),
  }));
}

function widthOf({ values }: Question): number {
  return Math.max(...values) - Math.min(...values);
}

function meanDifference(scale: readonly Question[]): number | null {
  const differences = scale.flatMap(({ scores, values }) =>
    scores[0]?.grader === 0 ? values.slice(1).map((value) => value - (values[0] as number)) : [],
  );
  if (differences.length === 0) return null;
  return differences.reduce((sum, one) => sum + one, 0) / differences.length;
}
