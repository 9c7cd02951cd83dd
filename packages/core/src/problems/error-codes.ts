import { evaluatorCodes } from '../evaluators/logic/codes.js';
import { scoresCodes } from '../features/consume/logic/codes.js';
import { draftCodes } from '../features/draft/logic/codes.js';
import { editCodes } from '../features/edit/logic/codes.js';
import {
  datasetCodes,
  evaluatedRunCodes,
  queueCodes,
  servedPayloadCodes,
} from '../features/evaluate/logic/codes.js';
import { findCodes } from '../features/find/logic/codes.js';
import { gateCodes } from '../features/gate/logic/codes.js';
import { importCodes } from '../features/import/logic/codes.js';
import { lintServerCodes } from '../features/lint/logic/codes.js';
import { planCodes } from '../features/plan/logic/codes.js';
import { protocolCodes } from '../features/protocol-v1/logic/codes.js';
import { reportCodes } from '../features/report/logic/codes.js';
import { verifyCodes } from '../features/verify/logic/codes.js';
import { entryCodes, gradingCodes } from '../grade/codes.js';
import { islandCodes } from '../island/logic/codes.js';
import { maskKeyForms } from '../keys/logic/key-form-text.js';
import { pretestCodes } from '../pretest/logic/codes.js';
import { aboutCodes, selectionAboutCodes } from '../rules/about/codes.js';
import { findingCodes } from '../rules/findings/registry.generated.js';
import { lintCodes } from '../rules/mcp/codes.js';
import { schemaCodes } from '../rules/schema/registry.generated.js';
import { selectionReadingCodes } from '../rules/selection/codes.js';
import { selectionCodes } from '../rules/selection/registry.generated.js';
import { selectionFindingCodes } from '../rules/selection-findings/registry.generated.js';
import { skillCodes } from '../rules/skill/registry.generated.js';
import { promptCodes, runCodes } from '../runs/logic/codes.js';
import { sandboxCodes } from '../sandbox/logic/codes.js';
import { taskCodes } from '../tasks/logic/codes.js';
import { trialCodes } from '../trials/logic/codes.js';
import { argumentCodes } from './argument-codes.js';
import type { ErrorCodeRow } from './error-code.js';
import { mcpServerCodes } from './mcp-server-codes.js';
import { GradingError, type Problem, type Where } from './problem.js';
import { usageCodes } from './usage-codes.js';

const tables = [
  usageCodes,
  argumentCodes,
  importCodes,
  schemaCodes,
  skillCodes,
  selectionCodes,
  selectionReadingCodes,
  aboutCodes,
  selectionAboutCodes,
  islandCodes,
  pretestCodes,
  promptCodes,
  protocolCodes,
  runCodes,
  sandboxCodes,
  scoresCodes,
  gradingCodes,
  entryCodes,
  findingCodes,
  selectionFindingCodes,
  evaluatorCodes,
  evaluatedRunCodes,
  queueCodes,
  datasetCodes,
  servedPayloadCodes,
  lintServerCodes,
  lintCodes,
  gateCodes,
  verifyCodes,
  planCodes,
  reportCodes,
  draftCodes,
  editCodes,
  taskCodes,
  trialCodes,
  findCodes,
  mcpServerCodes,
] satisfies readonly Readonly<Record<string, ErrorCodeRow>>[];

type KeysOf<Table> = Table extends unknown ? keyof Table & string : never;
export type ErrorCode = KeysOf<(typeof tables)[number]>;

/**
 * Every code the product can print. A code is never reused for something else.
 *
 * Without a prototype, it is a dictionary to V8 from the first key on. A spread would make a new layout for each of a
 * thousand keys, at every start.
 */
export const errorCodes: Readonly<Record<ErrorCode, ErrorCodeRow>> = Object.assign(
  Object.create(null),
  ...tables,
);

type Args = NonNullable<Problem['args']>;

/**
 * Builds a problem; its severity comes from the table. What it repeats of a file may be a key, which is masked: problems
 * are printed and stored.
 */
export function problem(code: ErrorCode, where?: Where, args?: Args): Problem {
  return {
    code,
    severity: errorCodes[code].severity,
    ...(where && { where: where.path === undefined ? where : { ...where, path: maskKeyForms(where.path) } }),
    ...(args && { args: maskArgs(args) }),
  };
}

function maskArgs(args: Args): Args {
  const masked = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === 'string' ? maskKeyForms(value) : value,
  ]);
  return Object.fromEntries(masked);
}

/** Builds the error that ends a command. */
export function fatal(code: ErrorCode, where?: Where, args?: Args): GradingError {
  return errorOf(problem(code, where, args));
}

/** Turns a known problem into the error that ends a command or the work on a target. */
export function errorOf(found: Problem): GradingError {
  return new GradingError(found, `${found.code}: ${describeProblem(found).message}`);
}

/** The message and the remedy, in words. */
export function describeProblem(found: Problem): { message: string; hint: string } {
  if (!isErrorCode(found.code)) return { message: found.code, hint: '' };
  const row = errorCodes[found.code];
  return { message: fill(row.text, found.args), hint: fill(row.hint, found.args) };
}

/**
 * Exit code for a list of problems: 0 if all is well, 1 if a finding fails, 2 if the command could not run
 * (design/cli).
 */
export function exitCodeOf(problems: readonly Problem[]): 0 | 1 | 2 {
  const errors = problems.filter((found) => found.severity === 'error');
  if (errors.length === 0) return 0;
  const failures = errors.filter(({ code }) => isErrorCode(code) && errorCodes[code].exit === 2);
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
