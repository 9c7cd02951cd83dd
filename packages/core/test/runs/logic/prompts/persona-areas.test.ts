// Areas with a persona name exactly that one, in prompt, skeleton and schema.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { areas } from '../../../../src/questions/areas.js';
import { gradedQuestionsOf, questionsOf } from '../../../../src/questions/lookup.js';
import { personas } from '../../../../src/questions/personas.js';
import { buildAreaPrompt } from '../../../../src/runs/logic/prompts/area-prompt.js';
import {
  areaOutputSchema,
  buildPayloadSkeleton,
  buildPromptQuestions,
} from '../../../../src/runs/logic/prompts/output-schema.js';
import { scoreArea } from '../../../../src/spec/scores.js';
import type { AreaId, Persona } from '../../../../src/spec/vocabulary.js';
import { headingsOf, PERSONA, sampleInput } from './sample-prompt.js';

const AREAS = areas.filter(({ personaRequired }) => personaRequired).map(({ id }) => id);
const LENSES = [...personas.filter(({ kind }) => kind === 'lens').map(({ id }) => id), 'mobility-planner'];
const CASES = AREAS.flatMap((area) => LENSES.map((lensId) => ({ area, lensId })));

function filled(area: AreaId, persona: Persona) {
  const questions = buildPromptQuestions(questionsOf(area));
  const prompt = { area, subject: 's', schemaHash: '0123abcd', persona, questions };
  const [element] = buildPayloadSkeleton({ taskId: 't', prompts: [prompt] }).areas as [
    { persona: unknown; answers: { questionId: string; score: unknown; reasoning: string }[] },
  ];
  element.answers.forEach((answer, at) => {
    answer.score = questions[at]?.scoreType === 'boolean' ? 'fail' : 4;
    answer.reasoning = 'seen';
  });
  return { element, schema: areaOutputSchema(prompt) };
}

describe.each(CASES)('$area as a schema maintainer with the lens $lensId', ({ area, lensId }) => {
  const persona: Persona = { ...PERSONA, lensId };

  test('the prompt names the persona, after the instructions and before the files', () => {
    const prompt = buildAreaPrompt(sampleInput(area, { persona }));
    const headings = headingsOf(prompt);
    expect(headings.slice(1, 4)).toEqual(['## Before you start', '## Persona', '## Files to read']);
    expect(prompt).toContain(
      `You answer as schema-maintainer, with the lens ${lensId}.\nSchema maintainer: `,
    );
    const card = personas.find(({ id }) => id === lensId);
    const section = prompt.slice(prompt.indexOf('## Persona'), prompt.indexOf('## Files to read'));
    expect(section.trim().split('\n').slice(4)).toEqual(card ? [`${card.title}: ${card.text}`] : []);
  });

  test('the skeleton contains that persona, and only that one fits the schema', () => {
    const { element, schema } = filled(area, persona);
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
    expect(element.persona).toEqual(persona);
    expect(element.answers.map(({ questionId }) => questionId)).toEqual(
      gradedQuestionsOf(area).map(({ id }) => id),
    );
    expect(validate(element), JSON.stringify(validate.errors)).toBe(true);
    expect(scoreArea.safeParse(element).success).toBe(true);
    expect(validate({ ...element, persona: { ...persona, lensId: 'other' } })).toBe(false);
    expect(validate({ ...element, persona: { ...persona, basePersonaId: 'ai-engineer' } })).toBe(false);
    expect(validate({ ...element, persona: null })).toBe(false);
  });
});

test.each(AREAS)('%s without a persona is refused', (area) => {
  expect(() => buildAreaPrompt(sampleInput(area, { persona: null }))).toThrow(/^PB-201: /);
});

test.each([
  ['about-namespace', [1]],
  ['about-selection', [1]],
  ['selection-aggregate', [1, 5, 6]],
  ['namespace-skills', []],
  ['selection-skills-L1', []],
  ['selection-skills-L2', []],
  ['selection-skills-L3', []],
] as const)('of %s code answers the questions %j, and a grader the rest', (area, numbers) => {
  const byCode = numbers.map((number) => `Q-${area}-0${number}`);
  const asked = questionsOf(area).map(({ id }) => id);
  expect(gradedQuestionsOf(area).map(({ id }) => id)).toEqual(asked.filter((id) => !byCode.includes(id)));
  expect(asked).toEqual(expect.arrayContaining(byCode));
});
