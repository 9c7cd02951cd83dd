import { isNestedBeyond, MAX_ANSWER_LEVELS } from '../../engine/evaluator/answer-levels.js';
import type { Redactor } from '../../engine/redact.js';
import { isRecord } from '../../model/is-record.js';
import { showText } from '../show-text.js';

/**
 * Reads the whole of an answer as one JSON document in UTF-8. Secrets are taken out before anything is checked:
 * a message may quote a key or value of the answer.
 *
 * @returns the value, or the beginning of a text that is no JSON document
 */
export function readAnswer(
  body: Buffer,
  redactor: Redactor,
): { readonly value: unknown } | { readonly shown: string } {
  const answer = parse(body);
  if (!answer) return { shown: showText(body.toString('utf8'), redactor) };
  if (isNestedBeyond(answer.value, MAX_ANSWER_LEVELS)) {
    return { shown: `JSON of more than ${MAX_ANSWER_LEVELS} levels` };
  }
  const clean = redactor.value(answer.value);
  if (!isRecord(answer.value) || !isRecord(clean)) return { value: clean };
  const { score } = answer.value;
  // A score whose digits happen to be those of a secret is still the score.
  return { value: typeof score === 'number' ? { ...clean, score } : clean };
}

function parse(body: Buffer): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
