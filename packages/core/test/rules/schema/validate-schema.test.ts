// The gate of a schema: places, order, strictness, and what its rules leave alone; gates.test.ts tries each rule.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../../src/problems/error-codes.js';
import { validateSchema } from '../../../src/rules/schema/validate-schema.js';
import { parseModule } from '../../../src/sources/parse-module.js';
import { setMember } from '../change.js';
import { buildGoodMain, GOOD_LISTS, judgeSchema, judgeText, printModule } from './good-schema.js';

const codesOf = (found: readonly { code: string }[]) => found.map(({ code }) => code).sort();

describe('the gate', () => {
  it('gives the place in the text', () => {
    const text = printModule(buildGoodMain()).replace('"primitive": "string()"', '"primitive": "text()"');
    const line = text.split('\n').findIndex((row) => row.includes('text()')) + 1;
    expect(judgeText(text)).toMatchObject([
      {
        code: 'VAL044',
        where: { path: 'main.tools.getReport.parameters[1].z.primitive', line, column: 26 },
        args: { found: '"text()"' },
      },
    ]);
  });

  it('orders problems by their place and finds those behind a broken member', () => {
    const found = judgeSchema({
      set: {
        version: '3.1.0',
        'tools.broken': null,
        'tools.sendReport.parameters.0': null,
        'tools.sendReport.tests': 1,
        'resources.history.queries.byStation.output': null,
      },
    });
    expect(codesOf(found)).toEqual(['RES010', 'TST002', 'VAL014', 'VAL016', 'VAL040']);
    const lines = found.map(({ where }) => where?.line ?? 0);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });

  it.each([
    ['5.0.0', '"5.0.0", which is newer than what is read here'],
    ['12.1.0', '"12.1.0", which is newer than what is read here'],
    ['3.0.0', '"3.0.0"'],
    ['5', '"5"'],
    ['4.0.0-beta', '"4.0.0-beta"'],
  ])('says of the version %s whether it is newer than 4.x', (version, found) => {
    expect(judgeSchema({ set: { version } })).toMatchObject([{ code: 'VAL014', args: { found } }]);
  });

  it.each([
    ['requestMethod', 'Write method instead: requestMethod belongs to FlowMCP 1.x.'],
    ['route', 'Write path instead: route belongs to FlowMCP 1.x.'],
    ['modifiers', 'Write the export handlers instead: modifiers belongs to FlowMCP 1.x.'],
    ['summary', 'Remove it or correct its spelling.'],
    ['constructor', 'Remove it or correct its spelling.'],
  ])('says what to do with the unknown member %s of a tool', (member, hint) => {
    const [found, ...others] = judgeSchema({ set: { [`tools.getReport.${member}`]: [] } });
    expect([found?.code, found && describeProblem(found).hint, others]).toEqual(['VAL076', hint, []]);
  });

  it.each([
    [['imperial', undefined, undefined], []],
    [['metric', undefined, undefined], ['TST007']],
    [['metric', 'imperial', undefined], []],
  ])('a default counts as a tested value where a test leaves it out: %j', (units, expected) => {
    const tests = units.map((unit, at) => ({ _description: 'x', station: `${at}`, day: '2024-01-01', unit }));
    const set = { 'tools.getReport.tests': tests.map((test) => JSON.parse(JSON.stringify(test))) };
    expect(codesOf(judgeSchema({ set }))).toEqual(expected);
  });

  it('takes prompts that are null for none', () => {
    expect(judgeSchema({ set: { prompts: null } })).toEqual([]);
  });

  it('raises warnings, and only them, when strict', () => {
    const text = printModule({ ...buildGoodMain(), termsOfService: null, requiredLibraries: ['left-pad'] });
    const severities = (strict: boolean) =>
      Object.fromEntries(judgeText(text, { strict }).map(({ code, severity }) => [code, severity]));
    expect(severities(false)).toEqual({ VAL026: 'info', VAL028: 'warning' });
    expect(severities(true)).toEqual({ VAL026: 'info', VAL028: 'error' });
  });

  it('says of what could not be read only why', () => {
    const text = printModule(buildGoodMain()).replace('"The report of a station."', 'describe()');
    expect(judgeText(text)).toMatchObject([
      { code: 'SRC-002', where: { file: 'weather.mjs', path: 'main.tools.getReport.description' } },
    ]);
  });

  it('lists no more problems than anybody reads', () => {
    const tests = Array.from({ length: 30_000 }, () => null);
    const found = judgeSchema({ set: { 'tools.getReport.tests': tests } });
    expect(found).toHaveLength(2001);
    expect(found.filter(({ code }) => code === 'GATE-004')).toMatchObject([{ args: { limit: 2000 } }]);
  });

  it('says nothing about defaults that are allowed, nor about braces that are no placeholder', () => {
    const level = (primitive: string, ...options: string[]) =>
      codesOf(
        judgeSchema({
          set: {
            'tools.sendReport.parameters.1.z': { primitive, options },
          },
          remove: ['tools.sendReport.tests.1.level'],
        }),
      ).filter((code) => code !== 'TST008');
    expect(level('number()', 'min(1)', 'default("5")')).toEqual([]);
    expect(level('boolean()', 'default(false)')).toEqual([]);
    expect(level('array()', 'length(2)', 'default(a,b)')).toEqual([]);
    expect(level('object()', 'default({"a":1})')).toEqual([]);
    expect(level('enum({{stations:code}})', 'default(N1)')).toEqual([]);
    const query = 'SELECT * { {{ ?a ?b }} UNION {{ ?c }} } # {{}}';
    expect(judgeSchema({ set: { 'tools.getReport.parameters.3.position.value': query } })).toEqual([]);
  });

  it('an undeclared placeholder is told at the parameter, not at the tests that fill it', () => {
    const found = judgeSchema({
      set: {
        'tools.getReport.parameters.1.position.value': '{{DAY}}',
        'tools.getReport.tests.1': {
          _description: 'South',
          station: 'S1',
          DAY: '2024-06-01',
          unit: 'imperial',
        },
      },
    });
    expect(found).toMatchObject([
      { code: 'GATE-019', where: { path: 'main.tools.getReport.parameters[1].position.value' } },
    ]);
  });

  it('stops at a syntax error', () => {
    expect(codesOf(judgeText('export const main = {'))).toEqual(['SRC-001']);
  });

  it('says nothing about lists where it is not known which there are', () => {
    const reading = parseModule(printModule(buildGoodMain()), { exports: ['main'] });
    expect(codesOf(validateSchema({ reading, file: 'weather.mjs', lists: [], schemasSpec: '4.2' }))).toEqual([
      'VAL072',
    ]);
    expect(validateSchema({ reading, file: 'weather.mjs', schemasSpec: '4.2' })).toEqual([]);
  });

  it('accepts an empty root if every tool makes its own request, or may do so', () => {
    const main = { ...buildGoodMain(), root: '' };
    const withHandlers = (code: string) =>
      judgeText(`${`export const main = ${JSON.stringify(main)};`}\n${code}`);
    const executes = '{ executeRequest: run }';
    expect(
      withHandlers(`export const handlers = () => ({ getReport: ${executes}, sendReport: ${executes} });`),
    ).toEqual([]);
    expect(withHandlers('export const handlers = () => build();')).toEqual([]);
    expect(codesOf(withHandlers(`export const handlers = () => ({ getReport: ${executes} });`))).toEqual([
      'VAL015',
    ]);
  });

  it.each([
    ['a text', 'About this provider.'],
    ['content', { content: 'About this provider.' }],
    ['text', { text: 'About this provider.', source: 'markdown' }],
  ])('takes an About given as %s', (_, about) => {
    expect(judgeSchema({ set: { 'resources.about': about } })).toEqual([]);
  });

  it('reads a database named the older way, and resources without tools', () => {
    const history = ['mode', 'origin', 'name'].map((member) => `resources.history.${member}`);
    const remove = [...history, 'tools', 'root', 'sharedLists', 'requiredServerParams'];
    const set = { 'resources.history.database': './resources/x.db' };
    expect(judgeSchema({ set, remove, handlers: '' })).toEqual([]);
  });
});

describe('any member may hold anything', () => {
  const paths = listPaths(buildGoodMain(), []);
  const junk: readonly unknown[] = [
    null,
    [],
    {},
    [null],
    { constructor: null },
    0,
    -1.5,
    true,
    '',
    'x',
    [[]],
    undefined,
    () => 1,
  ];

  /** As a reading would give it, whatever it is. */
  const judgeValue = (value: unknown) =>
    validateSchema({
      reading: {
        value,
        exportName: 'main',
        exports: [],
        problems: [],
        refused: [],
        handlers: { kind: 'none' },
        duplicateKeys: [],
        keyForms: [],
        locate: () => ({ line: 1, column: 1 }),
      },
      file: 'weather.mjs',
      lists: GOOD_LISTS,
      schemasSpec: '4.3',
    });

  it('never throws and still reports what is wrong elsewhere', () => {
    expect(paths.length).toBeGreaterThan(150);
    for (const path of paths.filter(([first]) => first !== 'termsOfService')) {
      for (const value of junk) {
        const main = { ...buildGoodMain(), termsOfService: 'none' };
        setMember(main, path, value);
        expect(codesOf(judgeValue(main))).toContain('VAL028');
      }
    }
  });

  it('also several at once, of every shape', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...paths), fc.anything()), { minLength: 1, maxLength: 6 }),
        (changes) => {
          const main = buildGoodMain();
          for (const [path, value] of changes) setMember(main, path, value);
          for (const { where } of judgeValue(main)) expect(where?.file).toBe('weather.mjs');
        },
      ),
      { numRuns: 200 },
    );
  });
});

function listPaths(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    [...path, key],
    ...listPaths(member, [...path, key]),
  ]);
}
