// A source file is read into its value and its hash: a schema, and a selection in both formats.
import { createHash } from 'node:crypto';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSchemaFile, readSelection } from '../../src/sources/read-schema-file.js';

let fixture: Awaited<ReturnType<typeof createFixture>>;

beforeAll(async () => {
  fixture = await createFixture({
    'good.mjs': 'export const main = { name: "ü" };',
    'latin.mjs': Buffer.from('export const main = { name: "\xfc" };', 'latin1'),
    'utf16.mjs': Buffer.from('export const main = {};', 'utf16le'),
    'large.mjs': `export const main = {};${' '.repeat(2 * 1024 * 1024)}`,
    'a.mjs': "globalThis.ran = true;\nexport const selection = { name: 'a', members: [] };",
    'a.json': '{ "name": "a", "members": [] }',
    'latin.json': Buffer.from('{ "name": "\u00e9" }', 'latin1'),
    'huge.json': ' '.repeat(2 * 1024 * 1024 + 1),
    'hostile.mjs': 'globalThis.wasRun = true;\nexport const main = { a: 1 };\nwhile (true) {}',
  });
});
afterAll(() => fixture.rm());

describe('readSchemaFile', () => {
  it('returns bytes, their hash, the text and the reading', () => {
    const file = readSchemaFile(fixture.getPath('good.mjs'));
    expect(file.reading).toMatchObject({ value: { name: 'ü' }, exportName: 'main', problems: [] });
    expect(file.text).toBe('export const main = { name: "ü" };');
    expect(file.sha256).toBe(createHash('sha256').update(file.bytes).digest('hex'));
    expect(file.bytes.byteLength).toBe(35);
  });

  it.each([
    ['latin.mjs', 'SRC-004'],
    ['utf16.mjs', 'SRC-004'],
    ['large.mjs', 'SRC-003'],
    ['missing.mjs', 'SRC-005'],
    ['.', 'SRC-005'],
  ])('%s is %s', (name, code) => {
    const { reading } = readSchemaFile(fixture.getPath(name));
    expect(reading.problems.map((found) => found.code)).toEqual([code]);
    expect(reading).toMatchObject({ value: undefined, exportName: null });
  });

  it('runs nothing', () => {
    const { reading } = readSchemaFile(fixture.getPath('hostile.mjs'));
    expect(reading.value).toEqual({ a: 1 });
    expect('wasRun' in globalThis).toBe(false);
  });
});

describe('readSelection', () => {
  it('reads a document and a module alike, and runs nothing', () => {
    for (const format of ['mjs', 'json']) {
      const { reading, bytes, ...file } = readSelection(fixture.getPath(`a.${format}`));
      expect(file.format).toBe(format);
      expect(bytes.length).toBeGreaterThan(0);
      expect(reading).toMatchObject({
        exportName: 'selection',
        value: { name: 'a', members: [] },
        problems: [],
      });
    }
    expect(globalThis).not.toHaveProperty('ran');
  });

  it.each([
    ['latin.json', 'SRC-004'],
    ['huge.json', 'SRC-003'],
    ['missing.json', 'SRC-005'],
  ])('reports why it cannot read %s', (name, code) => {
    const { reading } = readSelection(fixture.getPath(name));
    expect(reading).toMatchObject({ exportName: null, problems: [{ code }] });
  });
});
