import { usesUserValue } from '../../sources/logic/placeholder.js';
import type { Report } from '../rule.js';
import { allowsValue, type ParameterType, parseParameterType, undeclaredIn } from './parameter-type.js';
import { defineSchemaRule } from './rule.js';
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

/** A tool, or a query of a resource, with its tests. */
interface Tested {
  readonly path: Item['path'];
  readonly tests: unknown;
  /** Types of the parameters that the caller supplies, by key; undefined for an unreadable type. */
  readonly parameters: ReadonlyMap<string, ParameterType | undefined>;
  /** Keys of the required parameters. Those with an unreadable type are left out, because they may be optional. */
  readonly required: readonly string[];
  /** Keys and placeholders that GATE-019 reports: a test that uses them is not to blame. */
  readonly undeclared: ReadonlySet<string>;
  readonly isQuery: boolean;
}

/** Tests of tools and queries (chapter 10; chapter 09, Test Requirements). */
export const rule = defineSchemaRule({
  codes: {
    TST001: {
      severity: 'warning',
      text: 'the number of tests is {count}; at least 3 are expected',
      hint: 'Add tests that each show something different: an everyday case, an edge case, a case that combines features.',
      fails: [{ remove: ['tools.sendReport.tests.0'] }, { remove: ['tools.sendReport.tests'] }],
    },
    TST002: {
      severity: 'error',
      text: '{member} is {found}; tests must be a list of objects, each with text as its _description',
      hint: 'Write `tests: [{ _description: "what it shows", … }]`.',
      fails: [
        { remove: ['tools.getReport.tests.0._description'] },
        { set: { 'tools.getReport.tests.3': null } },
        { set: { 'tools.getReport.tests': {} } },
      ],
    },
    TST003: {
      severity: 'warning',
      text: 'the test gives no value for the required parameter "{key}"',
      hint: 'Add a value, or give the parameter the option optional() or default(…).',
      fails: [{ remove: ['tools.getReport.tests.0.day'] }],
    },
    TST004: {
      severity: 'warning',
      text: 'the test value of "{key}" is {found}; {expected} does not allow that',
      hint: 'Correct the value or the type of the parameter.',
      fails: [
        { set: { 'tools.getReport.tests.0.day': 20240101 } },
        { set: { 'tools.getReport.tests.0.day': '1.1.24' } },
        { set: { 'tools.getReport.tests.0.unit': 'kelvin' } },
        { set: { 'tools.sendReport.tests.0.text': 'x' } },
      ],
    },
    TST006: {
      severity: 'warning',
      text: 'the test gives a value for "{key}", which is not a parameter that the user fills in',
      hint: 'Remove it or correct its spelling; fixed parameters and server parameters do not belong in tests.',
      fails: [
        { set: { 'tools.getReport.tests.0.key': 'x' } },
        { set: { 'tools.getReport.tests.0.constructor': 'x' } },
      ],
    },
    TST007: {
      severity: 'warning',
      text: 'the tests use {count} of the {values} values of "{key}"',
      hint: 'Use more than one value in the tests.',
      fails: [{ set: { 'tools.getReport.tests.1.unit': 'metric' } }],
    },
    TST008: {
      severity: 'info',
      text: 'no test uses an optional parameter ({keys})',
      hint: 'Add a test that shows what one of them does.',
      fails: [{ remove: ['tools.sendReport.tests.1.level'] }],
    },
    'GATE-026': {
      severity: 'warning',
      text: 'number of tests that still carry the mark "// proposed": {count}',
      hint: 'Decide on each: keep it and remove the comment, or remove the test.',
      fails: [{ replace: ['"tests": [', '"tests": [ // proposed: day from a test of getHistory\n'] }],
    },
    RES011: {
      severity: 'error',
      text: 'the query has no test',
      hint: 'Add at least one test, preferably three.',
      fails: [{ set: { 'resources.history.queries.byStation.tests': [] } }],
    },
    RES022: {
      severity: 'error',
      text: 'the test value of "{key}" is {found}; {expected} does not allow that',
      hint: 'Correct the value or the type of the parameter.',
      fails: [{ set: { 'resources.history.queries.byStation.tests.0.station': 1 } }],
    },
  },
  module({ reading: { proposedAt = [] } }, report) {
    const [first] = proposedAt;
    if (first) report('GATE-026', { where: { path: 'main', ...first } }, { count: proposedAt.length });
  },
  check({ main }, report) {
    for (const tested of testedOf(main)) {
      const path = [...tested.path, 'tests'];
      checkCount(tested, path, report);
      if (!Array.isArray(tested.tests)) continue;
      checkDescriptions(tested.tests, path, report);
      const items = objectItems(tested.tests, path);
      for (const test of items) checkValues(test, tested, report);
      if (items.length > 0) checkBreadth(items, tested.parameters, path, report);
    }
  },
});
type OwnReport = Report<typeof rule.codes>;

function checkCount({ tests, isQuery }: Tested, path: Item['path'], report: OwnReport): void {
  const count = Array.isArray(tests) ? tests.length : 0;
  if (tests !== undefined && !Array.isArray(tests)) {
    report('TST002', path, { member: 'tests', found: describeFound(tests) });
  } else if (count === 0 && isQuery) report('RES011', path);
  else if (count < FEWEST_TESTS) report('TST001', path, { count });
}

function testedOf(main: Members): readonly Tested[] {
  const tools = toolsOf(main).map((tool) => ({ ...tool, isQuery: false }));
  const queries = queriesOf(main).map((query) => ({ ...query, isQuery: true }));
  return [...tools, ...queries].map(({ value, path, isQuery }) => {
    const parameters = userParameters({ value, path });
    const required = [...parameters].filter(([, type]) => type && !type.optional).map(([key]) => key);
    const undeclared = isQuery ? new Set<string>() : undeclaredNames({ value, path }, main);
    return { path, tests: memberOf(value, 'tests'), parameters, required, undeclared, isQuery };
  });
}

function undeclaredNames(owner: Item, main: Members): ReadonlySet<string> {
  return new Set(
    parametersOf(owner).flatMap(({ value }) => {
      const position = memberOf(value, 'position');
      const names = undeclaredIn(memberOf(position, 'value'), main).map(({ name }) => name);
      const key = memberOf(position, 'key');
      return names.length > 0 && isText(key) ? [key, ...names] : names;
    }),
  );
}

/** Parameters that take the caller's value, alone or inside a longer text (chapter 02, Value Types). */
function userParameters(owner: Item): ReadonlyMap<string, ParameterType | undefined> {
  return new Map(
    parametersOf(owner).flatMap(({ value }) => {
      const position = memberOf(value, 'position');
      const [key, given] = [memberOf(position, 'key'), memberOf(position, 'value')];
      const fromUser = typeof given === 'string' && usesUserValue(given);
      return isText(key) && fromUser ? [[key, parseParameterType(value)] as const] : [];
    }),
  );
}

function checkDescriptions(tests: readonly unknown[], path: Item['path'], report: OwnReport): void {
  for (const [at, test] of tests.entries()) {
    if (!isObject(test)) report('TST002', [...path, at], { member: 'the test', found: describeFound(test) });
    else if (!isText(memberOf(test, '_description'))) {
      const found = describeFound(memberOf(test, '_description'));
      report('TST002', [...path, at, '_description'], { member: '_description', found });
    }
  }
}

/**
 * Iterates over the test's own fields instead of the parameters, because a hostile schema may have many tests of many
 * parameters.
 */
function checkValues({ value: test, path }: Item, tested: Tested, report: OwnReport): void {
  for (const key of tested.required) {
    if (!Object.hasOwn(test, key)) report('TST003', [...path, key], { key });
  }
  for (const [key, value] of Object.entries(test)) {
    if (key === '_description') continue;
    const type = tested.parameters.get(key);
    if (!tested.parameters.has(key)) {
      if (!tested.undeclared.has(key)) report('TST006', [...path, key], { key });
    } else if (type && value !== undefined && !allowsValue(type, value)) {
      const args = { key, found: describeFound(value), expected: type.text };
      report(tested.isQuery ? 'RES022' : 'TST004', [...path, key], args);
    }
  }
}

function checkBreadth(
  tests: readonly Item[],
  parameters: ReadonlyMap<string, ParameterType | undefined>,
  path: Item['path'],
  report: OwnReport,
): void {
  for (const [key, type] of parameters) {
    const values = type?.values.size ?? 0;
    if (values < 2) continue;
    const inTests = tests.map(({ value }) => memberOf(value, key) ?? type?.default);
    const tried = new Set(inTests.filter((value) => value !== undefined));
    if (tried.size < 2) report('TST007', path, { key, values, count: tried.size });
  }
  const optional = [...parameters].filter(([, type]) => type?.optional).map(([key]) => key);
  const given = new Set(tests.flatMap(({ value }) => Object.keys(value)));
  const used = optional.some((key) => given.has(key));
  if (optional.length > 0 && !used) report('TST008', path, { keys: optional.join(', ') });
}
