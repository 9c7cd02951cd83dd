// What fills the request of a tool and what does not: placeholders in address and headers, keys, places of parameters.
import { describe, expect, it } from 'vitest';
import { judgeText } from './good-schema.js';

interface Written {
  readonly root?: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly keys?: readonly string[];
  /** Key, location, and value if it is not the caller's. */
  readonly parameters?: readonly (readonly [string, string, string?])[];
  readonly handlers?: string;
}

const CODES = /^(?:VAL050|GATE-0(?:02|06|09|19|28|29))$/;

function found({ root, path, method = 'GET', headers, keys, parameters = [], handlers = '' }: Written) {
  const tool = {
    method,
    path: path ?? '/',
    parameters: parameters.map(([key, location, value = '{{USER_PARAM}}']) => ({
      position: { key, value, location },
      z: { primitive: 'string()', options: [] },
    })),
  };
  const main = {
    root: root ?? 'https://api.example.org',
    headers,
    requiredServerParams: keys,
    tools: { read: tool },
  };
  return judgeText(`export const main = ${JSON.stringify(main)};\n${handlers}`)
    .filter(({ code }) => CODES.test(code))
    .map(({ code, where, args }) => `${code} ${where?.path} ${args?.slot ?? args?.key}`);
}

const PATH = 'main.tools.read.path';
const parameter = (at: number) => `main.tools.read.parameters[${at}].position`;
const withHandler = (handler: string) => `export const handlers = () => ({ read: ${handler} });`;

describe('a placeholder in the address', () => {
  it.each<[string, Written, string[]]>([
    ['in double braces', { path: '/items/{{id}}' }, [`GATE-006 ${PATH} {{id}}`]],
    ['that is no name', { path: '/items/{{my id}}' }, [`GATE-006 ${PATH} {{my id}}`]],
    ['in single braces', { path: '/items/{id}/sub' }, [`GATE-006 ${PATH} {id}`]],
    ['with a hyphen', { path: '/x/{user-id}' }, [`GATE-006 ${PATH} {user-id}`]],
    ['behind a colon', { path: '/items/:id.json' }, [`GATE-006 ${PATH} :id`]],
    ['twice', { path: '/:id/:id' }, [`GATE-006 ${PATH} :id`]],
    ['in the root', { root: 'https://{{place}}.example.org' }, [`GATE-006 ${PATH} {{place}}`]],
    ['in the query', { path: '/items?key={{KEY}}&at={at}&of=:of' }, [`GATE-006 ${PATH} {{KEY}}`]],
    ["for the caller's value", { path: '/{{USER_PARAM}}' }, [`GATE-006 ${PATH} {{USER_PARAM}}`]],
    ['of a query parameter', { path: '/items/:id', parameters: [['id', 'query']] }, [`GATE-006 ${PATH} :id`]],
    [
      'of a longer name',
      { path: '/:idType/:id', parameters: [['id', 'insert']] },
      [`GATE-006 ${PATH} :idType`],
    ],
  ])('%s is told', (_, written, expected) => {
    expect(found(written)).toEqual(expected);
  });

  it.each<[string, Written]>([
    ['an insert parameter', { path: '/{{ id }}', parameters: [['id', 'insert']] }],
    ['one behind a colon', { path: '/@:id/:id.json', parameters: [['id', 'insert']] }],
    ['a number in braces', { path: '/a{3}/{12}' }],
    ['a fragment', { path: '/#/:a' }],
    ['a word between colons', { path: '/:all:/' }],
    ['one with a hyphen', { path: '/:my-id', parameters: [['my-id', 'insert']] }],
    ['a declared key', { path: '/{{KEY}}?key={{SERVER_PARAM:KEY}}', keys: ['KEY'] }],
    ['a preRequest', { path: '/{{id}}/:id/{id}', handlers: withHandler('{ preRequest: f }') }],
    ['an executeRequest', { path: '/{{id}}', handlers: withHandler('{ executeRequest: f }') }],
    ['code that cannot be read', { path: '/{{id}}', handlers: 'export const handlers = build();' }],
    [
      'nothing, as it is a name',
      { path: '/v1/claims:search?type=a:b', root: 'https://api.example.org:8443' },
    ],
  ])('filled by %s is fine', (_, written) => {
    expect(found(written)).toEqual([]);
  });

  it('is told where the handler only reads the response', () => {
    expect(found({ path: '/{{id}}', handlers: withHandler('{ postRequest: f }') })).toEqual([
      `GATE-006 ${PATH} {{id}}`,
    ]);
  });
});

describe('an insert parameter without a place', () => {
  const written = { path: '/items', parameters: [['id', 'insert']] } as const;

  it.each<[string, string, string[]]>([
    ['without handlers', '', ['VAL050']],
    ['with a handler for the response', withHandler('{ postRequest: f }'), ['VAL050']],
    ['with a preRequest', withHandler('{ preRequest: f }'), []],
    ['with an executeRequest', withHandler('{ executeRequest: f }'), []],
    ['with handlers that cannot be read', 'export const handlers = build();', ['GATE-028']],
  ])('%s', (_, handlers, codes) => {
    expect(found({ ...written, handlers })).toEqual(codes.map((code) => `${code} ${parameter(0)} id`));
  });

  it('is told once where the path has it in single braces', () => {
    expect(found({ path: '/items/{id}', parameters: [['id', 'insert']] })).toEqual([
      `VAL050 ${parameter(0)} id`,
    ]);
  });
});

it('a body parameter of a GET is told unless a handler builds the request', () => {
  const written = { parameters: [['id', 'body']] } as const;
  expect(found(written)).toEqual([`GATE-002 ${parameter(0)}.location id`]);
  expect(found({ ...written, method: 'POST' })).toEqual([]);
  expect(found({ ...written, handlers: withHandler('{ preRequest: f }') })).toEqual([]);
});

describe('keys', () => {
  it.each<[string, Written, string[]]>([
    [
      'undeclared in a header',
      { headers: { Authorization: 'Bearer {{OTHER}}', Accept: '*/*' } },
      ['GATE-019 main.headers.Authorization {{OTHER}}'],
    ],
    ['declared in a header', { headers: { Authorization: '{{SERVER_PARAM:KEY}}' }, keys: ['KEY'] }, []],
    ['declared and used nowhere', { keys: ['KEY'] }, ['GATE-029 main.requiredServerParams[0] KEY']],
    ['named without braces', { keys: ['KEY'], path: '/KEY' }, ['GATE-029 main.requiredServerParams[0] KEY']],
    ['used in a parameter', { keys: ['KEY'], parameters: [['key', 'query', '{{ KEY }}']] }, []],
    ['used perhaps by code', { keys: ['KEY'], handlers: withHandler('{ postRequest: f }') }, []],
  ])('%s', (_, written, expected) => {
    expect(found(written)).toEqual(expected);
  });
});

describe('a key that occurs twice', () => {
  it.each<[string, NonNullable<Written['parameters']>, number[]]>([
    [
      'in the query',
      [
        ['a', 'query'],
        ['a', 'query'],
      ],
      [1],
    ],
    [
      'three times',
      [
        ['a', 'query'],
        ['a', 'query'],
        ['a', 'query'],
      ],
      [1, 2],
    ],
    [
      'with one fixed value',
      [
        ['a', 'query', 'x'],
        ['a', 'query'],
      ],
      [1],
    ],
    [
      'with one fixed value behind',
      [
        ['a', 'query'],
        ['a', 'query', 'x'],
      ],
      [1],
    ],
    [
      'with fixed values',
      [
        ['a', 'query', 'x'],
        ['a', 'query', 'y'],
      ],
      [],
    ],
    [
      'with fixed values in the body',
      [
        ['a', 'body', 'x'],
        ['a', 'body', 'y'],
      ],
      [1],
    ],
    [
      'at different places',
      [
        ['a', 'query'],
        ['a', 'body'],
      ],
      [],
    ],
  ])('%s', (_, parameters, expected) => {
    expect(found({ method: 'POST', parameters })).toEqual(
      expected.map((at) => `GATE-009 ${parameter(at)}.key a`),
    );
  });
});

it('all faults of one file are told, each at its place, and the key is not shown', () => {
  const key = ['sk', 'live', 'EXAMPLEexampleEXAMPLE0000'].join('_');
  const text = `export const main = {
    namespace: 'quay', name: 'Quay', description: 'Berths.', version: '4.0.0', docs: ['https://docs.example.org/'],
    root: 'https://api.example.org', termsOfService: 'no-tos-found', tags: [],
    requiredServerParams: ['UNUSED_KEY'],
    headers: { Authorization: 'Bearer {{OTHER_KEY}}' },
    tools: {
        a: { method: 'GET', path: '/berths/{{id}}/of/{thing}', description: 'Berths of a quay.', parameters: [
            { position: { key: 'limit', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'number()', options: ['default(500)', 'min(10)', 'max(5)'] } },
            { position: { key: 'order', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'enum(asc,desc)', options: ['default(up)'] } },
            { position: { key: 'order', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: ['optional()'] } },
            { position: { key: 'q', value: '{{QUERY}}', location: 'query' }, z: { primitive: 'string()', options: [] } },
            { position: { key: 'n', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'number()', options: ['default(many)'] } },
            { position: { key: 'api_key', value: '${key}', location: 'query' }, z: { primitive: 'string()', options: [] } } ],
            tests: [] },
        b: { method: 'GET', path: '/berths/{{id}}/of/{thing}', description: 'Berths of a quay.', parameters: [], tests: [] }
    }
}`;
  const problems = judgeText(text).filter(({ code }) => code.startsWith('GATE-'));
  expect(problems.map(({ code, severity, where }) => `${where?.line} ${severity} ${code}`)).toEqual([
    '4 warning GATE-029',
    '5 warning GATE-019',
    '7 warning GATE-006',
    '7 warning GATE-006',
    '8 warning GATE-020',
    '8 warning GATE-021',
    '9 warning GATE-021',
    '10 warning GATE-009',
    '11 warning GATE-019',
    '12 warning GATE-021',
    '13 error GATE-025',
    '15 warning GATE-024',
    '15 warning GATE-006',
    '15 warning GATE-006',
  ]);
  expect(JSON.stringify(problems)).not.toContain(key.slice(8));
});
