import type { IndexNode } from '../spec/index-file.js';
import { selectSubjects } from './logic/subjects.js';
import type { Target } from './logic/target.js';
import { type DerivedTarget, nodesOf } from './rebuild/derive-target.js';

/** Nodes in the part of a target that a command names, in index order; for a schema also its own node. */
export function nodesInScope(
  { scope }: Pick<Target, 'scope'>,
  { index, subjects }: Pick<DerivedTarget, 'index' | 'subjects'>,
): [string, IndexNode][] {
  const all = nodesOf(index);
  if (Object.keys(scope).length === 0) return all;
  const inScope = new Set(selectSubjects(subjects, { scope, areas: null }).map(({ node }) => node));
  const schema = scope.tool === undefined && scope.schema !== undefined ? `schemas.${scope.schema}` : null;
  return all.filter(([node]) => inScope.has(node) || node === schema);
}
