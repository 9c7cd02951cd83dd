/**
 * The public door of the package: the names of the reference implementation, and the use cases of the command line.
 * Its functions are called without a wait, so what they stand on is loaded with it; what must start fast takes the
 * door `@flowmcp/grading-core/commands` (decision 0042).
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
export type { Grader } from './grade/entry/assemble-entry.js';
export type { DraftInput } from './grade/entry/create-draft.js';
export type { Gradable } from './grade/entry/grade-draft.js';
export type { EntryDraft } from './grade/entry-draft.js';
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
