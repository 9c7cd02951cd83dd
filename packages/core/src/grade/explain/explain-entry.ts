import { askedAt } from '../../evaluators/logic/evaluator.js';
import { formatPersona } from '../../island/logic/names.js';
import { questionById } from '../../questions/lookup.js';
import type { EntryAnswer, GradingEntry } from '../../spec/entry.js';
import { gradingSystem } from '../../spec/grading-system-1.0.0.js';
import { GRADES, type Grade, type Score, type Tier } from '../../spec/vocabulary.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { ageAnswers } from '../ageing.js';
import type { EntryExplanation, ExplainedAnswer, ExplainedMean, Improvement } from '../explanation.js';
import { bandOf, type GradeResult, regradeAnswers, worseOf } from '../grade.js';
import { meanOfScores, newestPerQuestion, sumOfScores, valueOfScore } from '../score.js';

type Counted = Pick<EntryAnswer, 'questionId' | 'score' | 'weight'>;

const LEVELS = [4, 5] as const;

/**
 * Finds the smallest set of answers that would have to improve for a better letter, starting with those that
 * have the most to gain. Returns one set with answers raised to 4, and another with answers raised to 5 if
 * that takes fewer answers. A pass/fail answer can only become a pass.
 *
 * @param answers one per question
 * @param maxGrade best letter that the tier allows
 */
function findImprovements(answers: readonly Counted[], maxGrade: Grade): Improvement[] {
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

/** The score of a raised answer; null if the answer is already at least that good, or counts in no mean. */
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

/** The letter that the raised answers reach, which may be more than one letter better than before. */
function bandWith(answers: readonly Counted[], raise: Improvement['raise']): Grade {
  const to = new Map(raise.map((one) => [one.questionId, one.to]));
  const mean = meanOfScores(answers.map((one) => ({ ...one, score: to.get(one.questionId) ?? one.score })));
  return mean === null ? 'F' : bandOf(mean);
}

/**
 * Explains an entry's grade from its answers alone: which answers count, which do not and why, how mean, band, trim and
 * veto lead to the grade, and what would change it.
 *
 * @param now the moment at which ageing is judged
 * @see spec 08, Aggregate-Grade Computation
 */
export function explainEntry(
  entry: GradingEntry,
  { ref, at, now }: { ref: string; at: string; now: Date },
): EntryExplanation {
  const counted = newestPerQuestion(entry.gradings);
  const { categoricalVeto: veto, gradingTier: tier } = entry;
  const graded = regradeAnswers({ answers: counted, tier, veto, stored: entry.aggregateGrade });
  const { weightSum } = sumOfScores(counted);
  const aged = ageAnswers(entry.gradings, (id) => questionById(id)?.ageing ?? null, now)?.stale ?? [];
  return {
    ref,
    gradingId: entry.gradingId,
    mode: entry.gradingMode,
    at,
    schemaHash: entry.schemaHash,
    harness: entry.harness,
    persona: entry.persona ? formatPersona(entry.persona) : null,
    versions: { scoringSystem: entry.scoringSystem, gradingSystem: entry.gradingSystem },
    regradedFor: entry.regradingTrigger?.triggeredBy ?? null,
    answers: counted.map((answer) =>
      explainAnswer(answer, { weightSum, isAged: aged.includes(answer.questionId) }),
    ),
    superseded: entry.gradings.length - counted.length,
    mean: veto ? null : explainMean(counted),
    veto,
    tier,
    maxGrade: graded.maxAttainableGrade,
    limit: limitOf(graded, tier),
    grade: graded.aggregateGrade,
    storedGrade: entry.aggregateGrade,
    improvements: veto ? [] : findImprovements(counted, graded.maxAttainableGrade),
  };
}

/** Only an entry without a counted judgement is held below the best grade its tier allows (decision 0063). */
function limitOf({ aggregateGrade, rawGrade, maxAttainableGrade }: GradeResult, tier: Tier): string {
  const isBelow = rawGrade === 'A' && maxAttainableGrade === 'A' && aggregateGrade === 'B';
  return isBelow ? 'answers by code alone allow B at best' : `${tier} allows ${maxAttainableGrade} at best`;
}

function explainAnswer(
  answer: EntryAnswer,
  { weightSum, isAged }: { weightSum: number; isAged: boolean },
): ExplainedAnswer {
  const { questionId, score, weight, determinism } = answer;
  const origin = askedAt(answer.evidence);
  const question = questionById(questionId);
  const value = valueOfScore(score);
  return {
    questionId,
    dimension: question?.dimension ?? null,
    text: question?.text ?? null,
    score,
    value,
    weight,
    contribution: value === null ? null : (weight * value) / weightSum,
    excluded: score === 'n/a' || score === 'stale' ? score : null,
    naReason: answer.naReason ?? null,
    aged: isAged,
    determinism,
    grader: nameGrader(answer),
    ...(origin !== null && { askedAt: origin }),
    at: answer.timestamp,
    reasoning: answer.reasoning ?? null,
    evidence: answer.evidence ?? null,
  };
}

function explainMean(counted: readonly EntryAnswer[]): ExplainedMean | null {
  const mean = meanOfScores(counted);
  if (mean === null) return null;
  const { bands } = gradingSystem;
  const grade = bandOf(mean);
  const position = bands.findIndex((band) => band.grade === grade);
  const better = position < 0 ? bands.at(-1) : bands[position - 1];
  const band = { grade, atLeast: bands[position]?.atLeast ?? 1, below: better?.atLeast ?? null };
  return { ...sumOfScores(counted), mean, band };
}

/**
 * Author of an answer: name and version; for a model, also the model's name and the address at which it was
 * asked, unless that is the provider's own.
 */
export function nameGrader({ graderIdentity, llmModel, evidence }: EntryAnswer): string {
  const origin = askedAt(evidence);
  const details = [llmModel, origin && `asked at ${origin}`].filter(Boolean).join(', ');
  const { name, version } = graderIdentity;
  return `${name} ${version}${details === '' ? '' : ` (${details})`}`;
}
