import { isNestedBeyond, MAX_ANSWER_LEVELS } from '../../../engine/evaluator/answer-levels.js';
import { parseAnswerObject } from '../../../engine/judge/answer-object.js';
import type { Redactor } from '../../../engine/redact.js';
import type { EvaluatorFailure } from '../../../model/evaluator.js';
import { problem } from '../../../tables/error-codes.js';
import { startDeadline } from '../../deadline.js';
import { showText } from '../../show-text.js';
import type { createModelCaller, ModelQuestion } from './ask-model.js';
import { describeModelError } from './describe-error.js';

/** Whom a judge asks, and what is known of it for messages. */
export interface Interview {
  /** As messages name the judge. */
  readonly evaluator: string;
  readonly caller: Awaited<ReturnType<typeof createModelCaller>>;
  readonly redactor: Redactor;
  readonly keyVariables: readonly string[];
  /** For one request, in milliseconds. */
  readonly timeoutMs: number;
}

export type Asked = { readonly answer: unknown } | EvaluatorFailure;

/** One request and the object it was answered with, free of secrets. */
export async function askForObject(
  { evaluator, caller, redactor, keyVariables, timeoutMs }: Interview,
  question: ModelQuestion,
  signal: AbortSignal | undefined,
): Promise<Asked> {
  const show = (text: string) => showText(text, redactor);
  const deadline = startDeadline(timeoutMs, signal);
  try {
    const { text, finishReason } = await caller.ask(question, deadline.signal);
    if (finishReason === 'content-filter') {
      return { problem: problem('EVL-030', undefined, { evaluator, shown: show(text) }), retry: false };
    }
    const read = parseAnswerObject(text);
    if ('reason' in read) {
      const cut = finishReason === 'length' ? ', cut off where the model may write no more' : '';
      return notInForm(evaluator, `${read.reason}${cut}: ${show(read.text)}`);
    }
    if (isNestedBeyond(read.answer, MAX_ANSWER_LEVELS)) {
      return notInForm(evaluator, `it has more than ${MAX_ANSWER_LEVELS} levels`);
    }
    return { answer: redactor.value(read.answer) };
  } catch (error) {
    const ended = deadline.ended();
    return describeModelError(error, { evaluator, timeoutMs, keyVariables, show, ended, now: new Date() });
  } finally {
    deadline.clear();
  }
}

/** One after another: how many calls run at once is decided by whoever asks. The first failure is that of all. */
export async function takeSamples<T>(
  count: number,
  take: () => Promise<{ readonly sample: T } | EvaluatorFailure>,
): Promise<{ readonly samples: readonly [T, ...T[]] } | EvaluatorFailure> {
  const taken: T[] = [];
  while (taken.length < count) {
    const one = await take();
    if ('problem' in one) return one;
    taken.push(one.sample);
  }
  const [first, ...others] = taken;
  if (first === undefined) throw new Error(`a judge takes at least one sample, not ${count}`);
  return { samples: [first, ...others] };
}

/** An answer that is none; another attempt may be one. */
export function notInForm(evaluator: string, reason: string): EvaluatorFailure {
  return { problem: problem('EVL-031', undefined, { evaluator, reason }), retry: true };
}
