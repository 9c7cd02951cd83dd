import type { ErrorCodeRow } from '../model/error-code.js';
import { GradingError, type Problem, type Where } from '../model/problem.js';
import { aboutCodes } from './error-codes/about.js';
import { datasetCodes } from './error-codes/dataset.js';
import { entryCodes } from './error-codes/entries.js';
import { evaluatedRunCodes } from './error-codes/evaluated-runs.js';
import { evaluatorCodes } from './error-codes/evaluator.js';
import { findingCodes } from './error-codes/findings.js';
import { gateCodes } from './error-codes/gate.js';
import { gradingCodes } from './error-codes/grading.js';
import { intakeCodes } from './error-codes/intake.js';
import { islandCodes } from './error-codes/island.js';
import { lintCodes } from './error-codes/lint.js';
import { lintServerCodes } from './error-codes/lint-servers.js';
import { planCodes } from './error-codes/plan.js';
import { pretestCodes } from './error-codes/pretest.js';
import { promptCodes } from './error-codes/prompts.js';
import { protocolCodes } from './error-codes/protocol.js';
import { queueCodes } from './error-codes/queue.js';
import { reportCodes } from './error-codes/report.js';
import { runCodes } from './error-codes/run.js';
import { sandboxCodes } from './error-codes/sandbox.js';
import { scoresCodes } from './error-codes/scores.js';
import { selectionFindingCodes } from './error-codes/selection-findings.js';
import { selectionCodes } from './error-codes/selections.js';
import { selectionAboutCodes } from './error-codes/selections-about.js';
import { servedPayloadCodes } from './error-codes/served-payload.js';
import { skillCodes } from './error-codes/skills.js';
import { usageCodes } from './error-codes/usage.js';
import { validationCodes } from './error-codes/validation.js';
import { verifyCodes } from './error-codes/verify.js';

/** Every code the product can print. A code is never reused for something else. */
export const errorCodes = {
  ...usageCodes,
  ...intakeCodes,
  ...validationCodes,
  ...skillCodes,
  ...selectionCodes,
  ...aboutCodes,
  ...selectionAboutCodes,
  ...islandCodes,
  ...pretestCodes,
  ...promptCodes,
  ...protocolCodes,
  ...runCodes,
  ...sandboxCodes,
  ...scoresCodes,
  ...gradingCodes,
  ...entryCodes,
  ...findingCodes,
  ...selectionFindingCodes,
  ...evaluatorCodes,
  ...evaluatedRunCodes,
  ...queueCodes,
  ...datasetCodes,
  ...servedPayloadCodes,
  ...lintServerCodes,
  ...lintCodes,
  ...gateCodes,
  ...verifyCodes,
  ...planCodes,
  ...reportCodes,
} satisfies Record<string, ErrorCodeRow>;

export type ErrorCode = keyof typeof errorCodes;

type Args = NonNullable<Problem['args']>;

/** Builds a problem; its severity comes from the table. */
export function problem(code: ErrorCode, where?: Where, args?: Args): Problem {
  return {
    code,
    severity: (errorCodes[code] as ErrorCodeRow).severity,
    ...(where && { where }),
    ...(args && { args }),
  };
}

/** Builds the error that ends a command. */
export function fatal(code: ErrorCode, where?: Where, args?: Args): GradingError {
  return errorOf(problem(code, where, args));
}

/** Ends a command, or the work on a target, for a problem that is known already. */
export function errorOf(found: Problem): GradingError {
  return new GradingError(found, `${found.code}: ${describeProblem(found).message}`);
}

/** What happened and what to do, in words. */
export function describeProblem(found: Problem): { message: string; hint: string } {
  if (!isErrorCode(found.code)) return { message: found.code, hint: '' };
  const row: ErrorCodeRow = errorCodes[found.code];
  return { message: fill(row.text, found.args), hint: fill(row.hint, found.args) };
}

/** Exit code that a list of problems stands for: 0 good, 1 a finding says no, 2 could not run (design/cli). */
export function exitCodeOf(problems: readonly Problem[]): 0 | 1 | 2 {
  const errors = problems.filter((found) => found.severity === 'error');
  if (errors.length === 0) return 0;
  const failures = errors.filter(
    ({ code }) => isErrorCode(code) && (errorCodes[code] as ErrorCodeRow).exit === 2,
  );
  return failures.length > 0 ? 2 : 1;
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

function fill(text: string, args: Args = {}): string {
  return text.replace(/\{(\w+)\}/g, (slot, name: string) =>
    Object.hasOwn(args, name) ? String(args[name]) : slot,
  );
}
