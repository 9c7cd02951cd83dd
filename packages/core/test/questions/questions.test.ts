// Every question has its scale, weight and examples; areas, personas and policies are complete.

import { describe, expect, test } from 'vitest';
import { areas } from '../../src/questions/areas.js';
import { expectedQuestionsOf, nameQuestion } from '../../src/questions/lookup.js';
import { personas } from '../../src/questions/personas.js';
import { policies } from '../../src/questions/policies.js';
import type { DeterministicAnswer } from '../../src/questions/question.js';
import { textOf } from '../../src/questions/question.js';
import { questions } from '../../src/questions/registry.generated.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { AREAS, BASE_PERSONAS, NA_REASONS } from '../../src/spec/vocabulary.js';

/** From the specification's catalogue: D deterministic, N graded; B boolean, S scale; weight; ageing. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'single-test': [
    'D B .34 docsUrlReachable api',
    'D B .33 outputSchemaMatch api',
    'D B .33 apiKeyDomainMatch',
    'N S .34 descriptionClarity',
    'N S .33 descriptionSpecConformance',
    'N S .33 paramConsistency',
    'N S .25 exampleQuality',
    'N S .25 toolNameSemantic',
    'N S .25 errorCasesDocumented',
    'N S .25 verbPrefixConsistent',
    'D B 2 responseSizeWithinLimit api',
  ],
  'tools-aggregate-schema': [
    'D B .25 routesUniqueNames',
    'N S .25 namingConsistency',
    'N S .25 tagCoherence',
    'N S .25 requiredServerParamsConsistent',
    'N S .5 routesCoherence',
    'N S .5 descriptionVoice',
  ],
  'tools-aggregate-namespace': [
    'D B .2 domainCoverage',
    'N S .2 domainCoverage',
    'N S .2 domainCoverage',
    'N S .2 domainCoverage',
    'N B .2 domainCoverage',
  ],
  'namespace-description': [
    'N S .25 namespaceDescriptionClarity',
    'N S .25 namespaceDescriptionClarity',
    'N S .25 namespaceDescriptionClarity',
    'N B .25 namespaceDescriptionClarity',
  ],
  'namespace-skills': [
    'N S .34 skillAdequacy',
    'N S .33 personaFit',
    'N S .33 skillAdequacy',
    'N S .34 skillAdequacy',
    'N S .33 domainAlignment',
    'N B .33 domainAlignment',
  ],
  'about-namespace': [
    'D B .34 aboutRouteExists',
    'N S .33 personaReference',
    'N S .33 valueProposition',
    'N S .25 useCaseClarity',
    'N S .25 noMarketing',
    'N B .25 tosPricingLink tos',
    'N S .25 decisionMakerFit',
  ],
  'about-selection': [
    'D B .34 aboutRouteExists',
    'N S .33 personaReference',
    'N S .33 personaReference',
    'N S .25 useCaseClarity',
    'N S .25 useCaseClarity',
    'N S .25 useCaseClarity',
    'N S .25 useCaseClarity',
  ],
  'selection-skills-L1': ['N B .5 coverage', 'N S .5 coverage', 'N S .5 personaFit', 'N S .5 personaFit'],
  'selection-skills-L2': [
    'N S .5 personaFit',
    'N S .5 personaFit',
    'N S .34 skillAdequacy',
    'N S .33 skillAdequacy',
    'N S .33 skillAdequacy',
  ],
  'selection-skills-L3': [
    'N S .34 skillAdequacy',
    'N S .33 skillAdequacy',
    'N S .33 skillAdequacy',
    'N S .34 domainAlignment',
    'N S .33 domainAlignment',
    'N S .33 domainAlignment',
  ],
  'selection-aggregate': [
    'D B .1 thresholds',
    'N S .2 topicCoherence',
    'N S .3 domainConformance',
    'N S .25 personaUseCaseFit',
    'D B .05 groupBoundContribution',
    'D B .1 cascadeStop',
  ],
};

/** Spec 08 §5.1, the columns subject and persona; areas 1–6 are the provider side. */
const SUBJECTS = [
  'tool',
  'schema',
  'namespace',
  'namespace',
  'skill',
  'namespace',
  'selection',
  'skill',
  'skill',
  'skill',
  'selection',
];

test('the catalogue holds eleven areas and their questions', () => {
  expect(areas.map(({ id }) => id)).toEqual(AREAS);
  expect(Object.keys(EXPECTED)).toEqual(AREAS);
  expect(areas.map(({ subject }) => subject)).toEqual(SUBJECTS);
  expect(areas.map(({ side }) => side)).toEqual([
    ...Array.from({ length: 6 }, () => 'provider'),
    ...Array.from({ length: 5 }, () => 'selection'),
  ]);
  expect(questions).toHaveLength(67);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(67);
  expect(new Set(questions.map(({ text }) => text)).size).toBe(67);
});

describe('every area', () => {
  test.each(areas.map((area) => [area.id, area] as const))(
    '%s asks what the specification lists',
    (id, area) => {
      const found = questions.filter((question) => question.area === id);
      const rows = found.map(({ determinism, scoreType, weight, dimension, ageing }) =>
        [
          determinism === 'deterministic' ? 'D' : 'N',
          scoreType === 'boolean' ? 'B' : 'S',
          String(weight).replace(/^0/, ''),
          dimension,
          ageing ?? '',
        ]
          .join(' ')
          .trim(),
      );
      expect(rows).toEqual(EXPECTED[id]);
      const numbers = found.map((_, at) => `Q-${id}-${String(at + 1).padStart(2, '0')}`);
      expect(found.map((question) => question.id)).toEqual(numbers);
      expect(area.number).toBe(AREAS.indexOf(id) + 1);
      // All except the first four are judged with a persona.
      expect(area.personaRequired).toBe(AREAS.indexOf(id) >= 4);
      expect(area.instructions.length).toBeGreaterThan(2);
    },
  );

  test('the weights of every tier add up to 1 in each area', () => {
    // single-test has three tiers; tools-aggregate-schema and the areas of Abouts and skills two; the others one.
    const sums = areas.map(({ id }) => {
      const weights = expectedQuestionsOf(id).map(({ weight }) => weight);
      return Math.round(weights.reduce((sum, weight) => sum + weight, 0) * 100) / 100;
    });
    expect(sums).toEqual([3, 2, 1, 1, 2, 2, 2, 2, 2, 2, 1]);
  });
});

describe.each(questions.map((question) => [question.id, question] as const))('%s', (_, question) => {
  test('reads as a question with its scale', () => {
    const text = textOf(question, DEFAULT_BOOK.grading);
    expect(text).toMatch(/^\S.{20,}\?/);
    expect(text).not.toMatch(/\{\{|\}\}|\n/);
    if (question.scoreType === 'boolean') {
      expect(text).toMatch(/Pass: .*Fail: /);
    } else {
      expect(text).toMatch(/ 5: .* 3: .* 1: /);
    }
  });

  if (question.determinism === 'non-deterministic') {
    test('has a strong and a weak example', () => {
      const { good, bad } = question.examples;
      expect(good.length).toBeGreaterThan(5);
      expect(bad.length).toBeGreaterThan(5);
      expect(good).not.toBe(bad);
    });
    return;
  }

  const { pass, fail, na, stale } = question.examples;
  const cases: [DeterministicAnswer['score'], unknown][] = [
    ['pass', pass],
    ['fail', fail],
    ['n/a', na],
    ['stale', stale],
  ];
  const given = cases.filter(([, facts]) => facts !== undefined);
  test.each(given)('answers its own example with %s', (score, facts) => {
    const answer = question.answer(facts, DEFAULT_BOOK.grading);
    expect(answer.score).toBe(score);
    expect(answer.reasoning).toMatch(/\S/);
    if (score === 'n/a') expect(NA_REASONS).toContain(answer.naReason);
    else expect(answer).not.toHaveProperty('naReason');
  });
});

test('personas hold the four base slugs and the lenses of the specification', () => {
  const idsOf = (kind: string) =>
    personas.filter((persona) => persona.kind === kind).map((persona) => persona.id);
  expect(idsOf('base')).toEqual([...BASE_PERSONAS]);
  expect(idsOf('lens')).toEqual([
    'api-integration-engineer',
    'documentation-dx-reviewer',
    'general',
    'security-reviewer',
  ]);
  for (const { text } of personas) expect(text.length).toBeGreaterThan(40);
});

test('policies hold the six rules', () => {
  expect(policies.map((policy) => policy.id)).toEqual([
    'evaluator-neutrality',
    'file-output-rules',
    'http-4xx-is-no-pass',
    'no-hidden-defaults',
    'no-secrets-in-prompt',
    'persona-only-where-required',
  ]);
});

test.each(AREAS)('questions of %s have names of their own, and no topic that they do not need', (area) => {
  const asked = questions.filter((question) => question.area === area);
  const names = asked.map(({ id }) => nameQuestion(id, null));
  expect(new Set(names).size).toBe(names.length);
  const alone = asked.filter(
    ({ dimension }, _, all) => all.filter((one) => one.dimension === dimension).length === 1,
  );
  expect(alone.filter(({ topic }) => topic !== undefined)).toEqual([]);
});
