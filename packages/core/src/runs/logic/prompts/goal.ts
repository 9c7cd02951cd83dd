import { oneLine } from '../../../documents/quoted-text.js';
import { fatal } from '../../../problems/error-codes.js';
import type { Goal } from '../../../spec/prompts.js';
import type { AreaId } from '../../../spec/vocabulary.js';

/** Maximum length of a completion condition that a `/goal` evaluator accepts, in UTF-16 units (spec 25). */
const MAX_CONDITION = 4000;

/** Default limit of a grading loop, in turns (spec 25). */
export const DEFAULT_TURNS = 25;

export interface GoalInput {
  /** The target of the run in a few words, e.g. `namespace defillama`. */
  readonly what: string;
  /** Ids of the prompts, each of the form `‹area›/‹subject›`. */
  readonly promptIds: readonly string[];
  readonly maxTurns: number;
}

/** A goal in the words of a program. */
export interface OwnGoalInput {
  /** What has to be reached; default: the grading of the area. */
  readonly condition?: string | undefined;
  /** Default: the area in scope. */
  readonly area?: AreaId | undefined;
  readonly maxTurns: number;
}

/**
 * Completion condition and Goal-Block for a program's own condition, or for an area whose prompts are not known (spec
 * 25). The bound on turns is added; the limit holds for the whole condition.
 *
 * @throws GradingError PB-003 for an empty condition, PB-007 for one that is too long, PB-008 for maxTurns
 */
export function buildOwnGoal({ condition: own, area, maxTurns }: OwnGoalInput): Goal {
  checkTurns(maxTurns);
  const line = surfacingLine(`${area ?? '‹area›'}/‹subject›`);
  const aim =
    own ??
    `The grading of ${area ?? 'the area in scope'} is complete: the transcript shows the line ${line} for each of its prompts, then [GRADING] DONE`;
  const bare = oneLine(aim.trim()).replace(/[.;\s]+$/, '');
  if (bare === '') throw fatal('PB-003', { path: '/condition' }, { field: 'condition' });
  const condition = `${bare}; ${turnsBound(maxTurns)}`;
  checkLength(condition);
  return { condition, maxTurns, goalBlock: blockText(condition, line) };
}

/**
 * Completion condition and Goal-Block of a run or of a single prompt (spec 25). The condition names as many prompts as
 * fit into its 4,000 characters, and gives only the number of the others.
 *
 * @throws GradingError PB-003 if there is no prompt, PB-007 if not even the frame fits, PB-008 if maxTurns is not a
 * positive integer
 */
export function buildGoal({ what, promptIds, maxTurns }: GoalInput): Goal {
  checkTurns(maxTurns);
  if (promptIds.length === 0) throw fatal('PB-003', undefined, { field: `the list of prompts of ${what}` });
  const render = (named: number) => conditionText({ what, promptIds, maxTurns }, named);
  const condition = render(countThatFits(render, promptIds.length));
  const [only] = promptIds.length === 1 ? promptIds : [];
  const line = surfacingLine(only === undefined ? '‹area›/‹subject›' : oneLine(only));
  return { condition, maxTurns, goalBlock: blockText(condition, line) };
}

function checkTurns(maxTurns: number): void {
  if (!Number.isSafeInteger(maxTurns) || maxTurns < 1) {
    throw fatal('PB-008', undefined, { found: maxTurns });
  }
}

function checkLength({ length }: string): void {
  if (length > MAX_CONDITION) throw fatal('PB-007', undefined, { length, max: MAX_CONDITION });
}

function conditionText({ what, promptIds, maxTurns }: GoalInput, named: number): string {
  const count = promptIds.length;
  const rest = count - named;
  const list = [
    ...promptIds.slice(0, named).map(oneLine),
    ...(rest > 0 ? [`${rest} more listed in prompts.json`] : []),
  ].join(', ');
  return `The grading of ${oneLine(what)} is complete: the transcript shows the line ${surfacingLine('‹area›/‹subject›')} for each of ${count} ${count === 1 ? 'prompt' : 'prompts'} (${list}), then [GRADING] PROGRESS ${count}/${count} and [GRADING] DONE; ${turnsBound(maxTurns)}`;
}

function turnsBound(maxTurns: number): string {
  return `or stop after ${maxTurns} turns.`;
}

/**
 * The largest number of ids that fit. Each additional id makes the text longer; only the last one may not, because it
 * removes the note about the rest.
 */
function countThatFits(render: (named: number) => string, total: number): number {
  if (render(total).length <= MAX_CONDITION) return total;
  checkLength(render(0));
  let fits = 0;
  let tooMany = total;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (render(middle).length <= MAX_CONDITION) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

/** @param line what the transcript has to show for each prompt */
function blockText(condition: string, line: string): string {
  return [
    'This part is for whoever drives the grading; who only answers a prompt passes over it.',
    `Completion condition: ${condition}`,
    'The condition is checked on the transcript alone. Whoever drives the grading brings these lines into it; flowmcp grading hand-in prints them once an entry is written:',
    [line, '[GRADING] PROGRESS ‹written›/‹all›', '[GRADING] DONE'].join('\n'),
    'They are no part of an answer and are never written in advance. A turn remembers nothing: it reads state.json and index.json, takes the next prompt without an answer, and leaves everything it learned in files.',
  ].join('\n\n');
}

function surfacingLine(id: string): string {
  return `[GRADING] area=${id} schema-valid=✓ status=‹status› written=✓`;
}
