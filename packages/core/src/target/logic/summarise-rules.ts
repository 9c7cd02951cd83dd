import { isGraded } from '../../grade/roll-up.js';
import type { RuleBook } from '../../spec/books/book.js';
import { byVersion, versionsOf } from '../../spec/books/registered.js';
import type { IndexNode, NamedRules, SummarisedRules } from '../../spec/index-file.js';

/** Nodes that take their grade from others, and rest on no entry of their own. */
const STANDING = /^(?:schemas\.[^.]+$|members\.)/;

/**
 * The rules of the counted entries; of several the oldest, with the number of each. Without a graded node they are the
 * island's.
 *
 * @param all nodes of an index with their ids
 * @see spec 06: scores under several versions are not aggregated in silence
 */
export function summariseRules(
  all: readonly (readonly [string, IndexNode])[],
  book: RuleBook,
): Omit<SummarisedRules, 'regraded'> {
  const { gradingSpec, ...own } = versionsOf(book);
  const counted = all
    .filter(([id, { status }]) => isGraded(status) && !STANDING.test(id))
    .map(([, { rules = own }]) => rules);
  const [scoring, grading] = [countOf(counted, 'scoringSystem'), countOf(counted, 'gradingSystem')];
  const mixed = { scoringSystem: Object.fromEntries(scoring), gradingSystem: Object.fromEntries(grading) };
  return {
    scoringSystem: scoring[0]?.[0] ?? own.scoringSystem,
    gradingSystem: grading[0]?.[0] ?? own.gradingSystem,
    gradingSpec,
    ...((scoring.length > 1 || grading.length > 1) && { mixed }),
  };
}

/** Number of nodes by version, oldest first. */
function countOf(counted: readonly NamedRules[], axis: keyof NamedRules): [string, number][] {
  const counts = new Map<string, number>();
  for (const { [axis]: version } of counted) counts.set(version, (counts.get(version) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => byVersion(a, b));
}

/** A node as the island's gradingSystem grades it. */
export function asRegraded(node: IndexNode): IndexNode {
  const { regraded } = node;
  return regraded ? { ...node, status: regraded.status, grade: regraded.grade } : node;
}

/** The same for each of several nodes. */
export function allRegraded(nodes: Readonly<Record<string, IndexNode>>): Record<string, IndexNode> {
  return Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, asRegraded(node)]));
}
