import type { Redactor } from '../keys/logic/redact.js';
import { isLarge, readForeignJson } from '../net/foreign-json.js';
import { showText } from '../net/logic/show-text.js';
import { ExactNumber, parseExact } from '../values/exact-json.js';
import { isRecord } from '../values/is-record.js';
import { isNestedBeyond, MAX_ANSWER_LEVELS } from '../values/json-depth.js';
import { findDuplicateKeys } from '../values/read-json.js';

interface NotJson {
  readonly code: 'EVL-009' | 'EVL-062';
  /** For a message. */
  readonly shown: string;
}

/**
 * Reads a whole answer as one JSON document in UTF-8. Secrets are removed before any check, because a message may quote
 * a key or value of the answer.
 *
 * @returns the value, `too-large`, or the beginning of a text that is not a JSON document, with its code: EVL-062 if a
 *   number is all that keeps it from being one, otherwise EVL-009
 */
export async function readAnswer(
  body: Buffer,
  redactor: Redactor,
): Promise<{ readonly value: unknown } | NotJson | 'too-large'> {
  // The thread only checks a large answer. Parse it again here, so that numbers keep their text; it is at most 1 MiB.
  if (isLarge(body) && (await readForeignJson(body)).kind === 'too-large') return 'too-large';
  const answer = parse(body);
  if (!answer) {
    const text = body.toString('utf8');
    const number = findNotJsonNumber(text);
    return number === null
      ? { code: 'EVL-009', shown: showText(text, redactor) }
      : { code: 'EVL-062', shown: number };
  }
  // If an answer had two scores, it would depend on the parser which one counts.
  if (hasTwoScores(answer.text)) return { code: 'EVL-009', shown: 'JSON with two members named score' };
  if (isNestedBeyond(answer.value, MAX_ANSWER_LEVELS)) {
    return { code: 'EVL-009', shown: `JSON with more than ${MAX_ANSWER_LEVELS} levels` };
  }
  const given = asNumber(answer.value);
  const clean = redactor.value(given);
  if (!isRecord(given) || !isRecord(clean)) return { value: clean };
  const score = asNumber(given.score);
  // A score that has the same digits as a secret is still the score.
  return { value: typeof score === 'number' ? { ...clean, score } : clean };
}

/** Matches strings first, even one that does not end, so that a word inside a string is not taken for a number. */
const NOT_JSON_NUMBER = /"(?:[^"\\]|\\.)*"?|-?\b(?:NaN|Infinity)\b/gs;

/** The first number that other languages write and JSON does not have, in a text that would otherwise be JSON. */
function findNotJsonNumber(text: string): string | null {
  const found = text.match(NOT_JSON_NUMBER)?.find((token) => !token.startsWith('"'));
  if (found === undefined) return null;
  const corrected = text.replace(NOT_JSON_NUMBER, (token) => (token.startsWith('"') ? token : '0'));
  return parse(Buffer.from(corrected)) === null ? null : found;
}

/** Converts a score to a plain number, however it is written. */
function asNumber(value: unknown): unknown {
  return value instanceof ExactNumber ? Number(value.text) : value;
}

function hasTwoScores(text: string): boolean {
  return findDuplicateKeys(text).some(({ where }) => where?.path === '/score');
}

function parse(body: Buffer): { readonly value: unknown; readonly text: string } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return { value: parseExact(text), text };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
