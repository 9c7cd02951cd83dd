import { evaluationFile, Journal } from '../../evaluators/journal.js';
import { estimateCalls } from '../../evaluators/logic/estimate.js';
import {
  type AreaPart,
  buildArea,
  buildScores,
  type DatedPart,
} from '../../evaluators/logic/evaluated-scores.js';
import { type EvaluatorIdentity, withAsked } from '../../evaluators/logic/evaluator.js';
import type { EvaluatedTarget, Unscored } from '../../evaluators/options.js';
import { readPackageIdentity } from '../../files/own-package.js';
import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import type { Asking } from './asking.js';
import { type Call, planCalls } from './calls.js';
import type { OpenRun } from './open-run.js';

/** Answers of one evaluator to an open run. */
export interface EvaluatedRun {
  readonly result: EvaluatedTarget;
  /** The written scores file; null if no prompt is complete, or no call was made. */
  readonly scores: string | null;
}

/**
 * Asks an evaluator the open questions of a run, and writes a scores file with the complete prompts. Each answer is
 * recorded as it arrives: an interrupted command loses only the calls in progress.
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
    // A service identifies itself in its first answer: only now it is clear which stored answers are its own.
    journal = readJournal();
  }
  const open = openOf(journal);
  const { identity } = evaluator;
  const samples = options.evaluator.kind === 'judge' ? options.evaluator.samples : 1;
  const texts = open.map(({ text }) => text);
  const estimate = estimateCalls(texts, samples);
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
      warnings: [...journal.warnings, ...asking.takeWarnings()],
    },
  };
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
  const recalled = await asking.ask(open, run.target.name, (call, outcome) => {
    const { prompt, question } = call;
    if ('problem' in outcome) failed.set(call, { prompt, question, problem: outcome.problem });
    else journal.add(call, { ...outcome, part: partOf(outcome.part, asking.evaluator.identity) });
  });
  return { recalled, unscored: open.flatMap((call) => failed.get(call) ?? []) };
}

/** Also completes answers from a cache that an earlier version filled without this information. */
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
