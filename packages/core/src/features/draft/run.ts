import { journalFile, readEvaluations } from '../../evaluators/journal.js';
import { namesEvaluator } from '../../evaluators/logic/evaluated-scores.js';
import { readTrusted } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { type HeldLock, lockName, takeLock } from '../../island/lock.js';
import { formatAsideName } from '../../island/logic/names.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { errorOf, fatal } from '../../problems/error-codes.js';
import { GradingError } from '../../problems/problem.js';
import { readOpenRun } from '../../runs/open-run.js';
import { sha256 } from '../../spec/hash.js';
import { scoresFile } from '../../spec/scores.js';
import { type StateFile, stateFile } from '../../spec/state.js';
import type { Target } from '../../target/logic/target.js';
import { type NamedTarget, resolveTargets } from '../../target/targets.js';
import { type ConsumeResult, consumeScores } from '../consume/run.js';
import { readPrompts } from './list-prompts.js';
import type { Draft, DraftGrader, DraftProblem } from './logic/draft.js';
import { namePrompts } from './logic/draft-scores.js';
import { type GivenHandIn, OpenDraft } from './open-draft.js';

export interface DraftOptions {
  readonly island: Island;
  readonly target: NamedTarget;
  readonly grader: DraftGrader;
  /** Shown to others who want to open the same draft. */
  readonly command: string;
  /** How long to wait if the draft is open elsewhere, in milliseconds; default: until a killed process counts as gone. */
  readonly waitMs?: number;
}

/** The result of consume, with the prompt of each problem. */
export interface DraftConsumeResult extends ConsumeResult {
  readonly errors: readonly DraftProblem[];
}

export interface OpinionResult {
  readonly status: boolean;
  /** The opinion's file, relative to the island; null if it was refused. */
  readonly path: string | null;
  readonly errors: readonly DraftProblem[];
}

/**
 * Opens a grader's draft of the open run, or begins one. It stays locked against other processes until it is closed.
 * After its hand-in it can be opened again to repeat that hand-in.
 *
 * @throws GradingError SCR-017 (no run is open), DRF-001 (open elsewhere), DRF-007 (an evaluator has this name), and as
 *   `readOpenRun` if the content, the run or the rules have changed
 */
export async function openDraft(options: DraftOptions): Promise<Draft<DraftConsumeResult>> {
  const { island } = options;
  const target = await resolveOne(options);
  const state = readTrusted(island, `${target.folder}/${FILE_NAMES.state}`, stateFile);
  const none = () => fatal('SCR-017', undefined, { target: target.name });
  if (!state || state.status === 'superseded') throw none();
  const isOpen = state.status === 'prompts-emitted';
  const prompts = isOpen
    ? readOpenRun(island, target, island.now())?.prompts
    : readPrompts(island, state, target);
  // What is handed in can only be handed in again, by whoever has a draft of it.
  if (!prompts || (!isOpen && island.kind(draftPath(target, state, options.grader)) === null)) throw none();
  refuseEvaluatorsName(options, target, state);
  const handIn = async ({ text, ids, file, allowMissing }: GivenHandIn): Promise<DraftConsumeResult> => {
    const given = { island, target: target.name, scores: text, scoresFile: file, allowMissing };
    const result = await consumeScores(given);
    return { ...result, errors: namePrompts(result.errors, ids) };
  };
  return open(options, { target, state, prompts, mayWrite: 'prompts-emitted', handIn });
}

/**
 * Opens a draft of a second opinion on the run that was graded last. Its hand-in becomes a file of its own and changes
 * no grade.
 *
 * @throws GradingError DRF-001 (open elsewhere), DRF-006 (the same grader has handed in), DRF-008 (nothing was graded
 *   with these prompts), DRF-009 (this grader has given an opinion)
 */
export async function openOpinion(options: DraftOptions): Promise<Draft<OpinionResult>> {
  const { island, grader } = options;
  const target = await resolveOne(options);
  const state = readTrusted(island, `${target.folder}/${FILE_NAMES.state}`, stateFile);
  const prompts = state?.status === 'graded' ? readPrompts(island, state, target) : null;
  const handedIn =
    state?.consume && readTrusted(island, `${target.folder}/${state.consume.scoresPath}`, scoresFile);
  if (!state || !prompts || !handedIn) throw fatal('DRF-008', undefined, { target: target.name });
  const { taskId } = state;
  const { creator, harness } = handedIn;
  const first = { kind: creator.kind ?? 'llm', name: creator.skill, model: harness.model ?? undefined };
  const slug = slugOf(grader);
  if (slugOf(first) === slug) throw fatal('DRF-006', undefined, { grader: grader.name, taskId });
  const path = `${target.folder}/${FILE_NAMES.evaluations}/${formatAsideName({ kind: 'opinion', taskId, slug })}`;
  if (island.kind(path) !== null)
    throw fatal('DRF-009', { file: path }, { grader: grader.name, taskId, file: path });
  const handIn = async ({ text, problems }: GivenHandIn): Promise<OpinionResult> => {
    if (problems.length > 0) return { status: false, path: null, errors: problems };
    island.create(path, text);
    return { status: true, path, errors: [] };
  };
  return open(options, { target, state, prompts, mayWrite: 'graded', handIn });
}

async function resolveOne({ island, target: name }: DraftOptions): Promise<Target> {
  const { targets, problems } = await resolveTargets(island, [name]);
  const [problem] = problems;
  if (problem) throw errorOf(problem);
  return targets[0] as Target;
}

/** The hand-in of anybody who bears an evaluator's name is compared with that evaluator's journal. */
function refuseEvaluatorsName(
  { island, grader }: DraftOptions,
  { folder }: Target,
  { taskId }: StateFile,
): void {
  const lines = [...readEvaluations(island, journalFile(folder, taskId))].filter((line) => line !== null);
  const { kind, name, version, harness } = grader;
  if (namesEvaluator({ creator: { kind, skill: name, skillVersion: version }, harness }, lines))
    throw fatal('DRF-007', undefined, { grader: name, taskId });
}

/** Longer than the lock of a process that no longer exists is respected. */
const UNTIL_GONE_MS = 8_000;

async function open<Result>(
  { island, grader, command, waitMs = UNTIL_GONE_MS }: DraftOptions,
  run: Pick<
    ConstructorParameters<typeof OpenDraft<Result>>[0],
    'target' | 'state' | 'prompts' | 'mayWrite' | 'handIn'
  >,
): Promise<Draft<Result>> {
  const { target, state } = run;
  const name = `${lockName(target.folder)}.draft-${slugOf(grader)}`;
  const lock = await takeLock({ island, target: target.folder, name, command, timeoutMs: waitMs }).catch(
    (error) => {
      throw asHeldDraft(error, { grader: grader.name, target: target.name });
    },
  );
  return orRelease(
    lock,
    () => new OpenDraft({ ...run, island, grader, lock, file: draftPath(target, state, grader) }),
  );
}

function orRelease<T>(lock: HeldLock, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    lock.release();
    throw error;
  }
}

function asHeldDraft(error: unknown, args: { grader: string; target: string }): unknown {
  if (!(error instanceof GradingError) || error.problem.code !== 'ISL-002') return error;
  const { where, args: { who = 'another process' } = {} } = error.problem;
  return fatal('DRF-001', where, { ...args, who });
}

function draftPath({ folder }: Target, { taskId }: StateFile, grader: DraftGrader): string {
  const name = formatAsideName({ kind: 'draft', taskId, slug: slugOf(grader) });
  return `${folder}/${FILE_NAMES.evaluations}/${name}`;
}

/** Names a grader in file names: readable, and different for each kind, name and model. */
function slugOf({
  kind,
  name,
  model = '',
}: Pick<DraftGrader, 'kind' | 'name'> & { readonly model?: string | undefined }): string {
  const readable = `${kind}-${name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${readable.slice(0, 40).replace(/-+$/, '')}-${sha256(`${kind}\0${name}\0${model}`).slice(0, 8)}`;
}
