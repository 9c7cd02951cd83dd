import { oneLine } from '../../../documents/quoted-text.js';
import { fatal } from '../../../problems/error-codes.js';
import type { Goal } from '../../../spec/prompts.js';

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

/**
 * Completion condition and Goal-Block of a run or of a single prompt (spec 25). The condition names as many prompts as
 * fit into its 4,000 characters, and gives only the number of the others.
 *
 * @throws GradingError PB-003 if there is no prompt, PB-007 if not even the frame fits, PB-008 if maxTurns is not a
 * positive integer
 */
export function buildGoal({ what, promptIds, maxTurns }: GoalInput): Goal {
  if (!Number.isSafeInteger(maxTurns) || maxTurns < 1) {
    throw fatal('PB-008', undefined, { found: maxTurns });
  }
  if (promptIds.length === 0) throw fatal('PB-003', undefined, { what });
  const render = (named: number) => conditionText({ what, promptIds, maxTurns }, named);
  const condition = render(countThatFits(render, promptIds.length));
  return { condition, maxTurns, goalBlock: blockText(condition, promptIds) };
}

function conditionText({ what, promptIds, maxTurns }: GoalInput, named: number): string {
  const count = promptIds.length;
  const rest = count - named;
  const list = [
    ...promptIds.slice(0, named).map(oneLine),
    ...(rest > 0 ? [`${rest} more listed in prompts.json`] : []),
  ].join(', ');
  return `The grading of ${oneLine(what)} is complete: the transcript shows the line ${surfacingLine('‹area›/‹subject›')} for each of ${count} ${count === 1 ? 'prompt' : 'prompts'} (${list}), then [GRADING] PROGRESS ${count}/${count} and [GRADING] DONE; or stop after ${maxTurns} turns.`;
}

/**
 * The largest number of ids that fit. Each additional id makes the text longer; only the last one may not, because it
 * removes the note about the rest.
 */
function countThatFits(render: (named: number) => string, total: number): number {
  if (render(total).length <= MAX_CONDITION) return total;
  const frame = render(0).length;
  if (frame > MAX_CONDITION) throw fatal('PB-007', undefined, { length: frame, max: MAX_CONDITION });
  let fits = 0;
  let tooMany = total;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (render(middle).length <= MAX_CONDITION) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

function blockText(condition: string, promptIds: readonly string[]): string {
  const [only] = promptIds.length === 1 ? promptIds : [];
  return [
    'This part is for whoever drives the grading; who only answers a prompt passes over it.',
    `Completion condition: ${condition}`,
    'The condition is checked on the transcript alone. Whoever drives the grading brings these lines into it; flowmcp grading run with --consume-scores prints them once an entry is written:',
    [
      surfacingLine(only === undefined ? '‹area›/‹subject›' : oneLine(only)),
      '[GRADING] PROGRESS ‹written›/‹all›',
      '[GRADING] DONE',
    ].join('\n'),
    'They are no part of an answer and are never written in advance. A turn remembers nothing: it reads state.json and index.json, takes the next prompt without an answer, and leaves everything it learned in files.',
  ].join('\n\n');
}

function surfacingLine(id: string): string {
  return `[GRADING] area=${id} schema-valid=✓ status=‹status› written=✓`;
}
