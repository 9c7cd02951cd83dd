// Where proposed tests stand in a module, and in whose style.
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../../../src/features/edit/logic/edits.js';
import { placeTests } from '../../../../../src/features/edit/logic/propose/place-tests.js';
import { planProposals } from '../../../../../src/features/edit/logic/propose/plan-proposals.js';
import { READING_LIMITS } from '../../../../../src/sources/logic/module-reading.js';
import { evaluateModule } from '../../../../../src/sources/parse-module.js';
import { parseSource } from '../../../../../src/sources/parse-source.js';
import type { SchemaMain } from '../../../../../src/spec/schema-main.js';

function read(source: string) {
  const module = parseSource(source, READING_LIMITS);
  if ('code' in module) throw new Error(module.code);
  return { module, reading: evaluateModule(module, { exports: ['main'] }) };
}

function around(tests: string, before = ''): string {
  return `${before}export const main = {\n  tools: {\n    get: {\n      tests: ${tests},\n    },\n  },\n};\n`;
}

const NEW = [
  { test: { _description: 'b', city: 'Oslo' }, from: 'city from its enum' },
  { test: { _description: 'c', 'the-x': [1, 'y'] }, from: 'x at\nits minimum' },
];

/** Places both tests; the module has to read as the old tests and the new ones. */
function place(source: string): string | null {
  const { module, reading } = read(source);
  const edits = placeTests(module, 'get', NEW);
  if (!edits) return null;
  const text = applyEdits(source, edits);
  const testsOf = (value: unknown) => (value as SchemaMain).tools?.get?.tests;
  const after = read(text).reading;
  expect(testsOf(after.value)).toEqual([...(testsOf(reading.value) ?? []), ...NEW.map(({ test }) => test)]);
  expect(after.proposedAt).toHaveLength(2);
  return text;
}

const B = `{ _description: 'b', city: 'Oslo' }`;
const C = `{ _description: 'c', 'the-x': [1,"y"] }`;
const [FROM_B, FROM_C] = ['// proposed: city from its enum', '// proposed: x at its minimum'];

describe('proposed tests stand', () => {
  it.each([
    [
      'below the last one',
      `[\n        { a: 1 }\n      ]`,
      `[\n        { a: 1 },\n        ${B}, ${FROM_B}\n        ${C} ${FROM_C}\n      ]`,
    ],
    [
      'behind its comma',
      `[\n        { a: 1 },\n      ]`,
      `[\n        { a: 1 },\n        ${B}, ${FROM_B}\n        ${C}, ${FROM_C}\n      ]`,
    ],
    [
      'behind its comment',
      `[\n        { a: 1 } /* x, */ // why, and\n      ]`,
      `[\n        { a: 1 }, /* x, */ // why, and\n        ${B}, ${FROM_B}\n        ${C} ${FROM_C}\n      ]`,
    ],
    [
      'below a comment of several lines',
      `[\n        { a: 1 } /* x\n y */\n      ]`,
      `[\n        { a: 1 }, /* x\n y */\n          ${B}, ${FROM_B}\n          ${C} ${FROM_C}\n      ]`,
    ],
    [
      'in lines of their own',
      `[{ a: 1 }]`,
      `[{ a: 1 },\n          ${B}, ${FROM_B}\n          ${C} ${FROM_C}\n      ]`,
    ],
    [
      'in lines of their own, blanks or not',
      `[ { a: 1 }, { a: 2 } ]`,
      `[ { a: 1 }, { a: 2 },\n          ${B}, ${FROM_B}\n          ${C} ${FROM_C}\n      ]`,
    ],
    [
      'at the indentation of the last one',
      `[\n\t{\n\t\ta: 1\n\t}\n]`,
      `[\n\t{\n\t\ta: 1\n\t},\n\t${B}, ${FROM_B}\n\t${C} ${FROM_C}\n]`,
    ],
  ])('%s', (_, before, after) => {
    expect(place(around(before))).toBe(around(after));
  });

  it('with the line ends of the file', () => {
    const [before, after] = [
      `[\n        { a: 1 }\n      ]`,
      `[\n        { a: 1 },\n        ${B}, ${FROM_B}\n        ${C} ${FROM_C}\n      ]`,
    ];
    const windows = (text: string) => around(text).replaceAll('\n', '\r\n');
    expect(place(windows(before))).toBe(windows(after));
  });

  it('in the quotes of the last one', () => {
    const after = `[{ "a": "it" },\n          { "_description": "b", "city": "Oslo" }, ${FROM_B}\n          { "_description": "c", "the-x": [1,"y"] } ${FROM_C}\n      ]`;
    expect(place(around(`[{ "a": "it" }]`))).toBe(around(after));
  });
});

it.each([
  ['a constant', 'TESTS', 'const TESTS = [{ a: 1 }];\n'],
  ['a spread', '[...TESTS]', 'const TESTS = [{ a: 1 }];\n'],
  ['a constant as the last one', '[TEST]', 'const TEST = { a: 1 };\n'],
  ['empty', '[]', ''],
  ['in parentheses', '[({ a: 1 })]', ''],
  ['in parentheses, with a comma', '[({ a: 1 }),]', ''],
])('tests that are %s take no others', (_, tests, before) => {
  expect(place(around(tests, before))).toBeNull();
});

it('writes any text so that it reads the same', () => {
  for (const quote of [`'`, `"`]) {
    const { module } = read(around(`[{ a: ${quote}x${quote} }]`));
    const test = { _description: `it's "one"\\\n\u2028\u0007\u007f\${x}`, 'a-b': `'\\'"`, list: ['\u2029'] };
    const text = applyEdits(module.source, placeTests(module, 'get', [{ test, from: 'x' }]) ?? []);
    expect((read(text).reading.value as SchemaMain).tools?.get?.tests?.[1]).toEqual(test);
    expect(text).not.toMatch(/[\u2028\u2029\x7f]|(?!\n)\p{Cc}/u);
  }
});

describe('the plan of a namespace', () => {
  const schema = (key: string, values: readonly string[], tests = '') => {
    const list =
      tests || `[${values.map((value) => `{ _description: 'x', ${key}: '${value}' }`).join(', ')}]`;
    const source = `const LIST = [{ _description: 'x', ${key}: 'z' }];\nexport const main = { tools: { get_${values.length}: { method: 'GET', path: '/', description: 'x', parameters: [{ position: { key: '${key}', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } }], tests: ${list} } } };`;
    const { module, reading } = read(source);
    return { module, main: reading.value as SchemaMain, lists: { resolved: {}, unresolved: [] } };
  };

  it('takes the tests of other schemas, and says what is reached', () => {
    const [few, many] = planProposals([schema('city', ['a']), schema('city', ['b', 'c', 'd'])], 3);
    expect(few?.tools).toMatchObject([{ tool: 'get_1', distinct: 1, reached: 3, isComputed: false }]);
    expect(few?.edits.length).toBeGreaterThan(0);
    expect(many).toEqual({ tools: [], edits: [] });
  });

  it('says where tests are computed, if there was one to add', () => {
    const computed = schema('city', ['a'], 'LIST');
    expect(planProposals([computed, schema('city', ['b', 'c', 'd'])], 3)[0]).toEqual({
      tools: [{ tool: 'get_1', distinct: 1, reached: 1, proposals: [], isComputed: true }],
      edits: [],
    });
    expect(planProposals([computed], 3)[0]?.tools).toMatchObject([{ isComputed: false }]);
  });
});
