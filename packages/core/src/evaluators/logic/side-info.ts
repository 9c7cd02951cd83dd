import { ExactNumber } from '../../values/exact-json.js';

/** Limits everything an evaluator returns beside the score to what an entry can hold. */

export interface ReadSideInfo {
  /** null: it gave no reasoning. */
  readonly reasoning: string | null;
  /** The rest; undefined if there is none. */
  readonly evidence: string | Readonly<Record<string, unknown>> | undefined;
}

const MAX_TEXT = 4000;
/** Longest JSON text; of a longer one only the beginning is kept. */
const MAX_RECORD = 2000;
const MAX_DEPTH = 16;

const HALF_PAIR = /\p{Surrogate}/gu;
/** Keys that a scores file must not contain (SCR-022). */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Splits the side information into `reasoning` and evidence. */
export function readSideInfo(sideInfo: Readonly<Record<string, unknown>>): ReadSideInfo {
  const { reasoning, ...rest } = sideInfo;
  const spoken = typeof reasoning === 'string' && reasoning.trim() !== '';
  // A reasoning that is not text is kept as evidence.
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

function boundText(text: string): string {
  const kept =
    text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}… (${text.length} characters in all)`;
  return wholePairs(kept);
}

/** JSON that a scores file can hold: limited depth, no prototype keys, no lone surrogates, no infinite numbers. */
function plainCopy(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return wholePairs(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  // An entry holds plain JSON; if that has no such number, keep its digits as text.
  if (value instanceof ExactNumber) return value.toJSON();
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((item) => plainCopy(item, depth - 1));
  const members = Object.entries(value).filter(([key]) => !PROTOTYPE_KEYS.has(key));
  return Object.fromEntries(members.map(([key, item]) => [wholePairs(key), plainCopy(item, depth - 1)]));
}

function wholePairs(text: string): string {
  return text.replace(HALF_PAIR, '\uFFFD');
}
