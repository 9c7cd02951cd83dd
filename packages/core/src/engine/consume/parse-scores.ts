import type { Problem } from '../../model/problem.js';
import { type ReadableScores, readableScores, type ScoresFile, scoresFile } from '../../model/scores.js';
import { problem } from '../../tables/error-codes.js';
import { scoresLimits } from '../../tables/scores-limits.js';
import { describeIssues } from './describe-issue.js';
import { checkExtent, findDuplicateKeys } from './json-text.js';
import { findUnsafeValues } from './unsafe-values.js';

export interface ParsedScores {
  /** The file; null when anything about its shape is wrong. */
  readonly scores: ScoresFile | null;
  /** What of it can be read all the same, so that its other faults can be told too; null when it is nothing. */
  readonly readable: ReadableScores | null;
  /** Every fault of the shape, with its JSON pointer. */
  readonly problems: readonly Problem[];
}

/**
 * Reads a scores file and checks its shape; what it says is for `checkScores`.
 *
 * @param bytes as handed in: UTF-8, with a byte order mark or without
 * @returns SCR-020 (too much), SCR-001 (no JSON) alone; else every fault of the shape: SCR-002 and the codes of rules,
 *   SCR-021 to SCR-024
 */
export function parseScores(bytes: string | Uint8Array): ParsedScores {
  const decoded = decodeText(bytes);
  if (typeof decoded !== 'string') return refuse(decoded);
  const tooMuch = checkExtent(decoded);
  if (tooMuch) return refuse(tooMuch);
  let json: unknown;
  try {
    json = JSON.parse(decoded);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse(problem('SCR-001', undefined, { reason: error.message }));
  }
  const result = scoresFile.safeParse(json);
  const problems = [
    ...findDuplicateKeys(decoded),
    ...findUnsafeValues(json),
    ...(result.success ? [] : describeIssues(json, result.error.issues)),
  ];
  const readable = readableScores.safeParse(json);
  return {
    scores: problems.length === 0 && result.success ? result.data : null,
    readable: readable.success ? readable.data : null,
    problems,
  };
}

function decodeText(bytes: string | Uint8Array): string | Problem {
  const size = typeof bytes === 'string' ? bytes.length : bytes.byteLength;
  if (size > scoresLimits.maxBytes) {
    return problem('SCR-020', undefined, { limit: scoresLimits.maxBytes, what: 'bytes' });
  }
  const text = typeof bytes === 'string' ? bytes.replace(/^\uFEFF/, '') : decodeUtf8(bytes);
  if (text === null) return problem('SCR-001', undefined, { reason: 'its bytes are not UTF-8' });
  // Raw NULs are no JSON anywhere; UTF-16 is full of them.
  if (text.includes('\0')) return problem('SCR-001', undefined, { reason: 'it holds NUL characters' });
  return text.trim() === '' ? problem('SCR-001', undefined, { reason: 'it is empty' }) : text;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

function refuse(found: Problem): ParsedScores {
  return { scores: null, readable: null, problems: [found] };
}
