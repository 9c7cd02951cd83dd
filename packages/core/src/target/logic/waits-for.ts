import { describeProblem, problem } from '../../problems/error-codes.js';
import type { IndexNode } from '../../spec/index-file.js';

/** Why an About has no grade if there is none: of a namespace, and of a selection. */
export const NO_ABOUT = 'no About resource';
export const NO_DOMAIN_KNOWLEDGE = 'no domain knowledge';
/** Why nothing that rests on several tools has a grade if graders cannot be asked about any of them. */
export const NO_TESTABLE_TOOL = 'no testable tool';

const OFFLINE = describeProblem(problem('DPT-106', undefined, {})).message;
/** DPT-103, DPT-104 and DPT-123: a key is declared, and whoever tested the tool has none. */
const NEEDS_KEY = /^(?:requires API key|key .+ not in |the server parameter .+ has no value$)/;

const WAITING: ReadonlyMap<string, string> = new Map([
  [NO_ABOUT, 'an About'],
  [NO_DOMAIN_KNOWLEDGE, 'an About'],
  [NO_TESTABLE_TOOL, 'tools that pass their tests'],
  [OFFLINE, 'its tests'],
  ['not graded yet', 'its first grading'],
]);

/**
 * What a node without a grade waits for, in words: nobody has given it yet what it needs, but nothing is wrong with it.
 * Null for a node with a grade or a veto, and for one that is blocked by a fault of its own, such as failing tests.
 */
export function waitsFor({
  status,
  reason = '',
  detail = reason,
  waits,
}: Pick<IndexNode, 'status' | 'reason' | 'detail' | 'waits'>): string | null {
  if (status !== 'blocked' && status !== 'pending') return null;
  const known = WAITING.get(detail);
  if (known !== undefined) return known;
  if (NEEDS_KEY.test(detail)) return 'an API key';
  if (status === 'blocked') return null;
  return waits ? 'other grades' : 'a new grading';
}
