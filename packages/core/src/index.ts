/**
 * The public entry point of the package: the names of the reference implementation, and the use cases of the command
 * line. Its functions can be called without waiting, so everything they depend on is loaded with it; a program that
 * must start fast imports a single feature by path (decision 0042).
 */
export { getVersion } from './api/get-version.js';
export type { GradeSelectionInput, GradeSelectionResult, SelectionGrading } from './api/grade-selection.js';
export type { GradeSingleSchemaOptions } from './api/grade-single-schema.js';
export * from './api/groups.js';
export * from './api/island-groups.js';
export * from './api/use-cases.js';
export * from './commands.js';
export type { ConsumeOptions, ConsumeResult } from './features/consume/run.js';
export type { ProposeOptions, ProposeResult } from './features/edit/propose-tests.js';
export type { EditedFile, EditOptions, EditResult } from './features/edit/run.js';
export type { EvaluatorRunResult } from './features/evaluate/dataset-run/evaluator-run.js';
export type { EvaluatorCheckResult } from './features/evaluate/evaluator-check.js';
export type { CloseLoopOptions, CloseLoopResult } from './features/evaluate/loop/options.js';
export type { CallRate } from './features/evaluate/queue/job-worker.js';
export type { WorkDone, WorkOptions, WorkResult } from './features/evaluate/queue/work.js';
export { serveSchema } from './features/evaluate/serve-schema.js';
export type { ExplainResult, TargetExplanation } from './features/explain/run.js';
export type { ExportResult } from './features/export/run.js';
export type { GatedTarget, GateOptions, GateResult } from './features/gate/run.js';
export type { HistoryResult, NodeHistory } from './features/history/run.js';
export type { ImportOptions, ImportResult } from './features/import/run.js';
export type { ValidateOptions, ValidateResult } from './features/import/validate.js';
export type { ExplainedRule } from './features/lint/explain-rules.js';
export { explainRules as explainLintRules } from './features/lint/explain-rules.js';
export { explainSums as explainLintSums } from './features/lint/logic/explain-sum.js';
export type { LintOptions, LintProblem, LintResult } from './features/lint/options.js';
export type { RenderLintOptions } from './features/lint/render-result.js';
export { renderLintResult } from './features/lint/render-result.js';
export type { PlannedTarget, PlanOptions, PlanResult } from './features/plan/options.js';
export type {
  ProtocolLoopOptions,
  ProtocolLoopResult,
  ScoreWith,
  ScoringOutcome,
} from './features/protocol-v1/close-loop.js';
export type {
  GradedSchema,
  ProtocolConsumeOptions,
  ProtocolConsumeResult,
} from './features/protocol-v1/consume-scores.js';
export type {
  ProtocolConflict,
  ProtocolEmitOptions,
  ProtocolEmitResult,
} from './features/protocol-v1/emit-prompts.js';
export type {
  ProtocolEvaluateOptions,
  ProtocolEvaluateResult,
} from './features/protocol-v1/evaluate-schemas.js';
export type { RebuildResult } from './features/rebuild/run.js';
export { renderExplanations } from './features/report/logic/explanation-markdown.js';
export type { ReportOptions, ReportResult } from './features/report/run.js';
export type { StateDetails, StateResult, TargetState } from './features/state/run.js';
export type { VerifyResult } from './features/verify/run.js';
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
