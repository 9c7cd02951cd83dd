// What `fix` corrects, what it leaves to the author, and that everything else in the text stays.
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../../../src/features/edit/logic/edits.js';
import { planFix } from '../../../../../src/features/edit/logic/fix/plan-fix.js';
import { READING_LIMITS } from '../../../../../src/sources/logic/module-reading.js';
import { evaluateModule } from '../../../../../src/sources/parse-module.js';
import { parseSource } from '../../../../../src/sources/parse-source.js';

function read(source: string) {
  const module = parseSource(source, READING_LIMITS);
  if ('code' in module) throw new Error(module.code);
  return { module, reading: evaluateModule(module, { exports: ['main', 'schema'] }) };
}

/** Fixes a module; whatever is fixed, the text has to say what was planned, and a second plan has to be empty. */
function fix(source: string, only: readonly string[] | null = null) {
  const taken = only && new Set(only);
  const { edits, byHand, value } = planFix({ ...read(source), only: taken });
  const text = applyEdits(source, edits);
  const after = read(text);
  expect(after.reading.value).toEqual(value);
  expect(JSON.stringify(after.reading.value)).toBe(JSON.stringify(value));
  expect(planFix({ ...after, only: taken }).edits).toEqual([]);
  return {
    text,
    codes: [...new Set(edits.map(({ code }) => code))],
    left: byHand.map(({ code, where }) => [code, where?.path]),
  };
}

/** A module with one tool. */
function tool({
  value = '{{USER_PARAM}}',
  options = '[]',
  type = 'string()',
  tests = '[]',
  method = 'GET',
  path = '/x',
  more = '',
  main = '',
  rest = '',
} = {}): string {
  return `export const main = {
    // A comment that stays
    ${main}
    tools: {
        get: {
            method: '${method}', path: '${path}',
            parameters: [
                { position: { key: 'city', value: '${value}', location: 'query' }, z: { primitive: '${type}', options: ${options} } }${more}
            ],
            tests: ${tests}
        }
    }
};
${rest}`;
}

describe('an undeclared placeholder', () => {
  it.each([
    [
      'is the value of its parameter, says a test by the key',
      {},
      `[{ _description: 'x', city: 'Oslo' }]`,
      undefined,
    ],
    [
      'is it, says a test by the placeholder',
      {},
      `[{ CITY: 'Oslo' }, { 'CITY': 'Rome' }]`,
      `[{ city: 'Oslo' }, { 'city': 'Rome' }]`,
    ],
    ['is it where the parameter is optional', { options: `['optional()']` }, '[]', undefined],
    ['is it where the parameter has a default', { options: `['default(Oslo)']` }, '[]', undefined],
    ['is it inside a longer text', { value: 'name:{{ CITY }}~' }, `[{ CITY: 'Oslo' }]`, `[{ city: 'Oslo' }]`],
    [
      'has numbers in their type',
      { type: 'number()' },
      `[{ CITY: '-7.5' }, { city: '8' }, { CITY: '007' }]`,
      `[{ city: -7.5 }, { city: 8 }, { city: '007' }]`,
    ],
    [
      'has truth values in their type',
      { type: 'boolean()' },
      `[{ CITY: 'true' }, { CITY: 'yes' }]`,
      `[{ city: true }, { city: 'yes' }]`,
    ],
    [
      'keeps a number that is not allowed',
      { type: 'number()', options: `['max(5)']` },
      `[{ CITY: '7' }]`,
      `[{ city: '7' }]`,
    ],
  ])('%s', (_, given, tests, after = tests) => {
    const { value = '{{CITY}}' } = given as { value?: string };
    const { text, codes, left } = fix(tool({ ...given, value, tests }));
    const expected = value.replace(/\{\{.*\}\}/, '{{USER_PARAM}}');
    expect(text).toBe(tool({ ...given, value: expected, tests: after }));
    expect([codes, left]).toEqual([['GATE-019'], []]);
  });

  const given = `[{ CITY: 'Oslo' }]`;
  it.each<[string, Parameters<typeof tool>[0]]>([
    ['one of several', { value: '{{CITY}},{{LAND}}', tests: given }],
    ['no test and no option speaks of', { value: '{{CITY}}' }],
    ['a key of the server is meant by', { value: '{{SERVER_PARAM:CITY}}', options: `['optional()']` }],
    ...['CITY_TOKEN', 'accessToken', 'KEY_ID', 'apikey', 'pwd', 'authHeader', 'BEARER'].map(
      (name): [string, Parameters<typeof tool>[0]] => [
        `reads like a key of the server (${name})`,
        { value: `{{${name}}}`, options: `['optional()']` },
      ],
    ),
    [
      'the root asks for',
      { value: '{{CITY}}', tests: given, main: `root: 'https://{{ CITY }}.example.org',` },
    ],
    ['a header asks for', { value: '{{CITY}}', tests: given, main: `headers: { 'X-City': '{{CITY}}' },` }],
    ...[
      `import { handlers } from './handlers.mjs';`,
      `export { handlers } from './handlers.mjs';`,
      `export const handlers = () => ({ get: { preRequest: ({ url }) => url.replace('%7b%7bCITY%7D%7D', '') } });`,
      'export const handlers = () => ({ get: { preRequest: ({ url }) => url.replace(/\\{\\{\\w+\\}\\}/, "") } });',
      'export const handlers = () => ({ get: { preRequest: ({ url }) => url.split("{{" + "X") } });',
      '// The city is filled by the server.',
    ].map((rest): [string, Parameters<typeof tool>[0]] => [
      `code may fill: ${rest}`,
      { value: '{{CITY}}', tests: given, rest },
    ]),
    [
      'would give its tests the key of another parameter as well',
      {
        value: '{{CITY}}',
        tests: given,
        more: `, { position: { key: 'city', value: '{{USER_PARAM}}', location: 'body' }, z: { primitive: 'string()', options: ['optional()'] } }`,
      },
    ],
    [
      'another test gives under its key',
      { value: '{{CITY}}', tests: `[{ CITY: 'Oslo' }, { CITY: 'a', city: 'b' }]` },
    ],
    ['the path asks for', { value: '{{CITY}}', tests: given, path: '/x/{{CITY}}' }],
    [
      'handler code fills',
      {
        value: '{{CITY}}',
        options: `['optional()']`,
        rest: `export const handlers = () => ({ get: { preRequest: ({ struct }) => struct.url.replace('{{CITY}}', '') } });`,
      },
    ],
    [
      'names what handler code reads from the test',
      {
        value: '{{CITY}}',
        tests: given,
        rest: 'export const handlers = () => ({ get: { preRequest: ({ payload }) => payload.CITY } });',
      },
    ],
    ['a test gives twice', { value: '{{CITY}}', tests: `[{ CITY: 'Oslo', city: 'Rome' }]` }],
    [
      'two parameters use',
      {
        value: '{{CITY}}',
        tests: given,
        more: `, { position: { key: 'town', value: 'x{{CITY}}', location: 'query' }, z: { primitive: 'string()', options: [] } }`,
      },
    ],
    [
      'is also the key of another parameter',
      {
        value: '{{CITY}}',
        tests: given,
        more: `, { position: { key: 'CITY', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } }`,
      },
    ],
  ])('that %s is left to the author', (_, parts) => {
    const source = tool(parts);
    const { text, left } = fix(source);
    expect(text).toBe(source);
    expect(new Set(left.map(([code]) => code))).toEqual(new Set(['GATE-019']));
    expect(left[0]).toEqual(['GATE-019', 'main.tools.get.parameters[0].position.value']);
  });

  it.each([
    ['is a sum', `value: 'a' + '{{CITY}}'`],
    ['is a constant', 'value: VALUE'],
    ['is part of a template', `value: \`{{CITY}}\${X}\``],
    ['comes from a spread', `...OTHER, value: '{{CITY}}'`],
    ['may be overwritten by a spread', `value: '{{CITY}}', ...{}`],
  ])('is left to the author where the value %s', (_, member) => {
    const source = `const VALUE = '{{CITY}}'; const X = 'x'; const OTHER = { value: 'x' };\n${tool({ value: '{{CITY}}', options: `['optional()']` }).replace(`value: '{{CITY}}'`, member)}`;
    const { text, left } = fix(source);
    expect([text, left]).toEqual([source, [['GATE-019', 'main.tools.get.parameters[0].position.value']]]);
  });
});

describe('the values of an enum', () => {
  it.each([
    [`['values(a,b)']`, '[]'],
    [`['values(a, b)', 'default(a)']`, `['default(a)']`],
    [`[ 'optional()', 'values(a,b)' ]`, `[ 'optional()' ]`],
    [`['optional()', 'values(a,b)', 'default(a)',]`, `['optional()', 'default(a)',]`],
    [`[\n    'values(a,b)',\n    'default(a)'\n]`, `[\n    'default(a)'\n]`],
    [`[\n    'optional()',\n    'values(a,b)'\n]`, `[\n    'optional()'\n]`],
    [`['values(a,b)', /* why */ 'default(a)']`, `[/* why */ 'default(a)']`],
    [`['optional()', /* why */ 'values(a,b)']`, `['optional()', /* why */ ]`],
  ])('move from %j into the type', (options, after) => {
    const { text, codes } = fix(tool({ type: 'enum()', options }));
    const values = /values\((.*?)\)/.exec(options)?.[1];
    expect(text).toBe(tool({ type: `enum(${values})`, options: after }));
    expect(codes).toEqual(['GATE-027']);
  });

  it.each([
    ['enum()', `['values(a,,b)']`],
    ['enum(a)', `['values(a,b)']`],
    ['enum()', `['values(a)', 'values(b)']`],
    ['enum()', `['values(it\\'s,b)']`],
    ['string()', `['values(a,b)']`],
  ])('of %s with %s stay', (type, options) => {
    const source = tool({ type, options });
    expect(fix(source)).toMatchObject({ text: source, codes: [] });
  });
});

describe('by hand is left', () => {
  it.each([
    ['an option in parentheses', `['optional()', ('values(a,b)')]`],
    ['an option with a comment inside', `['val' + /* why */ 'ues(a,b)']`],
    ['an option with a comment before its comma', `['values(a,b)' /* why */, 'optional()']`],
  ])('%s, and nothing else', (_, options) => {
    const source = tool({ type: 'enum()', options, method: 'get' });
    const left = [['FIX-002', 'main.tools.get.parameters[0].z.primitive']];
    expect(fix(source)).toEqual({ text: source.replace(`'get'`, `'GET'`), codes: ['VAL032'], left });
  });

  it.each(['__proto__', 'auth'])('a placeholder whose parameter has the key %s', (key) => {
    const source = tool({ value: '{{CITY}}', tests: `[{ CITY: 'Oslo' }]` }).replace('city', key);
    expect(fix(source)).toMatchObject({
      text: source,
      left: [['GATE-019', 'main.tools.get.parameters[0].position.value']],
    });
  });

  it.each([
    ['routes', tool().replace('tools:', 'routes:'), 'VAL018'],
    ['a method', tool({ method: 'get' }), 'VAL032'],
    ['an enum', tool({ type: 'enum()', options: `['values(a)']` }), 'GATE-027'],
    ['a placeholder', tool({ value: '{{CITY}}', tests: `[{ city: 'Oslo' }]` }), 'GATE-019'],
  ])('%s, where other code uses the value', (_, source, code) => {
    const used = `${source}export const handlers = () => ({ get: { preRequest: () => main.root } });\n`;
    expect(fix(source).codes).toEqual([code]);
    expect(fix(used)).toMatchObject({ text: used, codes: [], left: [['FIX-002', expect.any(String)]] });
  });
});

describe('words of old', () => {
  it('a method is written in capitals', () => {
    expect(fix(tool({ method: 'post' }))).toEqual({
      text: tool({ method: 'POST' }),
      codes: ['VAL032'],
      left: [],
    });
    expect(fix(tool({ method: 'fetch' })).codes).toEqual([]);
  });

  it('routes are called tools, with what is corrected inside them', () => {
    const before = tool({ value: '{{CITY}}', tests: `[{ CITY: 'Oslo' }]` }).replace('tools:', 'routes:');
    expect(fix(before).text).toBe(tool({ tests: `[{ city: 'Oslo' }]` }));
    const both = tool().replace('tools:', 'routes: {}, tools:');
    expect(fix(both)).toEqual({ text: both, codes: [], left: [['VAL017', 'main.routes']] });
  });

  it.each([
    ['export const schema = { a: 1 };\n', 'export const main = { a: 1 };\n'],
    [
      'const schema = { a: 1 };\nexport { schema };\n',
      'const schema = { a: 1 };\nexport { schema as main };\n',
    ],
    ['const it = { a: 1 };\nexport { it as schema };\n', 'const it = { a: 1 };\nexport { it as main };\n'],
    [
      'export const schema = { a: 1 };\r\nexport const handlers = () => schema.a;\r\n',
      'const schema = { a: 1 };\r\nexport const handlers = () => schema.a;\r\nexport { schema as main };\r\n',
    ],
    [
      'const main = 1;\nexport const schema = { a: 1 };',
      'const main = 1;\nconst schema = { a: 1 };\nexport { schema as main };\n',
    ],
    [
      'export const schema = { a: 1 };\nexport { schema as default };\n',
      'const schema = { a: 1 };\nexport { schema as default };\nexport { schema as main };\n',
    ],
    ['export const schema = { a: 1 }; export const main = { a: 2 };', undefined],
    ['export const schema = { a: 1 }, x = () => schema;', undefined],
  ])('%j is exported as main', (before, after = before) => {
    expect(fix(before).text).toBe(after);
  });
});

it('leaves limits and defaults to the author', () => {
  const wrong = tool({ type: 'number()', options: `['min(5)', 'max(1)', 'default(9)']` });
  const at = 'main.tools.get.parameters[0].z.options';
  expect(fix(wrong)).toEqual({
    text: wrong,
    codes: [],
    left: [
      ['GATE-020', at],
      ['GATE-021', at],
    ],
  });
});

it('corrects only what was asked for', () => {
  const source = tool({ method: 'get', value: '{{CITY}}', options: `['optional()']` });
  expect(fix(source, ['VAL032']).text).toBe(source.replace(`'get'`, `'GET'`));
  expect(fix(source, ['GATE-020'])).toEqual({ text: source, codes: [], left: [] });
});

it('plans nothing for a module without an object', () => {
  expect(fix('export const main = [];').codes).toEqual([]);
  expect(fix('export const other = {};').codes).toEqual([]);
});
