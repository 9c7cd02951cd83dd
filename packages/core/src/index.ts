/**
 * The public entry point of the package: the names of the reference implementation, and the use cases of the command
 * line. Its functions can be called without waiting, so everything they depend on is loaded with it; a program that
 * must start fast imports a single feature by path (decision 0042).
 */
export * as ErrorCodes from './api/error-codes.js';
export { getVersion } from './api/get-version.js';
export * as GradeReporter from './api/grade-reporter.js';
export {
  type GradeSelectionInput,
  type GradeSelectionResult,
  gradeSelection,
  type SelectionGrading,
} from './api/grade-selection.js';
export {
  type GradeSingleSchemaOptions,
  gradeSingleSchema,
} from './api/grade-single-schema.js';
export * as Grading from './api/grading.js';
export * as GradingExport from './api/grading-export.js';
export * as GradingImport from './api/grading-import.js';
export * as HashGenerator from './api/hash-generator.js';
export * as NaReason from './api/na-reason.js';
export * as PartialGrading from './api/partial-grading.js';
export * as PreConditionCheck from './api/pre-condition-check.js';
export * as PromptBuilder from './api/prompt-builder.js';
export * as RebuildIndex from './api/rebuild-index.js';
export * as Scoring from './api/scoring.js';
export * as SelectionPhases from './api/selection-phases.js';
export * as SharedLists from './api/shared-lists.js';
export * as SingleSchemaPhases from './api/single-schema-phases.js';
export * as SourceSnapshot from './api/source-snapshot.js';
export { validateGradingEntry } from './api/validate-grading-entry.js';
export * as Veto from './api/veto.js';
export * from './commands.js';
export type { ConsumeOptions, ConsumeResult } from './features/consume/run.js';
export { consumeScores } from './features/consume/run.js';
export { emitPrompts } from './features/emit/run.js';
export type { EvaluatorRunResult } from './features/evaluate/dataset-run/evaluator-run.js';
export { runEvaluator } from './features/evaluate/dataset-run/evaluator-run.js';
export { evaluateTargets } from './features/evaluate/evaluate-targets.js';
export type { EvaluatorCheckResult } from './features/evaluate/evaluator-check.js';
export { checkEvaluator } from './features/evaluate/evaluator-check.js';
export { closeLoop, estimateLoop } from './features/evaluate/loop/close-loop.js';
export type { CloseLoopOptions, CloseLoopResult } from './features/evaluate/loop/options.js';
export type { CallRate } from './features/evaluate/queue/job-worker.js';
export type { WorkDone, WorkOptions, WorkResult } from './features/evaluate/queue/work.js';
export { workOnQueue } from './features/evaluate/queue/work.js';
export { serveSchema } from './features/evaluate/serve-schema.js';
export type { ExplainResult, TargetExplanation } from './features/explain/run.js';
export { explainGrades } from './features/explain/run.js';
export type { ExportResult } from './features/export/run.js';
export { exportTargets } from './features/export/run.js';
export type { GatedTarget, GateOptions, GateResult } from './features/gate/run.js';
export { gateGrades } from './features/gate/run.js';
export type { HistoryResult, NodeHistory } from './features/history/run.js';
export { readHistory } from './features/history/run.js';
export type { ImportOptions, ImportResult } from './features/import/run.js';
export { importSources } from './features/import/run.js';
export type { ValidateOptions, ValidateResult } from './features/import/validate.js';
export { validateSources } from './features/import/validate.js';
export type { ExplainedRule } from './features/lint/explain-rules.js';
export { explainRules as explainLintRules } from './features/lint/explain-rules.js';
export { lintTargets } from './features/lint/lint-targets.js';
export { explainSums as explainLintSums } from './features/lint/logic/report.js';
export type { LintOptions, LintProblem, LintResult } from './features/lint/options.js';
export type { RenderLintOptions } from './features/lint/render-result.js';
export { renderLintResult } from './features/lint/render-result.js';
export type { PlannedTarget, PlanOptions, PlanResult } from './features/plan/options.js';
export { planGrading } from './features/plan/run.js';
export type {
  ProtocolLoopOptions,
  ProtocolLoopResult,
  ScoreWith,
  ScoringOutcome,
} from './features/protocol-v1/close-loop.js';
export { closeProtocolLoop } from './features/protocol-v1/close-loop.js';
export type {
  GradedSchema,
  ProtocolConsumeOptions,
  ProtocolConsumeResult,
} from './features/protocol-v1/consume-scores.js';
export { consumeProtocolScores } from './features/protocol-v1/consume-scores.js';
export type {
  ProtocolConflict,
  ProtocolEmitOptions,
  ProtocolEmitResult,
} from './features/protocol-v1/emit-prompts.js';
export { emitProtocolPrompts } from './features/protocol-v1/emit-prompts.js';
export type {
  ProtocolEvaluateOptions,
  ProtocolEvaluateResult,
} from './features/protocol-v1/evaluate-schemas.js';
export { evaluateProtocol } from './features/protocol-v1/evaluate-schemas.js';
export type { RebuildResult } from './features/rebuild/run.js';
export { rebuildTargets } from './features/rebuild/run.js';
export { renderExplanations } from './features/report/logic/explanation-markdown.js';
export type { ReportOptions, ReportResult } from './features/report/run.js';
export { reportGrades } from './features/report/run.js';
export type { StateDetails, StateResult, TargetState } from './features/state/run.js';
export { readState } from './features/state/run.js';
export type { VerifyResult } from './features/verify/run.js';
export { verifyTargets } from './features/verify/run.js';
export type { Grader } from './grade/entry/assemble-entry.js';
export type { EntryDraft } from './grade/entry/check-entry.js';
export type { DraftInput, Gradable } from './grade/entry/draft.js';
export type { GraderIdentity } from './spec/common.js';
export type { CategoricalVeto, EntryAnswer, GradingEntry, RegradingTrigger } from './spec/entry.js';
export type { ToolFacts } from './spec/facts.js';
export type {
  IndexNode,
  LockedMember,
  LockSnapshot,
  NamespaceIndex,
  SelectionIndex,
} from './spec/index-file.js';
export type { ScoreAnswer } from './spec/scores.js';
export type { SelectionDefinition } from './spec/selection.js';
export type {
  AggregateGrade,
  Grade,
  Harness,
  NodeStatus,
  RollupStatus,
  Score,
  Tier,
  VetoTrigger,
} from './spec/vocabulary.js';
