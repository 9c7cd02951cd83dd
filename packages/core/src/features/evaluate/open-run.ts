import { readTrusted } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { errorOf, fatal } from '../../problems/error-codes.js';
import { findChangesOfRun, findRun } from '../../runs/hold-run.js';
import { interruptedError } from '../../runs/open-run.js';
import { refuseRunOfOtherRules } from '../../runs/rules-of-run.js';
import { type PromptsFile, promptsFile } from '../../spec/prompts.js';
import { type StateFile, stateFile } from '../../spec/state.js';
import type { NodeStatus } from '../../spec/vocabulary.js';
import type { Target } from '../../target/logic/target.js';
import { deriveTarget } from '../../target/rebuild/rebuild.js';

/** Statuses that an evaluator's answers can give a node. */
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
