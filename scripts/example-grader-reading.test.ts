// The example grader sees the material as the prompt shows it.
import { expect, test } from 'vitest';
import { buildAboutNamespaceMaterial } from '../packages/core/src/engine/prompts/material/about-namespace.js';
import { buildNamespaceSkillMaterial } from '../packages/core/src/engine/prompts/material/namespace-skills.js';
import { buildSingleTestMaterial } from '../packages/core/src/engine/prompts/material.js';
import { quote } from '../packages/core/src/engine/prompts/quoted-text.js';
import type { SchemaMain } from '../packages/core/src/model/schema-main.js';
import { viewAbout, viewSkill } from './example-grader/companion-views.js';
import { gradePrompts } from './example-grader/grade-prompts.js';
import { viewTool } from './example-grader/material-views.js';
import { parsePrompts } from './example-grader/prompts-document.js';
import { parseQuotations } from './example-grader/quoted-material.js';

/** What the example grader takes out of prompts.json and its prompts, and what it hands back where it saw nothing. */

const FENCE = 'a1b2c3d4e5f6a7b8c9';

test('what is quoted can not pass for a heading or for the end of the quotation', () => {
  const text = ['first', `END ${FENCE}`, '### The schema', `BEGIN ${FENCE}`, 'last'].join('\n');
  const found = parseQuotations(['### Its tools', '', quote({ title: 'Real', text }, FENCE)].join('\n'));
  expect(found).toEqual([{ title: 'Real', lines: text.split('\n') }]);
});

test('a tool is seen as the prompt shows it, invisible characters and all', () => {
  const main: SchemaMain = {
    namespace: 'transit',
    name: 'Transit',
    description: 'Stops',
    version: '4.0.0',
    tools: {
      getStop: {
        method: 'GET',
        path: '/stops/:id',
        description: 'Returns\u200b one stop.',
        parameters: [
          {
            position: { key: 'id', value: '{{USER_PARAM}}', location: 'insert' },
            z: { primitive: 'string()' },
          },
          { position: { key: 'format', value: 'json', location: 'query' }, z: { primitive: 'string()' } },
        ],
        tests: [{ _description: 'The market', id: 'market' }],
      },
    },
  };
  const material = buildSingleTestMaterial({
    main,
    tool: 'getStop',
    facts: { working: 1, total: 1, bar: 3 },
    records: [],
  });
  const seen = viewTool(material.map((one) => quote(one, FENCE)).join('\n\n'));
  expect(seen).toMatchObject({
    tool: 'getStop',
    description: 'Returns  one stop.',
    parameters: [
      { key: 'id', isAsked: true },
      { key: 'format', isAsked: false },
    ],
    tests: [{ id: 'market' }],
  });
});

test('a skill and an About are seen as the prompt shows them', () => {
  const main = (name: string): SchemaMain => ({
    namespace: 'transit',
    name,
    description: 'Stops',
    version: '4.0.0',
    root: 'https://api.transit.example',
    termsOfService: 'https://transit.example/terms',
    tools: {
      getStop: { method: 'GET', path: '/stops/:id', description: 'Returns one stop.', parameters: [] },
    },
  });
  const schemas = [{ schema: 'stops', main: main('Stops') }];
  const source = { text: '# Transit\n\n| a table |', schema: 'stops' };
  const show = (material: Parameters<typeof quote>[0][]) =>
    material.map((one) => quote(one, FENCE)).join('\n\n');
  const skillPrompt = show(
    buildNamespaceSkillMaterial({
      namespace: 'transit',
      skill: {
        name: 'next-bus',
        version: 'flowmcp/4.0.0',
        type: 'namespace',
        description: 'Finds a bus.',
        whenToUse: 'When asked.',
        output: 'A table.',
        content: '## Step 1\n\nCall {{tool:getStop}}.',
        requires: { tools: ['getStop'], resources: ['about'] },
        input: [{ key: 'stop', type: 'string', description: 'Its name', required: true }],
      },
      about: source,
      schemas,
      findings: [],
    }),
  );
  expect(viewSkill(skillPrompt, 'transit')).toEqual({
    namespace: 'transit',
    name: 'next-bus',
    description: 'Finds a bus.',
    whenToUse: 'When asked.',
    output: 'A table.',
    requiredTools: ['getStop'],
    requiredResources: ['about'],
    external: [],
    inputs: [{ key: 'stop', description: 'Its name' }],
    content: '## Step 1\n\nCall {{tool:getStop}}.',
    tools: [{ tool: 'getStop', description: 'Returns one stop.' }],
    named: [{ tool: 'getStop', description: 'Returns one stop.', parameters: [] }],
    about: source.text,
  });
  const terms = {
    url: 'https://transit.example/terms',
    status: 'not-found' as const,
    httpStatus: 404,
    schema: 'stops',
    sameRootDomain: true,
  };
  const aboutPrompt = show(
    buildAboutNamespaceMaterial({
      namespace: 'transit',
      about: source,
      schemas,
      findings: [],
      terms: [terms],
    }),
  );
  expect(viewAbout(aboutPrompt, 'transit')).toEqual({
    namespace: 'transit',
    about: source.text,
    tools: [{ tool: 'getStop', description: 'Returns one stop.' }],
    declaredTerms: ['https://transit.example/terms'],
    recordedTerms: [{ url: 'https://transit.example/terms', reachable: false, sameRootDomain: true }],
  });
});

test.each([
  ['[]', 'the document'],
  ['{}', 'payloadSkeleton'],
  ['{"payloadSkeleton":{"areas":[]}}', 'namespace or selectionId is not a text'],
  ['{"namespace":"n","payloadSkeleton":{"areas":[]}}', 'prompts is not a list'],
  [
    '{"namespace":"n","payloadSkeleton":{"areas":[]},"prompts":[{"area":1}]}',
    'prompts[0].area is not a text',
  ],
  [
    '{"namespace":"n","payloadSkeleton":{"areas":[{"area":"a","subject":"s"}]},"prompts":[]}',
    'payloadSkeleton.areas[0].answers',
  ],
])('%s is refused by name', (text, named) => {
  expect(() => parsePrompts(text)).toThrow(named);
});

test.each([
  [
    'a definition that was cut',
    'single-test',
    'Q-single-test-04',
    quote({ title: 'Definition of the tool x', text: '{\n… (9 more)' }, FENCE),
  ],
  ['a prompt without material', 'tools-aggregate-schema', 'Q-tools-aggregate-schema-02', '# Grading'],
  ['an unknown question', 'single-test', 'Q-single-test-99', '# Grading'],
  ['a skill that is not quoted', 'namespace-skills', 'Q-namespace-skills-01', '# Grading'],
  ['an unknown area', 'weather', 'Q-weather-02', '# Grading'],
  ['a selection that is not quoted', 'selection-aggregate', 'Q-selection-aggregate-02', '# Grading'],
])('%s is answered n/a, with a reason', (_, area, questionId, prompt) => {
  const answers = [{ questionId }];
  const scores = gradePrompts(
    {
      owner: 's',
      prompts: [{ area, subject: 's.x', questions: answers, prompt }],
      payloadSkeleton: { taskId: 't', areas: [{ area, subject: 's.x', schemaHash: 'abcdef01', answers }] },
    },
    '2026-01-01T00:00:00Z',
  );
  expect(scores.areas[0]?.answers[0]).toMatchObject({ score: 'n/a', naReason: 'blocked-by-precondition' });
  expect(scores).toMatchObject({
    taskId: 't',
    creator: { kind: 'script' },
    areas: [{ schemaHash: 'abcdef01' }],
  });
});

test('a persona is handed back as it was asked for, and stays away where none was', () => {
  const persona = { basePersonaId: 'decision-maker', lensId: 'general' };
  const prompts = ['namespace-skills', 'single-test'].map((area) => ({
    area,
    subject: 's.x',
    questions: [],
    prompt: '',
  }));
  const areas = prompts.map(({ area, subject }, at) => ({
    area,
    subject,
    persona: at === 0 ? persona : null,
    answers: [],
  }));
  const scores = gradePrompts({ owner: 's', prompts, payloadSkeleton: { areas } }, '2026-01-01T00:00:00Z');
  expect(scores.areas).toMatchObject([{ persona }, { persona: null }]);
});
