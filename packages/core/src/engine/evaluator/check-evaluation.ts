import type { EvaluationOutcome, ScoreRange } from '../../model/evaluator.js';
import type { Problem } from '../../model/problem.js';
import { type ErrorCode, problem } from '../../tables/error-codes.js';

/** Characters of an evaluator's own words that a message shows. */
export const SHOWN_OF_ANSWER = 500;

/**
 * Whether an answer is a score: one check for preflight and use, command and HTTP (seed 004's table). Numbers
 * only: a string or boolean that looks like one is a mistake of the evaluator, not a grade.
 *
 * @param answer what the evaluator answered, parsed
 * @param evaluator its name, for messages
 * @returns the score and everything beside it, or EVL-010 … EVL-014; another attempt may answer otherwise
 */
export function checkEvaluation(answer: unknown, range: ScoreRange, evaluator: string): EvaluationOutcome {
  if (!isObject(answer)) return failure('EVL-010', { evaluator, found: kindOf(answer) });
  if (!Object.hasOwn(answer, 'score')) return failure('EVL-011', { evaluator, keys: listKeys(answer) });
  const { score, ...sideInfo } = answer;
  if (typeof score !== 'number') return failure('EVL-012', { evaluator, found: showValue(score) });
  if (!Number.isFinite(score)) return failure('EVL-013', { evaluator, found: String(score) });
  if (range === 'unit' && (score < 0 || score > 1)) {
    return failure('EVL-014', { evaluator, found: String(score) });
  }
  return { evaluation: { score, sideInfo } };
}

/**
 * Parses the whole of an answer as one JSON document and checks it.
 *
 * @param show makes the beginning of a text fit for a message: it may hold secrets
 * @returns EVL-009 when the text is not one JSON document, else as {@link checkEvaluation}
 */
export function checkAnswerText(
  text: string,
  range: ScoreRange,
  { evaluator, show }: { readonly evaluator: string; readonly show: (text: string) => string },
): EvaluationOutcome {
  let answer: unknown;
  try {
    answer = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failure('EVL-009', { evaluator, shown: show(text) });
  }
  return checkEvaluation(answer, range, evaluator);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function showValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? kindOfObject(value) : shorten(JSON.stringify(value));
}

function kindOfObject(value: object): string {
  return Array.isArray(value) ? 'a list' : 'an object';
}

function failure(code: ErrorCode, args: NonNullable<Problem['args']>): EvaluationOutcome {
  return { problem: problem(code, undefined, args), retry: true };
}

function listKeys(answer: Record<string, unknown>): string {
  const keys = Object.keys(answer);
  return keys.length === 0 ? 'none' : shorten(keys.join(', '));
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
