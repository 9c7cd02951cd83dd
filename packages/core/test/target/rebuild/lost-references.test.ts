// A node with a broken reference is blocked at the next rebuild, whatever its grade, and returns together with its
// target.
import { describe, expect, it } from 'vitest';
import type { Island } from '../../../src/island/island.js';
import type { SkillSource } from '../../../src/spec/skill.js';
import { nodesOf } from '../../../src/target/logic/build-index.js';
import { deriveNamespace } from '../../../src/target/rebuild/derive-namespace.js';
import {
  gradeNodes,
  memoryIsland,
  NAMESPACES,
  NOW,
  providerTarget,
  putEntry,
  putProvider,
  putSelection,
  putStableGroup,
  rebuild,
  rebuildNamespaceIndex,
  rebuildSelectionIndex,
  type SelectionParts,
  selectionTarget,
  subjectOf,
} from '../../journeys/selection-island.js';

const LATER = '2026-03-01T12-00-00Z';
const LATEST = '2026-03-01T14-00-00Z';

describe('a skill of a namespace', () => {
  const PARTS = { namespace: 'amber', tools: ['getItems'], skills: ['find-items'] };
  const CALLS = { ...PARTS, skillContent: 'Call {{tool:amber/tool/getItems}}.' };
  const LOST = {
    status: 'blocked',
    reason: 'PH002: {{tool:amber/tool/getItems}} leads to nothing in amber',
  };

  function openGraded(parts: Partial<Parameters<typeof putProvider>[1]> = {}): Island {
    const island = memoryIsland();
    putProvider(island, { ...CALLS, ...parts });
    rebuild(island, providerTarget('amber'));
    gradeNodes(island, providerTarget('amber'));
    return island;
  }
  const skillOf = (island: Island) => rebuildNamespaceIndex(island, 'amber').skills['data.find-items'];

  it('is blocked once its tool has another name, and is not asked about', () => {
    const island = openGraded();
    expect(skillOf(island)).toMatchObject({ status: 'stable', grade: 'B' });
    putProvider(island, { ...PARTS, skills: [], tools: ['listItems'], at: LATER });
    putMembers(island);
    const skill = skillOf(island);
    expect(skill).toMatchObject(LOST);
    expect(skill).not.toHaveProperty('grade');
    expect(rebuildNamespaceIndex(island, 'amber').blockers).toContainEqual({
      node: 'skills.data.find-items',
      reason: LOST.reason,
    });
  });

  it('has its grade again when the tool returns', () => {
    const island = openGraded();
    putProvider(island, { ...PARTS, skills: [], tools: ['listItems'], at: LATER });
    putMembers(island);
    expect(skillOf(island)).toMatchObject(LOST);
    putProvider(island, { ...PARTS, skills: [], at: LATEST });
    putMembers(island, LATEST);
    expect(skillOf(island)).toMatchObject({ status: 'stable', grade: 'B' });
  });

  it('is due after it was corrected', () => {
    const island = openGraded();
    const mended = { ...CALLS, tools: ['listItems'], skillContent: 'Call {{tool:amber/tool/listItems}}.' };
    putProvider(island, { ...mended, at: LATER });
    expect(skillOf(island)).toMatchObject({ status: 'pending', reason: 'schema changed, re-grade required' });
  });

  it('keeps a veto', () => {
    const island = openGraded();
    const target = providerTarget('amber');
    putEntry(island, target, subjectOf(island, target, 'skills.data.find-items'), {
      grade: 'REJECTED',
      at: '2026-03-01T11-00-00Z',
    });
    putProvider(island, { ...PARTS, skills: [], tools: ['listItems'], at: LATER });
    putMembers(island);
    expect(skillOf(island)).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
  });

  it('can lose a resource as well as a tool', () => {
    const resources = { prices: { source: 'markdown' } };
    const content = 'Read {{resource:amber/resource/prices}}.';
    const island = openGraded({ resources, skillContent: content });
    expect(skillOf(island)).toMatchObject({ status: 'stable' });
    putProvider(island, { ...PARTS, skills: [], at: LATER });
    putMembers(island);
    expect(skillOf(island)?.reason).toBe(
      'PH002: {{resource:amber/resource/prices}} leads to nothing in amber',
    );
  });

  it('is not judged by an unreadable schema', () => {
    const island = openGraded();
    island.create(`providers/amber/data/schema/data--${LATER}--00000000.mjs`, 'export const main = {');
    expect(skillOf(island)).toMatchObject({ status: 'stable' });
  });

  it('has the same status however its index was built', () => {
    const island = openGraded();
    putProvider(island, { ...PARTS, skills: [], tools: ['listItems'], at: LATER });
    putMembers(island);
    const grown = rebuildNamespaceIndex(island, 'amber');
    const anew = deriveNamespace({ island, namespace: 'amber', now: NOW, reuse: false }).index;
    expect(anew).toEqual(grown);
  });

  /** Importing one file leaves the skills of the member list unchanged. */
  function putMembers(island: Island, at = LATER): void {
    const [file = ''] = island.listFiles('providers/amber').filter((name) => name.startsWith('members--'));
    const text = island.readText(`providers/amber/${file}`) ?? '';
    const later = new Date(Date.parse(`${at.slice(0, 10)}T${at.slice(11, 19).replaceAll('-', ':')}Z`) + 1000);
    const name = file.replace(
      /--[^-]+-.*Z--/,
      `--${later.toISOString().slice(0, 19).replaceAll(':', '-')}Z--`,
    );
    island.create(`providers/amber/${name}`, text);
  }
});

describe('a selection', () => {
  const SIGNPOST: SkillSource = {
    name: 'start-here',
    level: 'L1',
    persona: 'decision-maker',
    requires: { tools: ['amber/tool/getItems'] },
    content: 'Call {{tool:amber/tool/getItems}} and read `hardness`.',
  };
  const TOPIC: SkillSource = {
    name: 'hardness',
    level: 'L2',
    persona: 'decision-maker',
    content: 'Compares what {{tool:basalt/tool/getItems}} lists.',
  };

  function openGraded(parts: SelectionParts = {}): Island {
    const island = memoryIsland();
    putStableGroup(island, NAMESPACES, { skills: [SIGNPOST, TOPIC], ...parts });
    for (let round = 0; round < 3; round += 1) {
      const open = nodesOf(rebuildSelectionIndex(island)).filter(([, { status }]) => status === 'pending');
      gradeNodes(island, selectionTarget(), { nodes: open.map(([node]) => node), grade: 'A' });
    }
    expect(rebuildSelectionIndex(island)).toMatchObject({ status: 'operational', grade: 'A' });
    return island;
  }

  function rename(island: Island, namespace: string, tools: readonly string[], at = LATER): void {
    putProvider(island, { namespace, tools, at });
    rebuild(island, providerTarget(namespace));
  }

  it('blocks the skill whose tool a provider has renamed, and no other', () => {
    const island = openGraded();
    rename(island, 'amber', ['listItems']);
    const index = rebuildSelectionIndex(island);
    expect(index.skills['start-here']).toMatchObject({
      status: 'blocked',
      reason:
        'SKL005: requires.tools lists "amber/tool/getItems", which is no tool of the members of this selection (and 1 more)',
    });
    expect(index.skills.hardness).toMatchObject({ status: 'stable', grade: 'A' });
    expect(index.selectionAggregate).toMatchObject({ status: 'stable', grade: 'A' });
    expect(index.status).toBe('partial');
  });

  it('reports no references while a member is missing', () => {
    const island = openGraded();
    rename(island, 'amber', ['listItems']);
    putSelection(island, {
      skills: [SIGNPOST, TOPIC],
      members: [...NAMESPACES.map((name) => `${name}.data`), 'hematite.data'],
      at: LATER,
    });
    expect(rebuildSelectionIndex(island).skills['start-here']).toMatchObject({ status: 'stable' });
  });

  describe('of single tools', () => {
    const REFERENCES = {
      ...Object.fromEntries(NAMESPACES.map((name) => [`${name}/tool/getItems`, [`${name}.data`]])),
      'amber/skill/find-items': [],
    };
    const NO_SKILL = 'SEL003: amber/skill/find-items does not resolve: amber has no skill "find-items"';

    function openTools(): Island {
      const { 'amber/skill/find-items': _, ...references } = REFERENCES;
      return openGraded({ references });
    }

    it('blocks the member whose tool is gone, and the aggregate', () => {
      const island = openTools();
      rename(island, 'flint', ['listItems']);
      const index = rebuildSelectionIndex(island);
      const reason = 'SEL003: flint/tool/getItems does not resolve: no schema of flint has a tool "getItems"';
      expect(index.members['flint.data']).toMatchObject({ status: 'blocked', reason });
      expect(index.members['flint.data']).not.toHaveProperty('grade');
      expect(index.selectionAggregate).toMatchObject({ status: 'blocked', reason });
      expect(index).not.toHaveProperty('grade');
      expect(index.summary.verdict).toBe('6 of 7 members PASS');
    });

    it('names the new schema of a moved tool', () => {
      const island = openTools();
      putProvider(island, { namespace: 'flint', schemas: ['data', 'more'], tools: ['getItems'], at: LATER });
      putProvider(island, { namespace: 'flint', tools: ['listItems'], at: LATEST });
      putProvider(island, {
        namespace: 'flint',
        schemas: ['data', 'more'],
        tools: ['countItems'],
        at: '2026-03-01T15-00-00Z',
      });
      putProvider(island, {
        namespace: 'flint',
        schemas: ['more'],
        tools: ['getItems'],
        at: '2026-03-01T16-00-00Z',
      });
      rebuild(island, providerTarget('flint'));
      const { reason } = rebuildSelectionIndex(island).selectionAggregate;
      expect(reason).toBe(
        'SEL003: flint/tool/getItems does not resolve: it is a tool of flint.more now, no longer of flint.data',
      );
    });

    it('blocks the aggregate for a missing namespace skill, and no member', () => {
      const island = openGraded({ references: {} });
      putSelection(island, { skills: [SIGNPOST, TOPIC], references: REFERENCES, at: LATER });
      const index = rebuildSelectionIndex(island);
      expect(index.selectionAggregate).toMatchObject({ status: 'blocked', reason: NO_SKILL });
      expect(index.summary.membersStable).toBe(7);
    });

    it('has its earlier grade when the tool returns', () => {
      const island = openTools();
      rename(island, 'flint', ['listItems']);
      rebuildSelectionIndex(island);
      rename(island, 'flint', ['getItems'], LATEST);
      expect(rebuildSelectionIndex(island)).toMatchObject({ status: 'operational', grade: 'A' });
    });

    it('is not judged by a namespace with a damaged index', () => {
      const island = openTools();
      island.replace('providers/flint/index.json', '{');
      const index = rebuildSelectionIndex(island);
      expect(index.members['flint.data']?.reason).toBe('the index of flint is damaged');
      expect(index.selectionAggregate).toMatchObject({ status: 'stable' });
    });
  });
});
