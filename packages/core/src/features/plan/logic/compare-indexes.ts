import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../../spec/index-file.js';
import { nodesOf } from '../../../target/logic/build-index.js';

/**
 * What a change under other rules comes from: the number of tests that a tool needs, the letters of the scores, only the
 * words of what blocks a node, or what it waits for.
 */
export type WhyChanged = 'bar' | 'bands' | 'reason' | 'gate';

export interface ChangedNode {
  /** Empty for the target as a whole. */
  readonly node: string;
  readonly before: string;
  readonly after: string;
  /** Only under other rules. */
  readonly why?: WhyChanged;
}

type AnyIndex = NamespaceIndex | SelectionIndex;

/** What an index says of a node, or of the target as a whole. */
interface Shown {
  readonly status: string;
  readonly grade?: IndexNode['grade'] | null;
  readonly reason?: string;
  readonly regraded?: IndexNode['regraded'];
}

/**
 * Lists what differs between two indexes of a target.
 *
 * @param isByThresholds compare letters and statuses alone, because only thresholds differ
 */
export function compareIndexes(
  before: AnyIndex,
  after: AnyIndex,
  { isByThresholds }: { readonly isByThresholds: boolean },
): ChangedNode[] {
  const now = new Map<string, Shown>(nodesOf(after));
  const pairs: (readonly [string, Shown, Shown])[] = [
    ['', before, after],
    ...nodesOf(before).map(([node, was]) => [node, was, now.get(node) ?? was] as const),
  ];
  return pairs.flatMap(([node, was, is]) => {
    const changed = { before: say(was, isByThresholds), after: say(is, isByThresholds) };
    if (changed.before === changed.after) return [];
    return [{ node, ...changed, ...(!isByThresholds && { why: whyChanged(was, is) }) }];
  });
}

/** `stable B`, without the score, which does not depend on thresholds; under other rules also why there is no grade. */
function say(node: Shown, isByThresholds: boolean): string {
  const { status, grade } = isByThresholds ? node : { ...node, ...node.regraded };
  const named = grade === undefined || grade === null || grade === 'REJECTED' ? status : `${status} ${grade}`;
  return isOpen(node) && node.reason && !isByThresholds ? `${named}: ${node.reason}` : named;
}

/** What a difference comes from; a letter beside the recorded one is what the next run would write. */
function whyChanged(was: Shown, is: Shown): WhyChanged {
  if (!isOpen(was) && !isOpen(is)) return 'bands';
  if (was.status !== is.status && (was.status === 'blocked' || is.status === 'blocked')) return 'bar';
  return is.status === 'blocked' ? 'reason' : 'gate';
}

function isOpen({ status }: Shown): boolean {
  return status === 'pending' || status === 'blocked';
}
