// A kept reading is found only if it is whole, of this reader, and about the main that the snapshot's name has; what the
// disk refuses is passed over.
import { linkSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../src/island/disk.js';
import { createFiles, nodeFiles } from '../../src/island/files.js';
import { formatReading, Readings, readingPath } from '../../src/island/readings.js';
import { hashSchema, sha256 } from '../../src/spec/hash.js';
import type { SchemaMain } from '../../src/spec/schema-main.js';
import { FaultyDisk } from '../faults/faulty-disk.js';
import { schemaMain } from '../journeys/provider-sources.js';

const BYTES = sha256('the bytes of a snapshot');
const OTHER_BYTES = sha256('other bytes');
const MAIN = schemaMain();
const HASH = hashSchema(MAIN);
const READING = { main: MAIN, writesTo: 'main.tools' };
const TEXT = formatReading(READING);

/** The text with the digest that its content has. */
function resealed(text: string): string {
  const content = text.slice(text.indexOf(',') + 1);
  return `{"sha256":"${sha256(content)}",${content}`;
}

const mainOnly = (main: unknown) => formatReading({ main: main as SchemaMain, writesTo: null });

async function openReadings() {
  const fixture = await createFixture();
  const root = join(fixture.path, 'island');
  return Object.assign(new Readings(root, nodeFiles), {
    file: join(root, readingPath(BYTES)),
    folder: join(root, '.cache/readings'),
    root,
    [Symbol.asyncDispose]: () => fixture.rm(),
  });
}

describe('a kept reading', () => {
  it('is found as it was kept, in a file for its owner alone', async () => {
    await using readings = await openReadings();
    readings.keep(BYTES, READING);
    expect(readings.find(BYTES, HASH)).toEqual(READING);
    expect([readings.file, readings.folder].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o600, 0o700,
    ]);
    readings.keep(BYTES, { ...READING, writesTo: null });
    expect(readings.find(BYTES, HASH)).toEqual({ ...READING, writesTo: null });
    expect(readdirSync(readings.folder)).toHaveLength(1);
  });

  it.each<[string, string]>([
    ['empty', ''],
    ['cut off', TEXT.slice(0, -40)],
    ['without its last line end', TEXT.slice(0, -1)],
    ['edited', TEXT.replace('main.tools', 'main.other')],
    ['edited in its digest', TEXT.replace(/[0-9a-f]{64}/, BYTES)],
    ['with something behind it', `${TEXT}${TEXT}`],
    ['of another main', formatReading({ ...READING, main: schemaMain({ description: 'Other.' }) })],
    ['no JSON', resealed(`${TEXT.slice(0, -3)}\n`)],
    ['a list', `${resealed('[,1]')}`],
    ['without a main', mainOnly(undefined)],
    ['with null as its main', mainOnly(null)],
    [
      'with a main that cannot be hashed',
      resealed(TEXT.replace('"main":{', `"main":{"deep":${'['.repeat(600)}${']'.repeat(600)},`)),
    ],
    ['without saying what is written to', resealed(TEXT.replace('"writesTo":"main.tools",', ''))],
    ['with a number as what is written to', resealed(TEXT.replace('"main.tools"', '7'))],
  ])('is not believed if it is %s', async (_, text) => {
    await using readings = await openReadings();
    readings.keep(BYTES, READING);
    writeFileSync(readings.file, text);
    expect(readings.find(BYTES, HASH)).toBeNull();
    readings.keep(BYTES, READING);
    expect(readings.find(BYTES, HASH)).toEqual(READING);
  });

  it('is not believed of other bytes, for another hash, of another reader, or behind a link', async () => {
    await using readings = await openReadings();
    expect(readings.find(BYTES, HASH)).toBeNull();
    readings.keep(OTHER_BYTES, READING);
    expect([readings.find(BYTES, HASH), readings.find(OTHER_BYTES, 'ffffffff')]).toEqual([null, null]);
    writeFileSync(readings.file.replace(/--.*/, '--0123.json'), TEXT);
    const elsewhere = join(readings.root, 'elsewhere.json');
    writeFileSync(elsewhere, TEXT);
    for (const link of [symlinkSync, linkSync]) {
      link(elsewhere, readings.file);
      expect(readings.find(BYTES, HASH)).toBeNull();
      nodeFiles.discardFolder(readings.file);
    }
  });

  it.each(['.cache', '.cache/readings'])('is neither read nor kept if %s is a link', async (link) => {
    await using readings = await openReadings();
    const elsewhere = join(readings.root, 'elsewhere');
    mkdirSync(join(elsewhere, 'readings'), { recursive: true });
    mkdirSync(join(readings.root, link, '..'), { recursive: true });
    const inside = link === '.cache' ? join(elsewhere, 'readings') : elsewhere;
    symlinkSync(elsewhere, join(readings.root, link));
    const file = readings.file.slice(readings.file.lastIndexOf('/') + 1);
    writeFileSync(join(inside, file), TEXT);
    expect(readings.find(BYTES, HASH)).toBeNull();
    readings.keep(OTHER_BYTES, READING);
    readings.sweep();
    expect(readdirSync(inside).filter((name) => name.endsWith('.json'))).toEqual([file]);
  });

  it.each<[string, Partial<Record<string, unknown>>]>([
    ['undefined', { note: undefined }],
    ['a negative zero', { note: [-0] }],
  ])('is not kept if its main holds %s, which JSON would change', async (_, more) => {
    await using readings = await openReadings();
    readings.keep(BYTES, { main: { ...MAIN, ...more } as SchemaMain, writesTo: null });
    expect(readings.find(BYTES, HASH)).toBeNull();
  });

  it('is kept, found and removed as far as the disk allows', async () => {
    await using readings = await openReadings();
    const steps = 4;
    for (let at = 1; at <= steps; at += 1) {
      const disk = new FaultyDisk(at, 'EIO', null);
      const hurt = new Readings(readings.root, createFiles(disk));
      hurt.keep(BYTES, READING);
      expect([at, disk.happened, readings.find(BYTES, HASH)]).toEqual([at, true, null]);
      nodeFiles.discardFolder(join(readings.root, '.cache'));
    }
    readings.keep(BYTES, READING);
    const refuse = () => {
      throw Object.assign(new Error('refused'), { code: 'EACCES' });
    };
    const closed = createFiles({ ...nodeDisk, read: refuse, removeFolder: refuse });
    expect(new Readings(readings.root, closed).find(BYTES, HASH)).toBeNull();
    new Readings(readings.root, closed).sweep();
    expect(readings.find(BYTES, HASH)).toEqual(READING);
  });

  it('is swept away with the remains of stopped processes, unless it was found or kept; other files stay', async () => {
    await using readings = await openReadings();
    for (const bytes of [BYTES, OTHER_BYTES]) readings.keep(bytes, READING);
    const other = readings.file.replace(/--.*/, '--0123.json');
    for (const file of [other, join(readings.folder, '.tmp-1-x'), join(readings.folder, 'notes.txt')])
      writeFileSync(file, '');
    const later = new Readings(readings.root, nodeFiles);
    later.find(BYTES, HASH);
    later.keep(sha256('new'), READING);
    later.sweep();
    expect(readdirSync(readings.folder).sort()).toEqual(
      [readingPath(BYTES), readingPath(sha256('new')), 'notes.txt']
        .map((path) => path.slice(path.lastIndexOf('/') + 1))
        .sort(),
    );
  });
});
