// Numbers keep their text through reading and writing; everything else equals JSON.parse and JSON.stringify.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/keys/logic/redact.js';
import { canonicalJson } from '../../src/spec/hash.js';
import { ExactNumber, parseExact, stringifyExact } from '../../src/values/exact-json.js';

const BIG = '12345678901234567890';

describe('a document', () => {
  it.each([
    BIG,
    `-${BIG}`,
    '1.0',
    '-0',
    '1e5',
    '1E+2',
    '0.1000',
    '0.12345678901234567890',
    `{"a":[${BIG},1.0,{"b":1.50}],"c":"1.0","${BIG}":"\\"1.0"}`,
    `["\uE0000\uE0011.0",1.0,"\uE0001\uE001"]`,
    '{"__proto__":1.0}',
  ])('%s is written as it was read', (text) => {
    expect(stringifyExact(parseExact(text))).toBe(text);
  });

  it('with an escaped mark in it is not changed', () => {
    expect(stringifyExact(parseExact('["\\ue0000\\ue0011.0",1.0]'))).toBe('["\uE0000\uE0011.0",1.0]');
  });

  it('equals JSON.parse if no text would be lost', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseExact(text)).toEqual(JSON.parse(text));
        expect(stringifyExact(parseExact(text), { ...(indent && { indent }) })).toBe(text);
      }),
    );
  });

  it.each(['1.', '01', '{"a":1.0', '[1.0,]', '+1'])('%s is not JSON', (text) => {
    expect(() => parseExact(text)).toThrow(SyntaxError);
  });

  it('overflows the stack no earlier than JSON.parse', () => {
    const deep = `${'['.repeat(400_000)}1.0${']'.repeat(400_000)}`;
    expect(() => parseExact(deep)).not.toThrow();
  });

  it('holds plain numbers as numbers, and infinite ones as Infinity', () => {
    expect(parseExact('[1,0.5,9007199254740991,1e999]')).toEqual([1, 0.5, 9007199254740991, Infinity]);
  });
});

describe('an exact number', () => {
  it.each([
    ['1.0', 1],
    ['1e5', 100_000],
    ['100e-2', 1],
    ['0.00', 0],
    [BIG, BIG],
    ['0.12345678901234567890', '0.12345678901234567890'],
  ])('%s is %j for code without support for it', (text, expected) => {
    expect(JSON.parse(JSON.stringify(new ExactNumber(text)))).toBe(expected);
  });

  it('is hashed as before if it is the same number, and by its digits otherwise', () => {
    expect(canonicalJson(parseExact('{"a":1.0}'))).toBe('{"a":1}');
    expect(canonicalJson(parseExact(`{"a":${BIG}}`))).not.toBe(canonicalJson(parseExact(`{"a":${BIG}1}`)));
  });

  it('is redacted if it is a key', () => {
    const { value } = createRedactor([BIG]);
    expect(value(parseExact(`[${BIG},1.0]`))).toEqual(['[redacted]', new ExactNumber('1.0')]);
  });
});
