// The material for a grader of a tool, a schema or a namespace.
import { describe, expect, test } from 'vitest';
import {
  buildNamespaceDescriptionMaterial,
  buildSingleTestMaterial,
  buildToolsAggregateNamespaceMaterial,
  buildToolsAggregateSchemaMaterial,
} from '../../../../../src/runs/logic/prompts/material/namespace.js';
import type { TestRecord } from '../../../../../src/spec/facts.js';
import type { ParameterDefinition, SchemaMain, ToolDefinition } from '../../../../../src/spec/schema-main.js';

const parameter = (key: string, primitive: string): ParameterDefinition => ({
  position: { key, value: '{{USER_PARAM}}', location: 'query' },
  z: { primitive, options: ['optional()'] },
  description: `the ${key}`,
});

const getStation: ToolDefinition = {
  method: 'GET',
  path: '/stations/{{id}}',
  description: 'Returns one station.',
  parameters: [parameter('id', 'string()'), parameter('lang', 'enum(de,en)')],
  output: { mimeType: 'application/json', schema: { type: 'object' } },
  tests: [{ _description: 'Bern', id: '8507000' }],
};

const main: SchemaMain = {
  namespace: 'rail',
  name: 'Stations',
  description: 'Stations of one network.',
  version: 'flowmcp/4.0.0',
  root: 'https://user@api.rail.example:8443/v1',
  docs: ['https://rail.example/docs'],
  tags: ['rail'],
  requiredServerParams: ['RAIL_API_KEY'],
  headers: { Authorization: 'Bearer {{RAIL_API_KEY}}' },
  tools: { getStation },
};

const record: TestRecord = {
  tool: 'getStation',
  test: 1,
  description: 'Bern',
  schemaHash: '0123abcd',
  fileSha256: 'f'.repeat(64),
  checkedAt: '2026-01-01T00:00:00Z',
  status: 'working',
  httpStatus: 200,
  working: true,
  durationMs: 12,
  responseBytes: 30,
  large: false,
  truncated: false,
  error: null,
  response: { name: 'Bern' },
};
const facts = { working: 1, total: 1, bar: 3 };

function singleTest(over: Partial<ToolDefinition> = {}, records = [record]): string[] {
  const tools = { getStation: { ...getStation, ...over } };
  return buildSingleTestMaterial({ main: { ...main, tools }, tool: 'getStation', facts, records }).map(
    ({ text }) => text,
  );
}

describe('single-test', () => {
  test('shows a small definition completely', () => {
    const [definition] = singleTest();
    expect(JSON.parse(definition ?? '')).toEqual({
      tool: 'getStation',
      method: 'GET',
      path: '/stations/{{id}}',
      description: 'Returns one station.',
      parameters: [
        {
          key: 'id',
          value: '{{USER_PARAM}}',
          location: 'query',
          z: { primitive: 'string()', options: ['optional()'] },
          description: 'the id',
        },
        {
          key: 'lang',
          value: '{{USER_PARAM}}',
          location: 'query',
          z: { primitive: 'enum(de,en)', options: ['optional()'] },
          description: 'the lang',
        },
      ],
      output: getStation.output,
      tests: getStation.tests,
    });
  });

  test('shows the recorded responses, each up to its limit', () => {
    const long = {
      ...record,
      test: 2,
      status: 'http-error' as const,
      httpStatus: 404,
      response: 'ä'.repeat(9_000),
    };
    const [, recorded] = singleTest({}, [record, long]);
    const lines = recorded?.split('\n') ?? [];
    expect(JSON.parse(lines[0] ?? '')).toEqual({ working: 1, total: 1, workingTestsExpected: 3 });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ test: 1, status: 'working', httpStatus: 200 });
    expect(lines[2]).toBe('response: {"name":"Bern"}');
    expect(JSON.parse(lines[3] ?? '')).toMatchObject({ test: 2, status: 'http-error', httpStatus: 404 });
    expect(lines[4]).toBe(`response: "${'ä'.repeat(1_499)}… (7502 more characters)`);
  });

  test('an enum of 154 KB, a long text and a huge output are cut, with a note', () => {
    const values = Array.from({ length: 22_000 }, (_, at) => `value${at}`);
    const schema = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`field${at}`, { type: 'string' }]),
    );
    const [definition] = singleTest({
      description: 'd'.repeat(50_000),
      parameters: [parameter('code', `enum(${values.join(',')})`)],
      output: { mimeType: 'application/json', schema },
    });
    expect(definition).toContain('value24,… (21975 more))');
    expect(definition).toContain('… (48000 more characters)');
    expect(definition).toContain('"…": "… (460 more)"');
    expect(definition?.length).toBeLessThan(10_000);
    expect(() => JSON.parse(definition ?? '')).not.toThrow();
  });

  test('a tool that the schema lacks is a mistake of the caller, also for inherited names', () => {
    for (const tool of ['nope', 'constructor']) {
      expect(() => buildSingleTestMaterial({ main, tool, facts, records: [] })).toThrow(tool);
    }
  });
});

test('tools-aggregate-schema shows the schema without its tools, and one line per tool', () => {
  const [frame, tools] = buildToolsAggregateSchemaMaterial({ main });
  expect(JSON.parse(frame?.text ?? '')).toEqual({
    name: 'Stations',
    description: 'Stations of one network.',
    tags: ['rail'],
    requiredServerParams: ['RAIL_API_KEY'],
    docs: ['https://rail.example/docs'],
    tools: 1,
  });
  expect(JSON.parse(tools?.text ?? '')).toEqual({
    tool: 'getStation',
    method: 'GET',
    path: '/stations/{{id}}',
    description: 'Returns one station.',
    parameters: ['id: string()', 'lang: enum(de,en)'],
  });
});

describe('tools-aggregate-namespace', () => {
  const schemas = (tools: number, description: string) => [
    {
      schema: 'stations',
      main: {
        ...main,
        tools: Object.fromEntries(
          Array.from({ length: tools }, (_, at) => [`tool${at}`, { ...getStation, description }]),
        ),
      },
    },
    { schema: 'empty', main: { ...main, tools: {} } },
  ];

  test('shows every schema with its tools', () => {
    const [material] = buildToolsAggregateNamespaceMaterial({ schemas: schemas(2, 'Does it.') });
    expect(material?.title).toBe('2 tools in 2 schemas, a schema or a tool per line');
    expect(material?.text.split('\n').map((line) => JSON.parse(line))).toEqual([
      { schema: 'stations', description: 'Stations of one network.' },
      { tool: 'tool0', description: 'Does it.' },
      { tool: 'tool1', description: 'Does it.' },
      { schema: 'empty', description: 'Stations of one network.' },
    ]);
  });

  test.each([
    [200, 'x'.repeat(300), 'a schema or a tool per line', /… \(200 more characters\)/],
    [1_500, 'x'.repeat(300), 'descriptions are left out', /"tool":"tool1499"/],
    [9_000, 'x', 'descriptions are left out', /… \(\d{4} more\)$/],
  ])('%i tools fit by shorter descriptions, then by names, then by a cut', (tools, text, title, seen) => {
    const [material] = buildToolsAggregateNamespaceMaterial({ schemas: schemas(tools, text) });
    expect(material?.title).toContain(title);
    expect(material?.text).toMatch(seen);
    expect(material?.text.length).toBeLessThan(40_100);
  });
});

test('namespace-description shows metadata and the host, never its credentials', () => {
  const schemas = [
    { schema: 'stations', main },
    { schema: 'tenant', main: { ...main, root: 'https://{{TENANT}}.example/v1' } },
    { schema: 'any', main: { ...main, root: '{{BASE_URL}}/v1' } },
    { schema: 'files', main: without(main, 'root') },
  ];
  const [material] = buildNamespaceDescriptionMaterial({ namespace: 'rail', schemas });
  const lines = material?.text.split('\n').map((line) => JSON.parse(line)) ?? [];
  expect(lines[0]).toEqual({
    schema: 'stations',
    name: 'Stations',
    description: 'Stations of one network.',
    docs: ['https://rail.example/docs'],
    tags: ['rail'],
    host: 'api.rail.example:8443',
  });
  expect(lines.map((line) => line.host)).toEqual([
    'api.rail.example:8443',
    '{{TENANT}}.example',
    'not written as a URL',
    'none declared',
  ]);
});

function without(value: SchemaMain, key: 'root'): SchemaMain {
  const { [key]: _, ...rest } = value;
  return rest;
}
