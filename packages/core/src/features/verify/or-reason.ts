import { describeProblem } from '../../problems/error-codes.js';
import { GradingError } from '../../problems/problem.js';

/**
 * The result of reading a document, or the reason why it failed: canonical JSON cannot hold everything that JSON can.
 */
export function orReason<T>(read: () => T): T | { readonly reason: string } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return { reason: describeProblem(error.problem).message };
  }
}
