// Which tests are proposed for a tool, in which order, and which never.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownTool, proposeTests } from '../../../../../src/features/edit/logic/propose/choose-tests.js';
import { countDistinct } from '../../../../../src/pretest/logic/judge-tool.js';
import { findForbiddenValue } from '../../../../../src/pretest/logic/request/parameter-value.js';
import type { ToolDefinition } from '../../../../../src/spec/schema-main.js';

/** Key → primitive and options. */
type Parameters = Readonly<Record<string, readonly [primitive: string, ...options: string[]]>>;
type Tests = readonly Readonly<Record<string, unknown>>[];

function tool(
  name: string,
  parameters: Parameters,
  tests: Tests,
  more: Partial<ToolDefinition> = {},
): KnownTool {
  const definition: ToolDefinition = {
    method: 'GET',
    path: '/x',
    description: name,
    parameters: Object.entries(parameters).map(([key, [primitive, ...options]]) => ({
      position: { key, value: '{{USER_PARAM}}', location: 'query' },
      z: { primitive, options },
    })),
    tests,
    ...more,
  };
  const entries = [{ code: 'N1' }, { code: 'N2' }];
  return { name, tool: definition, lists: { resolved: { stations: entries }, unresolved: [] } };
}

/** What is proposed, without the descriptions. */
function proposed(one: KnownTool, others: readonly KnownTool[] = [], to = 3) {
  return proposeTests(one, { others, to }).map(({ from, test: { _description, ...values } }) => [
    from,
    values,
  ]);
}

const CITY: Parameters = { city: ['string()'] };
const OSLO = { city: 'Oslo' };

describe('another value', () => {
  it.each<[string, readonly [string, ...string[]], readonly unknown[]]>([
    ['of an enum, in its order', ['enum(a,b,c)'], ['b', 'c']],
    ['of an enum that values(…) fills', ['enum()', 'values(a, b)'], ['b']],
    ['of a shared list', ['enum({{stations:code}},a)'], ['N1', 'N2']],
    ['of an enum that is not its default', ['enum(a,b,c)', 'default(b)'], ['c']],
  ])('is one %s', (_, type, values) => {
    const one = tool('get', { ...CITY, unit: type }, [{ ...OSLO, unit: 'a' }]);
    expect(proposed(one)).toEqual(values.map((unit) => ['unit from its enum', { ...OSLO, unit }]));
  });

  it('is none of a list that is not there', () => {
    expect(
      proposed(tool('get', { ...CITY, unit: ['enum({{gone:code}})'] }, [{ ...OSLO, unit: 'a' }])),
    ).toEqual([]);
  });

  it('is the other boolean, and never the default', () => {
    const given = (...options: string[]) => tool('get', { ...CITY, near: ['boolean()', ...options] }, [OSLO]);
    expect(proposed(given('default(false)'))).toEqual([['near the other way', { ...OSLO, near: true }]]);
    expect(proposed(given('optional()')).map(([, test]) => test)).toEqual([
      { ...OSLO, near: true },
      { ...OSLO, near: false },
    ]);
    const said = tool('get', { ...CITY, near: ['boolean()'] }, [{ ...OSLO, near: true }]);
    expect(proposed(said)).toEqual([['near the other way', { ...OSLO, near: false }]]);
  });

  it('stops where there are enough, and counts the tests that are there', () => {
    const type: Parameters = { unit: ['enum(a,b,c,d)'] };
    expect(proposed(tool('get', type, [{ unit: 'a' }]), [], 2)).toHaveLength(1);
    expect(proposed(tool('get', type, [{ unit: 'a' }, { unit: 'b' }]))).toEqual([
      ['unit from its enum', { unit: 'c' }],
    ]);
    expect(proposed(tool('get', type, [{ unit: 'a' }, { unit: 'b' }, { unit: 'c' }]))).toEqual([]);
  });
});

describe('the values of another tool', () => {
  const PLACE: Parameters = { lat: ['number()'], lon: ['number()'] };
  const here = { lat: 1, lon: 2 };
  const one = tool('get', PLACE, [here]);

  it('are taken as a whole, or not at all', () => {
    const half = tool('half', { lat: ['number()'] }, [{ lat: 5 }]);
    const whole = tool('whole', PLACE, [{ lat: 7, lon: 8, more: 'x' }, here]);
    expect(proposed(one, [one, half, whole])).toEqual([
      ['lat, lon from a test of whole', { lat: 7, lon: 8 }],
    ]);
  });

  it('bring what is optional here, and leave the layout as it was', () => {
    const type: Parameters = { ...CITY, land: ['string()', 'optional()'], limit: ['number()'] };
    const other = tool('other', type, [{ city: 'Rome', land: 'IT', limit: 9 }]);
    const bare = tool('bare', CITY, [{ city: 'Bern' }]);
    const first = { ...OSLO, land: 'NO', limit: 1 };
    expect(proposed(tool('get', type, [first]), [other, bare]).map(([, test]) => test)).toEqual([
      { city: 'Rome', land: 'IT', limit: 1 },
      { city: 'Bern', limit: 1 },
    ]);
  });

  it('do not spell out a default, and differ in more than the layout', () => {
    const type: Parameters = { ...CITY, unit: ['string()', 'default(km)'], limit: ['number()'] };
    const one = tool('get', type, [
      { ...OSLO, limit: 1 },
      { city: 'Rome', limit: 9 },
    ]);
    const other = tool('other', type, [
      { city: 'Rome', unit: 'km', limit: 2 },
      { city: 'Bern', unit: 'km', limit: 2 },
    ]);
    expect(proposed(one, [one, other])).toEqual([['city from a test of other', { city: 'Bern', limit: 1 }]]);
  });

  it.each(['id', 'q', 'query', 'name', 'type'])('are not taken where nothing but "%s" agrees', (key) => {
    const other = tool('other', { [key]: ['string()'], land: ['string()'] }, [{ [key]: 'b', land: 'x' }]);
    expect(proposed(tool('get', { [key]: ['string()'] }, [{ [key]: 'a' }]), [other])).toEqual([]);
    const two: Parameters = { [key]: ['string()'], land: ['string()'] };
    expect(proposed(tool('get', two, [{ [key]: 'a', land: 'y' }]), [other])).toHaveLength(1);
  });

  it.each<[string, readonly [string, ...string[]], unknown]>([
    ['of another type', ['number()'], 'Rome'],
    ['outside the enum', ['enum(Oslo)'], 'Rome'],
    ['outside the list', ['enum(Oslo,{{stations:code}})'], 'N3'],
    ['too short', ['string()', 'min(9)'], 'Rome'],
    ['that is null', ['string()'], null],
  ])('are not taken with a value %s', (_, type, value) => {
    const first = { city: type[0] === 'number()' ? 1 : type[1] ? 'Reykjavik' : 'Oslo' };
    const proposals = proposed(tool('get', { city: type }, [first]), [
      tool('other', CITY, [{ city: value }]),
    ]);
    expect(proposals.filter(([from]) => String(from).includes('other'))).toEqual([]);
  });
});

describe('a number', () => {
  it('is tried at both its limits, after all else', () => {
    const type: Parameters = { year: ['number()', 'min(1990)', 'max(2020)'] };
    expect(proposed(tool('get', type, [{ year: 2000 }]))).toEqual([
      ['year at its minimum', { year: 1990 }],
      ['year at its maximum', { year: 2020 }],
    ]);
    const other = tool('other', { year: ['number()'] }, [{ year: 2001 }]);
    expect(proposed(tool('get', type, [{ year: 1990 }]), [other])).toEqual([
      ['year from a test of other', { year: 2001 }],
      ['year at its maximum', { year: 2020 }],
    ]);
  });

  it.each([[['min(1)']], [['max(1)']], [[]]])('with the limits %j is not', (options) => {
    expect(proposed(tool('get', { year: ['number()', ...options] }, [{ year: 1 }]))).toEqual([]);
  });
});

const READS = {
  isReadOnly: true,
  isConcurrencySafe: true,
  isDestructive: false,
  searchHint: 'x',
  aliases: [],
  alwaysLoad: false,
};

describe('nothing is proposed', () => {
  const type: Parameters = { unit: ['enum(a,b,c)'], ...CITY };
  it.each<[string, KnownTool]>([
    ['without a test', tool('get', type, [])],
    [
      'without a test that gives all that is required',
      tool('get', type, [{ unit: 'a' }, { unit: 'a', city: null }]),
    ],
    ['without a test whose values are allowed', tool('get', type, [{ unit: 'z', city: 'Oslo' }])],
    ['for a tool that writes', tool('get', type, [{ unit: 'a', city: 'Oslo' }], { method: 'POST' })],
    ['for a tool without parameters', tool('get', {}, [{}])],
    ...[{ isReadOnly: false }, { isDestructive: true }].map((said): [string, KnownTool] => [
      `for a tool with ${JSON.stringify(said)}`,
      tool('get', type, [{ unit: 'a', city: 'Oslo' }], {
        meta: { ...READS, ...said },
      }),
    ]),
  ])('%s', (_, one) => {
    expect(proposed(one)).toEqual([]);
  });

  it.each([
    'limit',
    'page',
    'offset',
    'per_page',
    'pageSize',
    'rows',
    'width',
    'format',
    'maxFeatures',
    'sr-limit',
    'nextToken',
    'page[number]',
    'currentPage',
    'num_pages',
    'scrollId',
    'resumptionToken',
    'continuationToken',
    'startRow',
    'startAt',
    'max_id',
    'since_id',
    'starting_after',
    'rpp',
    'hitsPerPage',
    'maxItems',
    'firstResult',
    'nrOfHits',
    '$top',
  ])('that differs in "%s" alone', (key) => {
    for (const type of [['enum(a,b,c)'], ['number()', 'min(1)', 'max(9)'], ['boolean()']] as const) {
      const value = { e: 'a', n: 5, b: true }[type[0].charAt(0)];
      expect(proposed(tool('get', { ...CITY, [key]: type }, [{ ...OSLO, [key]: value }]))).toEqual([]);
    }
  });
});

it('does not take part of a word for a layout', () => {
  for (const key of ['period', 'country', 'token', 'startDate', 'lastUpdate']) {
    const one = tool('get', { ...CITY, [key]: ['enum(a,b)'] }, [{ ...OSLO, [key]: 'a' }]);
    expect(proposed(one)).toEqual([[`${key} from its enum`, { ...OSLO, [key]: 'b' }]]);
  }
});

it('takes no values but those of the caller', () => {
  const one = tool('get', { ...CITY, unit: ['enum(a,b)'] }, [{ ...OSLO, unit: 'a', key: 'K', other: 1 }]);
  const key = {
    position: { key: 'key', value: '{{K}}', location: 'query' },
    z: { primitive: 'string()', options: [] },
  } as const;
  const parameters = [...one.tool.parameters, key];
  const [found] = proposeTests({ ...one, tool: { ...one.tool, parameters } }, { others: [], to: 3 });
  expect(found?.test).toEqual({ _description: 'city Oslo, unit b', ...OSLO, unit: 'b' });
});

it('knows a default in another spelling', () => {
  const year = ['number()', 'min(1)', 'max(9)', 'default(9.0)'] as const;
  expect(proposed(tool('get', { year }, [{ year: 3 }]))).toEqual([['year at its minimum', { year: 1 }]]);
});

describe('the description', () => {
  it('states every value, the long ones by both their ends', () => {
    const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
    const short = address.slice(0, 40);
    const one = tool('get', { chain: ['enum(eth,polygon)'], address: ['string()'], ids: ['array()'] }, [
      { _description: 'why', ids: ['a', 'b'], address, chain: 'eth' },
    ]);
    expect(proposeTests(one, { others: [], to: 3 }).map(({ test }) => test)).toEqual([
      {
        _description: 'chain polygon, address 0xd8dA…6045, ids a,b',
        chain: 'polygon',
        address,
        ids: ['a', 'b'],
      },
    ]);
    const other = tool('get', { chain: ['enum(eth,polygon)'], address: ['string()'] }, [
      { address: short, chain: 'eth' },
    ]);
    expect(proposeTests(other, { others: [], to: 3 })[0]?.test._description).toBe(
      `chain polygon, address ${short}`,
    );
  });
});

it('proposes sets that are new and valid, whatever the tool is', () => {
  const types = [
    ['enum(a,b,c)'],
    ['enum(a,b)', 'default(a)'],
    ['string()'],
    ['number()', 'min(0)', 'max(3)'],
    ['boolean()', 'optional()'],
  ] as const;
  const values = fc.constantFrom('a', 'b', 'x', 0, 1, 3, true, null);
  const keys = ['city', 'unit', 'id', 'limit'] as const;
  const anyTool = fc
    .tuple(
      fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...types)),
      fc.array(fc.dictionary(fc.constantFrom(...keys), values), { maxLength: 4 }),
    )
    .map(([parameters, tests]) => tool('any', parameters, tests));
  fc.assert(
    fc.property(anyTool, fc.array(anyTool, { maxLength: 3 }), (one, others) => {
      const found = proposeTests(one, { others, to: 3 });
      const tests = one.tool.tests ?? [];
      const all = [...tests, ...found.map(({ test }) => test)];
      expect(countDistinct(one.tool, all)).toBe(countDistinct(one.tool, tests) + found.length);
      for (const { test } of found) expect(findForbiddenValue(one.tool, test)).toBeNull();
    }),
  );
});
