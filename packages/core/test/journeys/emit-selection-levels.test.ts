// The runs of a selection in order: About and signposts, topics, use cases, the aggregate, up to A or B.
import { describe, expect, it } from 'vitest';
import type { GradingEntry } from '../../src/spec/entry.js';
import {
  aboutText,
  askedOf,
  emitGroup,
  gradeGroup,
  gradeToTheEnd,
  indexOf,
  openGroup,
  promptOf,
  promptsOf,
  stateOf,
  TARGET,
} from './group-place.js';
import { SELECTION, SKILLS } from './selection-island.js';
import { codesOf } from './workplace.js';

const ABOUT_ID = `about-selection/${SELECTION}`;
const L1 = 'selection-skills-L1/start-here';
const L2 = 'selection-skills-L2/hardness';
const L3 = 'selection-skills-L3/pick-stone';
const WHOLE = `selection-aggregate/${SELECTION}`;
const IN_ORDER = [[ABOUT_ID, L1], [L2], [L3], [WHOLE]];
const PERSONA = { basePersonaId: 'decision-maker', lensId: 'general' };

describe('a selection from its first run to its grade', () => {
  it('with 7 namespaces reaches A, level by level', async () => {
    await using place = await openGroup();
    expect(await gradeToTheEnd(place)).toEqual(IN_ORDER);
    const index = indexOf(place);
    expect([index.status, index.grade, index.selectionAggregate.rawGrade]).toEqual(['operational', 'A', 'A']);
    expect(Object.values(index.skills).map(({ grade }) => grade)).toEqual(['A', 'A', 'A']);
    expect(index.blockers).toEqual([]);
    expect((await emitGroup(place)).status).toBe(true);
  });

  it('with 5 or 6 ends at B, with A as its rawGrade; About and skills are not capped', async () => {
    for (const namespaces of [5, 6]) {
      await using place = await openGroup({ namespaces });
      expect(await gradeToTheEnd(place)).toEqual(IN_ORDER);
      expect([promptsOf(place).maxGrade, stateOf(place).subjects[0]?.maxGrade]).toEqual(['B', 'B']);
      const { status, grade, selectionAggregate, about, skills } = indexOf(place);
      expect([status, grade]).toEqual(['operational', 'B']);
      expect(selectionAggregate).toMatchObject({ status: 'stable', grade: 'B', rawGrade: 'A', score: 5 });
      expect([about.grade, skills['pick-stone']?.grade]).toEqual(['A', 'A']);
      const entry: GradingEntry = place.json(`${TARGET}/${selectionAggregate.ref}`);
      expect([entry.aggregateGrade, entry.maxAttainableGrade, entry.gradingTier]).toEqual([
        'B',
        'A',
        'group-bound',
      ]);
    }
  });

  it('with 4 runs no area: skipped with its reason, grade n/a, exit 1, only the frozen members written', async () => {
    await using place = await openGroup({ namespaces: 4 });
    const { status, results, errors } = await emitGroup(place);
    expect([status, codesOf(errors)]).toEqual([false, ['RUN-002']]);
    const [found] = results;
    expect(found?.skippedAreas.map(({ area, naReason }) => [area, naReason])).toEqual(
      [
        'about-selection',
        'selection-skills-L1',
        'selection-skills-L2',
        'selection-skills-L3',
        'selection-aggregate',
      ].map((area) => [area, 'blocked-by-precondition']),
    );
    expect(new Set(found?.blocked.map(({ reason }) => reason))).toEqual(
      new Set(['fewer than 5 namespaces (4 of 5)']),
    );
    expect([found?.gatedAreas, found?.promptCount, found?.taskId]).toEqual([[], 0, null]);
    expect(indexOf(place).grade).toBe('n/a');
    expect(place.island().readText(`${TARGET}/prompts.json`)).toBe(null);
  });

  it('without an About is blocked, "no domain knowledge"', async () => {
    await using place = await openGroup({ about: null });
    const { status, results, errors } = await emitGroup(place);
    expect([status, codesOf(errors)]).toEqual([false, ['RUN-002']]);
    expect(results[0]?.blocked.map(({ node, reason }) => `${node}: ${reason}`)).toEqual(
      ['about', 'skills.start-here', 'skills.hardness', 'skills.pick-stone', 'selectionAggregate'].map(
        (node) => `${node}: no domain knowledge`,
      ),
    );
    expect(results[0]?.skippedAreas).toEqual([
      { area: 'about-selection', naReason: 'blocked-by-precondition' },
    ]);
  });
});

describe('the files of its run', () => {
  it('name its flow, tier, best grade and persona', async () => {
    await using place = await openGroup();
    const [found] = (await emitGroup(place)).results;
    expect(found).toMatchObject({ flow: 'selection', tier: 'group-bound', maxGrade: 'A', promptCount: 2 });
    expect(found?.blocked).toEqual([
      { node: 'skills.hardness', reason: 'waits for the grade of start-here' },
      { node: 'skills.pick-stone', reason: 'waits for the grade of hardness' },
    ]);
    expect(found?.gatedAreas).toEqual([
      {
        area: 'selection-aggregate',
        subject: SELECTION,
        reason: 'waits for the grades of about, skills.start-here',
      },
    ]);
    const prompts = promptsOf(place);
    expect(prompts).toMatchObject({ flow: 'selection', tier: 'group-bound', selectionId: SELECTION });
    expect(prompts.namespace).toBeUndefined();
    expect(prompts.taskId).toMatch(/^minerals--2026-03-03T10-00-00Z--[0-9a-f]{8}$/);
    expect(prompts.entryPointPrompt).toMatch(/^1\. Persona: decision-maker--general$/m);
    expect(prompts.entryPointPrompt).toMatch(
      /^2\. Selection: minerals, hash of its lockSnapshot: [0-9a-f]{8}$/m,
    );
    expect(prompts.entryPointPrompt).toMatch(/^5\. Precondition:/m);
    expect(prompts.goal.condition).toContain('selection minerals');
    const state = stateOf(place);
    expect(state).toMatchObject({
      flow: 'selection',
      selectionId: SELECTION,
      personaIds: ['decision-maker'],
    });
    expect(state.domainDocId).toMatch(/^selections\/minerals\/resources\/about\/minerals-about--.*\.md$/);
    expect(state.subjects).toMatchObject([
      { area: 'about-selection', persona: PERSONA, aboutHash: indexHash(place), version: 'flowmcp/4.0.0' },
      { area: 'selection-skills-L1', skillId: 'start-here', schemaId: 'geology.start-here' },
    ]);
  });

  it('its entries name selection, About and personas, in their content and their names', async () => {
    await using place = await openGroup();
    await gradeToTheEnd(place);
    const { skills, selectionAggregate } = indexOf(place);
    expect(skills.hardness?.ref).toMatch(
      /^skills\/hardness\/_gradings\/selection-skills-L2--decision-maker--general--[\dTZ-]+\.json$/,
    );
    const ofSkill: GradingEntry = place.json(`${TARGET}/${skills.hardness?.ref}`);
    expect(ofSkill).toMatchObject({ selectionId: SELECTION, skillId: 'hardness', persona: PERSONA });
    expect(ofSkill.gradings[0]?.selectionContext).toEqual({
      groupId: SELECTION,
      personaIds: ['decision-maker'],
      domainDocId: stateOf(place).domainDocId,
    });
    const whole: GradingEntry = place.json(`${TARGET}/${selectionAggregate.ref}`);
    const byCode = whole.gradings.filter(({ determinism }) => determinism === 'deterministic');
    expect(byCode.map(({ questionId, score }) => `${questionId} ${score}`)).toEqual([
      'Q-selection-aggregate-01 pass',
      'Q-selection-aggregate-05 pass',
      'Q-selection-aggregate-06 pass',
    ]);
    expect(byCode[1]?.evidence).toContain(skills.hardness?.ref ?? 'no ref');
  });

  it('shows a topic the skills that lead to it, with grades, and the aggregate all of its parts', async () => {
    await using place = await openGroup();
    await gradeGroup(place);
    await emitGroup(place);
    const topic = promptOf(place, L2).prompt;
    expect(topic).toContain(`- ${L1}: grade A, status stable`);
    expect(topic).toContain('Read `hardness` first.');
    await gradeToTheEnd(place);
    await emitGroup(place, { scope: 'all', areas: ['selection-aggregate'] });
    const whole = promptOf(place, WHOLE).prompt;
    for (const id of [ABOUT_ID, L1, L2, L3]) expect(whole).toContain(`- ${id}: grade A, status stable`);
    expect(whole).toContain('7 of 7 members PASS');
  });
});

describe('a fault in a part', () => {
  it('in a missing section: code answers conformance with n/a, and no grader is asked', async () => {
    await using place = await openGroup({ about: aboutText(['Shared Lists']) });
    expect((await gradeToTheEnd(place)).at(-1)).toEqual([WHOLE]);
    const asked = promptOf(place, WHOLE);
    expect(asked.questions.map(({ questionId }) => questionId)).toEqual([
      'Q-selection-aggregate-02',
      'Q-selection-aggregate-04',
    ]);
    expect(asked.prompt).not.toContain('Q-selection-aggregate-03');
    const entry: GradingEntry = place.json(`${TARGET}/${indexOf(place).selectionAggregate.ref}`);
    expect(entry.gradings.find(({ questionId }) => questionId === 'Q-selection-aggregate-03')).toMatchObject({
      score: 'n/a',
      naReason: 'blocked-by-precondition',
      determinism: 'deterministic',
      reasoning: 'the About lacks Shared Lists',
    });
    const about: GradingEntry = place.json(`${TARGET}/${indexOf(place).about.ref}`);
    expect(about.gradings[0]).toMatchObject({ questionId: 'Q-about-selection-01', score: 'fail' });
    const partial = { mode: 'partial', questions: ['Q-selection-aggregate-03'] } as const;
    const { results, errors } = await emitGroup(place, partial);
    expect([codesOf(errors), results[0]?.promptCount]).toEqual([['RUN-002'], 0]);
    expect(results[0]?.skippedAreas).toContainEqual({
      area: 'selection-aggregate',
      subject: SELECTION,
      naReason: 'blocked-by-precondition',
    });
  });

  it('in a skill that cannot be asked about: the aggregate does not wait forever, and its grade is lowered', async () => {
    const [start, ...others] = SKILLS;
    const { persona: _, ...unfocused } = start ?? { name: '', content: '' };
    await using place = await openGroup({ skills: [unfocused, ...others] });
    await gradeGroup(place);
    const { results } = await emitGroup(place);
    expect(results[0]?.blocked).toEqual([
      { node: 'skills.start-here', reason: 'no persona focus' },
      { node: 'skills.hardness', reason: 'waits for the grade of start-here' },
      { node: 'skills.pick-stone', reason: 'waits for the grade of hardness' },
    ]);
    expect(await gradeGroup(place)).toEqual([WHOLE]);
    const entry: GradingEntry = place.json(`${TARGET}/${indexOf(place).selectionAggregate.ref}`);
    const stop = entry.gradings.find(({ questionId }) => questionId === 'Q-selection-aggregate-06');
    expect(stop?.score).toBe('fail');
    expect(stop?.reasoning).toContain('skill start-here is blocked: no persona focus');
    expect(indexOf(place).status).toBe('partial');
  });

  it('in a skill without a level: it is blocked and named, although it belongs to no area', async () => {
    const [start, ...others] = SKILLS;
    const { level: _, ...unlevelled } = start ?? { name: '', content: '' };
    await using place = await openGroup({ skills: [unlevelled, ...others] });
    const { results } = await emitGroup(place);
    expect(results[0]?.blocked).toContainEqual({
      node: 'skills.start-here',
      reason: 'no level (L1, L2 or L3)',
    });
    expect(results[0]?.skippedAreas).toEqual([
      { area: 'selection-skills-L1', naReason: 'not-applicable-to-tool-type' },
    ]);
    expect(askedOf(place)).toEqual([ABOUT_ID, L2]);
    const again = (await emitGroup(place)).results[0];
    expect([again?.skipped, again?.blocked]).toEqual([true, results[0]?.blocked]);
  });

  it('in a skill: findings are shown to its grader and to that of the aggregate', async () => {
    const [start, ...others] = SKILLS;
    await using place = await openGroup({
      skills: [
        { ...(start ?? SKILLS[0]), content: 'Nothing is named.' } as (typeof SKILLS)[number],
        ...others,
      ],
    });
    await emitGroup(place);
    expect(promptOf(place, L1).prompt).toContain('SKC-001');
    expect(promptOf(place, ABOUT_ID).prompt).not.toContain('SKC-001');
    await gradeToTheEnd(place);
    expect(promptOf(place, WHOLE).prompt).toContain('SKC-001');
  });
});

function indexHash(place: Parameters<typeof indexOf>[0]): string {
  const file = stateOf(place).domainDocId ?? '';
  return file.slice(-11, -3);
}
