import type { EvaluateResult } from '../../../evaluators/options.js';
import type { Island } from '../../../island/island.js';
import { lockName, withLock } from '../../../island/lock.js';
import { splitId } from '../../../island/logic/names.js';
import { namespaceFolder } from '../../../island/logic/paths.js';
import { errorOf, fatal, problem } from '../../../problems/error-codes.js';
import { distinctProblems, GradingError, type Problem } from '../../../problems/problem.js';
import type { EmittedTarget } from '../../../runs/options.js';
import { shardTargets } from '../../../target/logic/shard.js';
import type { Target } from '../../../target/logic/target.js';
import { deriveTarget } from '../../../target/rebuild/rebuild.js';
import { eachTarget, resolveTargets } from '../../../target/targets.js';
import { emitPrompts } from '../../emit/run.js';
import { type Asking, withEvaluator } from '../asking.js';
import { evaluateTargets } from '../evaluate-targets.js';
import type { CloseLoopOptions, CloseLoopResult, LoopedTarget, LoopTurn } from './options.js';
import { finishHandIn, takeTurn } from './take-turn.js';

/** More turns than any target needs: tools and About take two, and a selection's own runs take four. */
const MAX_TURNS = 20;

/** The results for one target so far. */
interface Progress {
  readonly target: Target;
  readonly turns: LoopTurn[];
  /** Errors of the last turn only, because that turn may have resolved the errors of an earlier one. */
  errors: readonly Problem[];
  warnings: readonly Problem[];
  /** Whether the last turn wrote nothing, so that another turn would write nothing either. */
  stuck: boolean;
}

/** State of one call of `closeLoop`. */
interface Loop {
  readonly options: CloseLoopOptions;
  readonly asking: Asking;
  readonly now: () => Date;
  readonly seen: Set<string>;
  /** Progress by the target's name, in the order in which work on the targets began. */
  readonly progress: Map<string, Progress>;
}

/**
 * Repeats stages 1 to 3 until nothing is due: emits prompts, lets an evaluator answer them, and hands the scores in.
 * Namespaces come before the selections that depend on them; with `chain`, the members that a selection is waiting for
 * come before its own runs.
 *
 * @returns for each target the results of its turns; a failing target does not affect the others
 * @throws GradingError if the evaluator cannot be used at all, or for options that ask for nothing
 * @see design/evaluators, design/grading-rules §10
 */
export async function closeLoop(options: CloseLoopOptions): Promise<CloseLoopResult> {
  const { island, targets: names, all = false, chain = false } = options;
  const resolved = await resolveTargets(island, names, { all });
  const isSelection = ({ flow }: Target) => flow === 'selection';
  const { own, leftOut } = shardTargets(resolved.targets, options.shard ?? null);
  const selections = own.filter(isSelection);
  const providers = own.filter((target) => !isSelection(target));
  if (chain && !all && resolved.targets.length > 0 && !resolved.targets.some(isSelection))
    throw fatal('RUN-009');
  const errors: Problem[] = [...resolved.problems];
  return withEvaluator(options.asking, island.book.grading.ageingDays, async (asking) => {
    const obstacle = await asking.evaluator.check();
    if (obstacle) throw errorOf(obstacle);
    const now = options.now ?? options.island.now;
    const loop: Loop = { options, asking, now, seen: new Set(), progress: new Map() };
    await eachTarget([...providers, ...selections], errors, async (target) => {
      if (asking.unfit) return;
      const alone = foldersOf(loop, target).reduceRight(
        (run, folder) => () => withLoopLock(island, folder, run),
        () => takeTurns(loop, target),
      );
      errors.push(...(await alone()));
    });
    const done = [...loop.progress.values()];
    const found = distinctProblems([...errors, ...done.flatMap((one) => one.errors)]);
    return {
      status: found.length === 0,
      results: done.map((one) => describe(loop, one)),
      ...(options.shard && { leftOut }),
      errors: found,
    };
  });
}

/** The folders whose runs the loop of a target may answer: with `chain`, those of a selection's members too. */
function foldersOf({ options, now }: Loop, target: Target): readonly string[] {
  if (target.flow === 'provider' || !options.chain) return [target.folder];
  const { index } = deriveTarget({ island: options.island, target, now: now() });
  const members = 'members' in index ? Object.keys(index.members) : [];
  return [target.folder, ...new Set(members.map((member) => namespaceFolder(splitId(member)[0])))];
}

/** Two loops would answer the same run, and one of them would find it handed in: the second one is refused. */
function withLoopLock<T>(island: Island, folder: string, run: () => Promise<T>): Promise<T> {
  const name = `${lockName(folder)}.loop`;
  return withLock({ island, target: folder, name, command: 'grading run', timeoutMs: 0 }, run);
}

/** @returns the problems that stage 1 found with the target in its last turn */
async function takeTurns(loop: Loop, target: Target): Promise<readonly Problem[]> {
  const own = progressOf(loop, target);
  own.errors = await finishHandIn(loop.options.island, target, loop.now);
  if (own.errors.length > 0) return [];
  for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
    const emitted = await emitPrompts(emitOptions(loop, target, turn));
    own.warnings = emitted.results.flatMap(({ warnings }) => warnings);
    const moved = await answerRuns(loop, emitted.results);
    // Questions that the user chose would be asked again in every turn.
    if (!moved || loop.options.mode === 'partial')
      return emitted.errors.filter((found) => !isOver(loop, found));
  }
  return [problem('EVR-006', undefined, { target: target.name, turns: MAX_TURNS })];
}

/** Takes one turn with each emitted run. */
async function answerRuns(loop: Loop, emitted: readonly EmittedTarget[]): Promise<boolean> {
  const { options, asking, now, seen } = loop;
  const { island, allowMissing = false } = options;
  let moved = false;
  for (const { target: name, taskId } of emitted) {
    const target = taskId === null ? null : await targetNamed(island, name);
    if (!target || asking.unfit) continue;
    const progress = progressOf(loop, target);
    if (progress.stuck) continue;
    try {
      const { turn, errors, warnings } = await takeTurn({ island, target, asking, allowMissing, seen, now });
      progress.turns.push(turn);
      progress.errors = errors;
      progress.warnings = [...progress.warnings, ...warnings];
      progress.stuck = turn.written === 0;
    } catch (error) {
      if (!(error instanceof GradingError)) throw error;
      progress.errors = [error.problem];
      progress.stuck = true;
    }
    moved ||= !progress.stuck;
  }
  return moved;
}

/** The first run asks for everything in the options; later runs ask for whatever the first one made due. */
function emitOptions({ options }: Loop, target: Target, turn: number) {
  const { asking: _, allowMissing: __, all: ___, ...emit } = options;
  const own = {
    ...emit,
    targets: [target.name],
    chain: target.flow === 'selection' && (emit.chain ?? false),
  };
  return turn === 1
    ? own
    : {
        ...own,
        onConflict: 'skip' as const,
        ...(emit.scope === 'all' && { scope: 'pending' as const, regrade: null }),
      };
}

/**
 * If a target has already had a turn, it does not fail when the rest of it turns out to be blocked (design/cli, emit).
 */
function isOver({ progress }: Loop, { code, args }: Problem): boolean {
  return code === 'RUN-002' && (progress.get(String(args?.target))?.turns.length ?? 0) > 0;
}

async function targetNamed(island: Island, name: string): Promise<Target> {
  const { targets } = await resolveTargets(island, [name]);
  const [target] = targets;
  if (!target) throw new Error(`${name} was emitted and is no target`);
  return target;
}

function progressOf({ progress }: Loop, target: Target): Progress {
  const known = progress.get(target.name);
  if (known) return known;
  const fresh = { target, turns: [], errors: [], warnings: [], stuck: false };
  progress.set(target.name, fresh);
  return fresh;
}

function describe({ options, asking, now }: Loop, { target, turns, warnings }: Progress): LoopedTarget {
  const { index } = deriveTarget({ island: options.island, target, now: now() });
  return {
    target: target.name,
    evaluator: asking.evaluator.identity,
    turns,
    rollupStatus: index.status,
    rollupGrade: index.grade ?? null,
    warnings: distinctProblems(warnings),
  };
}

/**
 * Estimates the first turn of a loop. Stage 1 runs normally, with its tests and prompts, because they determine what is
 * due; after that, calls and tokens are only counted, and no call is made. Later turns are not estimated, because they
 * depend on the grades.
 *
 * @returns the result of a dry run of `evaluateTargets`, with the problems of stage 1 before its own
 */
export async function estimateLoop(options: CloseLoopOptions): Promise<EvaluateResult> {
  const { asking, allowMissing: _, ...emit } = options;
  const emitted = await emitPrompts(emit);
  const targets = emitted.results.flatMap(({ target, taskId }) => (taskId === null ? [] : [target]));
  const estimated = await evaluateTargets({
    ...asking,
    island: options.island,
    targets,
    // A target without a run has nothing to count and is left out.
    all: false,
    dryRun: true,
  });
  const errors = [...emitted.errors, ...(targets.length > 0 ? estimated.errors : [])];
  return { ...estimated, status: errors.length === 0, errors };
}
