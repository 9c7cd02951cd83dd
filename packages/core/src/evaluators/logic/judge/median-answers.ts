import { isRecord } from '../../../values/is-record.js';
import { median, nearest, spread } from './median.js';

type Answer = Readonly<Record<string, unknown>>;

/**
 * Merges several answers to an area prompt: each question gets the median of its scores, with the wording of the
 * nearest answer. Between pass and fail the majority decides, in a tie fail; n/a requires more than half. A veto counts
 * if at least half of the samples raise one; otherwise it is kept in the evidence of the first answer. Hints are those
 * of the first sample. The evidence keeps the scores of all samples and their spread.
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
  // Half way between pass and fail is not a pass.
  const isWord = applying.some(({ score }) => typeof score === 'string');
  const chosen = nearest(applying, ({ score }) => placeOf(score) ?? 0, isWord ? Math.floor(middle) : middle);
  return withSamples(isWord ? chosen : { ...chosen, score: middle }, samples);
}

/** The rank of a score among those of its question; null for an invalid score. */
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
