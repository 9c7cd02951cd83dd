// The phases of a selection, called with what they check, and with a definition and its island as in the reference.
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RebuildIndex, SelectionPhases } from '../../src/index.js';
import { Island } from '../../src/island/island.js';
import {
  NAMESPACES,
  putStableGroup,
  rebuildSelectionIndex,
  SELECTION,
} from '../journeys/selection-island.js';
import { groupBoundEntry, HUMAN } from './entries.js';

let fixture: FsFixture;
let island: Island;
beforeAll(async () => {
  fixture = await createFixture();
  island = new Island(fixture.getPath('island'));
  putStableGroup(island, NAMESPACES);
});
afterAll(() => fixture.rm());

const MEMBERS = NAMESPACES.map((namespace) => ({ schemaId: `${namespace}.data` }));
const IDS = MEMBERS.map(({ schemaId }) => schemaId);
const ENTRY = groupBoundEntry();

/** A call in the reference's form. */
function there(selectionJson: object, more: object = {}) {
  return { entry: ENTRY, selectionId: SELECTION, selectionJson, gradingDataRoot: island.root, ...more };
}

/** Freezes the present members, some of them in another state. */
function freeze(states: Readonly<Record<string, 'graded'>> = {}) {
  const { members } = rebuildSelectionIndex(island);
  const { lockSnapshot } = RebuildIndex.buildLockSnapshot({
    selectionDef: { selectionId: SELECTION, members: MEMBERS } as never,
    members: IDS.map((schemaId) => ({
      schemaId,
      schemaVersion: 'flowmcp/4.0.0',
      schemaHash: members[schemaId]?.boundTo ?? null,
      gradingStatus: states[schemaId] ?? 'stable',
    })),
  });
  return lockSnapshot;
}

describe('SelectionPhases', () => {
  it('knows tier and areas', () => {
    expect(SelectionPhases.getTier()).toEqual({ tier: 'group-bound' });
    expect(SelectionPhases.getAreas().areas).toEqual([
      'about-selection',
      'selection-skills-L1',
      'selection-skills-L2',
      'selection-skills-L3',
      'selection-aggregate',
    ]);
  });
});

describe('SelectionPhases.runS1', () => {
  it('accepts the members of an index, or frozen ones', async () => {
    const { members } = rebuildSelectionIndex(island);
    const head = { phase: 'S1', entry: null };
    expect(await SelectionPhases.runS1({ schemaIds: IDS, members })).toEqual({
      ...head,
      passed: true,
      errors: [],
      resolved: IDS,
      missing: [],
    });
    const twice = await SelectionPhases.runS1({ schemaIds: [...IDS, 'amber.data'], members });
    expect(twice).toMatchObject({
      passed: true,
      errors: ['SEL-017: schemaIds names amber.data twice; it counts once'],
    });
    const lock = freeze();
    const pinned = { members: lock?.members.filter(({ schemaId }) => schemaId !== 'amber.data') ?? [] };
    const unpinned = await SelectionPhases.runS1({ schemaIds: IDS, lockSnapshot: pinned });
    expect(unpinned).toMatchObject({ passed: false, missing: ['amber.data'] });
    expect(unpinned.errors.join()).toContain('amber.data (not imported, pending)');
  });

  it.each([undefined, '', ' '])('does not accept members whose pin is %j', async (hash) => {
    const members = Object.fromEntries(IDS.map((id) => [id, { status: 'stable', boundTo: hash }]));
    const pinned = IDS.map((schemaId) => ({ schemaId, schemaHash: hash ?? null, gradingStatus: 'stable' }));
    for (const states of [{ members }, { lockSnapshot: { members: pinned } }]) {
      const { passed, resolved, missing, errors } = await SelectionPhases.runS1({
        schemaIds: IDS,
        ...states,
      } as never);
      expect({ passed, resolved, missing }).toEqual({ passed: false, resolved: [], missing: IDS });
      expect(errors).toEqual([expect.stringMatching(/^PRE-004: 7 of 7 .*amber\.data \(/)]);
    }
  });

  it('reads the present members of a definition in the island', async () => {
    expect(await SelectionPhases.runS1(there({ members: MEMBERS }))).toEqual({
      phase: 'S1',
      entry: ENTRY,
      passed: true,
      errors: [],
      resolved: IDS,
      missing: [],
    });
    const strange = await SelectionPhases.runS1(there({ members: [...MEMBERS, { schemaId: 'nope.x' }] }));
    expect(strange).toMatchObject({ passed: false, missing: ['nope.x'] });
    expect(strange.errors.join()).toMatch(/^PRE-004: 1 of 8 .*nope\.x \(not imported, pending\)/);
    expect((await SelectionPhases.runS1(there({}))).errors.join()).toContain('there is no member schema');
  });

  it('goes by the frozen members where a run has frozen them', async () => {
    const path = `selections/${SELECTION}/index.json`;
    const before = island.readText(path) ?? '';
    const lockSnapshot = freeze({ 'amber.data': 'graded' });
    island.replace(path, JSON.stringify({ ...rebuildSelectionIndex(island), lockSnapshot }));
    const { passed, errors } = await SelectionPhases.runS1(there({ members: MEMBERS }));
    island.replace(path, before);
    expect(passed).toBe(false);
    expect(errors.join()).toMatch(/^PRE-004: 1 of 7 .*amber\.data \([0-9a-f]{8}, graded\)/);
  });

  it.each([
    [{}, 'GRD-001: /schemaIds'],
    [{ schemaIds: IDS }, 'GRD-001: /members'],
    [{ schemaIds: [7], members: {} }, 'GRD-002: /schemaIds/0'],
    [{ schemaIds: ['amber'], members: {} }, 'GRD-002: /schemaIds/0'],
    [{ schemaIds: ['../up.data'], members: {} }, 'GRD-002: /schemaIds/0'],
    [{ schemaIds: IDS, members: { 'amber.data': null } }, 'GRD-002: /members/amber.data'],
    [{ schemaIds: IDS, lockSnapshot: {} }, 'GRD-001: /lockSnapshot/members'],
    [{ schemaIds: IDS, lockSnapshot: { members: [null] } }, 'GRD-002: /lockSnapshot/members/0'],
    [{ schemaIds: IDS, members: {}, lockSnapshot: { members: [] } }, 'GRD-002: /members: expected nothing'],
    [{ schemaIds: IDS, members: {}, personaIndex: {} }, 'GRD-002: /personaIndex: expected nothing'],
    [{ selectionId: SELECTION }, 'GRD-001: /selectionJson'],
    [{ selectionId: SELECTION, selectionJson: {} }, 'GRD-001: /gradingDataRoot'],
    [{ selectionJson: {}, gradingDataRoot: '/nowhere' }, 'GRD-004: /selectionId'],
    [{ selectionId: '../up', selectionJson: {}, gradingDataRoot: '/nowhere' }, 'ISL-003'],
    [
      { ...{ selectionId: 'x', gradingDataRoot: '/nowhere' }, selectionJson: { members: [{}] } },
      'GRD-001: /selectionJson/members/0/schemaId',
    ],
    [
      { selectionId: 'x', gradingDataRoot: '/nowhere', selectionJson: {}, schemaIds: [] },
      'GRD-002: /schemaIds: expected nothing',
    ],
    [
      {
        selectionId: 'x',
        gradingDataRoot: '/nowhere',
        selectionJson: {},
        entry: { gradingTier: 'autonomous' },
      },
      'GRD-003: /entry/gradingTier: the tier must be group-bound, found "autonomous"',
    ],
    [{ schemaIds: IDS, membres: {} }, 'GRD-011: /membres'],
  ])('reports what is wrong: %j', async (input, expected) => {
    const { passed, errors } = await SelectionPhases.runS1(input as never);
    expect(passed).toBe(false);
    expect(errors.join()).toContain(expected);
  });
});

describe('SelectionPhases.runS3', () => {
  const skill = { name: 'a', level: 'L1', persona: 'decision-maker' } as const;

  it('accepts at most four skills, no two of one name, each with level and persona', async () => {
    expect(await SelectionPhases.runS3({ skills: [skill] })).toEqual({
      phase: 'S3',
      entry: null,
      passed: true,
      errors: [],
    });
    const found = await SelectionPhases.runS3({
      skills: [
        skill,
        skill,
        skill,
        { ...skill, name: 'b', level: null },
        { ...skill, name: 'c', persona: null },
      ],
    });
    expect(found.passed).toBe(false);
    expect(found.errors.map((text) => text.split(':')[0])).toEqual([
      'SKL018',
      'SEL-018',
      'SKC-005',
      'SKC-006',
    ]);
  });

  it('takes names, and the skills of a definition', async () => {
    const names = ['a/skill/one', 'a/skill/two'];
    expect(await SelectionPhases.runS3({ skills: names })).toMatchObject({ passed: true, errors: [] });
    expect(await SelectionPhases.runS3(there({ skills: names }))).toMatchObject({
      entry: ENTRY,
      passed: true,
      errors: [],
    });
    const twice = await SelectionPhases.runS3(there({ skills: ['dup', 'dup'] }));
    expect(twice).toMatchObject({ passed: false, errors: [expect.stringMatching(/^SEL-018: /)] });
    const many = await SelectionPhases.runS3(there({ skills: ['a', 'b', 'c', 'd', 'e'] }));
    expect(many).toMatchObject({ passed: false, errors: [expect.stringMatching(/^SKL018: /)] });
    expect(await SelectionPhases.runS3(there({}))).toMatchObject({ passed: true });
    const files = [{ file: 'skills/one.mjs' }, { file: 'skills/one.mjs' }];
    expect((await SelectionPhases.runS3(there({ skills: files }))).errors).toEqual([
      'SEL-018: two skills of the selection are called "one"',
    ]);
  });

  it.each([' ', '../../x', 'a b', 'con', { file: 'skills/.mjs' }, { file: ' ' }, { ...skill, name: '..' }])(
    'does not accept the name of %j',
    async (one) => {
      for (const input of [{ skills: [one] }, there({ skills: [one] })]) {
        const { passed, errors } = await SelectionPhases.runS3(input);
        expect(passed).toBe(false);
        expect(errors).toEqual([expect.stringMatching(/^SKL002: /)]);
      }
    },
  );

  it.each([
    [{}, 'GRD-001: /skills'],
    [{ skills: [null] }, 'GRD-002: /skills/0'],
    [{ skills: [{}] }, 'GRD-002: /skills/0'],
    [{ skills: null }, 'GRD-002: /skills'],
    [{ skills: [skill], personaIndex: {} }, 'GRD-002: /personaIndex'],
    [{ selectionId: 'x', selectionJson: { skills: 'one' } }, 'GRD-002: /selectionJson/skills'],
  ])('reports what is wrong: %j', async (input, expected) => {
    const { passed, errors } = await SelectionPhases.runS3(input as never);
    expect(passed).toBe(false);
    expect(errors.join()).toContain(expected);
  });
});

describe('SelectionPhases.runS4', () => {
  it('accepts base personas, lenses that the About defines, and those of a personaIndex', async () => {
    const about = '## Personas Reference and Lens\n\n- `stone-buyer` – lens over `decision-maker`\n';
    const personaIndex = { 'rock-hound': 'hackathon-builder' } as const;
    const personaIds = ['ai-engineer', 'stone-buyer', 'rock-hound'];
    const personas = [
      { basePersonaId: 'ai-engineer', lensId: 'general' },
      { basePersonaId: 'decision-maker', lensId: 'stone-buyer' },
      { basePersonaId: 'hackathon-builder', lensId: 'rock-hound' },
    ];
    const passed = { phase: 'S4', passed: true, personas, errors: [] };
    expect(await SelectionPhases.runS4({ personaIds, about, personaIndex })).toEqual({
      ...passed,
      entry: null,
    });
    const definition = { personaIds, domainDocId: 'doc-1' };
    expect(await SelectionPhases.runS4(there(definition, { about, personaIndex }))).toEqual({
      ...passed,
      entry: ENTRY,
    });
    for (const blank of ['', ' \n']) {
      const without = await SelectionPhases.runS4(there({ personaIds: ['ai-engineer'] }, { about: blank }));
      expect(without).toMatchObject({
        passed: false,
        errors: [expect.stringMatching(/^GRD-001: \/selectionJson\/domainDocId/)],
      });
      const lens = await SelectionPhases.runS4({ personaIds: ['stone-buyer'], about: blank });
      expect(lens.errors).toEqual([expect.stringContaining('the selection has no About')]);
    }
    const unknown = await SelectionPhases.runS4({ personaIds: ['king'] });
    expect(unknown).toMatchObject({
      passed: false,
      personas: [],
      errors: [expect.stringMatching(/^PER-001: /)],
    });
  });

  it.each([
    [{}, 'GRD-001: /personaIds'],
    [{ personaIds: [], about: null }, 'GRD-001: /personaIds'],
    [{ personaIds: [null] }, 'GRD-002: /personaIds/0'],
    [{ personaIds: ['p1'], personaIndex: { p1: {} } }, 'GRD-002: /personaIndex/p1'],
    [{ selectionId: 'x', selectionJson: { personaIds: [] } }, 'GRD-001: /personaIds'],
    [{ selectionId: 'x', selectionJson: { personaIds: ['missing'] }, personaIndex: {} }, 'PER-001'],
    [{ selectionId: 'x', selectionJson: {}, personaIds: ['p1'] }, 'GRD-002: /personaIds: expected nothing'],
  ])('reports what is wrong: %j', async (input, expected) => {
    const { passed, errors } = await SelectionPhases.runS4(input as never);
    expect(passed).toBe(false);
    expect(errors.join()).toContain(expected);
  });
});

describe('SelectionPhases.runAll', () => {
  it('runs the phases of a definition, and gives no grade', async () => {
    const definition = { members: MEMBERS, skills: ['one'], personaIds: ['ai-engineer'], domainDocId: 'doc' };
    expect(await SelectionPhases.runAll(there(definition))).toEqual({
      entry: ENTRY,
      errors: [],
      phases: ['S1', 'S3', 'S4'].map((phase) => ({ phase, passed: true, errors: [] })),
      tier: 'group-bound',
      grading: null,
      storable: false,
      reason: 'the phases alone give no grade',
      missing: [],
    });
    const failed = await SelectionPhases.runAll(
      there({ ...definition, skills: ['one', 'one'], personaIds: ['king'] }),
    );
    expect(failed.phases.map(({ passed }) => passed)).toEqual([true, false, false]);
    expect(failed.errors.map((text) => text.split(':')[0])).toEqual(['SEL-018', 'PER-001']);
  });

  it('grades a selection if a grader is named', async () => {
    const own = { selectionId: 'others', schemaIds: IDS, grader: HUMAN };
    const graded = await SelectionPhases.runAll({ ...own, options: { gradingDataRoot: island.root } });
    expect(graded).toMatchObject({
      tier: 'group-bound',
      errors: [],
      reason: 'the selection is not imported',
    });
    expect(graded.phases).toEqual(graded.grading?.phases);
  });

  it.each([
    [{}, 'GRD-001: /schemaIds'],
    [{ entry: ENTRY }, 'GRD-004: /selectionId'],
    [{ selectionId: 'x', selectionJson: {}, gradingDataRoot: '/nowhere', grader: HUMAN }, 'GRD-002: /grader'],
  ])('reports what is wrong: %j', async (input, expected) => {
    const { grading, errors } = await SelectionPhases.runAll(input as never);
    expect(grading).toBeNull();
    expect(errors.join()).toContain(expected);
  });
});
