// The output schema of each area accepts valid answers and refuses all others.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { areas } from '../../../../src/questions/areas.js';
import { gradedQuestionsOf } from '../../../../src/questions/lookup.js';
import {
  areaOutputSchema,
  buildPayloadSkeleton,
  buildPromptQuestions,
  wholeAreaOutputSchema,
} from '../../../../src/runs/logic/prompts/output-schema.js';
import { scoreArea, scoresFile } from '../../../../src/spec/scores.js';
import type { AreaId, Persona } from '../../../../src/spec/vocabulary.js';
import { PERSONA } from './sample-prompt.js';

interface Answer {
  questionId: string;
  score: unknown;
  reasoning: string;
  naReason?: string;
  evidence?: unknown;
}
interface Filled {
  answers: Answer[];
  [member: string]: unknown;
}

function promptOf(area: AreaId, persona: Persona | null = null) {
  const questions = buildPromptQuestions(gradedQuestionsOf(area));
  return { area, subject: 'rail.stations', schemaHash: '0123abcd', persona, questions };
}

function validatorOf(area: AreaId, persona: Persona | null = null) {
  const schema = areaOutputSchema(promptOf(area, persona));
  return new Ajv2020({ strict: true, allErrors: true }).compile(schema);
}

/** The skeleton as an honest grader fills it in. */
function fill(area: AreaId, persona: Persona | null = null): Filled {
  const skeleton = buildPayloadSkeleton({ taskId: 't', prompts: [promptOf(area, persona)] });
  const [element] = structuredClone(skeleton.areas) as [Filled];
  element.answers.forEach((answer, at) => {
    answer.score = gradedQuestionsOf(area)[at]?.scoreType === 'boolean' ? 'pass' : 3.5;
    answer.reasoning = 'seen';
  });
  return element;
}

test.each(areas.map((area) => [area.id] as const))(
  '%s: a filled skeleton fits, an empty one does not',
  (id) => {
    const validate = validatorOf(id);
    expect(validate(fill(id)), JSON.stringify(validate.errors)).toBe(true);
    expect(scoreArea.safeParse(fill(id)).success).toBe(true);
    const [empty] = buildPayloadSkeleton({ taskId: 't', prompts: [promptOf(id)] }).areas as unknown[];
    expect(validate(empty)).toBe(false);
  },
);

test('with a persona exactly that one is expected, without a persona none', () => {
  const validate = validatorOf('single-test', PERSONA);
  expect(validate(fill('single-test', PERSONA))).toBe(true);
  expect(validate({ ...fill('single-test', PERSONA), persona: { ...PERSONA, lensId: 'general' } })).toBe(
    false,
  );
  expect(validate(fill('single-test'))).toBe(false);
  const neutral = validatorOf('single-test');
  expect(neutral(fill('single-test', PERSONA))).toBe(false);
  const { persona: _, ...without } = fill('single-test');
  expect(neutral(without)).toBe(true);
});

describe('a valid answer may', () => {
  const validate = validatorOf('tools-aggregate-namespace');
  test.each<[string, (filled: Filled) => void]>([
    [
      'be n/a with a reason',
      (f) => Object.assign(at(f, 0), { score: 'n/a', naReason: 'requires-private-data' }),
    ],
    ['fail a boolean question', (f) => Object.assign(at(f, 3), { score: 'fail' })],
    [
      'use the ends of the scale',
      (f) => [Object.assign(at(f, 0), { score: 1 }), Object.assign(at(f, 1), { score: 5 })],
    ],
    [
      'carry evidence',
      (f) => [
        Object.assign(at(f, 0), { evidence: 'test-1.json' }),
        Object.assign(at(f, 1), { evidence: { a: 1 } }),
      ],
    ],
    ['give hints', (f) => Object.assign(f, { improvementHints: [HINT] })],
    ['raise no veto', (f) => Object.assign(f, { veto: null })],
    ['raise a veto', (f) => Object.assign(f, { veto: { triggeredBy: 'illegal-content', evidence: 'e' } })],
    [
      'raise an explained ai veto',
      (f) => Object.assign(f, { veto: { triggeredBy: 'ai-security-veto', evidence: 'e', reasoning: 'r' } }),
    ],
  ])('%s', (_, change) => {
    const filled = fill('tools-aggregate-namespace');
    change(filled);
    expect(validate(filled), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('refused:', () => {
  const validate = validatorOf('tools-aggregate-namespace');
  test.each<[string, (filled: Filled) => void]>([
    ['another area', (f) => Object.assign(f, { area: 'single-test' })],
    ['another subject', (f) => Object.assign(f, { subject: 'other' })],
    ['another hash', (f) => Object.assign(f, { schemaHash: '00000000' })],
    ['an unknown member', (f) => Object.assign(f, { grade: 'A' })],
    ['a missing answer', (f) => f.answers.pop()],
    ['an answer too many', (f) => f.answers.push(at(f, 0))],
    ['a question twice', (f) => f.answers.splice(1, 1, at(f, 0))],
    ['another order', (f) => f.answers.reverse()],
    ['a stranger question', (f) => Object.assign(at(f, 0), { questionId: 'Q-x-01' })],
    [
      'a question code answers',
      (f) => Object.assign(at(f, 0), { questionId: 'Q-tools-aggregate-namespace-01' }),
    ],
    ['0.9', (f) => Object.assign(at(f, 0), { score: 0.9 })],
    ['5.1', (f) => Object.assign(at(f, 0), { score: 5.1 })],
    ['a number as text', (f) => Object.assign(at(f, 0), { score: '3' })],
    ['null', (f) => Object.assign(at(f, 0), { score: null })],
    ['pass on a scale', (f) => Object.assign(at(f, 0), { score: 'pass' })],
    ['a number for a boolean', (f) => Object.assign(at(f, 3), { score: 5 })],
    ['stale', (f) => Object.assign(at(f, 3), { score: 'stale' })],
    ['n/a without a reason', (f) => Object.assign(at(f, 0), { score: 'n/a' })],
    ['n/a with a free reason', (f) => Object.assign(at(f, 0), { score: 'n/a', naReason: 'too hard' })],
    ['a reason without n/a', (f) => Object.assign(at(f, 0), { naReason: 'requires-private-data' })],
    ['no reasoning', (f) => Object.assign(at(f, 0), { reasoning: '' })],
    ['an unknown member of an answer', (f) => Object.assign(at(f, 0), { weight: 9 })],
    ['no hints list', (f) => Reflect.deleteProperty(f, 'improvementHints')],
    [
      'a hint without priority',
      (f) => Object.assign(f, { improvementHints: [{ ...HINT, priority: 'now' }] }),
    ],
    [
      'the veto of code',
      (f) => Object.assign(f, { veto: { triggeredBy: 'api-key-domain-mismatch', evidence: 'e' } }),
    ],
    ['a veto without evidence', (f) => Object.assign(f, { veto: { triggeredBy: 'illegal-content' } })],
    [
      'an ai veto without reasoning',
      (f) => Object.assign(f, { veto: { triggeredBy: 'ai-security-veto', evidence: 'e' } }),
    ],
  ])('%s', (_, change) => {
    const filled = fill('tools-aggregate-namespace');
    change(filled);
    expect(validate(filled)).toBe(false);
  });
});

test('the skeleton is a scores.json once its nulls are filled, and not before', () => {
  const prompts = [promptOf('single-test'), promptOf('namespace-description', PERSONA)];
  const skeleton = buildPayloadSkeleton({ taskId: 'rail--0123abcd', prompts });
  expect(scoresFile.safeParse(skeleton).success).toBe(false);
  const filled = {
    ...skeleton,
    creator: { skill: 's', skillVersion: '1' },
    harness: { name: 'n', version: '1', model: 'm' },
    timestamp: '2026-01-01T00:00:00Z',
    areas: [fill('single-test'), fill('namespace-description', PERSONA)],
  };
  expect(scoresFile.parse(filled)).toEqual(filled);
  expect(skeleton.areas).toMatchObject([
    { area: 'single-test', subject: 'rail.stations', schemaHash: '0123abcd', persona: null },
    { area: 'namespace-description', persona: PERSONA },
  ]);
});

describe.each(areas.map((area) => [area.id, area] as const))('%s as a whole', (id, area) => {
  const questions = buildPromptQuestions(gradedQuestionsOf(id));
  const schema = wholeAreaOutputSchema({ area, questions });
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  const persona = area.personaRequired ? PERSONA : null;

  test('fits the answer to every prompt of the area, whatever its subject, hash and persona', () => {
    for (const over of [{}, { subject: 'other' }, { schemaHash: 'ffffffff' }]) {
      expect(validate({ ...fill(id, persona), ...over }), JSON.stringify(validate.errors)).toBe(true);
    }
    const another = { basePersonaId: 'ai-engineer', lensId: 'lock-keeper' };
    expect(validate({ ...fill(id, persona), persona: another })).toBe(area.personaRequired);
    expect(validate({ ...fill(id, persona), persona: null })).toBe(!area.personaRequired);
  });

  test.each<[string, (filled: Filled) => void]>([
    [
      'another area',
      (f) => Object.assign(f, { area: id === 'single-test' ? 'about-namespace' : 'single-test' }),
    ],
    ['no subject', (f) => Object.assign(f, { subject: '' })],
    ['a hash of another form', (f) => Object.assign(f, { schemaHash: '0123ABCD' })],
    [
      'an unknown persona',
      (f) => Object.assign(f, { persona: { basePersonaId: 'nobody', lensId: 'general' } }),
    ],
    ['a persona without a lens', (f) => Object.assign(f, { persona: { basePersonaId: 'ai-engineer' } })],
    ['a missing answer', (f) => f.answers.pop()],
    ['an answer too many', (f) => f.answers.push(at(f, 0))],
    ['another order', (f) => f.answers.reverse()],
    ['a score out of range', (f) => Object.assign(at(f, 1), { score: 5.1 })],
    ['n/a without a reason', (f) => Object.assign(at(f, 0), { score: 'n/a' })],
  ])('refuses %s', (_, change) => {
    const filled = fill(id, persona);
    change(filled);
    expect(validate(filled)).toBe(false);
  });
});

const HINT = { targetField: 'tools.x.description', suggestion: 'Name the unit.', priority: 'high' };

function at(filled: Filled, index: number): Answer {
  const answer = filled.answers[index];
  if (answer === undefined) throw new Error(`no answer ${index}`);
  return answer;
}
