// A recorded answer fits the declared output, or the first difference is named.
import { describe, expect, it } from 'vitest';
import { matchOutput } from '../../../src/pretest/logic/output-match.js';

const price = {
  type: 'object',
  properties: { id: { type: 'string' }, usd: { type: 'number', nullable: true } },
};
const list = { type: 'array', items: price };

describe('matchOutput', () => {
  it.each([
    [price, { id: 'a', usd: 1 }],
    [price, {}],
    [price, { id: 'a', usd: null, more: [] }],
    [list, []],
    [list, [{ id: 'a' }, { usd: 2 }]],
    [{ type: 'array' }, [1, 'a', null]],
    [{ type: 'string', enum: ['a', 'b'] }, 'b'],
    [{ type: 'string', nullable: true, enum: ['a'] }, null],
    [{ type: 'integer' }, 3],
    [{ type: 'boolean' }, false],
    [{ type: 'string', format: 'uri' }, 'no uri'],
    [{ type: 'object', required: ['id'] }, {}],
    [{ oneOf: [{ type: 'string' }] }, null],
    [{ type: 'money' }, 5],
    [{ type: 'object', properties: { constructor: { type: 'string' } } }, {}],
  ])('%j fits %j', (schema, value) => {
    expect(matchOutput(schema, value)).toEqual({ matches: true });
  });

  it.each([
    [price, [], 'data: expected object, found array'],
    [list, {}, 'data: expected array, found object'],
    [price, { id: 42, usd: 'x' }, 'data.id: expected string, found number'],
    [price, { id: null }, 'data.id: expected string, found null (not declared nullable)'],
    [price, { usd: '1' }, 'data.usd: expected number, found string'],
    [list, [{ id: 'a' }, { id: [] }], 'data[1].id: expected string, found array'],
    [list, [null], 'data[0]: expected object, found null (not declared nullable)'],
    [{ type: 'integer' }, 1.5, 'data: expected integer, found number'],
    [{ type: 'string', enum: ['a'] }, 'c', 'data: the value is not in enum'],
    [{ enum: [1] }, '1', 'data: the value is not in enum'],
    [{ type: 'boolean' }, 'true', 'data: expected boolean, found string'],
    [
      { type: 'object', properties: { a: { type: 'object', properties: { b: list } } } },
      { a: { b: [{ usd: true }] } },
      'data.a.b[0].usd: expected number, found boolean',
    ],
  ])('%j does not fit %j', (schema, value, where) => {
    expect(matchOutput(schema, value)).toEqual({ matches: false, where });
  });

  it('a whole answer with only undeclared properties is another answer', () => {
    const declared = { type: 'object', properties: { id: { type: 'string' }, usd: { type: 'number' } } };
    expect(matchOutput(declared, { other: 5 })).toEqual({
      matches: false,
      where: 'data: none of the declared properties is there',
    });
    expect(matchOutput(declared, { other: 5, usd: 1 }).matches).toBe(true);
    expect(matchOutput({ type: 'object', properties: { a: declared } }, { a: { other: 5 } }).matches).toBe(
      true,
    );
  });
});
