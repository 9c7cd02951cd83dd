import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { EmitOptions, EmittedTarget } from '../../runs/options.js';
import { shellWord } from '../../values/shell-word.js';

/** A reason that holds nodes back, and the nodes that it holds. */
export interface Held {
  readonly reason: string;
  /** `5 tools`, or the one node. */
  readonly what: string;
  readonly areTools: boolean;
}

/** Equal reasons once, each with the nodes that it holds, in the order in which they were found. */
export function foldBlocked(blocked: EmittedTarget['blocked']): Held[] {
  const nodes = new Map<string, string[]>();
  for (const { node, reason } of blocked) nodes.set(reason, [...(nodes.get(reason) ?? []), node]);
  return [...nodes].map(([reason, held]) => {
    const areTools = held.every((node) => node.includes('.tools.'));
    const [only = ''] = held;
    const what = held.length === 1 ? only : `${held.length} ${areTools ? 'tools' : 'nodes'}`;
    return { reason, what, areTools };
  });
}

/**
 * The reason that decides: that of a tool, because the other nodes wait for tools.
 *
 * @returns null if nothing is held back
 */
export function decisiveReason({
  blocked,
  gatedAreas,
  vetoes,
}: Pick<EmittedTarget, 'blocked' | 'gatedAreas' | 'vetoes'>): string | null {
  const held = foldBlocked(blocked);
  const found = held.find(({ areTools }) => areTools) ?? held[0];
  if (vetoes[0] && !found?.areTools) return `${vetoes[0].node}: vetoed`;
  if (found) return `${found.what}: ${found.reason}`;
  return gatedAreas[0] ? `${gatedAreas[0].area}: ${gatedAreas[0].reason}` : null;
}

/** The part of a reason that blocked tools for want of a flag. */
const OFFLINE = '(offline)';
const KEYS = '--with-keys';

/**
 * A run over several targets succeeds if it can ask about at least one of them (design/cli, exit codes). The problem of
 * a selection that is waiting for members names those members.
 */
export function nothingToAsk(results: readonly EmittedTarget[], options: EmitOptions): Problem[] {
  if (results.some(({ promptCount }) => promptCount > 0)) return [];
  return results
    .filter(({ nothingDue, refusals, regraded }) => !nothingDue && refusals.length === 0 && !regraded)
    .map((found) => found.gate ?? describeNothing(found, options));
}

function describeNothing(found: EmittedTarget, { offline = false, keys = null }: EmitOptions): Problem {
  const { target, blocked, pretests } = found;
  const run = `flowmcp grading emit ${shellWord(target)}`;
  const untested = pretests.filter(({ status }) => status !== 'ok');
  const isBlockedBy = (part: string) =>
    [...blocked, ...untested].some(({ reason }) => reason?.includes(part));
  const then =
    offline && isBlockedBy(OFFLINE)
      ? `${run}, without --offline`
      : keys === null && isBlockedBy(KEYS)
        ? `${run} ${KEYS}`
        : `flowmcp grading state ${shellWord(target)} shows what to do about it`;
  const lacking = found.skippedAreas.map(({ area }) => area).join(', ');
  const reason = decisiveReason(found) ?? untested[0]?.reason ?? `it has nothing for ${lacking}`;
  return problem('RUN-002', undefined, { target, reason, then });
}
