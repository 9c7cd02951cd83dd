// SourceSnapshot stores one schema file through the gate, and checks, splits and lists what is stored.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GradingImport, SourceSnapshot } from '../../src/index.js';

const TIDEWATCH = fileURLToPath(new URL('../../../../fixtures/providers/tidewatch', import.meta.url));
const SELECTION = fileURLToPath(new URL('../../../../fixtures/selections/lyre-port-calls', import.meta.url));
const file = join(TIDEWATCH, 'stations.mjs');

let fixture: FsFixture;
let root: string;
beforeEach(async () => {
  fixture = await createFixture();
  root = fixture.getPath('island');
});
afterEach(() => fixture.rm());

describe('SourceSnapshot.create', () => {
  it('snapshots one file through the gate, once, and names the snapshot both times', async () => {
    const input = { gradingDataRoot: root, sourcePath: file, namespace: 'tidewatch', schemaName: 'stations' };
    const made = await SourceSnapshot.create(input);
    expect(made).toMatchObject({ created: true, errors: [] });
    const snapshotPath = made.snapshotPath ?? '';
    expect(isAbsolute(snapshotPath)).toBe(true);
    expect(readFileSync(snapshotPath, 'utf8')).toBe(readFileSync(file, 'utf8'));
    expect(await SourceSnapshot.create({ ...input, schemaHash: made.hash ?? '' })).toEqual({
      created: false,
      snapshotPath,
      hash: made.hash,
      errors: [],
    });
    const listed = await SourceSnapshot.listForNamespace({ gradingDataRoot: root, namespace: 'tidewatch' });
    expect(listed).toMatchObject({
      snapshots: [{ schemaName: 'stations', name: 'stations', hash: made.hash, path: snapshotPath }],
      errors: [],
    });
    expect(await SourceSnapshot.verify({ snapshotPath })).toEqual({
      valid: true,
      expectedHash: made.hash,
      actualHash: made.hash,
      errors: [],
    });
    writeFileSync(snapshotPath, readFileSync(snapshotPath, 'utf8').replace('Tidewatch', 'Tidewotch'));
    const changed = await SourceSnapshot.verify({ snapshotPath });
    expect(changed).toMatchObject({ valid: false, expectedHash: made.hash });
    expect(changed.actualHash).toMatch(/^[0-9a-f]{8}$/);
    expect(changed.errors).toEqual([expect.stringMatching(/^SNP-004: /)]);
  });

  it.each([
    [{ namespace: 'other' }, /^SNP-004: /],
    [{ namespace: '' }, /^SNP-004: .*expected the namespace nothing, found tidewatch/],
    [{ schemaName: 'tides' }, /^SNP-004: /],
    [{ schemaHash: '00000000' }, /^SNP-004: /],
    [{ schemaName: '1-bad name' }, /^SNP-003: \/schemaName: "1-bad name"/],
    [{ schemaName: '_gradings' }, /^SNP-003: \/schemaName: /],
    [{ schemaHash: 'ZZZ' }, /^SNP-003: \/schemaHash: "ZZZ"/],
    [{ sourcePath: join(TIDEWATCH, 'none.mjs') }, /^SNP-005: .*none\.mjs/],
    [{ sourcePath: TIDEWATCH }, /^SNP-005: .*: the file cannot be read: it is not a file/],
    [
      { sourcePath: join(SELECTION, 'selection.json') },
      /^SNP-002: .*selection\.json: expected a schema, found a selection/,
    ],
    [{ sourcePath: undefined }, /^SNP-001: \/sourcePath: /],
    [{ sourcePath: 5 }, /^SNP-002: \/sourcePath: /],
    [{ gradingDataRoot: '' }, /^SNP-001: \/gradingDataRoot: /],
    [{ schemaname: 'stations' }, /^GRD-011: \/schemaname: .*"schemaName"/],
  ])('writes nothing with %j', async (more, expected) => {
    const input = { gradingDataRoot: root, sourcePath: file, ...more };
    const { errors, ...rest } = await SourceSnapshot.create(input as never);
    expect(rest).toEqual({ snapshotPath: null, created: false, hash: null });
    expect(errors[0]).toMatch(expected);
    expect(existsSync(root)).toBe(false);
  });

  it('writes nothing of a file that is no schema', async () => {
    await fixture.writeFile('bad.mjs', 'export const main = 3;');
    const sourcePath = fixture.getPath('bad.mjs');
    const bad = await SourceSnapshot.create({ gradingDataRoot: root, sourcePath });
    expect(bad.created).toBe(false);
    expect(bad.errors.length).toBeGreaterThan(0);
    expect(existsSync(root)).toBe(false);
  });
});

describe('SourceSnapshot.parseSnapshotFilename', () => {
  it('splits from the right', () => {
    const filename = 'a--b--2026-01-01T00-00-00Z--0123abcd.mjs';
    expect(SourceSnapshot.parseSnapshotFilename({ filename })).toEqual({
      name: 'a--b',
      timestamp: '2026-01-01T00-00-00Z',
      hash: '0123abcd',
      extension: 'mjs',
      errors: [],
    });
  });

  it.each([
    [{ filename: 'a.mjs' }, /^SNP-003: "a\.mjs" is not a snapshot name/],
    [{ filename: '0123abcd--v1.0.0.mjs' }, /^SNP-003: /],
    [{ filename: '../a--2026-01-01T00-00-00Z--0123abcd.mjs' }, /^SNP-003: /],
    [{ filename: 'a b--2026-01-01T00-00-00Z--0123abcd.mjs' }, /^SNP-003: /],
    [{}, /^SNP-001: \/filename: /],
    [{ filename: 5 }, /^SNP-002: \/filename: /],
  ])('refuses %j', (input, expected) => {
    const { errors, ...parts } = SourceSnapshot.parseSnapshotFilename(input as never);
    expect(parts).toEqual({ name: null, timestamp: null, hash: null, extension: null });
    expect(errors).toEqual([expect.stringMatching(expected)]);
  });
});

describe('SourceSnapshot.verify and listForNamespace', () => {
  it('verify About, skill and definition, each by its own rule', async () => {
    await GradingImport.run({ providerPath: TIDEWATCH, gradingDataRoot: root });
    const folder = join(root, 'providers/tidewatch');
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /--[0-9a-f]{8}\.(md|mjs)$/.test(path),
    );
    expect(found.map((path) => path.slice(path.lastIndexOf('.')))).toContain('.md');
    expect(found.some((path) => path.includes('/skills/'))).toBe(true);
    for (const path of found) {
      expect((await SourceSnapshot.verify({ snapshotPath: join(folder, path) })).errors).toEqual([]);
    }
    const json = 'a--2026-01-01T00-00-00Z--44136fa3.json';
    const snapshotPath = fixture.getPath(json);
    await fixture.writeFile(json, '{"selectionHash":"x"}');
    expect(await SourceSnapshot.verify({ snapshotPath })).toMatchObject({ valid: true });
    await fixture.writeFile(json, '{');
    expect((await SourceSnapshot.verify({ snapshotPath })).errors[0]).toMatch(/^SNP-005: .*JSON/);
  });

  it.each([
    [{ snapshotPath: 'prices.mjs' }, /^SNP-003: /],
    [{ snapshotPath: 'a--2026-01-01T00-00-00Z--0123abcd.mjs' }, /^SNP-005: /],
    [{}, /^SNP-001: \/snapshotPath: /],
    [{ snapshotPath: 5 }, /^SNP-002: \/snapshotPath: /],
  ])('verify refuses %j', async (input, expected) => {
    const { valid, errors } = await SourceSnapshot.verify(input as never);
    expect(valid).toBe(false);
    expect(errors).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    [{ namespace: 'nobody' }, []],
    [{ namespace: '../x' }, [expect.stringMatching(/^ISL-003: /)]],
    [{}, [expect.stringMatching(/^SNP-001: \/namespace: /)]],
  ])('list nothing for %j', async (input, errors) => {
    const listed = await SourceSnapshot.listForNamespace({ gradingDataRoot: root, ...input } as never);
    expect(listed).toEqual({ snapshots: [], errors });
  });
});
