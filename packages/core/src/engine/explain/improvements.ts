import { questionById } from '../../catalogue/lookup.js';
import { byCodeUnit } from '../../model/code-unit-order.js';
import type { EntryAnswer } from '../../model/entry.js';
import type { Improvement } from '../../model/explanation.js';
import { GRADES, type Grade, type Score } from '../../model/vocabulary.js';
import { bandOf, worseOf } from '../grade.js';
import { meanOfScores, valueOfScore } from '../score.js';

type Counted = Pick<EntryAnswer, 'questionId' | 'score' | 'weight'>;

const LEVELS = [4, 5] as const;

/**
 * What would make a better letter: the fewest answers, those with the most to gain first, raised to 4 and,
 * where that takes fewer, to 5. What is answered by pass or fail can only pass.
 *
 * @param answers one per question
 * @param maxGrade best letter of the tier
 */
export function findImprovements(answers: readonly Counted[], maxGrade: Grade): Improvement[] {
  const mean = meanOfScores(answers);
  if (mean === null) return [];
  const target = nextBetter(bandOf(mean), maxGrade);
  if (target === null) return [];
  const found: Improvement[] = [];
  for (const level of LEVELS) {
    const raise = raiseUntil(answers, target, (answer) => raised(answer, level));
    const fewest = found.at(-1)?.raise.length ?? Number.POSITIVE_INFINITY;
    if (raise !== null && raise.length < fewest) {
      found.push({ grade: worseOf(bandWith(answers, raise), maxGrade), level, raise });
    }
  }
  return found.sort((a, b) => a.raise.length - b.raise.length);
}

function nextBetter(grade: Grade, maxGrade: Grade): Grade | null {
  const better = GRADES[GRADES.indexOf(grade) - 1];
  return better !== undefined && worseOf(better, maxGrade) === better ? better : null;
}

/** The answer as it would be; null where it is that good already, or counts in no mean. */
function raised({ questionId, score }: Counted, level: (typeof LEVELS)[number]): Score | null {
  const value = valueOfScore(score);
  if (value === null) return null;
  const passes = typeof score === 'string' || questionById(questionId)?.scoreType === 'boolean';
  const to: Score = passes ? (typeof score === 'string' ? 'pass' : 5) : level;
  return (valueOfScore(to) ?? 0) > value ? to : null;
}

function raiseUntil(
  answers: readonly Counted[],
  target: Grade,
  better: (answer: Counted) => Score | null,
): Improvement['raise'] | null {
  const candidates = answers
    .map((answer) => ({ answer, to: better(answer) }))
    .filter((found): found is { answer: Counted; to: Score } => found.to !== null)
    .map(({ answer, to }) => ({ answer, to, gain: gainOf(answer, to) }))
    .sort((a, b) => b.gain - a.gain || byCodeUnit(a.answer.questionId, b.answer.questionId));
  const now = new Map<string, Counted>(answers.map((answer) => [answer.questionId, answer]));
  const raise: { questionId: string; from: Score; to: Score }[] = [];
  for (const { answer, to } of candidates) {
    now.set(answer.questionId, { ...answer, score: to });
    raise.push({ questionId: answer.questionId, from: answer.score, to });
    if (reaches([...now.values()], target)) return raise;
  }
  return null;
}

function gainOf({ weight, score }: Counted, to: Score): number {
  return weight * ((valueOfScore(to) ?? 0) - (valueOfScore(score) ?? 0));
}

function reaches(answers: readonly Counted[], target: Grade): boolean {
  const mean = meanOfScores(answers);
  return mean !== null && worseOf(bandOf(mean), target) === target;
}

/** Raised answers may make more than one letter: what they make is what is said. */
function bandWith(answers: readonly Counted[], raise: Improvement['raise']): Grade {
  const to = new Map(raise.map((one) => [one.questionId, one.to]));
  const mean = meanOfScores(answers.map((one) => ({ ...one, score: to.get(one.questionId) ?? one.score })));
  return mean === null ? 'F' : bandOf(mean);
}
