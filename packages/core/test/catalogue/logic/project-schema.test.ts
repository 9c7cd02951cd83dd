// A FlowMCP schema as MCP clients see it, and the place of each part in the module.
import { describe, expect, it } from 'vitest';
import { projectSchema } from '../../../src/catalogue/logic/project-schema.js';
import { findUnreadable } from '../../../src/rules/schema/find-unreadable.js';
import { parseModule } from '../../../src/sources/parse-module.js';
import { formatValuePath } from '../../../src/values/value-path.js';

const NO_LISTS = { resolved: {}, unresolved: [] };

function project(main: Record<string, unknown>, lists = NO_LISTS as Parameters<typeof projectSchema>[1]) {
  return projectSchema({ namespace: 'tidewatch', version: '4.0.0', ...main }, lists);
}

function parameter(primitive: unknown, options: unknown = [], more: Record<string, unknown> = {}) {
  return {
    position: { key: 'x', value: '{{USER_PARAM}}', location: 'query' },
    z: { primitive, options },
    ...more,
  };
}

function inputOf(...parameters: unknown[]) {
  const { snapshot } = project({ tools: { ping: { description: 'Says hello.', parameters } } });
  return (snapshot.tools[0] as { inputSchema: unknown }).inputSchema;
}

describe('an input', () => {
  it.each([
    ['string()', [], { type: 'string' }],
    ['string()', ['min(2)', 'max(9)'], { type: 'string', minLength: 2, maxLength: 9 }],
    ['string()', ['length(42)'], { type: 'string', minLength: 42, maxLength: 42 }],
    ['string()', ['min(1)', 'max(99)', 'length(42)'], { type: 'string', minLength: 42, maxLength: 42 }],
    ['string()', ['regex(^0x[a-f]{2,3}$)'], { type: 'string', pattern: '^0x[a-f]{2,3}$' }],
    ['string()', ['regex(/^NCT\\d{8}$/)'], { type: 'string', pattern: '^NCT\\d{8}$' }],
    ['string()', ['regex(/^a$/i)'], { type: 'string' }],
    ['number()', ['min(-1.5)', 'max(10)'], { type: 'number', minimum: -1.5, maximum: 10 }],
    ['number()', ['length(3)', 'min(x)'], { type: 'number' }],
    ['boolean()', ['min(1)'], { type: 'boolean' }],
    [
      'array()',
      ['length(3)', 'min(1)'],
      { type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 3 },
    ],
    ['object()', [], { type: 'object' }],
    ['enum(a,1)', [], { type: 'string', enum: ['a', '1'] }],
    ['enum()', ['values(a,b)'], { type: 'string', enum: ['a', 'b'] }],
    ['enum({{ports:code}})', [], { type: 'string' }],
    [' string() ', [], { type: 'string' }],
    ['text()', ['min(2)'], {}],
    [undefined, [], {}],
    ['string()', 'min(2)', { type: 'string' }],
  ])('%s with %j is %j', (primitive, options, expected) => {
    expect(inputOf(parameter(primitive, options))).toEqual({
      type: 'object',
      properties: { x: expected },
      required: ['x'],
    });
  });

  it.each([
    ['number()', 'default(100)', 100],
    ['number()', 'default(many)', 'many'],
    ['string()', 'default(100)', '100'],
    ['string()', 'default("usd")', 'usd'],
    ['boolean()', 'default(false)', false],
    ['array()', 'default(["a","b"])', ['a', 'b']],
    ['enum(asc,desc)', 'default(desc)', 'desc'],
  ])('%s with %s is not required', (primitive, option, value) => {
    const schema = inputOf(parameter(primitive, [option]));
    expect(schema).not.toHaveProperty('required');
    expect(schema).toHaveProperty('properties.x.default', value);
  });

  it('is not required if it is optional', () => {
    expect(inputOf(parameter('string()', ['optional()']))).toEqual({
      type: 'object',
      properties: { x: { type: 'string' } },
    });
  });

  it('takes the values of an enum from a list', () => {
    const lists = { resolved: { ports: [{ code: 'HAM' }, { code: 'RTM' }] }, unresolved: [] };
    const tools = { ping: { parameters: [parameter('enum(all,{{ports:code}})')] } };
    const [tool] = project({ tools }, lists).snapshot.tools;
    expect(tool).toHaveProperty('inputSchema.properties.x.enum', ['all', 'HAM', 'RTM']);
  });

  it('has the description of its parameter, or of its z block', () => {
    const own = { description: 'Own.' };
    const z = { primitive: 'string()', options: [], description: 'Of z.' };
    expect(inputOf(parameter('string()', [], own))).toHaveProperty('properties.x.description', 'Own.');
    expect(inputOf({ ...parameter(''), z })).toHaveProperty('properties.x.description', 'Of z.');
    expect(inputOf({ ...parameter(''), z, ...own })).toHaveProperty('properties.x.description', 'Own.');
  });

  it('is what the caller supplies, not what the runtime fills in', () => {
    const fixed = ['eth', '{{SERVER_PARAM:KEY}}', '{{CITY}}', 7].map((value) => ({
      position: { key: `fixed ${value}`, value, location: 'query' },
      z: { primitive: 'string()', options: [] },
    }));
    expect(inputOf(...fixed, parameter('number()'))).toHaveProperty('properties', { x: { type: 'number' } });
  });

  it('is the later of two with the same key', () => {
    expect(inputOf(parameter('string()', ['optional()']), parameter('number()'))).toEqual({
      type: 'object',
      properties: { x: { type: 'number' } },
      required: ['x'],
    });
  });
});

describe('a tool', () => {
  it('has no input schema without parameters', () => {
    const { tools } = project({ tools: { ping: {}, pong: { parameters: [] } } }).snapshot;
    expect(tools).toEqual([
      { name: 'ping' },
      { name: 'pong', inputSchema: { type: 'object', properties: {} } },
    ]);
  });
});

describe('the server', () => {
  it('is the namespace in its version, the schema if there is no namespace, or nothing', () => {
    expect(project({ name: 'Tides' }).snapshot.serverInfo).toEqual({ name: 'tidewatch', version: '4.0.0' });
    const named = project({ name: 'Tides', namespace: ' ' }).snapshot.serverInfo;
    expect(named).toEqual({ name: 'Tides', version: '4.0.0' });
    expect(project({ namespace: undefined, version: undefined }).snapshot.serverInfo).toEqual({});
  });

  it('has a resource for each query and each document, and its prompts', () => {
    const { snapshot } = project({
      resources: {
        ports: {
          source: 'sqlite',
          description: 'All ports.',
          queries: {
            byCode: { description: 'One port.', output: { mimeType: 'application/json' } },
            all: {},
          },
        },
        manual: { source: 'markdown', description: 'How to read tides.' },
      },
      prompts: { compare: { name: 'compare-ports', description: 'Compares.' }, other: {} },
    });
    expect(snapshot.tools).toEqual([]);
    expect(snapshot.resources).toEqual([
      {
        uri: 'flowmcp://tidewatch/resource/ports/byCode',
        name: 'byCode',
        description: 'One port.',
        mimeType: 'application/json',
      },
      { uri: 'flowmcp://tidewatch/resource/ports/all', name: 'all' },
      {
        uri: 'flowmcp://tidewatch/resource/manual',
        name: 'manual',
        description: 'How to read tides.',
        mimeType: 'text/markdown',
      },
    ]);
    expect(snapshot.prompts).toEqual([
      { name: 'compare-ports', description: 'Compares.' },
      { name: 'other' },
    ]);
  });
});

describe('a place', () => {
  const { placeOf } = project({
    tools: {
      ping: {},
      pong: { parameters: [{ position: { key: 'k', value: 'fixed' } }, parameter('string()')] },
    },
    resources: { ports: { queries: { all: {} } }, manual: { source: 'markdown' } },
    prompts: { compare: {} },
  });
  it.each([
    [['serverInfo'], 'main.namespace'],
    [['serverInfo', 'name'], 'main.namespace'],
    [['serverInfo', 'version'], 'main.version'],
    [['tools'], 'main'],
    [['tools', 0], 'main.tools.ping'],
    [['tools', 0, 'name'], 'main.tools.ping'],
    [['tools', 0, 'description'], 'main.tools.ping.description'],
    [['tools', 0, 'inputSchema'], 'main.tools.ping.parameters'],
    [['tools', 1, 'inputSchema', 'properties'], 'main.tools.pong.parameters'],
    [['tools', 1, 'inputSchema', 'properties', 'x'], 'main.tools.pong.parameters[1]'],
    [
      ['tools', 1, 'inputSchema', 'properties', 'x', 'description'],
      'main.tools.pong.parameters[1].description',
    ],
    [['tools', 1, 'inputSchema', 'properties', 'x', 'type'], 'main.tools.pong.parameters[1].z.primitive'],
    [['tools', 1, 'inputSchema', 'properties', 'x', 'enum'], 'main.tools.pong.parameters[1].z.primitive'],
    [['tools', 1, 'inputSchema', 'properties', 'x', 'minimum'], 'main.tools.pong.parameters[1].z.options'],
    [['tools', 1, 'inputSchema', 'required', 0], 'main.tools.pong.parameters[1]'],
    [['tools', 1, 'inputSchema', 'properties', 'nobody'], 'main.tools.pong.parameters'],
    [['tools', 9], 'main'],
    [['resources', 0, 'description'], 'main.resources.ports.queries.all.description'],
    [['resources', 0, 'mimeType'], 'main.resources.ports.queries.all.output.mimeType'],
    [['resources', 1, 'mimeType'], 'main.resources.manual'],
    [['prompts', 0, 'description'], 'main.prompts.compare.description'],
    [['prompts', 0], 'main.prompts.compare'],
    [['constructor', 0], 'main'],
  ])('%j is %s', (path, expected) => {
    expect(formatValuePath('main', placeOf(path))).toBe(expected);
  });
});

describe('a schema that cannot be projected', () => {
  const unreadable = (text: string) =>
    findUnreadable(parseModule(text, { exports: ['main', 'schema'] }), 'a.mjs').map(
      ({ code, where }) => `${code} ${where?.file}:${where?.line}:${where?.column} ${where?.path ?? ''}`,
    );
  const main = (rest: string) => `export const main = {\n  version: '4.0.0',\n  ${rest}\n}`;

  it.each([
    ['no module', 'export const main = {', ['SRC-001 a.mjs:1:22 ']],
    ['no export', 'export const other = 1', ['VAL001 a.mjs:1:1 main']],
    ['no object', 'export const main = 7', ['VAL002 a.mjs:1:21 main']],
    ['version 3', "export const main = { version: '3.1.0', tools: {} }", ['VAL014 a.mjs:1:32 main.version']],
    ['no tools', main('routes: {}'), ['VAL016 a.mjs:1:21 main.tools']],
    ['a list of tools', main('tools: []'), ['VAL016 a.mjs:3:10 main.tools']],
    ['a tool that is none', main('tools: { a: 7 }'), ['VAL016 a.mjs:3:15 main.tools.a']],
    [
      'a parameter that is none',
      main('tools: { a: { parameters: [null] } }'),
      ['VAL040 a.mjs:3:30 main.tools.a.parameters[0]'],
    ],
    [
      'a parameter without a place',
      main('tools: { a: { parameters: [{}] } }'),
      ['VAL040 a.mjs:3:30 main.tools.a.parameters[0]'],
    ],
    [
      'an input without a name',
      main("tools: { a: { parameters: [{ position: { key: ' ' } }] } }"),
      ['VAL041 a.mjs:3:49 main.tools.a.parameters[0].position.key'],
    ],
    [
      'a description that has to be run',
      main('tools: { a: { description: f() } }'),
      ['SRC-002 a.mjs:3:30 main.tools.a.description'],
    ],
    ['a name that has to be run', main('namespace: f(), tools: {}'), ['SRC-002 a.mjs:3:14 main.namespace']],
  ])('%s', (_, text, expected) => {
    expect(unreadable(text)).toEqual(expected);
  });

  it.each([
    ['tests that have to be run', main('tools: { a: { tests: [{ x: f() }], method: g() } }')],
    ['an address that has to be run', main('root: f(), tools: {}')],
    ['resources alone', main('resources: {}')],
    ['no version', 'export const main = { tools: {} }'],
    ['a namespace the gate refuses', main("namespace: 'Tide_Watch', tools: {}")],
  ])('%s do not prevent that', (_, text) => {
    expect(unreadable(text)).toEqual([]);
  });
});
