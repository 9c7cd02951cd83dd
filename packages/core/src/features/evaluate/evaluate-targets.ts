import { sumUnpaid } from '../../evaluators/ask/call-meter.js';
import { evaluationFile, Journal } from '../../evaluators/journal.js';
import { type Estimate, estimateCalls, TOKEN_RULE } from '../../evaluators/logic/estimate.js';
import {
  type AreaPart,
  buildArea,
  buildScores,
  type DatedPart,
} from '../../evaluators/logic/evaluated-scores.js';
import type { EvaluatorIdentity } from '../../evaluators/logic/evaluator.js';
import { withAsked } from '../../evaluators/logic/judge/asked.js';
import type { EvaluatedTarget, EvaluateOptions, EvaluateResult, Unscored } from '../../evaluators/options.js';
import { readPackageIdentity } from '../../files/own-package.js';
import { isDecided } from '../../grade/letter-certainty.js';
import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { withLock } from '../../island/lock.js';
import { describeProblem, fatal, problem } from '../../problems/error-codes.js';
import { distinctProblems, type Problem } from '../../problems/problem.js';
import { type OpenRun, readOpenRun } from '../../runs/open-run.js';
import { isInShard } from '../../target/logic/shard.js';
import type { Target } from '../../target/logic/target.js';
import { eachTarget, resolveTargets } from '../../target/targets.js';
import { type Asking, withEvaluator } from './asking.js';
import { type Call, planCalls } from './calls.js';

/**
 * Stage 2 without an agent: an evaluator answers the prompts of the open runs. Its answers are stored, so that the same
 * command continues after an interruption; a failed question gets no score, and the others continue.
 *
 * @returns for each target what was asked and answered; a failing target does not affect the others
 * @throws GradingError from the preflight
 * @see design/evaluators, grading evaluate
 */
export async function evaluateTargets(options: EvaluateOptions): Promise<EvaluateResult> {
  const { island, targets, all = false, dryRun = false, shard = null, now = island.now } = options;
  const resolved = await resolveTargets(island, targets, { all });
  const errors: Problem[] = [...resolved.problems];
  const isOwn = (target: Target) => isInShard(target.folder, shard);
  const results = await withEvaluator(options, island.book.grading.ageingDays, (asking) =>
    eachTarget(onePerFolder(resolved.targets).filter(isOwn), errors, async (target) => {
      const command = 'grading evaluate';
      // Enough for a selection too: it answers the run of its target, and members have runs of their own.
      return withLock({ island, target: target.folder, command }, async () => {
        const run = readOpenRun(island, target, now());
        // A request for all targets means only those that are waiting for answers.
        if (!run && all) return [];
        if (!run) throw fatal('EVR-001', undefined, { target: target.name });
        const { result } = await evaluateRun({ island, run, asking, dryRun });
        errors.push(...unscoredProblems(result));
        return [result];
      });
    }),
  );
  return {
    status: errors.length === 0,
    stage: 2,
    dryRun,
    tokenRule: TOKEN_RULE,
    results: results.flat(),
    // An unusable evaluator fails for every target alike.
    errors: distinctProblems(errors),
  };
}

/** Returns EVR-002 if anything has no score, and EVL-056 instead where only the budget is to blame. */
export function unscoredProblems({ target, unit, total, unscored }: EvaluatedTarget): Problem[] {
  const problems = unscored.map((one) => one.problem);
  const unpaid = sumUnpaid(problems, target).filter(({ code }) => code === 'EVL-056');
  const failed = unscored.filter((one) => one.problem.code !== 'EVL-055');
  const [first] = failed;
  if (!first) return unpaid;
  const { message: reason } = describeProblem(first.problem);
  const name = [first.prompt, first.question].filter(Boolean).join(' ');
  const args = { missing: failed.length, total, what: `${unit}s`, target, first: name, reason };
  return [...unpaid, problem('EVR-002', undefined, args)];
}

/** Parts of one namespace share its run. */
function onePerFolder(targets: readonly Target[]): Target[] {
  return [...new Map([...targets].reverse().map((target) => [target.folder, target])).values()].reverse();
}

/** One evaluator's answers to the questions of an open run. */
interface EvaluatedRun {
  readonly result: EvaluatedTarget;
  /** The written scores file; null if no prompt is complete, or no call was made. */
  readonly scores: string | null;
}

/**
 * Asks an evaluator the open questions of a run, and writes a scores file for the completely answered prompts. Each
 * answer is recorded as it arrives: an interrupted command loses only the calls in progress.
 *
 * @param dryRun make no call and write nothing
 */
export async function evaluateRun({
  island,
  run,
  asking,
  dryRun,
}: {
  island: Island;
  run: OpenRun;
  asking: Asking;
  dryRun: boolean;
}): Promise<EvaluatedRun> {
  const { evaluator, unit, options } = asking;
  const { range, taskModel } = options.evaluator;
  const { taskId } = run.state;
  const calls = planCalls(run, { evaluator, unit, range, taskModel });
  const readJournal = () => new Journal({ island, folder: run.folder, taskId, evaluator, range });
  const openOf = (kept: Journal) => calls.filter((call) => !kept.answerTo(call));
  let journal = readJournal();
  const [first] = openOf(journal);
  if (first && !dryRun) {
    await asking.tryOut(first);
    // A service reports its version in its first answer: only then is it known which stored answers are its own.
    journal = readJournal();
  }
  const open = openOf(journal);
  const { identity } = evaluator;
  const estimate = estimateOpen(open, asking, journal);
  const usage = asking.meter.start();
  const { recalled, unscored } = dryRun ? NOTHING_ASKED : await askOpen({ open, run, asking, journal });
  const asked = dryRun ? 0 : open.length - recalled;
  const kept = dryRun ? null : keepScores({ island, run, identity, journal, calls });
  return {
    scores: kept?.text ?? null,
    result: {
      target: run.target.name,
      taskId,
      evaluator: identity,
      unit,
      total: calls.length,
      reused: calls.length - open.length,
      recalled,
      asked,
      scored: asked - unscored.length,
      unscored,
      prompts: { total: run.prompts.prompts.length, complete: completeOf(run, calls, journal).length },
      scoresPath: kept?.path ?? null,
      estimate,
      usage: usage(),
      warnings: [
        ...journal.warnings,
        ...asking.takeWarnings(),
        ...(dryRun ? [] : undecidedLetters(run.target.name, calls, journal)),
      ],
    },
  };
}

/** EVL-057 if a judge that was asked for likely letters leaves some undecided. */
function undecidedLetters(target: string, calls: readonly Call[], journal: Journal): Problem[] {
  const letters = calls.flatMap((call) => {
    const answer = journal.answerTo(call);
    const certainty = answer ? call.certaintyOf(answer.part) : null;
    return certainty ? [{ prompt: call.prompt, certainty }] : [];
  });
  const undecided = letters.filter(({ certainty }) => !isDecided(certainty));
  const [first] = undecided;
  if (!first) return [];
  const which = undecided.slice(0, MOST_NAMED).map(({ prompt }) => prompt);
  const { samples } = first.certainty;
  const args = { target, samples, count: undecided.length, total: letters.length };
  const more = undecided.length > MOST_NAMED ? ', …' : '';
  return [problem('EVL-057', undefined, { ...args, which: which.join(', ') + more })];
}

/** Maximum number of prompts named in a message. */
const MOST_NAMED = 3;

/** What is still to be called: the samples that the journal does not have. */
function estimateOpen(open: readonly Call[], { samples }: Asking, journal: Journal): Estimate {
  const numbers = Array.from({ length: samples }, (_, at) => at + 1);
  const missingOf = (call: Call) =>
    samples === 1 ? 1 : numbers.filter((sample) => !journal.answerTo(call, sample)).length;
  return estimateCalls(
    open.map(({ text }) => text),
    (at) => missingOf(open[at] as Call),
  );
}

const NOTHING_ASKED = { recalled: 0, unscored: [] };

async function askOpen({
  open,
  run,
  asking,
  journal,
}: {
  open: readonly Call[];
  run: OpenRun;
  asking: Asking;
  journal: Journal;
}): Promise<{ recalled: number; unscored: readonly Unscored[] }> {
  const failed = new Map<Call, Unscored>();
  const recalled = await asking.ask(open, run.target.name, journal, (call, outcome) => {
    const { prompt, question } = call;
    if ('problem' in outcome) failed.set(call, { prompt, question, problem: outcome.problem });
    else journal.add(call, { ...outcome, part: partOf(outcome.part, asking.evaluator.identity) });
  });
  return { recalled, unscored: open.flatMap((call) => failed.get(call) ?? []) };
}

/** Adds to each answer how the judge was asked; answers cached by an earlier version do not contain this. */
function partOf({ answers, ...part }: AreaPart, identity: EvaluatorIdentity): AreaPart {
  return {
    ...part,
    answers: answers.map(({ evidence, ...answer }) => {
      const said = withAsked(evidence, identity);
      return { ...answer, ...(said !== undefined && { evidence: said }) };
    }),
  };
}

/** Prompts with an answer to every question, in the order of the run. */
function completeOf(run: OpenRun, calls: readonly Call[], journal: Journal) {
  const parts = new Map<string, DatedPart[]>();
  for (const call of calls) {
    const answer = journal.answerTo(call);
    if (answer) parts.set(call.prompt, [...(parts.get(call.prompt) ?? []), answer]);
  }
  return run.prompts.prompts.flatMap((prompt) => buildArea(prompt, parts.get(prompt.id) ?? []) ?? []);
}

function keepScores({
  island,
  run,
  identity,
  journal,
  calls,
}: {
  island: Island;
  run: OpenRun;
  identity: EvaluatorIdentity;
  journal: Journal;
  calls: readonly Call[];
}): { path: string; text: string } | null {
  const areas = completeOf(run, calls, journal);
  if (areas.length === 0) return null;
  const times = calls.flatMap((call) => journal.answerTo(call)?.at ?? []);
  const { taskId } = run.state;
  const scores = buildScores({
    taskId,
    identity,
    version: readPackageIdentity().version,
    timestamp: times.sort().at(-1) ?? run.state.createdAt,
    areas,
  });
  const path = `${evaluationFile(run.folder, taskId)}.scores.json`;
  const text = formatJson(scores);
  island.replace(path, text, 'whole');
  return { path, text };
}
