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

  it('creates a new fence for each prompt', () => {
    const fence = () => /BEGIN (\w+)/.exec(PromptBuilder.build(PARTS).prompt ?? '')?.[1];
    const first = fence();
    expect(first).toMatch(/^[0-9a-f]{24}$/);
    expect(fence()).not.toBe(first);
  });

  it.each([
    [{ area: 'other' }, 'GRD-002: /area'],
    [{ subject: '' }, 'GRD-001: /subject'],
    [{ files: undefined }, 'GRD-001: /files'],
    [{ gradingDataRoot: undefined }, 'GRD-001: /gradingDataRoot'],
    [{ questions: [] }, 'PB-003'],
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
    expect(PromptBuilder.isPersonaRequired({ area: 'other' as never }).errors.join()).toContain('GRD-002');
  });
});
