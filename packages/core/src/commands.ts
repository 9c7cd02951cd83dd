/**
 * The door for commands: what a command line needs, each use case loaded when it is first called, so that a command
 * that only reads an index does not pay for parsers and shapes (decision 0042).
 */
export { type Config, keyFileOf, libraryFolderOf, readConfig } from './adapters/config-file.js';
export { sayPastRetention } from './engine/ageing.js';
export { stringifyExact } from './engine/evaluator/exact-json.js';
export { isLintGate } from './engine/lint/judge-gates.js';
export { oneLine } from './engine/prompts/quoted-text.js';
export { sayDigits, sayMean, sayScore } from './engine/score.js';
export { shellWord } from './engine/shell-word.js';
export { Island } from './island/island.js';
export { listNamespaces, listSelections } from './island/list-namespace.js';
export { LOCK_TIMEOUT_NAME, parseLockTimeout } from './island/lock-timeout.js';
export { defaultIslandRoot, EXPORT_NAMES, ISLAND_NAMES, resolveRoot, shownPath } from './island/root.js';
export type { Evaluation, EvaluatorSpec, Intake, ScoreRange } from './model/evaluator.js';
export { GradingError, type Problem, type Severity, type Where } from './model/problem.js';
export type { Shard } from './model/shard.js';
export { codeOf } from './model/system-error.js';
export type { VerifiedTarget } from './model/verify.js';
export { AREAS, type AreaId, type Persona } from './model/vocabulary.js';
export * from './pipeline/use-cases.js';
export { visibleJson } from './report/visible-text.js';
export {
  describeProblem,
  type ErrorCode,
  errorCodes,
  exitCodeOf,
  fatal,
  isErrorCode,
  problem,
} from './tables/error-codes.js';
export { MAX_SCORES_BYTES } from './tables/scores-limits.js';
export { MAX_PAYLOAD_BYTES } from './tables/served-payload-limit.js';
export * from './tables/versions.js';
