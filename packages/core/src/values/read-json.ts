import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { scoresLimits } from '../spec/scores-limits.js';
import { checkExtent } from './json-text.js';

/** A JSON document of a grader, with its original text. */
export interface JsonDocument {
  readonly json: unknown;
  readonly text: string;
}

/**
 * Parses a grader's hand-in, within limits.
 *
 * @param bytes UTF-8, with or without a byte order mark
 * @param code for a text that is not JSON
 * @returns the document, or SCR-020 (too large) or the code
 */
export function parseJsonDocument(
  bytes: string | Uint8Array,
  code: 'SCR-001' | 'GRP-003',
): JsonDocument | Problem {
  const text = decodeText(bytes, code);
  if (typeof text !== 'string') return text;
  const tooMuch = checkExtent(text);
  if (tooMuch) return tooMuch;
  try {
    return { json: JSON.parse(text) as unknown, text };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return problem(code, undefined, { reason: error.message });
  }
}

function decodeText(bytes: string | Uint8Array, code: 'SCR-001' | 'GRP-003'): string | Problem {
  const size = typeof bytes === 'string' ? bytes.length : bytes.byteLength;
  if (size > scoresLimits.maxBytes) {
    return problem('SCR-020', undefined, { limit: scoresLimits.maxBytes, what: 'bytes' });
  }
  const text = typeof bytes === 'string' ? bytes.replace(/^\uFEFF/, '') : decodeUtf8(bytes);
  if (text === null) return problem(code, undefined, { reason: 'its bytes are not UTF-8' });
  // No JSON contains raw NULs; UTF-16 is full of them.
  if (text.includes('\0')) return problem(code, undefined, { reason: 'it holds NUL characters' });
  return text.trim() === '' ? problem(code, undefined, { reason: 'it is empty' }) : text;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}
