import { worseOf } from '../../grade/grade.js';
import { blockersOf, isGrade, isGraded, rollUpStatus } from '../../grade/roll-up.js';
import type {
  Blocker,
  IndexMember,
  IndexNode,
  LockSnapshot,
  SelectionIndex,
  SelectionSummary,
} from '../../spec/index-file.js';
import { GRADING_SPEC, GRADING_SYSTEM, INDEX_VERSION, SCORING_SYSTEM } from '../../spec/versions.js';
import { keepUpdatedAt } from './namespace-index.js';
import { countNamespaces, maxSelectionGrade, tooFewNamespaces } from './selection/threshold.js';

export interface SelectionNodes {
  readonly selectionId: string;
  /** By `<namespace>.<schema>`. */
  readonly members: Readonly<Record<string, IndexMember>>;
  readonly about: IndexNode;
  readonly skills: Readonly<Record<string, IndexNode>>;
  readonly selectionAggregate: IndexNode;
  readonly lockSnapshot: LockSnapshot | null;
}

/** Reason of a member that does not exist in the island (spec 23). */
export const NOT_IMPORTED = 'selection member, not imported';

/**
 * The index of a selection: derived, so that equal files give equal bytes.
 *
 * @param previous the index on disk, or null
 * @see spec 23, Member-Resolution-Manifest and Rebuild Contract
 */
export function buildSelectionIndex(
  nodes: SelectionNodes,
  previous: SelectionIndex | null,
  now: Date,
): SelectionIndex {
  return keepUpdatedAt(assemble(nodes, now.toISOString()), previous);
}

/** All nodes that a selection's roll-up rests on, with their ids, in index order. */
export function nodesOfSelectionIndex(index: Omit<SelectionNodes, 'lockSnapshot'>): [string, IndexNode][] {
  return [
    ...Object.entries(index.members).map(([member, node]): [string, IndexNode] => [
      `members.${member}`,
      node,
    ]),
    ['about', index.about],
    ...Object.entries(index.skills).map(([skill, node]): [string, IndexNode] => [`skills.${skill}`, node]),
    ['selectionAggregate', index.selectionAggregate],
  ];
}

function assemble(nodes: SelectionNodes, updatedAt: string): SelectionIndex {
  const namespaces = countNamespaces(Object.keys(nodes.members));
  const capped = { ...nodes, selectionAggregate: capGrade(nodes.selectionAggregate, namespaces) };
  const all = nodesOfSelectionIndex(capped);
  const grade = gradeOfSelection(capped.selectionAggregate, all, namespaces);
  return {
    indexVersion: INDEX_VERSION,
    selectionId: nodes.selectionId,
    updatedAt,
    status: rollUpStatus(all.map(([, node]) => node.status)),
    ...(grade !== undefined && { grade }),
    summary: buildSummary(nodes, namespaces),
    about: nodes.about,
    skills: nodes.skills,
    selectionAggregate: capped.selectionAggregate,
    members: nodes.members,
    blockers: [...missingMembers(nodes.members), ...blockersOf(all)],
    ...(nodes.lockSnapshot && { lockSnapshot: nodes.lockSnapshot }),
  };
}

/** Below seven namespaces, A is out of reach whatever an entry contains; the band before the cap stays as rawGrade. */
function capGrade(node: IndexNode, namespaces: number): IndexNode {
  if (!isGrade(node.grade)) return node;
  return { ...node, grade: worseOf(node.grade, maxSelectionGrade(namespaces)) };
}

/** A selection's grade is that of its aggregate (grading-rules §6). */
function gradeOfSelection(
  aggregate: IndexNode,
  all: readonly (readonly [string, IndexNode])[],
  namespaces: number,
): string | undefined {
  if (all.some(([, node]) => node.status === 'rejected')) return 'REJECTED';
  if (tooFewNamespaces(namespaces) !== null) return 'n/a';
  return aggregate.grade;
}

/** A missing member has no blocker, but is named all the same (spec 23, example). */
function missingMembers(members: SelectionNodes['members']): Blocker[] {
  return Object.entries(members).flatMap(([member, { resolvedArtifact, status, reason = NOT_IMPORTED }]) =>
    resolvedArtifact === null && status === 'pending' ? [{ node: `members.${member}`, reason }] : [],
  );
}

function buildSummary({ members, about, skills }: SelectionNodes, namespaces: number): SelectionSummary {
  const all = Object.values(members);
  const stable = all.filter(({ status }) => status === 'stable').length;
  return {
    members: all.length,
    membersStable: stable,
    namespaces,
    verdict: `${stable} of ${all.length} members PASS`,
    about: about.status,
    skills: Object.values(skills).filter(({ status }) => isGraded(status)).length,
    notImported: missingMembers(members).map(({ node }) => node.slice('members.'.length)),
    scoringSystem: SCORING_SYSTEM,
    gradingSystem: GRADING_SYSTEM,
    gradingSpec: GRADING_SPEC,
  };
}
