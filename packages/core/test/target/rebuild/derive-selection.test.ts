// The index of a selection follows from its files: what blocks it, which skills wait for which, and what frozen members
// outlive.
import { describe, expect, it } from 'vitest';
import { formatJson } from '../../../src/island/documents.js';
import type { Island } from '../../../src/island/island.js';
import { GradingError } from '../../../src/problems/problem.js';
import type { SelectionIndex } from '../../../src/spec/index-file.js';
import type { SkillSource } from '../../../src/spec/skill.js';
import { freezeSelection } from '../../../src/target/logic/lock-snapshot.js';
import { deriveSelection } from '../../../src/target/rebuild/derive-selection.js';
import { rebuildSelection } from '../../../src/target/rebuild/rebuild.js';
import { MemoryFiles } from '../../journeys/memory-files.js';
import {
  gradeNodes,
  memoryIsland,
  NAMESPACES,
  NOW,
  providerTarget,
  putGroup,
  putSelection,
  putStableGroup,
  rebuild,
  rebuildSelectionIndex,
  SKILLS,
  selectionPath,
  selectionTarget,
} from '../../journeys/selection-island.js';

const TARGET = selectionTarget();
const MEMBERS = NAMESPACES.map((namespace) => `${namespace}.data`);

function openGroup(namespaces = 7, parts: Parameters<typeof putGroup>[2] = {}) {
  const files = new MemoryFiles();
  const island = memoryIsland(files);
  putGroup(island, NAMESPACES.slice(0, namespaces), parts);
  return { files, island };
}

function ownNodes({ about, skills, selectionAggregate }: SelectionIndex) {
  return { about, ...skills, selectionAggregate };
}

const reasonsOf = (index: SelectionIndex) =>
  Object.fromEntries(
    Object.entries(ownNodes(index)).map(([node, { status, reason }]) => [node, reason ?? status]),
  );

function codeOf(operation: () => unknown): string {
  try {
    operation();
  } catch (error) {
    if (error instanceof GradingError) return error.problem.code;
    throw error;
  }
  return 'nothing was thrown';
}

describe('a selection of seven namespaces', () => {
  it('begins with its About and its first level; all later parts wait', () => {
    const index = rebuildSelectionIndex(openGroup().island);
    expect(reasonsOf(index)).toEqual({
      about: 'not graded yet',
      'start-here': 'not graded yet',
      hardness: 'waits for the grade of start-here',
      'pick-stone': 'waits for the grade of hardness',
      selectionAggregate: 'not graded yet',
    });
    expect([index.status, index.grade]).toEqual(['blocked', undefined]);
  });

  it('continues level by level: any grade, good or bad, starts the next', () => {
    const { island } = openGroup();
    gradeNodes(island, TARGET, { nodes: ['skills.start-here'], grade: 'F' });
    expect(reasonsOf(rebuildSelectionIndex(island))).toMatchObject({
      hardness: 'not graded yet',
      'pick-stone': 'waits for the grade of hardness',
    });
    gradeNodes(island, TARGET, { nodes: ['skills.hardness'], grade: 'B' });
    expect(reasonsOf(rebuildSelectionIndex(island))['pick-stone']).toBe('not graded yet');
  });

  it('a vetoed predecessor keeps its skills waiting', () => {
    const { island } = openGroup();
    gradeNodes(island, TARGET, { nodes: ['skills.start-here'], grade: 'REJECTED' });
    const index = rebuildSelectionIndex(island);
    expect(index.skills.hardness).toMatchObject({
      status: 'blocked',
      reason: 'waits for the grade of start-here',
    });
    expect([index.status, index.grade]).toEqual(['rejected', 'REJECTED']);
  });

  it('a skill waits for all that name it, and not at all if none does', () => {
    const more: SkillSource = { name: 'other-start', level: 'L1', persona: 'x', content: 'See hardness.' };
    const lone: SkillSource = { name: 'lonely', level: 'L2', persona: 'x', content: 'Nobody names it.' };
    const [start, hardness] = SKILLS as [SkillSource, SkillSource];
    const { island } = openGroup(7, { skills: [hardness, more, lone, start] });
    expect(reasonsOf(rebuildSelectionIndex(island))).toMatchObject({
      hardness: 'waits for the grade of other-start, start-here',
      lonely: 'not graded yet',
    });
    gradeNodes(island, TARGET, { nodes: ['skills.start-here'] });
    expect(rebuildSelectionIndex(island).skills.hardness?.reason).toBe('waits for the grade of other-start');
  });

  it('reaches A, and operational, if everything is graded A', () => {
    const island = memoryIsland();
    putStableGroup(island, NAMESPACES);
    gradeNodes(island, TARGET, { grade: 'A' });
    const index = rebuildSelectionIndex(island);
    expect([index.status, index.grade, index.summary.verdict]).toEqual([
      'operational',
      'A',
      '7 of 7 members PASS',
    ]);
    for (const node of Object.values(ownNodes(index))) {
      expect(node).toMatchObject({ status: 'stable', grade: 'A', rawGrade: 'A', score: 5 });
    }
    expect(index.blockers).toEqual([]);
  });

  it('is not operational while a member is not stable, but keeps the grade of its aggregate', () => {
    const island = memoryIsland();
    putStableGroup(island, NAMESPACES);
    gradeNodes(island, TARGET, { grade: 'A' });
    gradeNodes(island, providerTarget('amber'), { grade: 'C', at: '2026-03-01T11-00-00Z' });
    const index = rebuildSelectionIndex(island);
    expect([index.status, index.grade, index.summary.verdict]).toEqual([
      'partial',
      'A',
      '6 of 7 members PASS',
    ]);
    expect(index.members['amber.data']).toMatchObject({ status: 'graded', grade: 'C' });
  });
});

describe('a smaller selection', () => {
  it.each([6, 5])(
    'of %i namespaces gets B where seven get A; About and skills keep their A',
    (namespaces) => {
      const island = memoryIsland();
      putStableGroup(island, NAMESPACES.slice(0, namespaces));
      gradeNodes(island, TARGET, { grade: 'A' });
      const index = rebuildSelectionIndex(island);
      expect([index.status, index.grade]).toEqual(['operational', 'B']);
      expect(index.selectionAggregate).toMatchObject({ grade: 'B', rawGrade: 'A', score: 5 });
      expect([index.about.grade, ...Object.values(index.skills).map(({ grade }) => grade)]).toEqual([
        'A',
        'A',
        'A',
        'A',
      ]);
    },
  );

  it('of four is not graded at all, and every node of its own gives the reason', () => {
    const index = rebuildSelectionIndex(openGroup(4).island);
    const reason = 'fewer than 5 namespaces (4 of 5)';
    expect(index.grade).toBe('n/a');
    for (const node of Object.values(ownNodes(index))) expect(node).toEqual({ status: 'blocked', reason });
    expect(index.blockers.map(({ node }) => node)).toEqual([
      'about',
      'skills.start-here',
      'skills.hardness',
      'skills.pick-stone',
      'selectionAggregate',
    ]);
  });

  it('counts namespaces that are not imported too, because the definition names them', () => {
    const { island } = openGroup(3, { members: MEMBERS });
    const index = rebuildSelectionIndex(island);
    expect(index.summary).toMatchObject({ namespaces: 7, notImported: MEMBERS.slice(3) });
    expect(index.about.reason).toBe('not graded yet');
    expect(index.blockers.slice(0, 4)).toEqual(
      MEMBERS.slice(3).map((id) => ({ node: `members.${id}`, reason: 'selection member, not imported' })),
    );
  });
});

describe('without an About', () => {
  it('no node of the selection can be graded', () => {
    const reasons = reasonsOf(rebuildSelectionIndex(openGroup(7, { about: null }).island));
    expect([...new Set(Object.values(reasons))]).toEqual(['no domain knowledge']);
  });

  it('or without the text of a declared one', () => {
    const { files, island } = openGroup();
    const [file = ''] = island.listFiles(selectionPath('resources/about'));
    files.remove(island.absolute(selectionPath(`resources/about/${file}`)));
    const reasons = reasonsOf(rebuildSelectionIndex(island));
    expect([...new Set(Object.values(reasons))]).toEqual(['no domain knowledge']);
  });

  it('grades given with an About stay, like all grades of unchanged content', () => {
    const { island } = openGroup();
    gradeNodes(island, TARGET, { nodes: ['skills.start-here', 'about'] });
    putSelection(island, { about: null, at: '2026-03-01T11-00-00Z' });
    const index = rebuildSelectionIndex(island);
    expect(index.skills['start-here']).toMatchObject({ status: 'stable' });
    expect(index.about).toMatchObject({ status: 'blocked', reason: 'no domain knowledge' });
  });
});

describe('a skill that cannot be graded', () => {
  const broken = (skill: Partial<SkillSource>) => {
    const [start, ...others] = SKILLS as [SkillSource, ...SkillSource[]];
    return [{ ...start, ...skill }, ...others];
  };
  const without = (member: 'level' | 'persona'): SkillSource[] => {
    const [{ [member]: _, ...start }, ...others] = SKILLS as [SkillSource, ...SkillSource[]];
    return [start as SkillSource, ...others];
  };

  it.each([
    ['without a level', without('level'), 'no level (L1, L2 or L3)'],
    ['with a level that is none', broken({ level: 'L9' as 'L1' }), 'no level (L1, L2 or L3)'],
    ['without a persona focus', without('persona'), 'no persona focus'],
    ['with an empty persona focus', broken({ persona: ' ' }), 'no persona focus'],
  ])('because of %s gives the reason, and is not asked about', (_, skills, reason) => {
    const { island } = openGroup(7, { skills });
    const { index, subjects } = deriveSelection({ island, selectionId: 'minerals', now: NOW });
    expect(index.skills['start-here']).toEqual({ status: 'blocked', reason });
    expect(index.blockers).toContainEqual({ node: 'skills.start-here', reason });
    const asked = subjects.find(({ node }) => node === 'skills.start-here');
    expect(asked?.status.status ?? 'blocked').toBe('blocked');
  });

  it('because its snapshot was changed is blocked, and the others continue', () => {
    const { island } = openGroup();
    const folder = selectionPath('skills/start-here');
    const [file = ''] = island.listFiles(folder);
    gradeNodes(island, TARGET, { nodes: ['skills.start-here'] });
    for (const text of ['export const skill = {', "export const skill = { name: 'other' }\n", '']) {
      island.replace(`${folder}/${file}`, text);
      const index = rebuildSelectionIndex(island);
      expect(index.skills['start-here']).toMatchObject({ status: 'blocked', reason: 'snapshot unreadable' });
      // It is unknown which skills an unreadable one names.
      expect(index.skills.hardness?.reason).toBe('not graded yet');
    }
  });

  it('because its snapshot is gone is blocked and not left out', () => {
    const { files, island } = openGroup();
    const folder = selectionPath('skills/hardness');
    files.remove(island.absolute(`${folder}/${island.listFiles(folder)[0]}`));
    const index = rebuildSelectionIndex(island);
    expect(Object.keys(index.skills)).toEqual(['start-here', 'hardness', 'pick-stone']);
    expect(index.skills.hardness).toEqual({ status: 'blocked', reason: 'snapshot missing' });
  });
});

describe('unusable files', () => {
  it('an invalid entry blocks its node and is reported', () => {
    const { island } = openGroup();
    island.create(selectionPath('_gradings/selection-aggregate--2026-03-01T12-00-00Z.json'), '{}');
    const { index, problems } = deriveSelection({ island, selectionId: 'minerals', now: NOW });
    expect(index.selectionAggregate).toEqual({ status: 'blocked', reason: 'entry unreadable' });
    expect(problems.map(({ code }) => code)).toEqual(['IDX-004']);
  });

  it.each([
    ['no JSON', '{'],
    ['of another shape', '{}'],
    ['of other content than its name says', null],
  ])('a definition that is %s ends the command, because it has the members', (_, text) => {
    const { island } = openGroup();
    rebuildSelectionIndex(island);
    const [file = ''] = island.listFiles(selectionPath('selection'));
    const path = selectionPath(`selection/${file}`);
    const before = island.readText(selectionPath('index.json'));
    island.replace(path, text ?? (island.readText(path) ?? '').replace('To compare stones.', 'To buy them.'));
    expect(codeOf(() => rebuildSelectionIndex(island))).toBe('IDX-012');
    expect(island.readText(selectionPath('index.json'))).toBe(before);
  });

  it('a folder without a definition contains no selection', () => {
    const island = memoryIsland();
    island.create(selectionPath('notes.txt'), 'x');
    expect(codeOf(() => rebuildSelectionIndex(island))).toBe('TGT-006');
    expect(island.readText(selectionPath('index.json'))).toBeNull();
  });
});

describe('the frozen members', () => {
  function frozen() {
    const { files, island } = openGroup();
    const { index, content } = deriveSelection({ island, selectionId: 'minerals', now: NOW });
    const lockSnapshot = freezeSelection({
      selectionId: 'minerals',
      definition: content.snapshot,
      declared: content.definition.members,
      members: index.members,
      now: NOW,
    });
    island.replace(selectionPath('lock-snapshot.json'), formatJson(lockSnapshot));
    rebuildSelection({ island, selectionId: 'minerals', now: NOW, lockSnapshot });
    return { files, island, text: JSON.stringify(lockSnapshot) };
  }
  const textOf = (island: Island) =>
    JSON.stringify(
      (JSON.parse(island.readText(selectionPath('index.json')) ?? '') as SelectionIndex).lockSnapshot,
    );

  it('stay byte for byte through ten rebuilds, entries, changed members and a changed definition', () => {
    const { island, text } = frozen();
    for (const [round, namespace] of [...NAMESPACES, ...NAMESPACES.slice(0, 3)].entries()) {
      gradeNodes(island, providerTarget(namespace), { at: `2026-03-01T12-00-${10 + round}Z` });
      rebuildSelectionIndex(island);
      expect(textOf(island)).toBe(text);
    }
    putSelection(island, { members: MEMBERS.slice(0, 6), at: '2026-03-01T13-00-00Z' });
    expect(Object.keys(rebuildSelectionIndex(island).members)).toHaveLength(6);
    expect(textOf(island)).toBe(text);
  });

  it.each(['', '{', '{"indexVersion":1}', '{"indexVersion":2,"namespace":"minerals"}'])(
    'are not lost with a damaged index %j: it is named, and once it is moved aside they return',
    (damage) => {
      const { files, island, text } = frozen();
      const whole = island.readText(selectionPath('index.json'));
      island.replace(selectionPath('index.json'), damage);
      expect(codeOf(() => rebuildSelectionIndex(island))).toBe('IDX-011');
      expect(island.readText(selectionPath('index.json'))).toBe(damage);
      files.remove(island.absolute(selectionPath('index.json')));
      rebuildSelectionIndex(island);
      expect(textOf(island)).toBe(text);
      expect(island.readText(selectionPath('index.json'))).toBe(whole);
    },
  );

  it('are not made up if their copy is damaged too', () => {
    const { files, island } = frozen();
    files.remove(island.absolute(selectionPath('index.json')));
    island.replace(selectionPath('lock-snapshot.json'), '{"members":3}');
    expect(codeOf(() => rebuildSelectionIndex(island))).toBe('IDX-005');
    expect(island.readText(selectionPath('index.json'))).toBeNull();
  });
});

describe('a rebuild', () => {
  it('writes nothing if nothing changed, and follows changes of its members', () => {
    const { island } = openGroup();
    expect(rebuild(island, TARGET).changed).toBe(true);
    const later = new Date(NOW.getTime() + 60_000);
    expect(rebuild(island, TARGET, later).changed).toBe(false);
    expect(rebuildSelectionIndex(island, later).updatedAt).toBe(NOW.toISOString());
    gradeNodes(island, providerTarget('amber'));
    expect(rebuild(island, TARGET, later).changed).toBe(true);
    expect(rebuildSelectionIndex(island, later).updatedAt).toBe(later.toISOString());
  });
});
