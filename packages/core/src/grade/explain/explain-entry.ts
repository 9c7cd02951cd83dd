import { askedAt, describeAsked, leftOutOf } from '../../evaluators/logic/judge/asked.js';
import { formatPersona } from '../../island/logic/names.js';
import { ageingOfQuestion, questionById } from '../../questions/lookup.js';
import { textOf } from '../../questions/question.js';
import type { EntryRules, RuleBook } from '../../spec/books/book.js';
import { rulesOf, tellUnknown } from '../../spec/books/registered.js';
import type { EntryAnswer, GradingEntry } from '../../spec/entry.js';
import { GRADES, type Grade, type Score, type Tier } from '../../spec/vocabulary.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { staleQuestions } from '../ageing.js';
import type { EntryExplanation, ExplainedAnswer, ExplainedMean, Improvement } from '../explanation.js';
import { bandOf, type GradeResult, regradeAnswers, worseOf } from '../grade.js';
import { certaintyOfStored } from '../letter-certainty.js';
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
function findImprovements(answers: readonly Counted[], maxGrade: Grade, rules: EntryRules): Improvement[] {
  const mean = meanOfScores(answers, rules);
  if (mean === null) return [];
  const target = nextBetter(bandOf(mean, rules.grading), maxGrade);
  if (target === null) return [];
  const found: Improvement[] = [];
  for (const level of LEVELS) {
    const raise = raiseUntil(answers, target, { level, rules });
    const fewest = found.at(-1)?.raise.length ?? Number.POSITIVE_INFINITY;
    if (raise !== null && raise.length < fewest) {
      found.push({ grade: worseOf(bandWith(answers, raise, rules), maxGrade), level, raise });
    }
  }
  return found.sort((a, b) => a.raise.length - b.raise.length);
}

function nextBetter(grade: Grade, maxGrade: Grade): Grade | null {
  const better = GRADES[GRADES.indexOf(grade) - 1];
  return better !== undefined && worseOf(better, maxGrade) === better ? better : null;
}

/** The level to which answers are raised, and what a score is worth. */
interface Raising {
  readonly level: (typeof LEVELS)[number];
  readonly rules: EntryRules;
}

/** The score of a raised answer; null if the answer is already at least that good, or counts in no mean. */
function raised({ questionId, score }: Counted, { level, rules: { scoring } }: Raising): Score | null {
  const value = valueOfScore(score, scoring);
  if (value === null) return null;
  const passes = typeof score === 'string' || questionById(questionId)?.scoreType === 'boolean';
  const to: Score = passes ? (typeof score === 'string' ? 'pass' : 5) : level;
  return (valueOfScore(to, scoring) ?? 0) > value ? to : null;
}

function raiseUntil(
  answers: readonly Counted[],
  target: Grade,
  raising: Raising,
): Improvement['raise'] | null {
  const candidates = answers
    .map((answer) => ({ answer, to: raised(answer, raising) }))
    .filter((found): found is { answer: Counted; to: Score } => found.to !== null)
    .map(({ answer, to }) => ({ answer, to, gain: gainOf(answer, to, raising.rules) }))
    .sort((a, b) => b.gain - a.gain || byCodeUnit(a.answer.questionId, b.answer.questionId));
  const now = new Map<string, Counted>(answers.map((answer) => [answer.questionId, answer]));
  const raise: { questionId: string; from: Score; to: Score }[] = [];
  for (const { answer, to } of candidates) {
    now.set(answer.questionId, { ...answer, score: to });
    raise.push({ questionId: answer.questionId, from: answer.score, to });
    if (reaches([...now.values()], target, raising.rules)) return raise;
  }
  return null;
}

function gainOf({ weight, score }: Counted, to: Score, { scoring }: EntryRules): number {
  return weight * ((valueOfScore(to, scoring) ?? 0) - (valueOfScore(score, scoring) ?? 0));
}

function reaches(answers: readonly Counted[], target: Grade, rules: EntryRules): boolean {
  const mean = meanOfScores(answers, rules);
  return mean !== null && worseOf(bandOf(mean, rules.grading), target) === target;
}

/** The letter that the raised answers reach, which may be more than one letter better than before. */
function bandWith(answers: readonly Counted[], raise: Improvement['raise'], rules: EntryRules): Grade {
  const to = new Map(raise.map((one) => [one.questionId, one.to]));
  const after = answers.map((one) => ({ ...one, score: to.get(one.questionId) ?? one.score }));
  const mean = meanOfScores(after, rules);
  return mean === null ? 'F' : bandOf(mean, rules.grading);
}

/**
 * Explains an entry's grade from its answers alone, by the rules that it names: which answers count, which do not and
 * why, how mean, band, trim and veto lead to the grade, and what would change it. By rules that are not known, nothing
 * is computed.
 *
 * @param now the moment at which ageing is judged
 * @param book that of the island, by which answers age
 * @see spec 08, Aggregate-Grade Computation
 */
export function explainEntry(
  entry: GradingEntry,
  { ref, at, now, book }: { ref: string; at: string; now: Date; book: RuleBook },
): EntryExplanation {
  const counted = newestPerQuestion(entry.gradings);
  const rules = rulesOf(entry);
  const ageing = { ageingOf: ageingOfQuestion, now, days: book.grading.ageingDays };
  const aged = staleQuestions(entry.gradings, ageing);
  const { mean, improvements, ...computed } = rules
    ? explainGrade(entry, counted, rules)
    : unexplained(entry);
  const weightSum = rules && sumOfScores(counted, rules.scoring).weightSum;
  const certainty = certaintyOfStored(entry);
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
      explainAnswer(answer, { weightSum, isAged: aged.includes(answer.questionId), rules, book }),
    ),
    superseded: entry.gradings.length - counted.length,
    mean,
    veto: entry.categoricalVeto,
    tier: entry.gradingTier,
    ...computed,
    storedGrade: entry.aggregateGrade,
    ...(certainty && { certainty }),
    improvements,
  };
}

type ComputedGrade = Pick<
  EntryExplanation,
  'mean' | 'maxGrade' | 'limit' | 'grade' | 'improvements' | 'unknownRules'
>;

function explainGrade(
  entry: GradingEntry,
  counted: readonly EntryAnswer[],
  rules: EntryRules,
): ComputedGrade {
  const { categoricalVeto: veto, gradingTier: tier, aggregateGrade: stored } = entry;
  const graded = regradeAnswers({ answers: counted, tier, veto, stored, rules });
  return {
    mean: veto ? null : explainMean(counted, rules),
    maxGrade: graded.maxAttainableGrade,
    limit: limitOf(graded, tier),
    grade: graded.aggregateGrade,
    improvements: veto ? [] : findImprovements(counted, graded.maxAttainableGrade, rules),
  };
}

/** A veto stands, whatever the rules. */
function unexplained(entry: GradingEntry): ComputedGrade {
  const unknownRules = tellUnknown(entry) ?? '';
  const grade = entry.categoricalVeto ? 'REJECTED' : null;
  return {
    mean: null,
    maxGrade: entry.maxAttainableGrade,
    limit: unknownRules,
    grade,
    improvements: [],
    unknownRules,
  };
}

/** Only an entry without a counted judgement is held below the best grade its tier allows (decision 0063). */
function limitOf({ aggregateGrade, rawGrade, maxAttainableGrade }: GradeResult, tier: Tier): string {
  const isBelow = rawGrade === 'A' && maxAttainableGrade === 'A' && aggregateGrade === 'B';
  return isBelow ? 'answers by code alone allow B at best' : `${tier} allows ${maxAttainableGrade} at best`;
}

function explainAnswer(
  answer: EntryAnswer,
  {
    weightSum,
    isAged,
    rules,
    book,
  }: { weightSum: number | null; isAged: boolean; rules: EntryRules | null; book: RuleBook },
): ExplainedAnswer {
  const { questionId, score, weight, determinism } = answer;
  const origin = askedAt(answer.evidence);
  const leftOut = leftOutOf(answer.evidence);
  const question = questionById(questionId);
  const value = rules && valueOfScore(score, rules.scoring);
  return {
    questionId,
    dimension: question?.dimension ?? null,
    ...(question?.topic !== undefined && { topic: question.topic }),
    text: question ? textOf(question, (rules ?? book).grading) : null,
    score,
    value,
    weight,
    contribution: value === null || weightSum === null ? null : (weight * value) / weightSum,
    excluded: score === 'n/a' || score === 'stale' ? score : null,
    naReason: answer.naReason ?? null,
    aged: isAged,
    determinism,
    grader: nameGrader(answer),
    ...(origin !== null && { askedAt: origin }),
    ...(leftOut.length > 0 && { leftOut }),
    at: answer.timestamp,
    reasoning: answer.reasoning ?? null,
    evidence: answer.evidence ?? null,
  };
}

function explainMean(counted: readonly EntryAnswer[], rules: EntryRules): ExplainedMean | null {
  const mean = meanOfScores(counted, rules);
  if (mean === null) return null;
  const { bands } = rules.grading;
  const grade = bandOf(mean, rules.grading);
  const position = bands.findIndex((band) => band.grade === grade);
  const better = position < 0 ? bands.at(-1) : bands[position - 1];
  const band = { grade, atLeast: bands[position]?.atLeast ?? 1, below: better?.atLeast ?? null };
  return { ...sumOfScores(counted, rules.scoring), mean, band };
}

/**
 * The author of an answer, in the one form that every screen and report uses: `ada (human)`,
 * `evaluate 1.0.0 (llm, some-model)`. A person has no version. What a judge was asked without, and the address at which
 * it was asked unless that is the provider's own, follow the model.
 */
export function nameGrader({ graderIdentity, llmModel, evidence }: EntryAnswer): string {
  const { kind, name, version } = graderIdentity;
  const details = [kind, llmModel, ...describeAsked(evidence)].filter(Boolean).join(', ');
  return `${kind === 'human' ? name : `${name} ${version}`} (${details})`;
}
