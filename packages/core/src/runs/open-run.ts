import { readDocument, readTrusted } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { errorOf, fatal } from '../problems/error-codes.js';
import { GradingError } from '../problems/problem.js';
import { type PromptsFile, promptsFile } from '../spec/prompts.js';
import { type StateFile, stateFile } from '../spec/state.js';
import type { NodeStatus } from '../spec/vocabulary.js';
import type { Target } from '../target/logic/target.js';
import { deriveTarget } from '../target/rebuild/rebuild.js';
import { keepSkill, skillOf } from './emit-skill.js';
import { findChangesOfRun, findRun } from './hold-run.js';
import type { EmittedTarget } from './options.js';
import { refuseRunOfOtherRules } from './rules-of-run.js';
import type { OpenedTarget, RunContext } from './run-context.js';

/**
 * Reads the newest run of a target from its state.
 *
 * @throws GradingError SCR-018 if a hand-in was interrupted: it has to be finished first
 */
export function readRun(island: Island, target: Target): StateFile | null {
  const state = readTrusted(island, `${target.folder}/${FILE_NAMES.state}`, stateFile);
  if (state?.status === 'consuming') throw interruptedError(island, target, state);
  return state;
}

/**
 * The prompts of the open run if an emit has to continue it, that is, if nothing has changed and the options do not ask
 * for a new run.
 *
 * @returns null if a new run has to begin
 * @throws GradingError RUN-001 if a run is open and the option `onConflict` is `abort`, SRV-005 if one is open that has to be
 *   kept
 */
export function continuableRun(context: RunContext): PromptsFile | null {
  const { options, target, key, state } = context;
  const open = state && openPrompts(context, state);
  if (!open) return null;
  if (options.onConflict === 'abort') {
    const file = `${target.folder}/${FILE_NAMES.state}`;
    throw fatal('RUN-001', { file }, { taskId: open.taskId, target: target.name });
  }
  const isContinued = options.onConflict !== 'overwrite' && state.runKey === key;
  if (isContinued && !isChanged(context, state)) return open;
  if (options.keepOpenRun && takesAnswers(context)) {
    throw fatal('SRV-005', undefined, { taskId: open.taskId, target: target.name });
  }
  return null;
}

/** Checks whether answers to the open run could be handed in. */
function takesAnswers({ options: { island }, target, now }: RunContext): boolean {
  try {
    return readOpenRun(island, target, now) !== null;
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return false;
  }
}

/**
 * Checks whether a run was edited. Answers to an edited run would be refused, so a new run replaces it (decision 0073).
 */
function isChanged({ options: { island }, target: { folder } }: RunContext, state: StateFile): boolean {
  const known = findRun(island, folder, state.taskId);
  return known !== null && findChangesOfRun(island, folder, { known, state }).length > 0;
}

/** The prompts of a run that waits for its scores; null if its files do not belong together. */
function openPrompts({ options, target: { folder } }: RunContext, state: StateFile): PromptsFile | null {
  if (state.status !== 'prompts-emitted') return null;
  const parsed = readDocument(options.island, `${folder}/${FILE_NAMES.prompts}`, promptsFile);
  return parsed && 'value' in parsed && parsed.value.taskId === state.taskId ? parsed.value : null;
}

/**
 * The result of an emit that continues a run. Nothing is requested or written, apart from a skill that is wanted and is
 * not there yet.
 */
export function continuedRun(
  { context, before, empty, blocked }: OpenedTarget,
  open: PromptsFile,
): EmittedTarget {
  const { options, target } = context;
  const { folder } = target;
  const skill = skillOf(options, open);
  return {
    ...empty,
    taskId: open.taskId,
    promptsPath: `${folder}/${FILE_NAMES.prompts}`,
    ...(skill !== null && keepSkill(options.island, folder, skill)),
    statePath: `${folder}/${FILE_NAMES.state}`,
    promptCount: open.prompts.length,
    pretests: open.pretests,
    blocked: blocked(),
    skippedAreas: open.skippedAreas,
    gatedAreas: open.gatedAreas,
    skipped: true,
    warnings: before.problems,
  };
}

/** The error for an interrupted hand-in: it has to be repeated with the same file, of which a copy was kept. */
export function interruptedError(
  island: Island,
  { folder, name: target }: Target,
  state: StateFile,
): GradingError {
  const scores = `${folder}/${state.consume?.scoresPath ?? FILE_NAMES.scores}`;
  const args = { taskId: state.taskId, scores, scoresPath: island.absolute(scores), target };
  return fatal('SCR-018', { file: `${folder}/${FILE_NAMES.state}` }, args);
}

/** Statuses that a grader's answers can give a node. */
const ANSWERED: readonly NodeStatus[] = ['graded', 'stable', 'rejected'];

/** A run that is waiting for answers. */
export interface OpenRun {
  readonly target: Target;
  readonly folder: string;
  readonly prompts: PromptsFile;
  readonly state: StateFile;
  /**
   * Nodes that need new answers instead of cached ones: they have a grade or a veto for the current content, or are
   * being graded again.
   */
  readonly again: ReadonlySet<string>;
}

/**
 * The open run of a target, provided that its content is unchanged: answers about old content could not be handed in,
 * so they are not asked for.
 *
 * @returns null if no run is open
 * @throws GradingError RUN-013 (the rules have changed), SCR-014 (content changed), SCR-018 (an interrupted hand-in), RUN-014 (the run was changed)
 */
export function readOpenRun(island: Island, target: Target, now: Date): OpenRun | null {
  const { folder } = target;
  const state = readTrusted(island, `${folder}/${FILE_NAMES.state}`, stateFile);
  if (state?.status === 'consuming') throw interruptedError(island, target, state);
  const prompts =
    state?.status === 'prompts-emitted'
      ? readTrusted(island, `${folder}/${FILE_NAMES.prompts}`, promptsFile)
      : null;
  if (!state || prompts?.taskId !== state.taskId) return null;
  refuseRunOfOtherRules(island, state, target);
  const known = findRun(island, folder, state.taskId);
  const [edited] = known ? findChangesOfRun(island, folder, { known, state }) : [];
  if (edited) throw errorOf(edited);
  const { subjects } = deriveTarget({ island, target, now });
  const hashes = new Map(subjects.map(({ node, hash }) => [node, hash]));
  const changed = state.subjects.find(({ node, schemaHash }) => hashes.get(node) !== schemaHash);
  if (changed) {
    const { area, subject } = changed;
    const where = { file: `${folder}/${FILE_NAMES.prompts}` };
    throw fatal('SCR-014', where, { area, subject, target: target.name });
  }
  const graded = subjects.filter(({ status }) => ANSWERED.includes(status.status));
  const regraded = state.subjects.filter(({ regradingTrigger }) => regradingTrigger);
  const again = new Set([...graded, ...regraded].map(({ node }) => node));
  return { target, folder, prompts, state, again };
}
