// Tools as a model is shown them: names that every API takes, schemas with a type, and an order for each sample.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offerTools, orderTools } from '../../../src/trials/logic/offer.js';

const aliases = (...names: string[]) => offerTools(names.map((name) => ({ name }))).map(({ alias }) => alias);

describe('aliases', () => {
  it.each([
    [
      ['getPrice', 'get-price_2'],
      ['getPrice', 'get-price_2'],
    ],
    [
      ['/dateToBlock', 'a.b/c d', 'über'],
      ['_dateToBlock', 'a_b_c_d', '_ber'],
    ],
    [
      ['a.b', 'a/b', 'a_b'],
      ['a_b', 'a_b_2', 'a_b_3'],
    ],
    [
      ['x', 'x', 'x_2'],
      ['x', 'x_2', 'x_2_2'],
    ],
    [
      ['n'.repeat(70), 'n'.repeat(65)],
      ['n'.repeat(64), `${'n'.repeat(62)}_2`],
    ],
  ])('of %j', (names, expected) => {
    expect(aliases(...names)).toEqual(expected);
  });

  it('are different, and such as every API takes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 80 }), { maxLength: 20 }), (names) => {
        const found = aliases(...names);
        expect(found).toHaveLength(names.length);
        expect(new Set(found).size).toBe(found.length);
        for (const alias of found) expect(alias).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      }),
    );
  });
});

it('schemas get a type, and missing ones no properties', () => {
  const schema = { properties: { a: { type: 'string' } }, required: ['a'] };
  const offered = offerTools([
    { name: 'a', inputSchema: schema },
    { name: 'b' },
    { name: 'c', description: 'Does it.', inputSchema: { type: 'string' }, annotations: {} },
    ...[null, 'd', { name: '' }, { name: 1 }],
  ]);
  expect(offered).toEqual([
    { name: 'a', alias: 'a', inputSchema: { type: 'object', ...schema } },
    { name: 'b', alias: 'b', inputSchema: { type: 'object', properties: {} } },
    { name: 'c', alias: 'c', description: 'Does it.', inputSchema: { type: 'string' } },
  ]);
});

describe('the order of a sample', () => {
  const tools = offerTools(Array.from({ length: 12 }, (_, at) => ({ name: `tool${at}` })));
  const order = (seed: number, sample: number) => orderTools(tools, { seed, sample }).map(({ name }) => name);

  it('is the declared one for sample 0, and another for each later one', () => {
    expect(order(1, 0)).toEqual(tools.map(({ name }) => name));
    const orders = [0, 1, 2, 3].map((sample) => order(1, sample).join());
    expect(new Set(orders).size).toBe(4);
    for (const sample of [1, 2]) expect(new Set(order(1, sample))).toEqual(new Set(order(1, 0)));
  });

  it('follows from seed and sample', () => {
    expect(order(1, 1)).toEqual(order(1, 1));
    expect(order(2, 1)).not.toEqual(order(1, 1));
    expect(order(1, 1).slice(0, 3)).toEqual(['tool8', 'tool2', 'tool1']);
  });
});
