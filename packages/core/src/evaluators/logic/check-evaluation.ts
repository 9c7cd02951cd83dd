import { type ErrorCode, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { SCORE_RANGE } from '../../spec/scores-limits.js';
import type { ScoreType } from '../../spec/vocabulary.js';
import { ExactNumber } from '../../values/exact-json.js';
import { isRecord } from '../../values/is-record.js';
import type { EvaluationOutcome, ScoreRange } from './evaluator.js';

const SHOWN_OF_VALUE = 80;

/**
 * Checks whether an answer is a score. The check is the same for the preflight and for real calls, for commands and for
 * HTTP services (table of seed 004). Only numbers count: a string or boolean that looks like a number is a mistake by
 * the evaluator, not a grade.
 *
 * @param answer parsed and free of secrets
 * @param evaluator its name, for messages
 * @returns the score and everything else in the answer, or EVL-010 … EVL-014; a retry may help
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

/** Lowest score at which a yes-or-no question passes. */
const PASSES: Readonly<Record<ScoreRange, number>> = { unit: 0.5, any: 3 };

/**
 * Converts an evaluator's score to the score of a question. In the range `unit`, s becomes 1 + 4·s, unrounded; in the
 * range `any`, the score stays unchanged (design/evaluators). A yes-or-no question gets `pass` or `fail` instead.
 *
 * @param score checked: finite, and from 0 to 1 in the unit range
 * @returns null for a score of the range `any` that cannot answer a question: below 1 or above 5
 */
export function scaleScore(
  score: number,
  scoreType: ScoreType,
  range: ScoreRange,
): number | 'pass' | 'fail' | null {
  const { min, max } = SCORE_RANGE;
  if (range === 'any' && (score < min || score > max)) return null;
  if (scoreType === 'boolean') return score >= PASSES[range] ? 'pass' : 'fail';
  return range === 'any' ? score : min + (max - min) * score;
}

/** Reduces everything that an evaluator returns in addition to the score, so that an entry can hold it. */

interface ReadSideInfo {
  /** null: the evaluator gave no reasoning. */
  readonly reasoning: string | null;
  /** Everything else the evaluator returned; undefined if there is nothing else. */
  readonly evidence: string | Readonly<Record<string, unknown>> | undefined;
}

const MAX_TEXT = 4000;
/** Maximum length of evidence as JSON text; longer evidence is replaced with that text, cut at {@link MAX_TEXT}. */
const MAX_RECORD = 2000;
const MAX_DEPTH = 16;

const HALF_PAIR = /\p{Surrogate}/gu;
/** Keys that a scores file must not contain (SCR-022). */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Splits the side information into `reasoning` and evidence. */
export function readSideInfo(sideInfo: Readonly<Record<string, unknown>>): ReadSideInfo {
  const { reasoning, ...rest } = sideInfo;
  const spoken = typeof reasoning === 'string' && reasoning.trim() !== '';
  // Reasoning that is not text is kept as evidence.
  const others = spoken || reasoning === undefined ? rest : sideInfo;
  return {
    reasoning: spoken ? boundText(reasoning) : null,
    evidence: Object.keys(others).length === 0 ? undefined : boundRecord(others),
  };
}

function boundRecord(record: Readonly<Record<string, unknown>>) {
  const plain = plainCopy(record, MAX_DEPTH) as Record<string, unknown>;
  const text = JSON.stringify(plain);
  return text.length <= MAX_RECORD ? plain : boundText(text);
}

/** Text that a scores file can hold: a long text is cut, and says how long it was. */
export function boundText(text: string): string {
  const kept =
    text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}… (${text.length} characters in all)`;
  return wholePairs(kept);
}

/** JSON that a scores file can hold: limited depth, no prototype keys, no lone surrogates, no infinite numbers. */
function plainCopy(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return wholePairs(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  // An entry holds plain JSON; if that cannot express the number, keep its digits as text.
  if (value instanceof ExactNumber) return value.toJSON();
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((item) => plainCopy(item, depth - 1));
  const members = Object.entries(value).filter(([key]) => !PROTOTYPE_KEYS.has(key));
  return Object.fromEntries(members.map(([key, item]) => [wholePairs(key), plainCopy(item, depth - 1)]));
}

function wholePairs(text: string): string {
  return text.replace(HALF_PAIR, '\uFFFD');
}
