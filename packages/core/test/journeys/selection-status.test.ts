// The grade of a selection: by its namespaces, its About, the personas of its skills, and its frozen members.
import { describe, expect, it } from 'vitest';
import type { LockSnapshot, SelectionIndex } from '../../src/spec/index-file.js';
import { MemoryFiles } from './memory-files.js';
import {
  gradeNodes,
  memoryIsland,
  NAMESPACES,
  providerTarget,
  putGroup,
  putProvider,
  putStableGroup,
  rebuild,
  rebuildSelectionIndex,
  SELECTION,
  SKILLS,
  selectionTarget,
} from './selection-island.js';

const INDEX = `selections/${SELECTION}/index.json`;

/** Makes the members stable, then grades everything in the selection with an A, level by level. */
function graded(namespaces: number, parts: Parameters<typeof putGroup>[2] = {}): SelectionIndex {
  const island = memoryIsland();
  putStableGroup(island, NAMESPACES.slice(0, namespaces), parts);
  let index = rebuildSelectionIndex(island);
  for (let nodes = pendingOf(index); nodes.length > 0; nodes = pendingOf(index)) {
    gradeNodes(island, selectionTarget(), { grade: 'A', nodes });
    index = rebuildSelectionIndex(island);
  }
  return index;
}

function pendingOf({ about, skills, selectionAggregate }: SelectionIndex): string[] {
  const parts = Object.entries(skills).map(([name, node]) => [`skills.${name}`, node] as const);
  const nodes = [['about', about], ...parts, ['selectionAggregate', selectionAggregate]] as const;
  return nodes.flatMap(([id, { status }]) => (status === 'pending' ? [id] : []));
}

const obstacles = ({ about, skills, selectionAggregate }: SelectionIndex) =>
  [about, ...Object.values(skills), selectionAggregate].map(({ status, reason }) => `${status}: ${reason}`);

describe('a selection with A in every part', () => {
  it.each([
    [7, 'A'],
    [6, 'B'],
    [5, 'B'],
  ])('over %i namespaces is %s as a whole, and its parts keep their A', (namespaces, grade) => {
    const index = graded(namespaces);
    expect([index.status, index.grade]).toEqual(['operational', grade]);
    expect(index.selectionAggregate).toMatchObject({ status: 'stable', grade, rawGrade: 'A', score: 5 });
    expect(index.about.grade).toBe('A');
    expect(Object.values(index.skills).map((node) => node.grade)).toEqual(['A', 'A', 'A']);
  });

  it('over four namespaces cannot be graded: every node is blocked, and the grade is n/a', () => {
    const index = graded(4);
    expect(index.grade).toBe('n/a');
    expect(new Set(obstacles(index))).toEqual(new Set(['blocked: fewer than 5 namespaces (4 of 5)']));
    expect(index.summary.verdict).toBe('4 of 4 members PASS');
  });

  it('counts namespaces, not members', () => {
    const island = memoryIsland();
    const schemas = ['one', 'two', 'three', 'four'];
    for (const namespace of ['amber', 'basalt']) {
      putProvider(island, { namespace, schemas });
      rebuild(island, providerTarget(namespace));
    }
    const members = ['amber', 'basalt'].flatMap((namespace) => schemas.map((name) => `${namespace}.${name}`));
    putGroup(island, [], { members });
    expect(new Set(obstacles(rebuildSelectionIndex(island)))).toEqual(
      new Set(['blocked: fewer than 5 namespaces (2 of 5)']),
    );
  });
});

describe('a selection without an About', () => {
  it('is blocked for that reason, without a grade; that is not a veto', () => {
    const index = graded(7, { about: null });
    expect(new Set(obstacles(index))).toEqual(new Set(['blocked: no domain knowledge']));
    expect(index).not.toHaveProperty('grade');
    expect(index.status).toBe('partial');
    expect(Object.values(index.members).map(({ status }) => status)).toEqual(Array(7).fill('stable'));
  });
});

describe('a skill without a persona', () => {
  it.each(SKILLS)('is blocked at level $level, whatever the others are', ({ name }) => {
    const skills = SKILLS.map(({ persona, ...skill }) =>
      skill.name === name ? skill : { ...skill, ...(persona && { persona }) },
    );
    const index = graded(7, { skills });
    expect(index.skills[name]).toMatchObject({ status: 'blocked', reason: 'no persona focus' });
    expect(index.skills[name]).not.toHaveProperty('grade');
    expect(index.about.status).toBe('stable');
  });
});

describe('the frozen members of a selection', () => {
  const frozen: LockSnapshot = {
    selectionId: SELECTION,
    selectionVersion: '2026-03-01T10-00-00Z',
    selectionHash: '0123abcd',
    generatedAt: '2026-03-01T11:00:00.000Z',
    members: [
      {
        schemaId: 'amber.data',
        schemaVersion: '2026-03-01T10-00-00Z',
        schemaHash: '0123abcd',
        gradingStatus: 'pending',
        override: null,
      },
    ],
  };
  const snapshotIn = (text: string | null) => /"lockSnapshot": [\s\S]*$/.exec(text ?? '')?.[0];

  it('stay byte for byte while members are graded and change, and the index is rebuilt ten times', () => {
    const island = memoryIsland(new MemoryFiles());
    putGroup(island, NAMESPACES);
    const before = { ...rebuildSelectionIndex(island), lockSnapshot: frozen };
    island.replace(INDEX, `${JSON.stringify(before, null, 2)}\n`);
    const bytes = snapshotIn(island.readText(INDEX));
    expect(bytes).toContain('"0123abcd"');
    for (const namespace of NAMESPACES) gradeNodes(island, providerTarget(namespace));
    gradeNodes(island, selectionTarget());
    putProvider(island, { namespace: 'basalt', description: 'Changed.', at: '2026-03-01T12-00-00Z' });
    rebuild(island, providerTarget('basalt'));
    for (let round = 0; round < 10; round += 1)
      rebuildSelectionIndex(island, new Date(Date.UTC(2026, 2, 3 + round)));
    const after = rebuildSelectionIndex(island);
    expect(snapshotIn(island.readText(INDEX))).toBe(bytes);
    expect(after.members['amber.data']?.status).toBe('stable');
    expect(after.members['basalt.data']?.status).toBe('pending');
  });
});
