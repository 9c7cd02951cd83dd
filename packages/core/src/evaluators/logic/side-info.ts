import { ExactNumber } from '../../values/exact-json.js';

/** Everything an evaluator says beside the score, brought into the bounds of what an entry holds. */

export interface ReadSideInfo {
  /** null: it gave no words. */
  readonly reasoning: string | null;
  /** The rest; undefined where there is none. */
  readonly evidence: string | Readonly<Record<string, unknown>> | undefined;
}

const MAX_TEXT = 4000;
/** As JSON; a longer one is kept as the beginning of its text. */
const MAX_RECORD = 2000;
const MAX_DEPTH = 16;

const HALF_PAIR = /\p{Surrogate}/gu;
/** What no scores file may hold as a key (SCR-022). */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Takes `reasoning` out of the side information, and what is left as evidence. */
export function readSideInfo(sideInfo: Readonly<Record<string, unknown>>): ReadSideInfo {
  const { reasoning, ...rest } = sideInfo;
  const spoken = typeof reasoning === 'string' && reasoning.trim() !== '';
  // A reasoning in another form than words is not lost.
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

/** JSON that a scores file can hold: not too deep, no key of a prototype, no half character, no endless number. */
function plainCopy(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return wholePairs(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  // An entry holds plain JSON: where that has no such number, its digits.
  if (value instanceof ExactNumber) return value.toJSON();
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((item) => plainCopy(item, depth - 1));
  const members = Object.entries(value).filter(([key]) => !PROTOTYPE_KEYS.has(key));
  return Object.fromEntries(members.map(([key, item]) => [wholePairs(key), plainCopy(item, depth - 1)]));
}

function wholePairs(text: string): string {
  return text.replace(HALF_PAIR, '\uFFFD');
}
