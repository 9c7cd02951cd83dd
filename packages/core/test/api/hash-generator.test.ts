// HashGenerator gives the hashes of the specification, and says what it cannot hash.
import { describe, expect, it } from 'vitest';
import { HashGenerator } from '../../src/index.js';
import { readVectors } from '../conformance/shared-vectors.js';

interface HashVector {
  readonly value: unknown;
  readonly hash8?: string;
}

describe('HashGenerator', () => {
  it('returns the worked values of the specification', () => {
    expect(HashGenerator.computeHash({ value: {} })).toEqual({ hash: '44136fa3', errors: [] });
    expect(HashGenerator.canonicalize({ value: { b: 1, a: [2, { d: null, c: 'ü' }] } }).json).toBe(
      '{"a":[2,{"c":"ü","d":null}],"b":1}',
    );
    const main = {
      version: 'flowmcp/4.0.0',
      namespace: 'demo',
      name: 'Demo',
      tools: { ping: { method: 'GET', path: '/ping', description: 'd' } },
    };
    expect(HashGenerator.computeSchemaHash({ schema: main }).hash).toBe('f1d26be4');
    expect(HashGenerator.computeSchemaHash({ schema: { ...main, schemaHash: 'x' } }).hash).toBe('f1d26be4');
    const selection = { selectionId: 'a', selectionHash: 'x' };
    expect(HashGenerator.computeSelectionHash({ selection }).hash).toBe(
      HashGenerator.computeHash({ value: { selectionId: 'a' } }).hash,
    );
    expect(HashGenerator.computeAboutHash({ about: 'ü' })).toEqual(
      HashGenerator.computeAboutHash({ about: Buffer.from('ü') }),
    );
    const skill = { name: 'plan', skillHash: 'x' };
    expect(HashGenerator.computeSkillHash({ skill }).hash).toBe(
      HashGenerator.computeHash({ value: skill }).hash,
    );
    const { cases } = readVectors('hash.json') as { cases: HashVector[] };
    const hashed = cases.filter((one) => 'value' in one && one.hash8 !== undefined);
    expect(hashed.length).toBeGreaterThan(5);
    for (const { value, hash8 } of hashed) expect(HashGenerator.computeHash({ value }).hash).toBe(hash8);
  });

  it.each([
    [undefined, 'HSH-001'],
    [Number.NaN, 'HSH-003'],
    [[Number.POSITIVE_INFINITY], 'HSH-003'],
    [[undefined], 'HSH-003'],
    [() => 1, 'HSH-004'],
    [{ run: () => 1 }, 'HSH-004'],
    [1n, 'HSH-004'],
    [new Map(), 'HSH-004'],
    [new Date(0), 'HSH-004'],
  ])('hashes no %s: %s', (value, code) => {
    for (const { errors, ...rest } of [
      HashGenerator.computeHash({ value }),
      HashGenerator.canonicalize({ value }),
    ]) {
      expect(errors[0]).toMatch(new RegExp(`^${code}: /`));
      expect(Object.values(rest)).toEqual([null]);
    }
  });

  it('hashes a cycle as little as a class instance in place of a schema', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(HashGenerator.computeHash({ value: cycle }).errors[0]).toMatch(/^HSH-004: \/self: /);
    expect(HashGenerator.computeSchemaHash({ schema: new Map() }).errors[0]).toMatch(/^HSH-004: .*class/);
    expect(HashGenerator.computeSelectionHash({ selection: [] as object }).errors[0]).toMatch(
      /^HSH-002: \/selection: /,
    );
  });

  it('takes the members of a namespace as they come', () => {
    const hashOf = (members: readonly unknown[]) =>
      HashGenerator.computeNamespaceHash({ members, aboutHash: '00000000' }).hash;
    expect(hashOf(['b', 'a'])).toBe('85c07ead');
    expect(hashOf(['a', 'b'])).toBe('76f4291b');
    expect(hashOf([{ schemaId: 'b' }, { schemaId: 'a' }])).toMatch(/^[0-9a-f]{8}$/);
    expect(hashOf([{ schemaId: 'b' }, { schemaId: 'a' }])).not.toBe(
      hashOf([{ schemaId: 'a' }, { schemaId: 'b' }]),
    );
    const members = ['a'];
    expect(HashGenerator.computeNamespaceHash({ members, aboutHash: null }).hash).not.toBeNull();
    expect(HashGenerator.computeNamespaceHash({ members } as never).errors).toEqual([
      'HSH-001: /aboutHash: aboutHash is missing',
    ]);
    expect(HashGenerator.computeNamespaceHash({ members: 'a', aboutHash: 5 } as never).errors).toEqual([
      'HSH-002: /members: expected a list, found "a"',
      'HSH-002: /aboutHash: expected text, found 5',
    ]);
  });

  it('checks the form of a hash', () => {
    expect(HashGenerator.isValidHash({ hash: '0123abcd' })).toEqual({ valid: true, errors: [] });
    for (const hash of ['0123ABCD', '0123abc', 7])
      expect(HashGenerator.isValidHash({ hash })).toEqual({ valid: false, errors: [] });
  });
});
