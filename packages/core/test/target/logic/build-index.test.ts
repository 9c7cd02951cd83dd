// The index is derived: of a namespace from entries and facts; of a selection with its members counted, its aggregate capped by its size, every obstacle named.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isSelectionIndex } from '../../../src/island/index-shape.js';
import { DEFAULT_BOOK } from '../../../src/spec/books/registered.js';
import type { IndexMember, IndexNode } from '../../../src/spec/index-file.js';
import { GRADES } from '../../../src/spec/vocabulary.js';
import {
  buildNamespaceIndex,
  buildSelectionIndex,
  type NamespaceNodes,
  type SelectionNodes,
} from '../../../src/target/logic/build-index.js';
import { NOT_IMPORTED } from '../../../src/target/logic/missing-members.js';
import { readUpstream } from '../../conformance/shared-vectors.js';

const NOW = new Date('2026-03-01T00:00:00Z');
const LATER = new Date('2026-04-01T00:00:00Z');
const ROCKS = ['amber', 'basalt', 'cobalt', 'dolomite', 'emerald', 'flint', 'garnet'];
const STABLE: IndexNode = { status: 'stable', grade: 'A', rawGrade: 'A', score: 5 };

const member = (over: Partial<IndexMember> = {}): IndexMember => ({
  status: 'stable',
  resolvedArtifact: 'providers/x/data/schema/data--2026-03-01T10-00-00Z--aaaaaaaa.mjs',
  grade: 'B',
  boundTo: 'aaaaaaaa',
  ...over,
});

/** Everything graded A, with members from the first namespaces. */
function nodes(namespaces: number, over: Partial<SelectionNodes> = {}): SelectionNodes {
  return {
    selectionId: 'minerals',
    members: Object.fromEntries(ROCKS.slice(0, namespaces).map((name) => [`${name}.data`, member()])),
    about: STABLE,
    skills: { start: STABLE },
    selectionAggregate: STABLE,
    lockSnapshot: null,
    ...over,
  };
}

const at = (now: Date) => ({ now, book: DEFAULT_BOOK });
const build = (given: SelectionNodes) => buildSelectionIndex(given, null, at(NOW));

describe('the grade of a selection', () => {
  it.each([
    [7, 'A', 'A'],
    [6, 'B', 'B'],
    [5, 'B', 'B'],
    [4, 'n/a', 'B'],
    [0, 'n/a', 'B'],
  ])('with %i namespaces and an aggregate of A: %s', (namespaces, grade, ofAggregate) => {
    const index = build(nodes(namespaces));
    expect(index.grade).toBe(grade);
    expect(index.selectionAggregate).toEqual({ ...STABLE, grade: ofAggregate });
    // Only the aggregate is capped.
    expect([index.about, index.skills]).toEqual([STABLE, { start: STABLE }]);
  });

  it.each(GRADES)('with six namespaces is never better than B, and never better than %s', (grade) => {
    const index = build(nodes(6, { selectionAggregate: { status: 'graded', grade } }));
    expect(index.grade).toBe(grade === 'A' ? 'B' : grade);
  });

  it('counts namespaces, not schemas', () => {
    const { members } = nodes(6);
    const index = build(nodes(6, { members: { ...members, 'amber.extra': member() } }));
    expect([index.summary.members, index.summary.namespaces, index.grade]).toEqual([7, 6, 'B']);
  });

  it.each([
    ['a member', { members: { ...nodes(7).members, 'amber.data': member({ status: 'rejected' }) } }],
    ['the About', { about: { status: 'rejected', grade: 'REJECTED' } }],
    ['a skill', { skills: { start: { status: 'rejected', grade: 'REJECTED' } } }],
    ['the whole', { selectionAggregate: { status: 'rejected', grade: 'REJECTED' } }],
  ] as [string, Partial<SelectionNodes>][])('is REJECTED where %s is', (_, over) => {
    for (const namespaces of [7, 4]) {
      const index = build({ ...nodes(namespaces), ...over });
      expect([index.status, index.grade]).toEqual(['rejected', 'REJECTED']);
    }
  });

  it('is absent as long as the aggregate is not graded', () => {
    const index = build(nodes(7, { selectionAggregate: { status: 'pending' } }));
    expect('grade' in index).toBe(false);
    expect(index.status).toBe('partial');
  });
});

describe('the members of a selection', () => {
  const members = {
    ...nodes(7).members,
    'amber.data': member({ status: 'graded', grade: 'C' }),
    'basalt.data': member({ status: 'blocked', reason: '1 of 2 tools blocked' }),
    'cobalt.data': { status: 'pending', resolvedArtifact: null, reason: NOT_IMPORTED } as const,
    'dolomite.data': member({ status: 'pending', reason: 'not graded yet' }),
    'emerald.data': { status: 'blocked', resolvedArtifact: null, reason: 'the index is damaged' } as const,
  };

  it('are counted, and those that are not imported are named', () => {
    expect(build(nodes(7, { members })).summary).toMatchObject({
      members: 7,
      membersStable: 2,
      namespaces: 7,
      verdict: '2 of 7 members PASS',
      notImported: ['cobalt.data'],
      about: 'stable',
      skills: 1,
    });
    expect(build(nodes(7)).summary.verdict).toBe('7 of 7 members PASS');
  });

  it('are blockers if they are blocked or missing, but not if they only wait', () => {
    expect(build(nodes(7, { members })).blockers).toEqual([
      { node: 'members.cobalt.data', reason: NOT_IMPORTED },
      { node: 'members.basalt.data', reason: '1 of 2 tools blocked' },
      { node: 'members.emerald.data', reason: 'the index is damaged' },
    ]);
  });

  it('skills count if they are graded, and each blocked one is a blocker', () => {
    const skills: Record<string, IndexNode> = {
      start: STABLE,
      topic: { status: 'graded', grade: 'C' },
      use: { status: 'blocked', reason: 'no persona focus' },
    };
    const index = build(nodes(7, { skills }));
    expect([index.summary.skills, index.status]).toEqual([2, 'partial']);
    expect(index.blockers).toEqual([{ node: 'skills.use', reason: 'no persona focus' }]);
  });
});

describe('the summary of a selection', () => {
  it('names both systems, for scores and for grades, and the specification', () => {
    expect(build(nodes(7)).summary).toMatchObject({
      scoringSystem: 'scoringSystem/1.0.0',
      gradingSystem: 'gradingSystem/1.0.0',
      gradingSpec: 'gradingSpec/2.0.0',
    });
  });
});

describe('updatedAt', () => {
  it('stays while nothing else changes, and changes with everything else', () => {
    const before = build(nodes(7));
    expect(before.updatedAt).toBe(NOW.toISOString());
    expect(buildSelectionIndex(nodes(7), before, at(LATER))).toEqual(before);
    const changes: Partial<SelectionNodes>[] = [
      { about: { status: 'pending' } },
      { members: nodes(6).members },
      { skills: {} },
      { lockSnapshot: lock },
    ];
    for (const over of changes) {
      const after = buildSelectionIndex(nodes(7, over), before, at(LATER));
      expect(after.updatedAt, JSON.stringify(over)).toBe(LATER.toISOString());
    }
  });
});

const lock = {
  selectionId: 'minerals',
  selectionVersion: '2026-03-01T10-00-00Z',
  selectionHash: 'aaaaaaaa',
  generatedAt: NOW.toISOString(),
  members: [],
};

describe('the shape', () => {
  const schema = readUpstream('upstream/index.schema.json');

  it.each([0, 4, 6, 7])('with %i namespaces can be read again, and is valid upstream', (namespaces) => {
    const index: unknown = JSON.parse(JSON.stringify(build(nodes(namespaces, { lockSnapshot: lock }))));
    expect(isSelectionIndex(index)).toBe(true);
    if (schema === null) return;
    const validate = new Ajv2020({ strict: false, allErrors: true }).compile(JSON.parse(schema));
    validate(index);
    expect(validate.errors ?? []).toEqual([]);
  });
});

const JANUARY = new Date('2026-01-01T00:00:00Z');
const PENDING: IndexNode = { status: 'pending' };
const BLOCKED: IndexNode = { status: 'blocked', reason: 'handler code not run' };
const STABLE_B: IndexNode = { status: 'stable', grade: 'B' };

/** A namespace with one schema and two tools; everything else is pending. */
function meadowOf(schema: { toolsAggregate: IndexNode; tools: [IndexNode, IndexNode] }): NamespaceNodes {
  const [first, second] = schema.tools;
  return {
    namespace: 'meadow',
    schemas: [
      {
        schema: 'plants',
        snapshot: { file: 'plants--2026-01-01T00-00-00Z--aaaaaaaa.mjs', hash: 'aaaaaaaa', fileSha256: 'f' },
        unreadable: null,
        isReadable: true,
        toolsAggregate: schema.toolsAggregate,
        tools: { first, second },
        passing: new Set(),
        cause: 'few-tests',
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

function rollUp(schema: Parameters<typeof meadowOf>[0]) {
  const { status, grade, blockers } = buildNamespaceIndex(meadowOf(schema), null, at(JANUARY));
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
    expect(rollUp({ toolsAggregate: STABLE_B, tools: [BLOCKED, PENDING] })).toMatchObject({
      status: 'partial',
      grade: 'B',
    });
  });

  it('names both systems, for scores and for grades, and the specification', () => {
    const { summary } = buildNamespaceIndex(
      meadowOf({ toolsAggregate: STABLE_B, tools: [STABLE_B, STABLE_B] }),
      null,
      at(JANUARY),
    );
    expect(summary).toMatchObject({
      scoringSystem: 'scoringSystem/1.0.0',
      gradingSystem: 'gradingSystem/1.0.0',
      gradingSpec: 'gradingSpec/2.0.0',
    });
  });

  it('keeps updatedAt while nothing else changes', () => {
    const nodes = meadowOf({ toolsAggregate: STABLE_B, tools: [STABLE_B, STABLE_B] });
    const before = buildNamespaceIndex(nodes, null, at(JANUARY));
    const later = new Date('2026-02-01T00:00:00Z');
    expect(buildNamespaceIndex(nodes, before, at(later))).toEqual(before);
    const changed = { ...nodes, description: STABLE_B };
    expect(buildNamespaceIndex(changed, before, at(later)).updatedAt).toBe(later.toISOString());
  });
});
