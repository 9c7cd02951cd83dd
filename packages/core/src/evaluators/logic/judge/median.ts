import { isRecord } from '../../../values/is-record.js';
import type { Evaluation, JudgeScale } from '../evaluator.js';
import { SCALES } from './judgement-prompt.js';
import type { Judgement } from './read-judgement.js';

/**
 * Merges judgements into one score. Each hard constraint is decided by vote: it is broken if at least half of the
 * samples see it as broken, as for a veto. A broken constraint gives the lowest score of the scale, whatever the
 * median; otherwise the score is the median of the samples' scores (the mean of the middle two of an even number). The
 * wording is that of the sample nearest to the median among those that agree with the vote about the constraints.
 *
 * With several samples, `samples` keeps every score in the given order, their spread (max − min), and as `otherViews`
 * the wording of samples that disagree with the vote.
 *
 * @param judgements at least one, of one candidate
 */
export function medianJudgement(
  judgements: readonly [Judgement, ...Judgement[]],
  scale: JudgeScale,
): Evaluation {
  const broken = brokenByVote(judgements);
  const scores = judgements.map(({ score }) => score);
  const middle = median(scores);
  const agreeing = judgements.filter(({ violated }) => isSame(violated, broken));
  const { sideInfo } = nearest(agreeing.length > 0 ? agreeing : judgements, ({ score }) => score, middle);
  const clamped = judgements.flatMap((judgement, at) =>
    judgement.clamped.map((one) => (judgements.length > 1 ? { sample: at + 1, ...one } : one)),
  );
  return {
    score: broken.length > 0 ? SCALES[scale].min : middle,
    sideInfo: {
      ...sideInfo,
      ...(broken.length > 0 && { violatedConstraints: broken }),
      ...(clamped.length > 0 && { clamped }),
      ...(judgements.length > 1 && { samples: describeSamples(judgements, broken) }),
    },
  };
}

function brokenByVote(judgements: readonly Judgement[]): readonly string[] {
  const named = new Set(judgements.flatMap(({ violated }) => violated));
  const votesFor = (constraint: string) =>
    judgements.filter(({ violated }) => violated.includes(constraint)).length;
  return [...named].filter((constraint) => votesFor(constraint) * 2 >= judgements.length);
}

function describeSamples(judgements: readonly Judgement[], broken: readonly string[]) {
  const scores = judgements.map(({ score }) => score);
  const otherViews = judgements.flatMap(({ violated, sideInfo: { reasoning } }, at) =>
    isSame(violated, broken) ? [] : [{ sample: at + 1, violatedConstraints: violated, reasoning }],
  );
  return { scores, spread: spread(scores), ...(otherViews.length > 0 && { otherViews }) };
}

/** Both lists are free of duplicates. */
function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text) => others.includes(text));
}

type Answer = Readonly<Record<string, unknown>>;

/**
 * Merges several answers to an area prompt: each question gets the median of its scores, with the wording of the
 * nearest answer. Between pass and fail the majority decides, and a tie is a fail; n/a requires more than half. A veto
 * counts if at least half of the samples raise one; otherwise it is kept in the evidence of the first answer. Hints are
 * taken from the first sample. The evidence keeps the scores of all samples and their spread.
 *
 * @param samples answers to one prompt, at least one; a single one is returned unchanged
 * @returns the reason why they cannot be merged if they do not answer the same questions
 */
export function medianAnswers(
  samples: readonly [Answer, ...Answer[]],
): { readonly answer: Answer } | { readonly reason: string } {
  const [first] = samples;
  if (samples.length === 1) return { answer: first };
  const bySample = samples.map(({ answers }) => readAnswers(answers));
  const questions = [...(bySample[0]?.keys() ?? [])];
  const merged: Answer[] = [];
  for (const question of questions) {
    const given = bySample.map((answers) => answers.get(question)).filter((answer) => answer !== undefined);
    if (given.length < samples.length) return { reason: `${question} is not answered in every sample` };
    const one = mergeQuestion(given);
    if (one === null)
      return { reason: `${question} has a score that is neither a number, pass, fail nor n/a` };
    merged.push(one);
  }
  const counts = samples.map(({ answers }) => (Array.isArray(answers) ? answers.length : 0));
  if (counts.some((count) => count !== questions.length)) {
    return { reason: 'the samples answer different questions' };
  }
  const vetoes = samples.flatMap(({ veto }) => (isRecord(veto) ? [veto] : []));
  if (vetoes.length * 2 >= samples.length) return { answer: { ...first, answers: merged, veto: vetoes[0] } };
  const answers = merged.map((one, at) => (at === 0 && vetoes.length > 0 ? withVetoes(one, vetoes) : one));
  return { answer: { ...first, answers, veto: null } };
}

function readAnswers(answers: unknown): Map<string, Answer> {
  const records = Array.isArray(answers) ? answers.filter(isRecord) : [];
  return new Map(
    records.flatMap((answer) =>
      typeof answer.questionId === 'string' ? [[answer.questionId, answer] as const] : [],
    ),
  );
}

function mergeQuestion(given: readonly Answer[]): Answer | null {
  const scores = given.map(({ score }) => score);
  const applying = given.filter(({ score }) => score !== 'n/a');
  const places = applying.flatMap(({ score }) => placeOf(score) ?? []);
  if (places.length < applying.length) return null;
  const samples = { scores, ...(places.length > 0 && { spread: spread(places) }) };
  const without = given.find(({ score }) => score === 'n/a');
  if (without !== undefined && applying.length * 2 < given.length) return withSamples(without, samples);

  const middle = median(places);
  // Halfway between pass and fail is not a pass.
  const isWord = applying.some(({ score }) => typeof score === 'string');
  const chosen = nearest(applying, ({ score }) => placeOf(score) ?? 0, isWord ? Math.floor(middle) : middle);
  return withSamples(isWord ? chosen : { ...chosen, score: middle }, samples);
}

/** The rank of a score among the scores for its question; null for an invalid score. */
function placeOf(score: unknown): number | null {
  if (score === 'pass') return 1;
  if (score === 'fail') return 0;
  return typeof score === 'number' && Number.isFinite(score) ? score : null;
}

/** A merged answer with the vetoes that too few samples raised. */
function withVetoes(answer: Answer, vetoes: readonly unknown[]): Answer {
  const { evidence } = answer;
  const { samples } = isRecord(evidence) ? evidence : {};
  return withSamples(answer, { ...(isRecord(samples) && samples), vetoes });
}

function withSamples(answer: Answer, samples: object): Answer {
  const { evidence } = answer;
  if (isRecord(evidence)) return { ...answer, evidence: { ...evidence, samples } };
  return { ...answer, evidence: { ...(evidence !== undefined && { text: evidence }), samples } };
}

/** The median of the numbers: the middle one, or the mean of the middle two. At least one number. */
function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] as number) + (sorted[Math.floor(half)] as number)) / 2;
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
