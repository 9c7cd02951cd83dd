import type { Problem } from '../../model/problem.js';
import { type ScoresFile, scoresFile } from '../../model/scores.js';
import { problem } from '../../tables/error-codes.js';
import { checkScore } from '../score.js';
import { isVetoTrigger } from '../veto.js';

/**
 * Reads a scores file and checks its shape; what it says is for `checkScores`.
 *
 * @returns the file, or every fault with its JSON pointer
 */
export function parseScores(text: string): { scores: ScoresFile } | { problems: Problem[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problems: [problem('SCR-001', undefined, { reason: error.message })] };
  }
  const result = scoresFile.safeParse(json);
  if (result.success) return { scores: result.data };
  return { problems: result.error.issues.map((issue) => describeIssue(json, issue)) };
}

function describeIssue(json: unknown, issue: { path: PropertyKey[]; message: string }): Problem {
  const where = { path: toPointer(issue.path) };
  const value = valueAt(json, issue.path);
  const field = issue.path.at(-1);
  if (field === 'score')
    return checkScore(value, where) ?? problem('SCR-002', where, { reason: issue.message });
  if (field === 'naReason') return problem('NA-001', where, { found: String(value) });
  if (field === 'triggeredBy' && typeof value === 'string' && !isVetoTrigger(value)) {
    return problem('VET-001', where, { found: value });
  }
  return problem('SCR-002', where, { reason: issue.message });
}

/** RFC 6901. */
function toPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || '/';
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    json,
  );
}
