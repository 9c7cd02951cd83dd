// The strict form of an output schema uses only keywords that every provider supports, and accepts every valid answer.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { strictSchema, withoutAddedNulls } from '../../../../src/evaluators/logic/judge/strict-schema.js';
import { areas } from '../../../../src/questions/areas.js';
import { gradedQuestionsOf } from '../../../../src/questions/lookup.js';
import { areaOutputSchema, buildPromptQuestions } from '../../../../src/runs/logic/prompts/output-schema.js';
import { isRecord } from '../../../../src/values/is-record.js';
import { PERSONA } from '../../../runs/logic/prompts/sample-prompt.js';

const KNOWN = [
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'anyOf'],
  // OpenAI supports these; the SDKs of the others move them into the description or drop them.
  ...['minimum', 'maximum'],
];

/** Anthropic allows no more places with alternatives than this in one schema, OpenAI no deeper nesting than 10. */
const MOST_UNIONS = 16;

const asked = areas.filter(({ id }) => gradedQuestionsOf(id).length > 0);

function schemaOf({ id, personaRequired }: (typeof areas)[number]) {
  const questions = buildPromptQuestions(gradedQuestionsOf(id));
  const persona = personaRequired ? PERSONA : null;
  return areaOutputSchema({ area: id, subject: 'rail.stations', schemaHash: '0123abcd', persona, questions });
}

/** A schema with all nested schemas. */
function partsOf(schema: unknown): Record<string, unknown>[] {
  if (!isRecord(schema)) return [];
  const inside = [
    ...Object.values(isRecord(schema.properties) ? schema.properties : {}),
    ...(Array.isArray(schema.anyOf) ? schema.anyOf : []),
    schema.items,
  ];
  return [schema, ...inside.flatMap(partsOf)];
}

it('there are areas to test', () => {
  expect(asked.length).toBeGreaterThan(8);
});

describe.each(asked.map((area) => [area.id, area] as const))('%s', (_, area) => {
  const schema = schemaOf(area);
  const strict = strictSchema(schema);
  const parts = partsOf(strict);

  it('has no keyword that a strict mode refuses', () => {
    expect(parts.flatMap((part) => Object.keys(part)).filter((key) => !KNOWN.includes(key))).toEqual([]);
    for (const part of parts.filter(({ type }) => type === 'object')) {
      expect(part.additionalProperties).toBe(false);
      expect(part.required).toEqual(Object.keys(part.properties as object));
    }
    expect(parts.every(({ type, anyOf }) => typeof type === 'string' || Array.isArray(anyOf))).toBe(true);
    expect(parts.filter(({ anyOf }) => anyOf !== undefined).length).toBeLessThanOrEqual(MOST_UNIONS);
  });

  it("accepts a provider's form of a valid answer, which is valid once the nulls are removed", () => {
    const answers = gradedQuestionsOf(area.id).map(({ id, scoreType }, at) => ({
      questionId: id,
      score: at === 0 ? 'n/a' : scoreType === 'boolean' ? 'fail' : 2.5,
      reasoning: 'r',
      evidence: at === 1 ? 'seen' : null,
      naReason: at === 0 ? 'requires-private-data' : null,
    }));
    const written = {
      area: area.id,
      subject: 'rail.stations',
      schemaHash: '0123abcd',
      persona: area.personaRequired ? PERSONA : null,
      answers,
      improvementHints: [{ targetField: 'main.tools', suggestion: 'Say more.', priority: 'low' }],
      veto: { triggeredBy: 'malicious-module', evidence: 'e', reasoning: null },
    };
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
    const fits = ajv.compile(strict);
    expect(fits(written), JSON.stringify(fits.errors)).toBe(true);
    const isSound = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
    expect(isSound(written)).toBe(false);
    const read = withoutAddedNulls(written, schema);
    expect(isSound(read), JSON.stringify(isSound.errors)).toBe(true);
  });

  it('names the range of a score', () => {
    const numbers = parts.filter(({ type }) => type === 'number');
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.every(({ minimum, maximum }) => minimum === 1 && maximum === 5)).toBe(true);
  });

  it('requires exactly these questions', () => {
    const ids = parts.flatMap(({ properties }) => {
      const questionId = isRecord(properties) ? properties.questionId : undefined;
      return isRecord(questionId) ? (questionId.enum as string[]) : [];
    });
    expect(ids.sort()).toEqual(
      gradedQuestionsOf(area.id)
        .map(({ id }) => id)
        .sort(),
    );
  });
});

it('keeps nulls that the answer itself contains', () => {
  const schema = {
    type: 'object',
    properties: { kept: { type: ['string', 'null'] }, free: { type: 'object' }, gone: { type: 'string' } },
    required: ['kept'],
  };
  const answer = { kept: null, free: { a: null }, gone: null, unknown: null };
  expect(withoutAddedNulls(answer, schema)).toEqual({ kept: null, free: { a: null }, unknown: null });
});
