import { type ErrorCode, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { isRecord } from '../../values/is-record.js';
import type { EvaluationOutcome, ScoreRange } from './evaluator.js';

/** How many characters of an evaluator's text a message shows. */
export const SHOWN_OF_ANSWER = 500;
const SHOWN_OF_VALUE = 80;

/**
 * Checks whether an answer is a score: the same check for preflight and use, command and HTTP (table of seed 004). Only
 * numbers count: a string or boolean that looks like a number is a mistake of the evaluator, not a grade.
 *
 * @param answer parsed and free of secrets
 * @param evaluator its name, for messages
 * @returns the score and everything beside it, or EVL-010 … EVL-014; a retry may help
 */
export function checkEvaluation(answer: unknown, range: ScoreRange, evaluator: string): EvaluationOutcome {
  if (!isRecord(answer)) return failure('EVL-010', { evaluator, found: kindOf(answer) });
  if (!Object.hasOwn(answer, 'score')) return failure('EVL-011', { evaluator, keys: listKeys(answer) });
  const { score, ...sideInfo } = answer;
  if (typeof score !== 'number') return failure('EVL-012', { evaluator, found: showValue(score) });
  // JSON has no NaN, but 1e999 is read as Infinity.
  if (!Number.isFinite(score)) return failure('EVL-013', { evaluator, found: String(score) });
  if (range === 'unit' && (score < 0 || score > 1)) {
    return failure('EVL-014', { evaluator, found: String(score) });
  }
  return { evaluation: { score, sideInfo } };
}

function failure(code: ErrorCode, args: NonNullable<Problem['args']>): EvaluationOutcome {
  return { problem: problem(code, undefined, args), retry: true };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function showValue(value: unknown): string {
  if (isRecord(value)) return 'an object';
  // A value from a program may have no JSON form.
  return Array.isArray(value) ? 'a list' : shorten(JSON.stringify(value) ?? String(value));
}

function listKeys(answer: Record<string, unknown>): string {
  const keys = Object.keys(answer);
  return keys.length === 0 ? 'none' : shorten(keys.join(', '));
}

function shorten(text: string): string {
  return text.length > SHOWN_OF_VALUE ? `${text.slice(0, SHOWN_OF_VALUE - 1)}…` : text;
}
