import { allowsValue, type ParameterType, parseParameterType } from './parameter-type.js';
import type { Report, SchemaRule } from './rule.js';
import {
  describeFound,
  type Item,
  isObject,
  isText,
  type Members,
  memberOf,
  objectItems,
  parametersOf,
  queriesOf,
  toolsOf,
} from './schema-members.js';

const FEWEST_TESTS = 3;

/** Something that has tests: a tool or a query of a resource. */
interface Tested {
  readonly path: Item['path'];
  readonly tests: unknown;
  /** Parameters the user fills in, by key; undefined where the type says nothing. */
  readonly parameters: ReadonlyMap<string, ParameterType | undefined>;
  readonly isQuery: boolean;
}

/** Tests of tools and queries (chapter 10; chapter 09, Test Requirements). */
export const testRules: readonly SchemaRule[] = [
  {
    codes: ['TST001', 'RES011', 'TST002'],
    check({ main }, report) {
      for (const { path, tests, isQuery } of testedOf(main)) {
        const at = [...path, 'tests'];
        const count = Array.isArray(tests) ? tests.length : 0;
        if (tests !== undefined && !Array.isArray(tests)) {
          report('TST002', at, { member: 'tests', found: describeFound(tests) });
        } else if (count === 0 && isQuery) report('RES011', at);
        else if (count < FEWEST_TESTS) report('TST001', at, { count });
        if (Array.isArray(tests)) checkDescriptions(tests, at, report);
      }
    },
  },
  {
    codes: ['TST003', 'TST004', 'RES022', 'TST006'],
    check({ main }, report) {
      for (const tested of testedOf(main)) {
        for (const test of objectItems(tested.tests, [...tested.path, 'tests'])) {
          checkValues(test, tested, report);
        }
      }
    },
  },
  {
    codes: ['TST007', 'TST008'],
    check({ main }, report) {
      for (const { path, tests, parameters } of testedOf(main)) {
        const at = [...path, 'tests'];
        const items = objectItems(tests, at);
        if (items.length > 0) checkBreadth(items, parameters, at, report);
      }
    },
  },
];

function testedOf(main: Members): readonly Tested[] {
  const tools = toolsOf(main).map((tool) => ({ ...tool, isQuery: false }));
  const queries = queriesOf(main).map((query) => ({ ...query, isQuery: true }));
  return [...tools, ...queries].map(({ value, path, isQuery }) => ({
    path,
    tests: memberOf(value, 'tests'),
    parameters: userParameters({ value, path }),
    isQuery,
  }));
}

/** Whatever takes the user's value, alone or inside a longer text (chapter 02, Value Types). */
function userParameters(owner: Item): ReadonlyMap<string, ParameterType | undefined> {
  return new Map(
    parametersOf(owner).flatMap(({ value }) => {
      const position = memberOf(value, 'position');
      const [key, given] = [memberOf(position, 'key'), memberOf(position, 'value')];
      const fromUser = typeof given === 'string' && given.includes('{{USER_PARAM}}');
      return isText(key) && fromUser ? [[key, parseParameterType(value)] as const] : [];
    }),
  );
}

function checkDescriptions(tests: readonly unknown[], path: Item['path'], report: Report): void {
  for (const [at, test] of tests.entries()) {
    if (!isObject(test)) report('TST002', [...path, at], { member: 'the test', found: describeFound(test) });
    else if (!isText(memberOf(test, '_description'))) {
      const found = describeFound(memberOf(test, '_description'));
      report('TST002', [...path, at, '_description'], { member: '_description', found });
    }
  }
}

function checkValues({ value: test, path }: Item, { parameters, isQuery }: Tested, report: Report): void {
  for (const [key, type] of parameters) {
    const value = memberOf(test, key);
    // Without a readable type it can not be said whether the value may be left out.
    if (type === undefined) continue;
    if (!Object.hasOwn(test, key)) {
      if (!type.optional) report('TST003', [...path, key], { key });
    } else if (value !== undefined && !allowsValue(type, value)) {
      const args = { key, found: describeFound(value), expected: type.text };
      report(isQuery ? 'RES022' : 'TST004', [...path, key], args);
    }
  }
  for (const key of Object.keys(test)) {
    if (key !== '_description' && !parameters.has(key)) report('TST006', [...path, key], { key });
  }
}

function checkBreadth(
  tests: readonly Item[],
  parameters: ReadonlyMap<string, ParameterType | undefined>,
  path: Item['path'],
  report: Report,
): void {
  for (const [key, type] of parameters) {
    const values = type?.values.length ?? 0;
    if (type?.kind !== 'enum' || values < 2) continue;
    const tried = new Set(
      tests.map(({ value }) => memberOf(value, key)).filter((value) => value !== undefined),
    );
    if (tried.size < 2) report('TST007', path, { key, values, count: tried.size });
  }
  const optional = [...parameters].filter(([, type]) => type?.optional).map(([key]) => key);
  const used = optional.some((key) => tests.some(({ value }) => Object.hasOwn(value, key)));
  if (optional.length > 0 && !used) report('TST008', path, { keys: optional.join(', ') });
}
