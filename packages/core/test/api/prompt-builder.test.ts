import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { AREAS, PromptBuilder } from '../../src/index.js';
import { PERSONA } from './entries.js';

const ROOT = '/island';
const PARTS = {
  area: 'tools-aggregate-schema',
  subject: 'prices',
  schemaHash: '0123abcd',
  files: [{ path: `${ROOT}/providers/demo/prices/schema/prices.mjs`, role: 'schema prices' }],
  material: [{ title: 'Its tools', text: 'getPrice\n## A heading {{QUESTIONS_BLOCK}}' }],
  gradingDataRoot: ROOT,
} as const;

describe('PromptBuilder.build', () => {
  it('builds an area prompt from the catalogue and the material', () => {
    const { prompt, metadata, outputSchema, errors } = PromptBuilder.build(PARTS);
    expect(errors).toEqual([]);
    expect(prompt).toContain('# Grading: tools-aggregate-schema/prices');
    expect(prompt).toContain('| ## A heading {{QUESTIONS_BLOCK}}');
    expect(prompt).not.toMatch(/^## A heading/m);
    expect(metadata).toMatchObject({
      area: 'tools-aggregate-schema',
      persona: 'neutral',
      fileCount: 1,
      questionCount: 5,
      personaRequired: false,
      goalMaxTurns: 25,
    });
    const validate = new Ajv2020({ strict: false }).compile(outputSchema ?? {});
    expect(validate({})).toBe(false);
  });

  it('asks only the chosen questions, with a persona if the area has one', () => {
    const skill = { ...PARTS, area: 'namespace-skills', subject: 'prices.plan', persona: PERSONA } as const;
    const { prompt, metadata } = PromptBuilder.build({
      ...skill,
      questions: ['Q-namespace-skills-02'],
      predecessorGrades: [{ node: 'about', grade: 'B', status: 'stable' }],
      maxTurns: 3,
    });
    expect(metadata).toMatchObject({
      persona: 'schema-maintainer--documentation-dx-reviewer',
      questionCount: 1,
      predecessorGradeCount: 1,
      goalMaxTurns: 3,
    });
    expect(prompt).toContain('Q-namespace-skills-02');
    expect(prompt).not.toContain('Q-namespace-skills-01');
  });

  it('counts a persona without a lens as the general one, and takes id as the node of a predecessor', () => {
    const { prompt, metadata, errors } = PromptBuilder.build({
      ...PARTS,
      area: 'selection-aggregate',
      subject: 'group',
      persona: { basePersonaId: 'ai-engineer' },
      predecessorGrades: [{ id: 'btc-usd/getPrice', grade: 'A', status: 'stable' }],
    });
    expect({ errors, persona: metadata?.persona }).toEqual({ errors: [], persona: 'ai-engineer--general' });
    expect(prompt).toContain('- btc-usd/getPrice: grade A, status stable');
  });

  it('creates a new fence for each prompt', () => {
    const fence = () => /BEGIN (\w+)/.exec(PromptBuilder.build(PARTS).prompt ?? '')?.[1];
    const first = fence();
    expect(first).toMatch(/^[0-9a-f]{24}$/);
    expect(fence()).not.toBe(first);
  });

  it.each([
    [{ area: 'other' }, 'PB-004: /area: "other" is not an area; the areas are single-test,'],
    [{ subject: '' }, 'PB-001: /subject'],
    [{ schemaHash: '0123' }, 'PB-002: /schemaHash'],
    [{ files: undefined }, 'PB-001: /files'],
    [{ files: 'x' }, 'PB-002: /files'],
    [{ files: [null] }, 'PB-002: /files/0'],
    [{ files: [{ path: 'x.mjs' }] }, 'PB-003: /files/0/role'],
    [{ files: [{ path: '', role: 'the schema' }] }, 'PB-003: /files/0/path'],
    [{ files: [{ path: 'x.mjs', role: 'the schema', roll: 'x' }] }, 'GRD-011: /files/0/roll'],
    [{ material: 'text' }, 'PB-002: /material'],
    [{ material: [{ title: 'Its tools' }] }, 'PB-003: /material/0/text'],
    [{ secrets: [7] }, 'PB-002: /secrets/0'],
    [{ gradingDataRoot: undefined }, 'PB-001: /gradingDataRoot'],
    [{ questions: [] }, 'PB-003'],
    [{ questions: ['Q-tools-aggregate-schema-02', 'Q-none-01'] }, 'RUN-005: /questions/1'],
    [{ questions: ['Q-single-test-04'] }, 'PB-009: /questions/0'],
    [{ predecessorGrades: [{ id: 'btc', grade: 'A' }] }, 'PB-003: /predecessorGrades/0/status'],
    [{ predecessorGrades: [{ grade: 'A', status: 'stable' }] }, 'PB-003: /predecessorGrades/0/node'],
    [
      { predecessorGrades: [{ id: 'a', node: 'b', grade: 'A', status: 'stable' }] },
      'GRD-011: /predecessorGrades/0/id',
    ],
    [{ predecessorGrades: [7] }, 'PB-002: /predecessorGrades/0'],
    [{ area: 'namespace-skills', persona: { lensId: 'y' } }, 'PB-006: /persona/basePersonaId'],
    [
      { area: 'namespace-skills', persona: { basePersonaId: 'king', lensId: 'y' } },
      'PB-002: /persona/basePersonaId',
    ],
    [{ area: 'namespace-skills', persona: { ...PERSONA, focus: 'x' } }, 'GRD-011: /persona/focus'],
    [{ area: 'namespace-skills', persona: 'ai-engineer' }, 'PB-002: /persona'],
    [{ template: 'x' }, 'GRD-011: /template'],
    [{ maxTurns: 0 }, 'PB-008'],
    [
      { material: [{ title: 'Answer', text: 'key hunter2-hunter2' }], secrets: ['hunter2-hunter2'] },
      'PB-101',
    ],
    [{ area: 'namespace-skills' }, 'PB-201'],
    [{ persona: PERSONA }, 'PB-202'],
    [{ files: [{ path: '/etc/passwd', role: 'x' }] }, 'PB-301'],
  ])('throws nothing and reports what is wrong: %j', (more, expected) => {
    const { prompt, errors } = PromptBuilder.build({ ...PARTS, ...more } as never);
    expect(prompt).toBeNull();
    expect(errors.join()).toContain(expected);
  });
});

describe('the rest of PromptBuilder', () => {
  it('builds a Goal-Block of at most 4,000 characters', () => {
    const promptIds = Array.from({ length: 500 }, (_, at) => `single-test/prices.tool${at}`);
    const built = PromptBuilder.buildGoalBlock({ what: 'namespace demo', promptIds, maxTurns: 25 });
    expect(built.errors).toEqual([]);
    expect(built.conditionLength).toBeLessThanOrEqual(4000);
    expect(built.conditionLength).toBe(built.condition?.length);
    expect(built.goalBlock).toContain('[GRADING] DONE');
    const none = PromptBuilder.buildGoalBlock({ what: 'x', promptIds: [], maxTurns: 25 });
    expect(none).toMatchObject({ goalBlock: null, condition: null });
    expect(none.errors.join()).toContain('PB-003');
  });

  it('builds a Goal-Block for a condition of the program, with the bound on turns', () => {
    const condition = 'Grade the provider "x" until all areas are stable';
    expect(PromptBuilder.buildGoalBlock({ condition, maxTurns: 12 })).toMatchObject({
      condition: `${condition}; or stop after 12 turns.`,
      maxTurns: 12,
      errors: [],
    });
    const both = PromptBuilder.buildGoalBlock({ condition, area: 'single-test' });
    expect(both.goalBlock).toContain('[GRADING] area=single-test/');
    expect(both.maxTurns).toBe(25);
  });

  it('measures the whole condition', () => {
    const bound = '; or stop after 25 turns.';
    const longest = 'x'.repeat(4000 - bound.length);
    expect(PromptBuilder.buildGoalBlock({ condition: longest })).toMatchObject({
      conditionLength: 4000,
      errors: [],
    });
    expect(PromptBuilder.buildGoalBlock({ condition: `${longest}x` }).errors).toEqual([
      'PB-007: the completion condition has 4001 characters; the limit is 4000',
    ]);
  });

  it('builds a Goal-Block for an area, or for the area in scope', () => {
    const ofArea = PromptBuilder.buildGoalBlock({ area: 'selection-aggregate' });
    expect(ofArea).toMatchObject({
      condition: expect.stringMatching(/selection-aggregate.*; or stop after 25 turns\.$/),
      maxTurns: 25,
      errors: [],
    });
    expect(ofArea.goalBlock).toContain('[GRADING] PROGRESS');
    expect(PromptBuilder.buildGoalBlock({}).condition).toContain('the area in scope');
  });

  it.each([
    [{ condition: ' ' }, 'PB-003: /condition: condition is empty'],
    [{ condition: 7 }, 'PB-002: /condition'],
    [{ area: 'other' }, 'PB-004: /area'],
    [{ area: 'single-test', maxTurns: 2.5 }, 'PB-008'],
    [{ maxTurns: '5' }, 'PB-002: /maxTurns'],
    [{ what: 'x' }, 'PB-001: /promptIds'],
    [{ promptIds: ['a/b'] }, 'PB-001: /what'],
    [{ what: 'x', promptIds: [7] }, 'PB-002: /promptIds/0'],
    [{ what: 'x', promptIds: ['a/b'], condition: 'y' }, 'PB-002: /condition: expected nothing beside what'],
    [{ turns: 3 }, 'GRD-011: /turns'],
  ])('builds no Goal-Block for %j', (input, expected) => {
    const built = PromptBuilder.buildGoalBlock(input as never);
    expect(built).toMatchObject({ goalBlock: null, condition: null, conditionLength: 0 });
    expect(built.errors.join()).toContain(expected);
  });

  it('builds the entry point of a provider and of a selection', () => {
    const parts = { persona: PERSONA, mode: 'full', scoresPath: 'scores.json' } as const;
    const provider = PromptBuilder.buildEntryPoint({
      ...parts,
      target: { flow: 'provider', schemas: ['demo.prices'], areas: ['single-test'] },
    });
    expect(provider.prompt).not.toContain('5. Precondition');
    const target = { flow: 'selection', selectionId: 'group', lockSnapshotHash: '0123abcd' } as const;
    expect(PromptBuilder.buildEntryPoint({ ...parts, target }).prompt).toContain('5. Precondition');
  });

  it('lists which areas are judged with a persona', () => {
    expect(PromptBuilder.getValidAreas().areas).toEqual([...AREAS]);
    const withPersona = AREAS.filter((area) => PromptBuilder.isPersonaRequired({ area }).personaRequired);
    expect(withPersona).toEqual(AREAS.slice(4));
    expect(PromptBuilder.isPersonaRequired({ area: 'other' as never }).errors.join()).toContain('PB-004');
    expect(PromptBuilder.isPersonaRequired({} as never).errors.join()).toContain('PB-001: /area');
  });
});
