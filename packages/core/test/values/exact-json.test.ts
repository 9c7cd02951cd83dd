// Numbers keep their text through reading and writing; everything else is as JSON.parse and JSON.stringify have it.
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
  ])('%s comes out as it went in', (text) => {
    expect(stringifyExact(parseExact(text))).toBe(text);
  });

  it('whose mark stands in it as an escape is no other', () => {
    expect(stringifyExact(parseExact('["\\ue0000\\ue0011.0",1.0]'))).toBe('["\uE0000\uE0011.0",1.0]');
  });

  it('is what JSON.parse makes of it where no text would be lost', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseExact(text)).toEqual(JSON.parse(text));
        expect(stringifyExact(parseExact(text), { ...(indent && { indent }) })).toBe(text);
      }),
    );
  });

  it.each(['1.', '01', '{"a":1.0', '[1.0,]', '+1'])('%s is no JSON', (text) => {
    expect(() => parseExact(text)).toThrow(SyntaxError);
  });

  it('ends the stack no sooner than JSON.parse', () => {
    const deep = `${'['.repeat(400_000)}1.0${']'.repeat(400_000)}`;
    expect(() => parseExact(deep)).not.toThrow();
  });

  it('holds plain numbers as numbers, and what is beyond all bounds as Infinity', () => {
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
  ])('%s is %j for whoever knows nothing of it', (text, expected) => {
    expect(JSON.parse(JSON.stringify(new ExactNumber(text)))).toBe(expected);
  });

  it('is hashed as before where it is the same number, and as its digits where it is none', () => {
    expect(canonicalJson(parseExact('{"a":1.0}'))).toBe('{"a":1}');
    expect(canonicalJson(parseExact(`{"a":${BIG}}`))).not.toBe(canonicalJson(parseExact(`{"a":${BIG}1}`)));
  });

  it('is taken out where it is a key', () => {
    const { value } = createRedactor([BIG]);
    expect(value(parseExact(`[${BIG},1.0]`))).toEqual(['[redacted]', new ExactNumber('1.0')]);
  });
});
