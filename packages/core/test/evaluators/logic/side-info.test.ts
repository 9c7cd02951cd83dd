// The side information of an evaluator fits into an entry, whatever it contains.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSideInfo } from '../../../src/evaluators/logic/side-info.js';
import { findUnsafeValues } from '../../../src/values/read-json.js';

const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('readSideInfo', () => {
  it.each<[string, Record<string, unknown>, ReturnType<typeof readSideInfo>]>([
    ['nothing', {}, { reasoning: null, evidence: undefined }],
    ['words alone', { reasoning: 'clear' }, { reasoning: 'clear', evidence: undefined }],
    ['words and more', { reasoning: 'clear', words: 12 }, { reasoning: 'clear', evidence: { words: 12 } }],
    [
      'blank words',
      { reasoning: '  ', words: 12 },
      { reasoning: null, evidence: { reasoning: '  ', words: 12 } },
    ],
    ['words in another form', { reasoning: ['a'] }, { reasoning: null, evidence: { reasoning: ['a'] } }],
  ])('%s', (_, sideInfo, expected) => {
    expect(readSideInfo(sideInfo)).toEqual(expected);
  });

  it('cuts long text, and gives the original length', () => {
    const { reasoning, evidence } = readSideInfo({ reasoning: 'r'.repeat(9000), log: 'l'.repeat(900_000) });
    expect(reasoning).toMatch(/^r{4000}… \(9000 characters in all\)$/);
    expect(evidence).toMatch(/^\{"log":"l+… \(900010 characters in all\)$/);
    expect((evidence as string).length).toBeLessThan(4100);
  });

  it('cuts no surrogate pair in half', () => {
    expect(readSideInfo({ reasoning: `x${'😀'.repeat(3000)}` }).reasoning).not.toMatch(/\p{Surrogate}/u);
  });

  it.each([
    ['keys of a prototype', '{"a":1,"__proto__":{"b":2},"c":{"constructor":1}}', { a: 1, c: {} }],
    ['half a pair', '{"a\\ud800":"\\udc00"}', { 'a\uFFFD': '\uFFFD' }],
    ['a number without bounds', '{"a":1e999}', { a: 'Infinity' }],
  ])('removes %s', (_, text, expected) => {
    expect(readSideInfo(parse(text)).evidence).toEqual(expected);
  });

  it('flattens deep nesting', () => {
    const deep = parse(`{"a":${'['.repeat(500)}${']'.repeat(500)}}`);
    expect(JSON.stringify(readSideInfo(deep).evidence)).toBe(`{"a":${'['.repeat(15)}"…"${']'.repeat(15)}}`);
  });

  it('leaves nothing that a scores file cannot hold', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 30 })),
        (sideInfo) => {
          const { reasoning, evidence } = readSideInfo(sideInfo);
          expect(findUnsafeValues(JSON.parse(JSON.stringify({ reasoning, evidence })))).toEqual([]);
        },
      ),
    );
  });
});
