import { scoresLimits } from '../spec/scores-limits.js';
import { shorten } from './describe-issue.js';
import { problem } from './error-codes.js';
import type { Problem } from './problem.js';

/** Arguments that repeat content of the file; all others are our own words. */
const FROM_FILE = new Set(['found', 'area', 'subject', 'question', 'field']);

/**
 * Limits a list of problems for output: no duplicates, and no more than a reader or a pipe can handle,
 * whatever the input. SCR-025 counts the rest.
 */
export function limitProblems(problems: readonly Problem[]): Problem[] {
  const shown = new Map<string, Problem>();
  for (const found of problems) {
    const short = { ...found, ...(found.args && { args: shortenArgs(found.args) }) };
    shown.set(JSON.stringify([short.code, short.where, short.args]), short);
  }
  const { maxProblems } = scoresLimits;
  const listed = [...shown.values()].slice(0, maxProblems);
  const more = shown.size - listed.length;
  return more > 0 ? [...listed, problem('SCR-025', undefined, { more })] : listed;
}

function shortenArgs(args: NonNullable<Problem['args']>): NonNullable<Problem['args']> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      FROM_FILE.has(name) && typeof value === 'string' ? shorten(value) : value,
    ]),
  );
}
