import { describeProblem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';

/** Import refusals because something elsewhere is missing, or has changed. */
const CODES = ['PH002', 'SKL005', 'SKL006', 'SKL022', 'SKL023', 'SEL003'];

/**
 * Why a node with broken references is blocked: the first of them, with its code.
 *
 * @param problems of the gate; those about the referring content alone are ignored
 * @returns null if every reference is valid
 */
export function describeLost(problems: readonly Problem[]): string | null {
  const lost = problems.filter(({ code, severity }) => severity === 'error' && CODES.includes(code));
  const [first] = lost;
  if (!first) return null;
  const more = lost.length > 1 ? ` (and ${lost.length - 1} more)` : '';
  return `${first.code}: ${describeProblem(first).message}${more}`;
}

/** Checks whether a node's reason is a broken reference. */
export function isLostReason(reason: string | undefined): boolean {
  return CODES.some((code) => reason?.startsWith(`${code}: `));
}
