// The example grader has a heuristic for every question, and each tells good from bad.
import { expect, test } from 'vitest';
import { questionsOf } from '../packages/core/src/catalogue/lookup.js';
import { AREAS } from '../packages/core/src/model/vocabulary.js';
import { ABOUT_HEURISTICS } from './example-grader/about-heuristics.js';
import type { AboutMaterial, SkillMaterial } from './example-grader/companion-views.js';
import { DESCRIPTION_HEURISTICS } from './example-grader/description-heuristics.js';
import { KNOWN_QUESTIONS } from './example-grader/grade-prompts.js';
import type { Heuristic, Judgement } from './example-grader/judgement.js';
import type {
  DescriptionMaterial,
  NamespaceMaterial,
  SchemaMaterial,
  ToolMaterial,
} from './example-grader/material-views.js';
import { NAMESPACE_HEURISTICS } from './example-grader/namespace-heuristics.js';
import { SCHEMA_HEURISTICS } from './example-grader/schema-heuristics.js';
import { SKILL_HEURISTICS } from './example-grader/skill-heuristics.js';
import { TOOL_HEURISTICS } from './example-grader/tool-heuristics.js';

const tool: ToolMaterial = {
  tool: 'listDepartures',
  method: 'GET',
  path: '/stops/{{stopId}}/departures',
  description:
    'Lists the next departures of one stop with line, destination and planned time. Returns at most 20; an unknown stop is answered with 404.',
  parameters: [
    { key: 'stopId', isAsked: true, type: 'string() min(3)', description: 'Identifier of the stop' },
    { key: 'maxCount', isAsked: true, type: 'number() max(20)', description: 'Largest number to return' },
  ],
  tests: [
    { _description: 'A stop in the centre', stopId: 'market-square' },
    { _description: 'A stop by the lake', stopId: 'lake-pier', maxCount: 5 },
    { _description: 'The terminus in the north', stopId: 'northgate', maxCount: 1 },
  ],
  output: {
    type: 'array',
    items: { type: 'object', properties: { line: { type: 'string' }, destination: { type: 'string' } } },
  },
  records: ['7', '9', '12'].map((line) => ({ worked: true, response: `[{"line":"${line}"}]` })),
};

const schema: SchemaMaterial = {
  name: 'Transit Stops',
  description: 'Stops and departures of the city buses.',
  tags: ['stop', 'departure'],
  requiredServerParams: ['TRANSIT_API_KEY'],
  tools: [
    {
      tool: 'listStops',
      path: '/stops',
      description: 'Lists all stops of the buses in the city.',
      parameters: [],
    },
    {
      tool: 'getStop',
      path: '/stops/{{stopId}}',
      description: 'Returns one stop with its name and its position.',
      parameters: ['stopId'],
    },
    {
      tool: 'listDepartures',
      path: '/stops/{{stopId}}/departures',
      description: 'Lists the departures of one stop, earliest first.',
      parameters: ['stopId'],
    },
  ],
};

const namespace: NamespaceMaterial = {
  namespace: 'transit',
  schemas: [
    { schema: 'stops', description: 'Stops and departures of the city buses. Trams are not included.' },
  ],
  tools: schema.tools,
};

const identity: DescriptionMaterial = {
  namespace: 'transit',
  schemas: [
    {
      schema: 'stops',
      name: 'Transit Stops',
      description:
        'Stops and departures of the city buses in Port Lyre, published by Transit, the bus company. Free of charge; trams are not included.',
      docs: ['https://transit.example/docs'],
      tags: ['stop'],
      host: 'api.transit.example',
    },
  ],
};

const about: AboutMaterial = {
  namespace: 'transit',
  about: `# Transit

Stops and departures of the buses in Port Lyre, published by the bus company, updated every minute and free of charge.
No trams.

## What it can do

- \`listStops\` and \`getStop\` return stops, \`listDepartures\` the departures of one.

## What it can not do

- No trams and no trains.
- No fares.

## Conventions

- Times are local.
- A stop is named by its stopId.

## For whom

- Schema maintainer: which stops exist and which values are refused.

## Use cases

- A hotel asks before a guest leaves which bus goes next from the market, with \`listDepartures\`, and prints it.
- A planner compares the stops of two districts with \`listStops\` and keeps a table of those without shelter.

Terms: https://transit.example/terms.
`,
  tools: schema.tools,
  declaredTerms: ['https://transit.example/terms'],
  recordedTerms: [{ url: 'https://transit.example/terms', reachable: true, sameRootDomain: true }],
};

const skill: SkillMaterial = {
  namespace: 'transit',
  name: 'next-bus',
  description: 'Finds the next departures from a stop.',
  whenToUse: 'When somebody asks which bus leaves next from a stop in the city.',
  output: 'A table of departures from the stop.',
  requiredTools: ['listStops', 'listDepartures'],
  requiredResources: ['about'],
  external: [],
  inputs: [{ key: 'stop', description: 'Name of the stop' }],
  content: `Times and the spelling of a stop are those of {{resource:about}}, where the limits of the data stand too.

## Step 1

Call {{tool:listStops}} and take the stopId of {{input:stop}}. If no stop is called so, ask for the name.

## Step 2

Call {{tool:listDepartures}} with the stopId of step 1.

## Limitations

- Trams are not covered.
- Delays of a bus are not known.
`,
  tools: schema.tools,
  named: schema.tools.filter(({ tool: name }) => name !== 'getStop'),
  about: about.about,
};

function changedIdentity(change: Partial<DescriptionMaterial['schemas'][number]>): DescriptionMaterial {
  return { ...identity, schemas: identity.schemas.map((one) => ({ ...one, ...change })) };
}

/** Per question what is judged well, and one change for the worse. */
const tools: readonly (readonly [string, Partial<ToolMaterial>])[] = [
  [
    'Q-single-test-04',
    {
      description:
        'Lists the next departures of one stop with line and destination, lightning-fast and really useful!',
    },
  ],
  ['Q-single-test-05', { description: 'Use this when you want to plan your trip. Perfect for travel apps.' }],
  ['Q-single-test-06', { parameters: ['stop_id', 'maxCount', 'LIM'].map(parameter) }],
  [
    'Q-single-test-07',
    { tests: ['foo', 'test', 'test'].map((stopId) => ({ _description: 'test', stopId })) },
  ],
  ['Q-single-test-08', { tool: 'doV2Req' }],
  ['Q-single-test-09', { description: 'Lists departures of a stop.', parameters: [parameter('stopId')] }],
  ['Q-single-test-10', { tool: 'updateDepartures' }],
];
const schemas: readonly (readonly [string, Partial<SchemaMaterial>])[] = [
  ['Q-tools-aggregate-schema-02', { tools: renamed(['listStops', 'stop_info', 'Departures']) }],
  ['Q-tools-aggregate-schema-03', { tags: ['ai', 'best', 'finance'] }],
  ['Q-tools-aggregate-schema-04', { requiredServerParams: ['apikey', 'TRANSIT_TOKEN'] }],
  ['Q-tools-aggregate-schema-05', { tools: schema.tools.slice(1) }],
  [
    'Q-tools-aggregate-schema-06',
    { tools: described(['Stops.', 'You get a stop here', 'Lists departures.']) },
  ],
];
const namespaces: readonly (readonly [string, Partial<NamespaceMaterial>])[] = [
  ['Q-tools-aggregate-namespace-02', { tools: [{ tool: 'getFare', description: 'Returns one fare.' }] }],
  [
    'Q-tools-aggregate-namespace-03',
    {
      tools: [
        ...schema.tools,
        { tool: 'fetchStop', description: 'Returns one stop with name and position.' },
      ],
    },
  ],
  [
    'Q-tools-aggregate-namespace-04',
    { tools: schema.tools.filter(({ tool: name }) => name.startsWith('list')) },
  ],
  [
    'Q-tools-aggregate-namespace-05',
    { schemas: [{ schema: 'stops', description: 'All transport data you need.' }] },
  ],
];
const identities: readonly (readonly [string, DescriptionMaterial])[] = [
  ['Q-namespace-description-01', changedIdentity({ description: 'Provides various useful data via API.' })],
  ['Q-namespace-description-02', { ...identity, namespace: 'citymaster' }],
  ['Q-namespace-description-03', changedIdentity({ description: 'Everything about mobility.' })],
  ['Q-namespace-description-04', changedIdentity({ name: 'TXQ Stops' })],
];
const skills: readonly (readonly [string, Partial<SkillMaterial>])[] = [
  [
    'Q-namespace-skills-01',
    {
      description: 'Books a hotel.',
      whenToUse: 'When somebody travels for the weekend.',
      output: 'A reservation number.',
    },
  ],
  [
    'Q-namespace-skills-02',
    {
      content: 'Call {{tool:listDepartures}} with {{input:stopId}}.',
      inputs: ['stopId', 'lineCode'].map((key) => ({ key, description: '' })),
    },
  ],
  [
    'Q-namespace-skills-03',
    {
      content: `## Step 1

Call {{tool:listDepartures}} with the id found in step 2.

## Step 2

Call {{tool:listStops}}.`,
    },
  ],
  [
    'Q-namespace-skills-04',
    { description: 'The smartest, best and most powerful way to travel.', content: 'Go!' },
  ],
  ['Q-namespace-skills-05', { content: 'Look it up.', requiredResources: [] }],
  ['Q-namespace-skills-06', { requiredTools: ['listStops', 'geocode/tool/search'] }],
];
const abouts: readonly (readonly [string, Partial<AboutMaterial>])[] = [
  ['Q-about-namespace-02', { about: '# Transit\n\nFor everyone who needs data.' }],
  ['Q-about-namespace-03', { about: '# Transit\n\nGives full access to the world of `getTrains`.' }],
  ['Q-about-namespace-04', { about: '# Transit\n\n## Use cases\n\n- research\n- apps' }],
  [
    'Q-about-namespace-05',
    { about: '# Transit\n\nThe leading, most powerful and trusted transit platform!' },
  ],
  ['Q-about-namespace-06', { about: '# Transit\n\nPlease read the terms before use.' }],
  ['Q-about-namespace-07', { about: '# Transit\n\nGET endpoint with JSON body, query parameters as enum.' }],
];

test.each([
  ...tools.map(([id, change]) => [id, compare(TOOL_HEURISTICS, id, tool, { ...tool, ...change })] as const),
  ...schemas.map(
    ([id, change]) => [id, compare(SCHEMA_HEURISTICS, id, schema, { ...schema, ...change })] as const,
  ),
  ...namespaces.map(
    ([id, change]) =>
      [id, compare(NAMESPACE_HEURISTICS, id, namespace, { ...namespace, ...change })] as const,
  ),
  ...skills.map(
    ([id, change]) => [id, compare(SKILL_HEURISTICS, id, skill, { ...skill, ...change })] as const,
  ),
  ...abouts.map(
    ([id, change]) => [id, compare(ABOUT_HEURISTICS, id, about, { ...about, ...change })] as const,
  ),
  ...identities.map(([id, poor]) => [id, compare(DESCRIPTION_HEURISTICS, id, identity, poor)] as const),
])('%s tells good from poor, and says what it counted', (_, { good, poor }) => {
  expect(pointsOf(good)).toBeGreaterThanOrEqual(4);
  expect(pointsOf(poor)).toBeLessThanOrEqual(pointsOf(good) - 1);
  expect(poor.reasoning).toMatch(/^Counted .*\d/);
  expect(poor.reasoning).not.toBe(good.reasoning);
});

test('every question a grader is asked about a provider has its heuristic and its case above', () => {
  const asked = AREAS.slice(0, 6).flatMap((area) =>
    questionsOf(area).flatMap(({ id, determinism }) => (determinism === 'non-deterministic' ? [id] : [])),
  );
  const cases = [...tools, ...schemas, ...namespaces, ...identities, ...skills, ...abouts].map(([id]) => id);
  expect(KNOWN_QUESTIONS.filter((id) => asked.includes(id)).sort()).toEqual([...asked].sort());
  expect([...cases].sort()).toEqual([...asked].sort());
});

test.each([
  ['Q-single-test-06', judge(TOOL_HEURISTICS, 'Q-single-test-06', { ...tool, parameters: [] })],
  [
    'Q-tools-aggregate-schema-03',
    judge(SCHEMA_HEURISTICS, 'Q-tools-aggregate-schema-03', { ...schema, tags: [] }),
  ],
  [
    'Q-tools-aggregate-schema-04',
    judge(SCHEMA_HEURISTICS, 'Q-tools-aggregate-schema-04', { ...schema, requiredServerParams: [] }),
  ],
  [
    'Q-namespace-skills-03',
    judge(SKILL_HEURISTICS, 'Q-namespace-skills-03', { ...skill, content: 'Think.', requiredTools: [] }),
  ],
])('%s does not apply where there is nothing to judge', (_, judgement) => {
  expect(judgement).toMatchObject({ score: 'n/a', naReason: 'not-applicable-to-tool-type' });
});

const ordered = skill.content;
test.each([
  ['a result of a later step', 3, { content: ordered.replace('{{input:stop}}', '{{input:stop}} of step 2') }],
  ['going on with a later step', 0, { content: ordered.replace('ask for', 'go on with step 2 or ask for') }],
  ['a required tool in no step', 1, { requiredTools: [...skill.requiredTools, 'getStop'] }],
  ['nothing on an answer without a hit', 1, { content: ordered.replace(/ If no stop[^.]*\./, '') }],
  ['a call without a word on its input', 1.5, { content: ordered.replace(' with the stopId of step 1', '') }],
  [
    'a tool of nobody',
    2,
    { content: ordered.replace('## Limitations', '## Step 3\n\n{{tool:x}}\n\n## Limits') },
  ],
])('in the order of tools, %s costs %d points', (_, points, change) => {
  const judgement = judge(SKILL_HEURISTICS, 'Q-namespace-skills-03', { ...skill, ...change });
  expect(pointsOf(judgement)).toBe(5 - points);
});

test.each([
  [
    'a skill whose namespace has no About',
    judge(SKILL_HEURISTICS, 'Q-namespace-skills-05', { ...skill, about: null }),
  ],
  [
    'terms that could not be opened',
    judge(ABOUT_HEURISTICS, 'Q-about-namespace-06', {
      ...about,
      recordedTerms: about.recordedTerms.map((terms) => ({ ...terms, reachable: false })),
    }),
  ],
])('%s can not be judged', (_, judgement) => {
  expect(judgement).toMatchObject({ score: 'n/a', naReason: 'blocked-by-precondition' });
});

test.each([
  [
    'on another domain',
    { recordedTerms: about.recordedTerms.map((terms) => ({ ...terms, sameRootDomain: false })) },
  ],
  ['that no schema declares', { declaredTerms: ['https://elsewhere.example/terms'] }],
  ['without a word on cost', { about: about.about.replace(' and free of charge', '') }],
])('terms %s do not do', (_, change) => {
  expect(judge(ABOUT_HEURISTICS, 'Q-about-namespace-06', { ...about, ...change }).score).toBe('fail');
});

function judge<M>(table: Readonly<Record<string, Heuristic<M>>>, id: string, material: M): Judgement {
  const heuristic = table[id];
  if (!heuristic) throw new Error(`no heuristic for ${id}`);
  return heuristic(material);
}

function compare<M>(table: Readonly<Record<string, Heuristic<M>>>, id: string, good: M, poor: M) {
  return { good: judge(table, id, good), poor: judge(table, id, poor) };
}

function pointsOf({ score }: Judgement): number {
  if (score === 'n/a') return Number.NaN;
  return typeof score === 'number' ? score : score === 'pass' ? 5 : 1;
}

function parameter(key: string) {
  return { key, isAsked: true, type: 'string()', description: '' };
}

function renamed(names: readonly string[]): SchemaMaterial['tools'] {
  return schema.tools.map((one, at) => ({ ...one, tool: names[at] ?? one.tool }));
}

function described(texts: readonly string[]): SchemaMaterial['tools'] {
  return schema.tools.map((one, at) => ({ ...one, description: texts[at] ?? one.description }));
}
