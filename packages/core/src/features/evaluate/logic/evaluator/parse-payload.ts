import { fatal } from '../../../../problems/error-codes.js';
import type { GradingError } from '../../../../problems/problem.js';
import { isRecord } from '../../../../values/is-record.js';

/**
 * Reads a payload for an evaluator, protocol v2 or v1 (seed 004). Only the candidate is used, and unknown keys are
 * ignored.
 *
 * @param bytes the whole standard input, UTF-8; a byte order mark is skipped
 * @returns the candidate
 * @throws GradingError PLD-001 (not JSON), PLD-002 (not an object, no candidate, another protocol)
 */
export function parsePayload(bytes: Uint8Array): string {
  const text = decode(bytes);
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fatal('PLD-001', undefined, { reason: text.trim() === '' ? 'it is empty' : error.message });
  }
  if (!isRecord(payload)) throw misfit('the whole', 'an object', payload);
  const { _protocol_version: version, candidate } = payload;
  if (version !== undefined && version !== 2) throw misfit('_protocol_version', '2, or absent', version);
  if (typeof candidate !== 'string') throw misfit('candidate', 'text', candidate);
  return candidate;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw fatal('PLD-001', undefined, { reason: 'its bytes are not UTF-8' });
  }
}

function misfit(field: string, expected: string, value: unknown): GradingError {
  return fatal('PLD-002', undefined, { field, expected, found: nameOf(value) });
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? `the text ${JSON.stringify(value.slice(0, 60))}` : String(value);
}
