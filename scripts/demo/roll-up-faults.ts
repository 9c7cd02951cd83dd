import type { NamespaceIndex, SelectionIndex } from '../../packages/core/src/spec/index-file.js';
import { nodesOf } from '../../packages/core/src/target/logic/build-index.js';

/**
 * Problems in the index of the sample provider after its two runs; empty if everything is stable with a B, the best
 * autonomous grade, and the namespace therefore operational.
 */
export function listRollUpFaults({ status, grade, summary, schemas, ...index }: NamespaceIndex): string[] {
  const graded = [
    ...Object.entries(schemas).flatMap(([schema, node]) => [
      ...Object.entries(node.tools).map(([tool, found]) => [`${schema}.${tool}`, found] as const),
      [`the tools of ${schema} together`, node.toolsAggregate] as const,
    ]),
    ['the tools of the namespace', index.namespaceAggregate] as const,
    ['the description', index.description] as const,
    ['the About', index.about] as const,
    ...Object.entries(index.skills).map(([skill, node]) => [`the skill ${skill}`, node] as const),
  ];
  const blockers = index.blockers.map(({ node }) => node).join(', ');
  const expected = [
    ['status', status, 'operational'],
    ['grade', grade, 'B'],
    ['schemas', summary.schemas, 2],
    ['tools', summary.tools, 6],
    ['stable tools', summary.toolsStable, 6],
    ['skills', summary.skills, 1],
    ['blockers', blockers, ''],
  ] as const;
  return [
    ...expected
      .filter(([, found, wanted]) => found !== wanted)
      .map(([what, ...pair]) => describe(what, pair)),
    ...graded
      .filter(([, node]) => node.status !== 'stable' || node.grade !== 'B' || !node.ref)
      .map(([what, node]) => describe(what, [`${node.status} ${node.grade}`, 'stable B with an entry'])),
  ];
}

/**
 * Problems in the final index of the sample selection; empty if it has seven members and everything is stable, with
 * grades up to A.
 */
export function listSelectionFaults(index: SelectionIndex): string[] {
  const { status, grade, summary } = index;
  const expected = [
    ['status', status, 'operational'],
    ['grade', grade, 'A'],
    ['members', summary.verdict, '7 of 7 members PASS'],
    ['namespaces', summary.namespaces, 7],
    ['skills', summary.skills, 4],
  ] as const;
  return [
    ...expected
      .filter(([, found, wanted]) => found !== wanted)
      .map(([what, ...pair]) => describe(what, pair)),
    ...nodesOf(index)
      .filter(([, node]) => node.status !== 'stable' || !node.ref)
      .map(([what, node]) => describe(what, [node.status, 'stable with an entry'])),
  ];
}

function describe(what: string, [found, wanted]: readonly [found: unknown, wanted: unknown]): string {
  return `${what}: ${found} instead of ${wanted}`;
}
