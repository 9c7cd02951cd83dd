/** The use cases, each loaded on its first call: start-up costs nothing for what is not used. */

type Importer = typeof import('./features/import/run.js');
type Validator = typeof import('./features/import/validate.js');
type Emitter = typeof import('./features/emit/run.js');
type Consumer = typeof import('./features/consume/run.js');
type StateReader = typeof import('./features/state/run.js');
type Verifier = typeof import('./features/verify/run.js');
type Rebuilder = typeof import('./features/rebuild/run.js');
type HistoryReader = typeof import('./features/history/run.js');
type Gate = typeof import('./features/gate/run.js');
type Planner = typeof import('./features/plan/run.js');
type Explainer = typeof import('./features/explain/run.js');
type Exporter = typeof import('./features/export/run.js');
type Reporter = typeof import('./features/report/run.js');
type ExplanationRenderer = typeof import('./features/report/logic/explanation-markdown.js');
type ProtocolEmitter = typeof import('./features/protocol-v1/emit-prompts.js');
type ProtocolConsumer = typeof import('./features/protocol-v1/consume-scores.js');
type ProtocolLoop = typeof import('./features/protocol-v1/close-loop.js');
type ProtocolEvaluation = typeof import('./features/protocol-v1/evaluate-schemas.js');
type EvaluatorRunner = typeof import('./features/evaluate/dataset-run/evaluator-run.js');
type EvaluatorChecker = typeof import('./features/evaluate/evaluator-check.js');
type SchemaServer = typeof import('./features/evaluate/serve-schema/serve-schema.js');
type Linter = typeof import('./features/lint/lint-targets.js');
type LintRenderer = typeof import('./features/lint/render-result.js');
type LintSummer = typeof import('./features/lint/logic/explain-sum.js');
type LintRules = typeof import('./features/lint/explain-rules.js');
type ResultFile = typeof import('./files/result-file.js');
type IntakeParser = typeof import('./evaluators/logic/judge/intake.js');
type Evaluation = typeof import('./features/evaluate/evaluate-targets.js');
type QueueWorker = typeof import('./features/evaluate/queue/work.js');
type LoopCloser = typeof import('./features/evaluate/loop/close-loop.js');
type LoopEstimator = typeof import('./features/evaluate/loop/estimate-loop.js');

export type { AskingOptions, EvaluateOptions, EvaluateResult, QueueOptions } from './evaluators/options.js';
export type { ConsumeOptions, ConsumeResult } from './features/consume/run.js';
export type { EvaluatorRunResult } from './features/evaluate/dataset-run/evaluator-run.js';
export type { EvaluatorCheckResult } from './features/evaluate/evaluator-check.js';
export type { CloseLoopOptions, CloseLoopResult } from './features/evaluate/loop/options.js';
export type { CallRate } from './features/evaluate/queue/job-worker.js';
export type { WorkDone, WorkOptions, WorkResult } from './features/evaluate/queue/work.js';
export type { ExplainResult, TargetExplanation } from './features/explain/run.js';
export type { ExportResult } from './features/export/run.js';
export type { GatedTarget, GateOptions, GateResult } from './features/gate/run.js';
export type { HistoryResult, NodeHistory } from './features/history/run.js';
export type { ImportOptions, ImportResult } from './features/import/run.js';
export type { ValidateOptions, ValidateResult } from './features/import/validate.js';
export type { ExplainedRule } from './features/lint/explain-rules.js';
export type { LintOptions, LintProblem, LintResult } from './features/lint/options.js';
export type { RenderLintOptions } from './features/lint/render-result.js';
export type { PlannedTarget, PlanOptions, PlanResult } from './features/plan/options.js';
export type {
  ProtocolLoopOptions,
  ProtocolLoopResult,
  ScoreWith,
  ScoringOutcome,
} from './features/protocol-v1/close-loop.js';
export type { ProtocolConsumeOptions, ProtocolConsumeResult } from './features/protocol-v1/consume-scores.js';
export type {
  ProtocolConflict,
  ProtocolEmitOptions,
  ProtocolEmitResult,
} from './features/protocol-v1/emit-prompts.js';
export type {
  ProtocolEvaluateOptions,
  ProtocolEvaluateResult,
} from './features/protocol-v1/evaluate-schemas.js';
export type { GradedSchema } from './features/protocol-v1/grade-schema.js';
export type { RebuildResult } from './features/rebuild/run.js';
export type { ReportOptions, ReportResult } from './features/report/options.js';
export type { StateDetails, StateResult, TargetState } from './features/state/run.js';
export type { VerifyResult } from './features/verify/run.js';
export type { EmitOptions, EmitResult, RegradeReason } from './runs/options.js';

/** Stage 2 with an evaluator. */
export const evaluateTargets: Evaluation['evaluateTargets'] = async (options) =>
  (await import('./features/evaluate/evaluate-targets.js')).evaluateTargets(options);

/** Answers of an evaluator for commands on any machine. */
export const workOnQueue: QueueWorker['workOnQueue'] = async (options) =>
  (await import('./features/evaluate/queue/work.js')).workOnQueue(options);

/** Stages 1 to 3 with an evaluator, until nothing is due. */
export const closeLoop: LoopCloser['closeLoop'] = async (options) =>
  (await import('./features/evaluate/loop/close-loop.js')).closeLoop(options);

/** What the first turn of a loop would take. */
export const estimateLoop: LoopEstimator['estimateLoop'] = async (options) =>
  (await import('./features/evaluate/loop/estimate-loop.js')).estimateLoop(options);

/** Stage 0, see {@link Importer.importSources}. */
export const importSources: Importer['importSources'] = async (options) =>
  (await import('./features/import/run.js')).importSources(options);

/** The import gate on its own. */
export const validateSources: Validator['validateSources'] = async (options) =>
  (await import('./features/import/validate.js')).validateSources(options);

/** Stage 1. */
export const emitPrompts: Emitter['emitPrompts'] = async (options) =>
  (await import('./features/emit/run.js')).emitPrompts(options);

/** Stage 3. */
export const consumeScores: Consumer['consumeScores'] = async (options) =>
  (await import('./features/consume/run.js')).consumeScores(options);

/** How targets stand. */
export const readState: StateReader['readState'] = async (options) =>
  (await import('./features/state/run.js')).readState(options);

/** Every entry of a target's nodes in time. */
export const readHistory: HistoryReader['readHistory'] = async (options) =>
  (await import('./features/history/run.js')).readHistory(options);

/** The sum behind every grade. */
export const explainGrades: Explainer['explainGrades'] = async (options) =>
  (await import('./features/explain/run.js')).explainGrades(options);

/** Are the grades good enough? */
export const gateGrades: Gate['gateGrades'] = async (options) =>
  (await import('./features/gate/run.js')).gateGrades(options);

/** How targets stand, as a document of one of the formats. */
export const reportGrades: Reporter['reportGrades'] = async (options) =>
  (await import('./features/report/run.js')).reportGrades(options);

/** The sums behind grades as Markdown, see {@link ExplanationRenderer.renderExplanations}. */
export const renderExplanations = async (
  ...args: Parameters<ExplanationRenderer['renderExplanations']>
): Promise<string> =>
  (await import('./features/report/logic/explanation-markdown.js')).renderExplanations(...args);

/** What is to be graded, why, and what it would cost. */
export const planGrading: Planner['planGrading'] = async (options) =>
  (await import('./features/plan/run.js')).planGrading(options);

/** index.json anew from files. */
export const rebuildTargets: Rebuilder['rebuildTargets'] = async (options) =>
  (await import('./features/rebuild/run.js')).rebuildTargets(options);

/** Is every file what was written, and each grade what its evidence says? */
export const verifyTargets: Verifier['verifyTargets'] = async (options) =>
  (await import('./features/verify/run.js')).verifyTargets(options);

/** The graded state, handed out into a fresh folder. */
export const exportTargets: Exporter['exportTargets'] = async (options) =>
  (await import('./features/export/run.js')).exportTargets(options);

/** What a judge goes by, see {@link IntakeParser.parseIntake}. */
export const parseIntake = async (
  ...args: Parameters<IntakeParser['parseIntake']>
): Promise<ReturnType<IntakeParser['parseIntake']>> =>
  (await import('./evaluators/logic/judge/intake.js')).parseIntake(...args);

/** Scoring protocol v1: prompts. */
export const emitProtocolPrompts: ProtocolEmitter['emitProtocolPrompts'] = async (options) =>
  (await import('./features/protocol-v1/emit-prompts.js')).emitProtocolPrompts(options);

/** Scoring protocol v1: reports. */
export const consumeProtocolScores: ProtocolConsumer['consumeProtocolScores'] = async (options) =>
  (await import('./features/protocol-v1/consume-scores.js')).consumeProtocolScores(options);

/** Scoring protocol v1 as a whole, with whoever scores. */
export const closeProtocolLoop: ProtocolLoop['closeProtocolLoop'] = async (options) =>
  (await import('./features/protocol-v1/close-loop.js')).closeProtocolLoop(options);

/** The preflight on its own. */
export const checkEvaluator: EvaluatorChecker['checkEvaluator'] = async (options) =>
  (await import('./features/evaluate/evaluator-check.js')).checkEvaluator(options);

/** An evaluator over one candidate and many examples. */
export const runEvaluator: EvaluatorRunner['runEvaluator'] = async (options) =>
  (await import('./features/evaluate/dataset-run/evaluator-run.js')).runEvaluator(options);

/** The deterministic half of a grading as an evaluator. */
export const serveSchema: SchemaServer['serveSchema'] = async (...args) =>
  (await import('./features/evaluate/serve-schema/serve-schema.js')).serveSchema(...args);

/** The same with a command, a service or a judge. */
export const evaluateProtocol: ProtocolEvaluation['evaluateProtocol'] = async (options) =>
  (await import('./features/protocol-v1/evaluate-schemas.js')).evaluateProtocol(options);

/** MCP servers, graded by what they say of themselves. */
export const lintTargets: Linter['lintTargets'] = async (options) =>
  (await import('./features/lint/lint-targets.js')).lintTargets(options);

/** The same as a document of its own. */
export const renderLintResult: LintRenderer['renderLintResult'] = async (...args) =>
  (await import('./features/lint/render-result.js')).renderLintResult(...args);

/** The sums behind the scores of reports, in their order. */
export const explainLintSums = async (
  reports: readonly Parameters<LintSummer['explainSum']>[0][],
): Promise<ReturnType<LintSummer['explainSum']>[]> => {
  const { explainSum } = await import('./features/lint/logic/explain-sum.js');
  return reports.map((report) => explainSum(report));
};

/** What lint rules are there for, see {@link LintRules.explainRules}. */
export const explainLintRules = async (
  ...args: Parameters<LintRules['explainRules']>
): Promise<ReturnType<LintRules['explainRules']>> =>
  (await import('./features/lint/explain-rules.js')).explainRules(...args);

/** Whether results have somewhere to go, see {@link ResultFile.checkResultFile}. */
export const checkResultFile: ResultFile['checkResultFile'] = async (...args) =>
  (await import('./files/result-file.js')).checkResultFile(...args);

/** Files that an evaluator is started from, see {@link ResultFile.filesOfEvaluator}. */
export const filesOfEvaluator = async (
  ...args: Parameters<ResultFile['filesOfEvaluator']>
): Promise<string[]> => (await import('./files/result-file.js')).filesOfEvaluator(...args);

/** Writes a text as a whole or not at all, see {@link ResultFile.writeResultText}. */
export const writeResultText: ResultFile['writeResultText'] = async (...args) =>
  (await import('./files/result-file.js')).writeResultText(...args);
