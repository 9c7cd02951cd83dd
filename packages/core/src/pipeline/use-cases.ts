/** The use cases, each loaded on its first call: start-up costs nothing for what is not used. */

type Importer = typeof import('./import.js');
type Validator = typeof import('./validate.js');
type Emitter = typeof import('./emit.js');
type Consumer = typeof import('./consume.js');
type StateReader = typeof import('./state.js');
type Rebuilder = typeof import('./rebuild-targets.js');
type HistoryReader = typeof import('./history.js');
type Exporter = typeof import('./export.js');
type IntakeParser = typeof import('../engine/judge/intake.js');

export type { ConsumeOptions, ConsumeResult } from './consume.js';
export type { EmitOptions, EmitResult, RegradeReason } from './emit/options.js';
export type { ExportResult } from './export.js';
export type { HistoryResult, NodeHistory } from './history.js';
export type { ImportOptions, ImportResult } from './import.js';
export type { RebuildResult } from './rebuild-targets.js';
export type { StateDetails, StateResult, TargetState } from './state.js';
export type { ValidateOptions, ValidateResult } from './validate.js';

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

/** index.json anew from files. */
export const rebuildTargets: Rebuilder['rebuildTargets'] = async (options) =>
  (await import('./rebuild-targets.js')).rebuildTargets(options);

/** The graded state, handed out into a fresh folder. */
export const exportTargets: Exporter['exportTargets'] = async (options) =>
  (await import('./export.js')).exportTargets(options);

/** What a judge goes by, see {@link IntakeParser.parseIntake}. */
export const parseIntake = async (
  ...args: Parameters<IntakeParser['parseIntake']>
): Promise<ReturnType<IntakeParser['parseIntake']>> =>
  (await import('../engine/judge/intake.js')).parseIntake(...args);
