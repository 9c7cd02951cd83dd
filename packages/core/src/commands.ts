/**
 * Words, problems and small helpers that many commands need. A command imports its feature by path, as
 * `@flowmcp/grading-core/features/<feature>/run`, so that it loads that feature alone (decision 0042).
 */

export { oneLine } from './documents/quoted-text.js';
export { type ShownStatus, STATUS_COLOURS } from './documents/status-colours.js';
export { visibleJson } from './documents/visible-text.js';
export type { Evaluation, EvaluatorSpec, Intake, ScoreRange } from './evaluators/logic/evaluator.js';
export { parseIntake } from './evaluators/logic/judge/intake.js';
export type { AskingOptions, EvaluateOptions, EvaluateResult, QueueOptions } from './evaluators/options.js';
export type { VerifiedTarget } from './features/verify/logic/result.js';
export { type Config, keyFileOf, libraryFolderOf, readConfig } from './files/config-file.js';
export { checkResultFile, filesOfEvaluator, writeResultText } from './files/result-file.js';
export { type RetentionDays, sayPastRetention } from './grade/ageing.js';
export { isDecided, type LetterCertainty, sayCertainty } from './grade/letter-certainty.js';
export { sayReason } from './grade/roll-up.js';
export { sayContribution, sayDigits, sayMean, sayScore } from './grade/score.js';
export { Island } from './island/island.js';
export { listNamespaces, listSelections } from './island/list-namespace.js';
export { chooseRules } from './island/logic/choose-rules.js';
export {
  defaultIslandRoot,
  EXPORT_NAMES,
  ISLAND_NAMES,
  LOCK_TIMEOUT_NAME,
  parseLockTimeout,
  resolveRoot,
  shownPath,
} from './island/settings.js';
export {
  describeProblem,
  type ErrorCode,
  errorCodes,
  exitCodeOf,
  fatal,
  isErrorCode,
  problem,
} from './problems/error-codes.js';
export { GradingError, type Problem, type Severity, type Where } from './problems/problem.js';
export { type PromptView, splitPrompt } from './runs/logic/prompts/prompt-view.js';
export type { EmitOptions, EmitResult, RegradeReason } from './runs/options.js';
export { limitSandboxHeap } from './sandbox/limits.js';
export {
  type BookVersions,
  type FreedTools,
  findVersion,
  knownVersions,
  newerVersions,
  sayVersions,
} from './spec/books/registered.js';
export { MAX_PAYLOAD_BYTES, MAX_SCORES_BYTES } from './spec/scores-limits.js';
export * from './spec/versions.js';
export {
  AREAS,
  type AreaId,
  GRADER_VETO_TRIGGERS,
  HINT_PRIORITIES,
  NA_REASONS,
  type Persona,
} from './spec/vocabulary.js';
export type { Shard } from './target/logic/shard.js';
export { sayFailedTask, sayPercent, sayShare, sayTrial } from './trials/logic/standing.js';
export { stringifyExact } from './values/exact-json.js';
export { groupBy } from './values/group-by.js';
export type { OnProgress } from './values/on-progress.js';
export { shellWord } from './values/shell-word.js';
export { codeOf } from './values/system-error.js';
