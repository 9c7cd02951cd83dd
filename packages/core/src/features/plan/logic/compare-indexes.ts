import { sayReason } from '../../../grade/roll-up.js';
import { saysFewTests } from '../../../grade/tool-standing.js';
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
  readonly detail?: string;
  readonly waits?: true;
  /** Only of the member of a selection. */
  readonly resolvedArtifact?: string | null;
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
  const pairs: Pair[] = [
    ['', before, after],
    ...nodesOf(before).map(([node, was]) => [node, was, now.get(node) ?? was] as const),
  ];
  const barred = pairs.filter(isBarred).map(([node]) => node);
  return pairs.flatMap(([node, was, is]) => {
    const changed = { before: say(was, isByThresholds), after: say(is, isByThresholds) };
    if (changed.before === changed.after) return [];
    return [
      {
        node,
        ...changed,
        ...(!isByThresholds && {
          why: whyChanged(
            was,
            is,
            barred.some((part) => dependsOn(node, part)),
          ),
        }),
      },
    ];
  });
}

/** `stable B`, without the score, which does not depend on thresholds; under other rules also why there is no grade. */
function say(node: Shown, isByThresholds: boolean): string {
  const { status, grade } = isByThresholds ? node : { ...node, ...node.regraded };
  const named = grade === undefined || grade === null || grade === 'REJECTED' ? status : `${status} ${grade}`;
  return isOpen(node) && node.reason && !isByThresholds ? `${named}: ${node.reason}` : named;
}

/**
 * What a difference comes from; a letter beside the recorded one is what the next run would write.
 *
 * @param isBarred whether the tests that a tool needs block, or no longer block, a part on which the node depends
 */
function whyChanged(was: Shown, is: Shown, isBarred: boolean): WhyChanged {
  if (!isOpen(was) && !isOpen(is)) return 'bands';
  const isUnblocked = was.status !== is.status && (was.status === 'blocked' || is.status === 'blocked');
  if (isUnblocked && isBarred) return 'bar';
  return was.waits || is.waits ? 'gate' : 'reason';
}

type Pair = readonly [node: string, was: Shown, is: Shown];

/**
 * Whether the tests that a tool needs block it in one index and not in the other. A member of a selection stands for its
 * tools: if its schema is there, only they make it blocked under some rules and not under others.
 */
function isBarred([node, was, is]: Pair): boolean {
  if ((was.status === 'blocked') === (is.status === 'blocked')) return false;
  if (isMember(node)) return typeof was.resolvedArtifact === 'string' && !was.waits && !is.waits;
  const blocked = was.status === 'blocked' ? was : is;
  return node.includes('.tools.') && saysFewTests(sayReason(blocked) ?? '');
}

/** Whether a node depends on a tool or a member: itself, the schema of a tool, and what is about them all. */
function dependsOn(node: string, part: string): boolean {
  if (node === part || !(node.startsWith('schemas.') || isMember(node))) return true;
  const schema = part.slice(0, part.indexOf('.tools.'));
  return node === schema || node === `${schema}.toolsAggregate`;
}

function isMember(node: string): boolean {
  return node.startsWith('members.');
}

function isOpen({ status }: Shown): boolean {
  return status === 'pending' || status === 'blocked';
}
