import type { Severity } from './problem.js';

/** One row of the error-code table. `{name}` in a text is filled from the problem's args. */
export interface ErrorCodeRow {
  readonly severity: Severity;
  /** What is wrong, and what was expected. */
  readonly text: string;
  /** What to do about it. */
  readonly hint: string;
  /** The command could not run at all; without it the code is a finding (exit code 1). */
  readonly exit?: 2;
}
