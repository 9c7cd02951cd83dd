import { isRecord } from '../../../values/is-record.js';
import { type AreaPart, distinctHints } from '../evaluated-scores.js';
import type { Evaluation, JudgeScale } from '../evaluator.js';
import { SCALES } from './judgement-prompt.js';

/**
 * Merges samples of one judgement into one score. Each hard constraint is decided by vote: it is broken if at least half
 * of the samples see it as broken, as for a veto. A broken constraint gives the lowest score of the scale, whatever the
 * median; otherwise the score is the median of the samples' scores (the mean of the middle two of an even number). The
 * wording is that of the sample nearest to the median among those that agree with the vote about the constraints.
 *
 * With several samples, `samples` keeps the scores and reasons in the given order, the spread of the scores (max − min),
 * and as `otherViews` the samples that disagree with the vote.
 *
 * @param samples at least one, of one candidate, see `readJudgement`
 */
export function medianJudgement(samples: readonly Evaluation[], scale: JudgeScale): Evaluation {
  const broken = brokenByVote(samples);
  const middle = median(samples.map(({ score }) => score));
  const agreeing = samples.filter((sample) => isSame(violatedIn(sample), broken));
  const chosen = nearest(agreeing.length > 0 ? agreeing : samples, ({ score }) => score, middle);
  const { violatedConstraints: _, clamped: __, ...sideInfo } = chosen.sideInfo;
  const clamped = samples.flatMap((sample, at) =>
    listIn(sample, 'clamped')
      .filter(isRecord)
      .map((one) => (samples.length > 1 ? { sample: at + 1, ...one } : one)),
  );
  return {
    score: broken.length > 0 ? SCALES[scale].min : middle,
    sideInfo: {
      ...sideInfo,
      ...(broken.length > 0 && { violatedConstraints: broken }),
      ...(clamped.length > 0 && { clamped }),
      ...(samples.length > 1 && { samples: describeSamples(samples, broken) }),
    },
  };
}

/** A list in the side information; samples from an edited journal may have anything there. */
function listIn({ sideInfo }: Evaluation, name: string): readonly unknown[] {
  const found = sideInfo[name];
  return Array.isArray(found) ? found : [];
}

function violatedIn(sample: Evaluation): readonly string[] {
  return listIn(sample, 'violatedConstraints').filter((text) => typeof text === 'string');
}

function brokenByVote(samples: readonly Evaluation[]): readonly string[] {
  const votes = samples.map(violatedIn);
  const votesFor = (constraint: string) => votes.filter((violated) => violated.includes(constraint)).length;
  return [...new Set(votes.flat())].filter((constraint) => votesFor(constraint) * 2 >= samples.length);
}

function describeSamples(samples: readonly Evaluation[], broken: readonly string[]) {
  const scores = samples.map(({ score }) => score);
  const otherViews = samples.flatMap((sample, at) => {
    const violatedConstraints = violatedIn(sample);
    return isSame(violatedConstraints, broken) ? [] : [{ sample: at + 1, violatedConstraints }];
  });
  return {
    scores,
    spread: spread(scores),
    reasons: samples.map(({ sideInfo }) => sideInfo.reasoning),
    ...(otherViews.length > 0 && { otherViews }),
  };
}

/** Both lists are free of duplicates. */
function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text) => others.includes(text));
}

type Answer = AreaPart['answers'][number];

/**
 * Merges several answers to an area prompt: each question gets the median of its scores, with the wording of the
 * nearest answer; with `until`, it gets their mean. Between pass and fail the majority decides, and a tie is a fail; n/a
 * requires more than half. A veto counts if at least half of the samples raise one. Hints are those of all samples,
 * without repeats. The evidence of each question keeps the scores, their spread and the reasons of all samples; that of
 * the first question, the vetoes that are not shown.
 *
 * @param samples answers to one prompt that a hand-in would accept, at least one; a single one is returned unchanged
 * @param until the chance of its letter at which a judge is no longer asked; the evidence keeps it
 */
export function mergeSamples(samples: readonly AreaPart[], until?: number): AreaPart {
  const [first] = samples;
  if (!first) throw new Error('an answer is merged from at least one sample');
  if (samples.length === 1) return first;
  const hints = samples.flatMap(({ improvementHints }) => improvementHints);
  const vetoes = samples.flatMap(({ veto }) => veto ?? []);
  const [veto] = vetoes.length * 2 >= samples.length ? vetoes : [];
  const isAllShown = vetoes.length === (veto ? 1 : 0);
  return {
    answers: first.answers.map(({ questionId }, at) => {
      const given = samples.map(({ answers }) => {
        const answer = answers.find((one) => one.questionId === questionId);
        if (!answer) throw new Error(`${questionId} is not answered in every sample`);
        return answer;
      });
      return mergeQuestion(given, until, at === 0 && !isAllShown ? { vetoes } : {});
    }),
    improvementHints: distinctHints(hints),
    ...(veto && { veto }),
  };
}

function mergeQuestion(given: readonly Answer[], until: number | undefined, more: object): Answer {
  const applying = given.filter(({ score }) => score !== 'n/a');
  const places = applying.map(({ score }) => placeOf(score));
  const samples = {
    ...(until !== undefined && { merge: 'mean', until }),
    scores: given.map(({ score }) => score),
    ...(places.length > 0 && { spread: spread(places) }),
    reasons: given.map(({ reasoning }) => reasoning),
    ...(applying.length < given.length && { naReasons: given.map(({ naReason = null }) => naReason) }),
    ...more,
  };
  const without = given.find(({ score }) => score === 'n/a');
  if (without !== undefined && applying.length * 2 < given.length) return withSamples(without, samples);

  const isWord = applying.some(({ score }) => typeof score === 'string');
  const middle = until === undefined || isWord ? median(places) : mean(places);
  // Halfway between pass and fail is not a pass.
  const chosen = nearest(applying, ({ score }) => placeOf(score), isWord ? Math.floor(middle) : middle);
  return withSamples(isWord ? chosen : { ...chosen, score: middle }, samples);
}

/** The rank of a score among the scores for its question. */
function placeOf(score: Answer['score']): number {
  return typeof score === 'number' ? score : score === 'pass' ? 1 : 0;
}

function withSamples(answer: Answer, samples: object): Answer {
  const { evidence } = answer;
  const said = typeof evidence === 'string' ? { text: evidence } : evidence;
  return { ...answer, evidence: { ...said, samples } };
}

/** The median of the numbers: the middle one, or the mean of the middle two. At least one number. */
function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] as number) + (sorted[Math.floor(half)] as number)) / 2;
}

/** At least one number. */
function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

/** The range of the numbers: max − min. */
function spread(numbers: readonly number[]): number {
  return Math.max(...numbers) - Math.min(...numbers);
}

/** The first item whose number is nearest to `to`. At least one item. */
function nearest<T>(items: readonly T[], numberOf: (item: T) => number, to: number): T {
  return items.reduce((best, next) =>
    Math.abs(numberOf(next) - to) < Math.abs(numberOf(best) - to) ? next : best,
  );
}
