// The index of a namespace is built from entries and facts.
import { describe, expect, it } from 'vitest';
import type { IndexNode } from '../../../src/spec/index-file.js';
import { buildNamespaceIndex, type NamespaceNodes } from '../../../src/target/logic/namespace-index.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const PENDING: IndexNode = { status: 'pending' };
const BLOCKED: IndexNode = { status: 'blocked', reason: 'handler code not run' };
const STABLE: IndexNode = { status: 'stable', grade: 'B' };

/** A namespace with one schema and two tools; everything else is pending. */
function nodesOf(schema: { toolsAggregate: IndexNode; tools: [IndexNode, IndexNode] }): NamespaceNodes {
  const [first, second] = schema.tools;
  return {
    namespace: 'meadow',
    schemas: [
      {
        schema: 'plants',
        snapshot: { file: 'plants--2026-01-01T00-00-00Z--aaaaaaaa.mjs', hash: 'aaaaaaaa', fileSha256: 'f' },
        unreadable: null,
        toolsAggregate: schema.toolsAggregate,
        tools: { first, second },
      },
    ],
    namespaceAggregate: PENDING,
    description: PENDING,
    about: { status: 'blocked', reason: 'no About resource' },
    skills: {},
    retired: [],
    lockSnapshot: null,
  };
}

function rollUp(schema: Parameters<typeof nodesOf>[0]) {
  const { status, grade, blockers } = buildNamespaceIndex(nodesOf(schema), null, NOW);
  return { status, grade, blocked: blockers.map(({ node }) => node) };
}

describe('buildNamespaceIndex', () => {
  it('is blocked, without a grade, as long as nothing is graded', () => {
    expect(rollUp({ toolsAggregate: PENDING, tools: [BLOCKED, PENDING] })).toEqual({
      status: 'blocked',
      grade: undefined,
      blocked: ['schemas.plants', 'schemas.plants.tools.first', 'about'],
    });
  });

  it('is partial once an aggregate is graded, although a tool of its schema is blocked', () => {
    expect(rollUp({ toolsAggregate: STABLE, tools: [BLOCKED, PENDING] })).toMatchObject({
      status: 'partial',
      grade: 'B',
    });
  });

  it('names both systems, for scores and for grades, and the specification', () => {
    const { summary } = buildNamespaceIndex(
      nodesOf({ toolsAggregate: STABLE, tools: [STABLE, STABLE] }),
      null,
      NOW,
    );
    expect(summary).toMatchObject({
      scoringSystem: 'scoringSystem/1.0.0',
      gradingSystem: 'gradingSystem/1.0.0',
      gradingSpec: 'gradingSpec/2.0.0',
    });
  });

  it('keeps updatedAt while nothing else changes', () => {
    const nodes = nodesOf({ toolsAggregate: STABLE, tools: [STABLE, STABLE] });
    const before = buildNamespaceIndex(nodes, null, NOW);
    const later = new Date('2026-02-01T00:00:00Z');
    expect(buildNamespaceIndex(nodes, before, later)).toEqual(before);
    const changed = { ...nodes, description: STABLE };
    expect(buildNamespaceIndex(changed, before, later).updatedAt).toBe(later.toISOString());
  });
});
