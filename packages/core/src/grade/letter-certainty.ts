import type { EntryRules } from '../spec/books/book.js';
import { rulesOf } from '../spec/books/registered.js';
import type { EntryAnswer, GradingEntry } from '../spec/entry.js';
import { GRADES, type Grade, type Score, type Tier } from '../spec/vocabulary.js';
import { isRecord } from '../values/is-record.js';
import { bandOf, gradeAnswers, worseOf } from './grade.js';
import type { NodeEntry } from './node-status.js';
import { checkScore, newestPerQuestion, valueOfScore, type WeightedScore } from './score.js';

/** How certain it is that a judge, asked again and again, keeps its letter; it says nothing of whether the letter is right. */
export interface LetterCertainty {
  /** The letter that the samples give. */
  readonly letter: Grade;
  /** Number of samples for each question. */
  readonly samples: number;
  /** The chance of its letter at which the judge was no longer asked, above 0.5 and below 1. */
  readonly until: number;
  /**
   * Chance of each letter, the likeliest first. Empty if no chance can be computed, because samples differ in whether a
   * question applies, or because some raise a veto.
   */
  readonly letters: readonly { readonly grade: Grade; readonly chance: number }[];
}

type SampledAnswer = WeightedScore & Pick<EntryAnswer, 'questionId' | 'evidence'>;

/** The prior of the spread between samples: worth two samples of a spread of 0.2 (decision 0120). */
const PRIOR = { samples: 2, spread: 0.2 };

/**
 * Computes how likely each letter is from the samples that the evidence of the answers keeps: Student's t for the mean
 * of the scaled questions, a Beta distribution for each pass/fail question (decision 0120).
 *
 * @param answers all answers that count for the letter, one per question
 * @returns null unless all judged answers are the means of equally many samples, at least two
 */
export function letterCertainty({
  answers,
  tier,
  rules,
}: {
  readonly answers: readonly SampledAnswer[];
  readonly tier: Tier;
  readonly rules: EntryRules;
}): LetterCertainty | null {
  const judged = answers.filter(({ determinism }) => determinism !== 'deterministic');
  const sampled = judged.flatMap(({ evidence, weight }) => {
    const found = samplesOfMean(evidence);
    return found && found.scores.length > 0 ? [{ ...found, weight }] : [];
  });
  const { aggregateGrade: letter } = gradeAnswers({ answers, tier, rules });
  const [first] = sampled;
  const isWhole = sampled.length === judged.length;
  if (!first || !isWhole || letter === null || letter === 'REJECTED') return null;
  const samples = first.scores.length;
  if (sampled.some(({ scores }) => scores.length !== samples)) return null;
  const { until } = first;
  const applying = sampled.filter(({ scores }) => scores.some((score) => score !== 'n/a'));
  const scaled = applying.filter(({ scores }) => scores.every((score) => typeof score === 'number'));
  const passFail = applying.filter(({ scores }) => scores.every(isPassOrFail));
  const isClear = sampled.every(({ hasVetoes }) => !hasVetoes);
  if (!isClear || scaled.length + passFail.length < applying.length) {
    return { letter, samples, until, letters: [] };
  }
  const constant = answers.filter(({ determinism }) => determinism === 'deterministic');
  const letters = chancesOf({ scaled, passFail, constant, rules }, rules.grading.maxGrade[tier]);
  return { letter, samples, until, letters };
}

/**
 * The certainty of an entry's letter.
 *
 * @returns null for an entry that does not keep a judge's samples merged by mean, or whose letter does not follow from
 *   its answers (a partial entry, a veto, unknown rules)
 */
export function certaintyOfEntry(
  entry: Pick<NodeEntry, 'answers' | 'mode' | 'grade' | 'veto' | 'tier' | 'scoringSystem' | 'gradingSystem'>,
): LetterCertainty | null {
  const { mode, grade, veto, tier } = entry;
  const rules = rulesOf(entry);
  const isOwn = entry.answers.every((answer) => answer.determinism === 'deterministic' || isOfJudge(answer));
  if (mode !== 'full' || veto || grade === 'REJECTED' || !rules || !isOwn) return null;
  const found = letterCertainty({ answers: newestPerQuestion(entry.answers), tier, rules });
  if (!found || grade === found.letter || worseOf(grade, found.letter) !== grade) return found;
  // The size of a selection caps its grade: better letters are this one.
  const letters = sum(found.letters.map((one) => ({ ...one, grade: worseOf(one.grade, grade) })));
  return { ...found, letter: grade, letters };
}

/** Whether a judge gave the answer: what others write as samples was not merged here. */
export function isOfJudge({ graderIdentity }: Pick<EntryAnswer, 'graderIdentity'>): boolean {
  return graderIdentity.name === 'llm-judge';
}

/** {@link certaintyOfEntry} for an entry as it is stored. */
export function certaintyOfStored(entry: GradingEntry): LetterCertainty | null {
  const { gradings, gradingMode, gradingTier, aggregateGrade, categoricalVeto } = entry;
  const { scoringSystem, gradingSystem } = entry;
  return certaintyOfEntry({
    ...{ answers: gradings, mode: gradingMode, tier: gradingTier, scoringSystem, gradingSystem },
    ...{ grade: aggregateGrade, veto: categoricalVeto },
  });
}

/** Whether the letter is as likely as was asked for. */
export function isDecided({ letter, letters, until }: LetterCertainty): boolean {
  return letters.some(({ grade, chance }) => grade === letter && chance >= until);
}

/** The letter that a gate counts: the worse of the two likeliest while the letter is undecided. */
export function countedLetter(certainty: LetterCertainty): Grade {
  const { letter, letters } = certainty;
  if (isDecided(certainty)) return letter;
  return letters.slice(0, 2).reduce<Grade>((worst, { grade }) => worseOf(worst, grade), letter);
}

/** Formats a certainty as `B?  (B 71 %, C 29 %, 9 samples)`; a decided letter has no question mark. */
export function sayCertainty(certainty: LetterCertainty): string {
  const { letter, letters, samples } = certainty;
  const percent = (chance: number) => Math.floor(chance * 100);
  const shown = letters.filter(({ grade, chance }) => grade === letter || percent(chance) > 0);
  const why =
    letters.length === 0
      ? ['some say n/a or raise a veto']
      : shown.map(({ grade, chance }) => `${grade} ${percent(chance)} %`);
  return `${letter}${isDecided(certainty) ? '' : '?'}  (${[...why, `${samples} samples`].join(', ')})`;
}

interface Samples {
  readonly scores: readonly Score[];
  readonly until: number;
  readonly hasVetoes: boolean;
}

/**
 * Reads the samples that the evidence keeps of an answer that is their mean.
 *
 * @returns null for any other answer; no scores if those that are kept are not scores, or fewer than two
 */
export function samplesOfMean(evidence: SampledAnswer['evidence']): Samples | null {
  const kept = isRecord(evidence) && isRecord(evidence.samples) ? evidence.samples : {};
  const { merge, until, scores, vetoes } = kept;
  if (merge !== 'mean' || typeof until !== 'number') return null;
  const isUsable =
    Array.isArray(scores) &&
    scores.length > 1 &&
    scores.every((score: unknown) => checkScore(score) === null);
  return {
    scores: isUsable ? scores : [],
    until,
    hasVetoes: Array.isArray(vetoes) && vetoes.length > 0,
  };
}

function isPassOrFail(score: Score): boolean {
  return score === 'pass' || score === 'fail';
}

interface Sampled {
  readonly weight: number;
  readonly scores: readonly Score[];
}

interface Evidence {
  readonly scaled: readonly Sampled[];
  readonly passFail: readonly Sampled[];
  readonly constant: readonly WeightedScore[];
  readonly rules: EntryRules;
}

function chancesOf({ scaled, passFail, constant, rules }: Evidence, best: Grade): LetterCertainty['letters'] {
  const { scoring, grading } = rules;
  const scaledWeight = scaled.reduce((all, { weight }) => all + weight, 0);
  const meanBelow = scaledMean(scaled, scaledWeight);
  return sum(
    outcomesOf(passFail).flatMap(({ chance, given }) => {
      const fixed = [...constant, ...given].flatMap(({ score, weight }) => {
        const value = valueOfScore(score, scoring);
        return value === null ? [] : [{ weight, value }];
      });
      const others = fixed.reduce((all, { weight, value }) => all + weight * value, 0);
      const weights = scaledWeight + fixed.reduce((all, { weight }) => all + weight, 0);
      if (scaledWeight === 0) {
        const mean = Number((others / weights).toFixed(grading.meanDecimals));
        return [{ grade: worseOf(bandOf(mean, grading), best), chance }];
      }
      const below = (edge: number) => meanBelow((edge * weights - others) / scaledWeight);
      const edges = [1, ...grading.bands.map(({ atLeast }) => below(atLeast)), 0];
      return [...grading.bands.map(({ grade }) => grade), 'F' as const].map((grade, at) => ({
        grade: worseOf(grade, best),
        chance: chance * ((edges[at] as number) - (edges[at + 1] as number)),
      }));
    }),
  );
}

/** The chance that the mean of the scaled questions, asked for ever, lies below an edge. */
function scaledMean(scaled: readonly Sampled[], weightSum: number): (edge: number) => number {
  const n = scaled[0]?.scores.length ?? 0;
  const means = Array.from({ length: n }, (_, at) =>
    scaled.reduce((all, { weight, scores }) => all + (weight * Number(scores[at])) / weightSum, 0),
  );
  const mean = means.reduce((all, one) => all + one, 0) / n;
  const squares = means.reduce((all, one) => all + (one - mean) ** 2, 0);
  const degrees = n + PRIOR.samples - 1;
  const error = Math.sqrt((squares + PRIOR.samples * PRIOR.spread ** 2) / degrees / n);
  return (edge) => studentBelow((edge - mean) / error, degrees);
}

interface Outcome {
  readonly chance: number;
  readonly given: readonly WeightedScore[];
}

/** Every combination of what the judge could think of the pass/fail questions, with its chance. */
function outcomesOf(passFail: readonly Sampled[]): readonly Outcome[] {
  return passFail.reduce<readonly Outcome[]>(
    (all, { weight, scores }) => {
      const passes = majorityChance(scores.filter((score) => score === 'pass').length, scores.length);
      return all.flatMap(({ chance, given }) => [
        { chance: chance * passes, given: [...given, { weight, score: 'pass' as const }] },
        { chance: chance * (1 - passes), given: [...given, { weight, score: 'fail' as const }] },
      ]);
    },
    [{ chance: 1, given: [] }],
  );
}

function sum(parts: LetterCertainty['letters']): LetterCertainty['letters'] {
  const chances = new Map<Grade, number>();
  for (const { grade, chance } of parts) chances.set(grade, (chances.get(grade) ?? 0) + chance);
  return GRADES.flatMap((grade) => {
    const chance = chances.get(grade) ?? 0;
    return chance > 0 ? [{ grade, chance }] : [];
  }).sort((a, b) => b.chance - a.chance);
}

/** Student's distribution: the chance of a value below `t`, with whole `degrees` of freedom. */
export function studentBelow(t: number, degrees: number): number {
  const share =
    powerIntegral(0, degrees - 1, Math.atan(Math.abs(t) / Math.sqrt(degrees))) /
    powerIntegral(0, degrees - 1, Math.PI / 2);
  return t < 0 ? (1 - share) / 2 : (1 + share) / 2;
}

/** The chance that more than half pass in the long run, after `passes` of `n`: Beta(passes + ½, n − passes + ½). */
export function majorityChance(passes: number, n: number): number {
  const integral = (angle: number) => powerIntegral(2 * passes, 2 * (n - passes), angle);
  return 1 - integral(Math.PI / 4) / integral(Math.PI / 2);
}

/**
 * The integral of sin^a · cos^b from 0 to `angle`, by parts. With x = √ν·tan θ it is Student's density, and with
 * x = sin² θ that of a Beta distribution.
 *
 * @param a an even whole number
 * @param b a whole number
 */
function powerIntegral(a: number, b: number, angle: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  if (b > 1) {
    return (sine ** (a + 1) * cosine ** (b - 1) + (b - 1) * powerIntegral(a, b - 2, angle)) / (a + b);
  }
  if (b === 1) return sine ** (a + 1) / (a + 1);
  return a === 0 ? angle : ((a - 1) * powerIntegral(a - 2, 0, angle) - sine ** (a - 1) * cosine) / a;
}
