import { describeProblem, type EvaluateResult } from '@flowmcp/grading-core/commands';
import type { CloseLoopResult } from '@flowmcp/grading-core/features/evaluate/loop/options';
import { describeUsage } from '../asking/describe-usage.js';
import { sumUpTargets, withoutNode } from '../run/render.js';
import { counted } from '../terminal/layout.js';
import { oneLine } from '../terminal/problems.js';

type Evaluated = EvaluateResult['results'][number];
type Looped = CloseLoopResult['results'][number];

/** Maximum number of unscored items that are named for one target; the rest are only counted. */
const NAMED = 5;

/**
 * Describes an evaluator's answers for one target, and the next step.
 *
 * @param scores path of the scores file; null if there is none
 * @param next the command that hands in the scores
 */
export function describeEvaluated(
  found: Evaluated,
  { scores, next }: { scores: string | null; next: string | null },
): string {
  const { target, unit, total, reused, recalled, scored, unscored, prompts, usage } = found;
  const { name, version, model, harness, asked } = found.evaluator;
  const by = [harness, model, asked?.askedAt && `asked at ${asked.askedAt}`].filter(Boolean).join(', ');
  const from = [
    `${scored} now`,
    ...(reused > 0 ? [`${reused} before`] : []),
    ...(recalled > 0 ? [`${recalled} from the cache`] : []),
  ];
  const more = unscored.length - NAMED;
  return [
    `${target}: ${total - unscored.length} of ${counted(total, unit)} scored (${from.join(', ')})`,
    `  by       ${name} ${version} (${by})`,
    ...(usage.tokens ? [`  used     ${describeUsage(usage)}`] : []),
    ...unscored
      .slice(0, NAMED)
      .map(
        ({ prompt, question, problem }) =>
          `  missing  ${[prompt, question].filter(Boolean).join(' ')}: ${oneLine(describeProblem(problem).message)}`,
      ),
    ...(more > 0 ? [`  missing  … and ${more} more`] : []),
    ...(scores ? [`  scores   ${scores}, ${prompts.complete} of ${counted(prompts.total, 'prompt')}`] : []),
    ...(next
      ? [
          `  next     ${next}${prompts.complete < prompts.total ? ' --allow-missing, or repeat this command' : ''}`,
        ]
      : []),
  ].join('\n');
}

/** Describes the estimated effort, for each target and in total. */
export function describeEstimates({ results, tokenRule }: EvaluateResult): string {
  const sum = (of: (found: Evaluated) => number) => results.reduce((all, found) => all + of(found), 0);
  // A judge that is asked until its letter is likely enough may need fewer calls.
  const isMost = results.some(({ evaluator: { asked = {} } }) => 'maxSamples' in asked);
  const cost = (calls: number, tokens: number) =>
    `${isMost ? 'at most ' : ''}${counted(calls, 'call')}, about ${counted(tokens, 'token')}`;
  return [
    ...results.map(({ target, estimate: { calls, tokens }, reused, unit }) => {
      const done = reused > 0 ? ` (${counted(reused, unit)} answered before)` : '';
      return `${target}: ${cost(calls, tokens)}${done}`;
    }),
    `in total: ${cost(
      sum(({ estimate }) => estimate.calls),
      sum(({ estimate }) => estimate.tokens),
    )}, plus one call to try out the evaluator`,
    `tokens: ${tokenRule}`,
  ].join('\n');
}

/**
 * Describes each turn of a target, and the target's current state.
 *
 * @param isWhole whether nothing failed, so that a target without a turn had nothing to grade
 */
export function describeLooped(
  { target, turns, rollupStatus, rollupGrade }: Looped,
  { next, isWhole }: { readonly next: string; readonly isWhole: boolean },
): string {
  const grade = rollupGrade ? `, grade ${rollupGrade}` : '';
  const done = turns.length > 0 ? counted(turns.length, 'turn') : sayIdle(isWhole);
  return [
    `${target}: ${done}; roll-up ${rollupStatus}${grade}`,
    ...turns.map(({ usage, reused, recalled, unscored, written }, at) => {
      const known = reused + recalled;
      return [
        `  turn ${at + 1}   ${describeUsage(usage)}`,
        ...(known > 0 ? [`${counted(known, 'answer')} already known`] : []),
        ...(unscored > 0 ? [`${unscored} without a score`] : []),
        `${counted(written, 'entry', 'entries')} written`,
      ].join(', ');
    }),
    `  next     ${next}`,
  ].join('\n');
}

function sayIdle(isWhole: boolean): string {
  return isWhole ? 'nothing to grade' : 'no turn was taken';
}

/**
 * Describes many targets: those that ended alike on one line, and what all their turns took.
 *
 * @param reasonOf why nothing could be asked about a target, if that is known
 */
export function describeManyLooped(
  results: readonly Looped[],
  {
    next,
    isWhole,
    reasonOf,
  }: {
    readonly next: string;
    readonly isWhole: boolean;
    readonly reasonOf: (target: string) => string | undefined;
  },
): string {
  const turns = results.flatMap((found) => found.turns);
  const written = turns.reduce((sum, turn) => sum + turn.written, 0);
  const calls = turns.reduce((sum, { usage }) => sum + usage.calls, 0);
  const total = `${counted(calls, 'call')}, ${counted(written, 'entry', 'entries')} written`;
  const outcomeOf = ({ target, turns: own, rollupStatus, rollupGrade }: Looped) =>
    own.length === 0
      ? withoutNode(reasonOf(target) ?? sayIdle(isWhole))
      : `now ${rollupStatus}${rollupGrade ? `, grade ${rollupGrade}` : ''}`;
  return [...sumUpTargets(results, total, outcomeOf), `next   ${next}   shows one in full`].join('\n');
}
