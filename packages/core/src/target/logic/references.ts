import { describeProblem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';

/** What an import refuses because something elsewhere is not there, or is no longer what it was. */
const CODES = ['PH002', 'SKL005', 'SKL006', 'SKL022', 'SKL023', 'SEL003'];

/**
 * Why a node is blocked whose references no longer lead anywhere: the first of them, with its code.
 *
 * @param problems of the gate; those that are about the referring thing alone are left out
 * @returns null where every reference leads somewhere
 */
export function describeLost(problems: readonly Problem[]): string | null {
  const lost = problems.filter(({ code, severity }) => severity === 'error' && CODES.includes(code));
  const [first] = lost;
  if (!first) return null;
  const more = lost.length > 1 ? ` (and ${lost.length - 1} more)` : '';
  return `${first.code}: ${describeProblem(first).message}${more}`;
}

/** Is this what a node is blocked with for its references? */
export function isLostReason(reason: string | undefined): boolean {
  return CODES.some((code) => reason?.startsWith(`${code}: `));
}
