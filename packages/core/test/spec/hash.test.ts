// Canonical JSON and the hashes of schemas, skills, selections and Abouts.
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GradingError } from '../../src/problems/problem.js';
import {
  canonicalJson,
  hashAbout,
  hashSchema,
  hashSelection,
  hashSkill,
  hashText,
  hashValue,
  TEXT_HASH,
} from '../../src/spec/hash.js';

function shuffled(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, turn));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, shuffled(item, turn)] as const);
  const cut = entries.length ? turn % entries.length : 0;
  return Object.fromEntries([...entries.slice(cut), ...entries.slice(0, cut)]);
}

describe('canonicalJson', () => {
  it('does not depend on the order of keys, and parses back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.nat(7), (value, turn) => {
        const text = canonicalJson(value);
        expect(canonicalJson(shuffled(value, turn))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is what another implementation of RFC 8785 makes of any value', () => {
    const keys = fc.constantFrom('10', '9', '\u{1F600}', '\uFB33', 'a', '"', '__proto__', 'toJSON', '');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ noUnicodeString: false }),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(keys, tie('tree'), { maxKeys: 6, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
    );
  });

  it('names the place of what is not JSON', () => {
    const where = (value: unknown) => {
      try {
        return canonicalJson(value);
      } catch (error) {
        return error instanceof GradingError && error.problem.where?.path;
      }
    };
    expect([where({ a: [1, { b: 1n }] }), where(Number.NaN)]).toEqual(['/a/1/b', '/']);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  it.each([
    ['NaN', Number.NaN, /HSH-003/],
    ['infinity', [Number.POSITIVE_INFINITY], /HSH-003/],
    ['undefined', undefined, /HSH-003/],
    ['undefined in a list', [undefined], /HSH-003/],
    ['a function', { f() {} }, /HSH-004/],
    ['a bigint', 1n, /HSH-004/],
    ['a symbol', Symbol('s'), /HSH-004/],
    ['a date', new Date(0), /HSH-004/],
    ['a map', new Map(), /HSH-004/],
    ['a cycle', cyclic, /HSH-004/],
  ])('refuses %s', (_, value, code) => {
    expect(() => canonicalJson(value)).toThrow(code);
  });

  it('drops undefined members and treats -0 as 0', () => {
    expect(canonicalJson({ a: undefined, b: -0 })).toBe('{"b":0}');
  });
});

describe('hashSchema', () => {
  it('ignores schemaHash at the top level only', () => {
    expect(hashSchema({ a: 1, schemaHash: 'x' })).toBe(hashSchema({ a: 1 }));
    expect(hashSchema({ a: { schemaHash: 'x' } })).not.toBe(hashSchema({ a: {} }));
  });

  it('is 8 hex characters', () => {
    expect(hashValue({})).toMatch(/^[0-9a-f]{8}$/);
  });
});

describe('hashText', () => {
  it('is half of the sha256, under its name', () => {
    expect(hashText('')).toBe('sha256:e3b0c44298fc1c149afbf4c8996fb924');
    expect(hashText('Ä')).not.toBe(hashText('A'));
    expect([hashText(''), 'sha256:E3B0', hashValue('')].map((text) => TEXT_HASH.test(text))).toEqual([
      ...[true, false, false],
    ]);
  });
});

describe('hashSkill', () => {
  it('covers the whole object, whatever the order of its members', () => {
    const skill = { name: 'a', content: 'x', schemaHash: 'y' };
    expect(hashSkill({ schemaHash: 'y', content: 'x', name: 'a' })).toBe(hashSkill(skill));
    expect(hashSkill({ name: 'a', content: 'x' })).not.toBe(hashSkill(skill));
  });
});

describe('hashSelection and hashAbout', () => {
  it('a selection ignores its own top-level selectionHash, and nothing else', () => {
    expect(hashSelection({ a: 1, selectionHash: 'x' })).toBe(hashSelection({ a: 1 }));
    expect(hashSelection({ a: 1, references: { 'x/tool/y': ['x.z'] } })).toBe(hashSelection({ a: 1 }));
    expect(hashSelection({ a: 1, schemaHash: 'x' })).not.toBe(hashSelection({ a: 1 }));
  });

  it('an About is hashed by its bytes, including line ends', () => {
    expect(hashAbout(Buffer.from('# A\n'))).not.toBe(hashAbout(Buffer.from('# A\r\n')));
    expect(hashAbout(Buffer.from(''))).toBe('e3b0c442');
  });
});
