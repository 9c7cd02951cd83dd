// A schema file is read into its main, its hash and its facts.
import { createHash } from 'node:crypto';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSchemaFile } from '../../src/sources/read-schema-file.js';

let fixture: Awaited<ReturnType<typeof createFixture>>;

beforeAll(async () => {
  fixture = await createFixture({
    'good.mjs': 'export const main = { name: "ü" };',
    'latin.mjs': Buffer.from('export const main = { name: "\xfc" };', 'latin1'),
    'utf16.mjs': Buffer.from('export const main = {};', 'utf16le'),
    'large.mjs': `export const main = {};${' '.repeat(2 * 1024 * 1024)}`,
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
