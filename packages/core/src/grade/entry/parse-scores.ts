import { describeIssues } from '../../problems/describe-issue.js';
import type { Problem } from '../../problems/problem.js';
import { type ReadableScores, readableScores, type ScoresFile, scoresFile } from '../../spec/scores.js';
import { findDuplicateKeys, findUnsafeValues, parseJsonDocument } from '../../values/read-json.js';

export interface ParsedScores {
  /** The file; null if anything about its shape is wrong. */
  readonly scores: ScoresFile | null;
  /** The readable parts, so that other errors can be reported too; null if there are none. */
  readonly readable: ReadableScores | null;
  /** Every error in the shape, with its JSON pointer. */
  readonly problems: readonly Problem[];
}

/**
 * Reads a scores file and checks its shape; `checkScores` checks its content.
 *
 * @param bytes UTF-8, with or without a byte order mark
 * @returns only SCR-020 if the file is too large, and only SCR-001 if it is not JSON; otherwise every error in
 * its shape, with the code of the rule it breaks, or with SCR-002 or SCR-021 to SCR-024
 */
export function parseScores(bytes: string | Uint8Array): ParsedScores {
  const document = parseJsonDocument(bytes, 'SCR-001');
  if ('code' in document) return refuse(document);
  const { json, text } = document;
  const result = scoresFile.safeParse(json);
  const problems = [
    ...findDuplicateKeys(text),
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

function refuse(found: Problem): ParsedScores {
  return { scores: null, readable: null, problems: [found] };
}
