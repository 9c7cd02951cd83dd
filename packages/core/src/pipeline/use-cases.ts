/** The use cases, each loaded on its first call: start-up costs nothing for what is not used. */

type Importer = typeof import('./import.js');
type Validator = typeof import('./validate.js');
type Emitter = typeof import('./emit.js');
type Consumer = typeof import('./consume.js');
type StateReader = typeof import('./state.js');
type Verifier = typeof import('./verify.js');
type Rebuilder = typeof import('./rebuild-targets.js');
type HistoryReader = typeof import('./history.js');
type Gate = typeof import('./gate.js');
type Planner = typeof import('./plan.js');
type Explainer = typeof import('./explain.js');
type Exporter = typeof import('./export.js');
type Reporter = typeof import('./report.js');
type ExplanationRenderer = typeof import('../report/grading/explanation-markdown.js');
type ProtocolEmitter = typeof import('./dev-grade/emit-prompts.js');
type ProtocolConsumer = typeof import('./dev-grade/consume-scores.js');
type ProtocolLoop = typeof import('./dev-grade/close-loop.js');
type ProtocolEvaluation = typeof import('./dev-grade/evaluate-schemas.js');
type EvaluatorRunner = typeof import('./evaluator-run.js');
type EvaluatorChecker = typeof import('./evaluator-check.js');
type SchemaServer = typeof import('./serve-schema.js');
type Linter = typeof import('./lint/lint-targets.js');
type LintRenderer = typeof import('./lint/render-result.js');
type LintSummer = typeof import('../engine/lint/explain-sum.js');
type LintRules = typeof import('./lint/explain-rules.js');
type ResultFile = typeof import('../adapters/result-file.js');
type IntakeParser = typeof import('../engine/judge/intake.js');
type Evaluation = typeof import('./evaluate/evaluate-targets.js');
type QueueWorker = typeof import('./queue/work.js');
type LoopCloser = typeof import('./close-loop/close-loop.js');
type LoopEstimator = typeof import('./close-loop/estimate-loop.js');

export type { CallRate } from '../adapters/queue/job-worker.js';
export type { CloseLoopOptions, CloseLoopResult } from './close-loop/options.js';
export type { ConsumeOptions, ConsumeResult } from './consume.js';
export type {
  ProtocolLoopOptions,
  ProtocolLoopResult,
  ScoreWith,
  ScoringOutcome,
} from './dev-grade/close-loop.js';
export type { ProtocolConsumeOptions, ProtocolConsumeResult } from './dev-grade/consume-scores.js';
export type { ProtocolConflict, ProtocolEmitOptions, ProtocolEmitResult } from './dev-grade/emit-prompts.js';
export type { ProtocolEvaluateOptions, ProtocolEvaluateResult } from './dev-grade/evaluate-schemas.js';
export type { GradedSchema } from './dev-grade/grade-schema.js';
export type { EmitOptions, EmitResult, RegradeReason } from './emit/options.js';
export type { AskingOptions, EvaluateOptions, EvaluateResult, QueueOptions } from './evaluate/options.js';
export type { EvaluatorCheckResult } from './evaluator-check.js';
export type { EvaluatorRunResult } from './evaluator-run.js';
export type { ExplainResult, TargetExplanation } from './explain.js';
export type { ExportResult } from './export.js';
export type { GatedTarget, GateOptions, GateResult } from './gate.js';
export type { HistoryResult, NodeHistory } from './history.js';
export type { ImportOptions, ImportResult } from './import.js';
export type { ExplainedRule } from './lint/explain-rules.js';
export type { LintOptions, LintProblem, LintResult } from './lint/options.js';
export type { RenderLintOptions } from './lint/render-result.js';
export type { PlannedTarget, PlanOptions, PlanResult } from './plan/options.js';
export type { WorkDone, WorkOptions, WorkResult } from './queue/work.js';
export type { RebuildResult } from './rebuild-targets.js';
export type { ReportOptions, ReportResult } from './report/options.js';
export type { StateDetails, StateResult, TargetState } from './state.js';
export type { ValidateOptions, ValidateResult } from './validate.js';
export type { VerifyResult } from './verify.js';

/** Stage 2 with an evaluator. */
export const evaluateTargets: Evaluation['evaluateTargets'] = async (options) =>
  (await import('./evaluate/evaluate-targets.js')).evaluateTargets(options);

/** Answers of an evaluator for commands on any machine. */
export const workOnQueue: QueueWorker['workOnQueue'] = async (options) =>
  (await import('./queue/work.js')).workOnQueue(options);

/** Stages 1 to 3 with an evaluator, until nothing is due. */
export const closeLoop: LoopCloser['closeLoop'] = async (options) =>
  (await import('./close-loop/close-loop.js')).closeLoop(options);

/** What the first turn of a loop would take. */
export const estimateLoop: LoopEstimator['estimateLoop'] = async (options) =>
  (await import('./close-loop/estimate-loop.js')).estimateLoop(options);

/** Stage 0, see {@link Importer.importSources}. */
export const importSources: Importer['importSources'] = async (options) =>
  (await import('./import.js')).importSources(options);

/** The import gate on its own. */
export const validateSources: Validator['validateSources'] = async (options) =>
  (await import('./validate.js')).validateSources(options);

/** Stage 1. */
export const emitPrompts: Emitter['emitPrompts'] = async (options) =>
  (await import('./emit.js')).emitPrompts(options);

/** Stage 3. */
export const consumeScores: Consumer['consumeScores'] = async (options) =>
  (await import('./consume.js')).consumeScores(options);

/** How targets stand. */
export const readState: StateReader['readState'] = async (options) =>
  (await import('./state.js')).readState(options);

/** Every entry of a target's nodes in time. */
export const readHistory: HistoryReader['readHistory'] = async (options) =>
  (await import('./history.js')).readHistory(options);

/** The sum behind every grade. */
export const explainGrades: Explainer['explainGrades'] = async (options) =>
  (await import('./explain.js')).explainGrades(options);

/** Are the grades good enough? */
export const gateGrades: Gate['gateGrades'] = async (options) =>
  (await import('./gate.js')).gateGrades(options);

/** How targets stand, as a document of one of the formats. */
export const reportGrades: Reporter['reportGrades'] = async (options) =>
  (await import('./report.js')).reportGrades(options);

/** The sums behind grades as Markdown, see {@link ExplanationRenderer.renderExplanations}. */
export const renderExplanations = async (
  ...args: Parameters<ExplanationRenderer['renderExplanations']>
): Promise<string> => (await import('../report/grading/explanation-markdown.js')).renderExplanations(...args);

/** What is to be graded, why, and what it would cost. */
export const planGrading: Planner['planGrading'] = async (options) =>
  (await import('./plan.js')).planGrading(options);

/** index.json anew from files. */
export const rebuildTargets: Rebuilder['rebuildTargets'] = async (options) =>
  (await import('./rebuild-targets.js')).rebuildTargets(options);

/** Is every file what was written, and each grade what its evidence says? */
export const verifyTargets: Verifier['verifyTargets'] = async (options) =>
  (await import('./verify.js')).verifyTargets(options);

/** The graded state, handed out into a fresh folder. */
export const exportTargets: Exporter['exportTargets'] = async (options) =>
  (await import('./export.js')).exportTargets(options);

/** What a judge goes by, see {@link IntakeParser.parseIntake}. */
export const parseIntake = async (
  ...args: Parameters<IntakeParser['parseIntake']>
): Promise<ReturnType<IntakeParser['parseIntake']>> =>
  (await import('../engine/judge/intake.js')).parseIntake(...args);

/** Scoring protocol v1: prompts. */
export const emitProtocolPrompts: ProtocolEmitter['emitProtocolPrompts'] = async (options) =>
  (await import('./dev-grade/emit-prompts.js')).emitProtocolPrompts(options);

/** Scoring protocol v1: reports. */
export const consumeProtocolScores: ProtocolConsumer['consumeProtocolScores'] = async (options) =>
  (await import('./dev-grade/consume-scores.js')).consumeProtocolScores(options);

/** Scoring protocol v1 as a whole, with whoever scores. */
export const closeProtocolLoop: ProtocolLoop['closeProtocolLoop'] = async (options) =>
  (await import('./dev-grade/close-loop.js')).closeProtocolLoop(options);

/** The preflight on its own. */
export const checkEvaluator: EvaluatorChecker['checkEvaluator'] = async (options) =>
  (await import('./evaluator-check.js')).checkEvaluator(options);

/** An evaluator over one candidate and many examples. */
export const runEvaluator: EvaluatorRunner['runEvaluator'] = async (options) =>
  (await import('./evaluator-run.js')).runEvaluator(options);

/** The deterministic half of a grading as an evaluator. */
export const serveSchema: SchemaServer['serveSchema'] = async (...args) =>
  (await import('./serve-schema.js')).serveSchema(...args);

/** The same with a command, a service or a judge. */
export const evaluateProtocol: ProtocolEvaluation['evaluateProtocol'] = async (options) =>
  (await import('./dev-grade/evaluate-schemas.js')).evaluateProtocol(options);

/** MCP servers, graded by what they say of themselves. */
export const lintTargets: Linter['lintTargets'] = async (options) =>
  (await import('./lint/lint-targets.js')).lintTargets(options);

/** The same as a document of its own. */
export const renderLintResult: LintRenderer['renderLintResult'] = async (...args) =>
  (await import('./lint/render-result.js')).renderLintResult(...args);

/** The sums behind the scores of reports, in their order. */
export const explainLintSums = async (
  reports: readonly Parameters<LintSummer['explainSum']>[0][],
): Promise<ReturnType<LintSummer['explainSum']>[]> => {
  const { explainSum } = await import('../engine/lint/explain-sum.js');
  return reports.map((report) => explainSum(report));
};

/** What lint rules are there for, see {@link LintRules.explainRules}. */
export const explainLintRules = async (
  ...args: Parameters<LintRules['explainRules']>
): Promise<ReturnType<LintRules['explainRules']>> =>
  (await import('./lint/explain-rules.js')).explainRules(...args);

/** Whether results have somewhere to go, see {@link ResultFile.checkResultFile}. */
export const checkResultFile: ResultFile['checkResultFile'] = async (...args) =>
  (await import('../adapters/result-file.js')).checkResultFile(...args);

/** Files that an evaluator is started from, see {@link ResultFile.filesOfEvaluator}. */
export const filesOfEvaluator = async (
  ...args: Parameters<ResultFile['filesOfEvaluator']>
): Promise<string[]> => (await import('../adapters/result-file.js')).filesOfEvaluator(...args);

/** Writes a text as a whole or not at all, see {@link ResultFile.writeResultText}. */
export const writeResultText: ResultFile['writeResultText'] = async (...args) =>
  (await import('../adapters/result-file.js')).writeResultText(...args);
