import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  GradingExport,
  GradingImport,
  PreConditionCheck,
  RebuildIndex,
  SharedLists,
  SourceSnapshot,
} from '../../src/index.js';
import type { LockSnapshot } from '../../src/spec/index-file.js';

const TIDEWATCH = fileURLToPath(new URL('../../../../fixtures/providers/tidewatch', import.meta.url));
const NOWHERE = undefined as unknown as string;

let fixture: FsFixture;
let root: string;
beforeEach(async () => {
  fixture = await createFixture();
  root = fixture.getPath('island');
});
afterEach(() => fixture.rm());

const importTidewatch = () => GradingImport.run({ providerPath: TIDEWATCH, gradingDataRoot: root });
const namespaceDir = () => join(root, 'providers/tidewatch');

describe('import and export', () => {
  it('imports a provider once, and nothing without a named island', async () => {
    const first = await importTidewatch();
    expect(first).toMatchObject({
      status: true,
      errors: [],
      results: [{ flow: 'provider', namespace: 'tidewatch', indexPath: 'providers/tidewatch/index.json' }],
    });
    const again = await importTidewatch();
    expect(again.results[0]).toMatchObject({ imported: [] });
    const nowhere = await GradingImport.run({ providerPath: TIDEWATCH, gradingDataRoot: NOWHERE });
    expect(nowhere).toEqual({
      status: false,
      results: [],
      errors: ['GRD-001: /gradingDataRoot: gradingDataRoot is missing'],
    });
    const missing = await GradingImport.run({ providerPath: fixture.getPath('none'), gradingDataRoot: root });
    expect(missing.errors[0]).toMatch(/^IMP-001: /);
    const dry = fixture.getPath('dry');
    await GradingImport.run({ providerPath: TIDEWATCH, gradingDataRoot: dry, dryRun: true });
    expect(existsSync(dry)).toBe(false);
  });

  it('exports index and schemas into a new folder', async () => {
    await importTidewatch();
    const exportDir = fixture.getPath('out');
    const { status, results, errors } = await GradingExport.run({
      target: 'tidewatch',
      gradingDataRoot: root,
      exportDir,
    });
    expect({ status, errors }).toEqual({ status: true, errors: [] });
    const [exported] = results;
    expect(dirname(exported?.exportDir ?? '')).toBe(exportDir);
    expect(readFileSync(join(exported?.exportDir ?? '', 'index.json'), 'utf8')).toBe(
      readFileSync(join(namespaceDir(), 'index.json'), 'utf8'),
    );
    expect(readFileSync(join(exported?.exportDir ?? '', 'schemas/tides.mjs'), 'utf8')).toBe(
      readFileSync(join(TIDEWATCH, 'tides.mjs'), 'utf8'),
    );
    const bare = { target: 'tidewatch', gradingDataRoot: root, exportDir, includeSchemas: false };
    expect((await GradingExport.run(bare)).results[0]?.schemaExports).toEqual([]);
    expect((await GradingExport.run({ ...bare, target: 'nobody' })).errors[0]).toMatch(/^TGT-001: /);
    expect((await GradingExport.run({ ...bare, exportDir: NOWHERE })).errors[0]).toMatch(
      /^GRD-001: \/exportDir/,
    );
    expect((await GradingExport.run({ ...bare, gradingDataRoot: '' })).errors[0]).toMatch(/^GRD-001: /);
  });
});

describe('RebuildIndex', () => {
  it('derives the index of a namespace again, and keeps its lockSnapshot', async () => {
    await importTidewatch();
    const path = join(namespaceDir(), 'index.json');
    const lockSnapshot = lockOf('tidewatch', [['tidewatch.tides', 'pending']]);
    const index = { ...(JSON.parse(readFileSync(path, 'utf8')) as object), grade: 'A', lockSnapshot };
    writeFileSync(path, JSON.stringify(index));
    const rebuilt = await RebuildIndex.rebuildNamespaceIndex({ namespaceDir: namespaceDir() });
    expect(rebuilt).toMatchObject({
      status: true,
      indexPath: 'providers/tidewatch/index.json',
      changed: true,
      errors: [],
    });
    expect(rebuilt.index?.grade).toBeUndefined();
    expect(rebuilt.index?.lockSnapshot).toEqual(lockSnapshot);
    expect(RebuildIndex.validateIndex({ index: rebuilt.index })).toEqual({ valid: true, errors: [] });
    const again = await RebuildIndex.rebuildNamespaceIndex({ namespaceDir: namespaceDir() });
    expect(again).toMatchObject({ status: true, changed: false });
    expect(PreConditionCheck.check({ gradingDataRoot: root, namespace: 'tidewatch' })).toMatchObject({
      passed: false,
      missingSingleGradings: ['tidewatch.tides'],
    });
  });

  it('stops at a damaged index instead of losing its frozen members', async () => {
    await importTidewatch();
    const path = join(namespaceDir(), 'index.json');
    writeFileSync(path, '{"indexVersion": 2');
    const rebuilt = await RebuildIndex.rebuildNamespaceIndex({ namespaceDir: namespaceDir() });
    expect(rebuilt).toMatchObject({ status: false, index: null });
    expect(rebuilt.errors[0]).toMatch(/^IDX-003: /);
    expect(readFileSync(path, 'utf8')).toBe('{"indexVersion": 2');
    expect(PreConditionCheck.check({ gradingDataRoot: root, namespace: 'tidewatch' }).errors[0]).toMatch(
      /^IDX-003: /,
    );
  });

  it.each([
    ['providers/No-Name', /^IDX-009: /],
    ['tidewatch', /^IDX-009: /],
    ['providers/nobody', /^TGT-001: /],
  ])('rebuilds no folder outside the island: %s', async (dir, expected) => {
    const { status, errors } = await RebuildIndex.rebuildNamespaceIndex({ namespaceDir: join(root, dir) });
    expect(status).toBe(false);
    expect(errors[0]).toMatch(expected);
    const undated = await RebuildIndex.rebuildNamespaceIndex({ namespaceDir: root, now: 'then' });
    expect(undated.errors[0]).toMatch(/^GRD-002: \/now/);
    const nothing = await RebuildIndex.rebuildSelectionIndex({ selectionDir: NOWHERE });
    expect(nothing.errors[0]).toMatch(/^GRD-001: \/selectionDir/);
  });

  it('finds the newest file by its time, whatever persona its name contains', async () => {
    const names = [
      'about-namespace--schema-maintainer--general--2025-01-01T00-00-00Z.json',
      'about-namespace--ai-engineer--general--2026-01-01T00-00-00Z.json',
      'about-namespace--ai-engineer--general--2026-01-01T00-00-00Z.json.tmp',
      'prices--2026-01-01T00-00-00Z--0123abcd.mjs',
    ];
    for (const name of names) await fixture.writeFile(name, '');
    const dir = fixture.path;
    expect(RebuildIndex.resolveLatest({ dir, logicalName: 'about-namespace' })).toEqual({
      status: true,
      reason: null,
      file: names[1],
      errors: [],
    });
    expect(RebuildIndex.resolveLatest({ dir, logicalName: 'prices' }).file).toBe(names[3]);
    expect(RebuildIndex.resolveLatest({ dir, logicalName: 'price' })).toMatchObject({
      reason: 'no-version',
      file: null,
    });
    expect(RebuildIndex.resolveLatest({ dir: NOWHERE, logicalName: 'x' })).toMatchObject({
      reason: 'invalid-input',
    });
  });

  it.each([
    ['A', 'stable'],
    ['B', 'stable'],
    ['C', 'graded'],
    ['F', 'graded'],
    ['REJECTED', 'rejected'],
    [null, 'pending'],
  ] as const)('a grade of %s makes a node %s', (aggregateGrade, status) => {
    expect(RebuildIndex.mapAggregateGradeToStatus({ aggregateGrade })).toEqual({ status, errors: [] });
  });

  it('has no other names for grades and indexes', () => {
    const odd = RebuildIndex.mapAggregateGradeToStatus({ aggregateGrade: 'E' as never });
    expect(odd).toMatchObject({ status: null });
    expect(odd.errors[0]).toMatch(/^GRD-002: /);
    for (const index of [null, {}, { indexVersion: 2 }, 'index']) {
      expect(RebuildIndex.validateIndex({ index }).errors[0]).toMatch(/^IDX-008: /);
    }
    expect(RebuildIndex.REBUILD_INDEX_VERSION).toBe(2);
  });

  it('freezes the known members, and treats the others as pending', () => {
    const override = { name: 'Y of the coast' };
    const selectionDef = {
      selectionId: 'group',
      members: [{ schemaId: 'a.x' }, { schemaId: 'b.y', override }],
    };
    const known = { schemaId: 'a.x', gradingStatus: 'stable', schemaHash: '0123abcd' } as const;
    const { lockSnapshot, errors } = RebuildIndex.buildLockSnapshot({
      selectionDef,
      members: [known],
      generatedAt: '2026-03-01T10:00:00Z',
    });
    expect(errors).toEqual([]);
    expect(lockSnapshot).toMatchObject({
      selectionId: 'group',
      selectionVersion: null,
      generatedAt: '2026-03-01T10:00:00.000Z',
      members: [
        { schemaId: 'a.x', gradingStatus: 'stable', schemaHash: '0123abcd', override: null },
        { schemaId: 'b.y', gradingStatus: 'pending', schemaHash: null, override },
      ],
    });
    expect(lockSnapshot?.selectionHash).toMatch(/^[0-9a-f]{8}$/);
    const stranger = { schemaId: 'c.z', gradingStatus: 'stable' } as const;
    expect(RebuildIndex.buildLockSnapshot({ selectionDef, members: [stranger] }).errors[0]).toMatch(
      /^GRD-002: /,
    );
    const odd = { schemaId: 'a.x', gradingStatus: 'good' as 'stable' };
    expect(RebuildIndex.buildLockSnapshot({ selectionDef, members: [odd] }).errors[0]).toMatch(/^GRD-002: /);
    expect(
      RebuildIndex.buildLockSnapshot({ selectionDef: NOWHERE as never, members: [] }).lockSnapshot,
    ).toBeNull();
  });
});

describe('PreConditionCheck', () => {
  it('passes if every frozen member is stable, but never without members', () => {
    const stable = lockOf('group', [['a.x', 'stable']]);
    expect(PreConditionCheck.checkLockfile({ lockfile: stable })).toEqual({
      passed: true,
      blockedMembers: [],
      missingSingleGradings: [],
      errors: [],
    });
    expect(PreConditionCheck.checkLockfile({ lockfile: lockOf('group', []) }).passed).toBe(false);
  });

  it('names every blocking member, with hash and status', () => {
    const lockfile = lockOf('group', [
      ['a.x', 'stable'],
      ['b.y', 'graded'],
      ['c.z', 'pending'],
      ['d.w', 'rejected'],
    ]);
    const { passed, blockedMembers, missingSingleGradings, errors } = PreConditionCheck.checkLockfile({
      lockfile,
    });
    expect(passed).toBe(false);
    expect(blockedMembers.map(({ schemaId }) => schemaId)).toEqual(['b.y', 'c.z', 'd.w']);
    expect(missingSingleGradings).toEqual(['c.z']);
    expect(errors).toEqual([
      'PRE-004: 3 of 4 member schemas are not stable: b.y (0123abcd, graded), c.z (0123abcd, pending), d.w (0123abcd, rejected)',
    ]);
    expect(PreConditionCheck.checkLockfile({ lockfile: {} as LockSnapshot }).errors[0]).toMatch(
      /^GRD-001: \/members/,
    );
  });

  it('reports that nothing is frozen yet', async () => {
    await importTidewatch();
    const input = { gradingDataRoot: root, namespace: 'tidewatch' };
    expect(PreConditionCheck.check(input).errors[0]).toMatch(/^PRE-002: /);
    expect(PreConditionCheck.check({ ...input, gradingDataRoot: NOWHERE }).errors[0]).toMatch(/^GRD-001: /);
    expect(PreConditionCheck.check({ gradingDataRoot: root, selectionId: '../x' }).errors[0]).toMatch(
      /^ISL-003: /,
    );
  });
});

describe('SourceSnapshot', () => {
  const file = join(TIDEWATCH, 'stations.mjs');

  it('snapshots one file through the gate, once', async () => {
    const input = { gradingDataRoot: root, sourcePath: file, namespace: 'tidewatch', schemaName: 'stations' };
    const made = await SourceSnapshot.create(input);
    expect(made).toMatchObject({ created: true, errors: [] });
    expect(made.snapshotPath).toMatch(/^providers\/tidewatch\/stations\/schema\/stations--/);
    expect(await SourceSnapshot.create({ ...input, schemaHash: made.hash ?? '' })).toMatchObject({
      created: false,
      snapshotPath: null,
      hash: made.hash,
      errors: [],
    });
    const { snapshots } = SourceSnapshot.listForNamespace({ gradingDataRoot: root, namespace: 'tidewatch' });
    expect(snapshots).toMatchObject([{ schemaName: 'stations', hash: made.hash, path: made.snapshotPath }]);
    const snapshotPath = join(root, made.snapshotPath ?? '');
    expect(SourceSnapshot.verify({ snapshotPath })).toEqual({
      valid: true,
      expectedHash: made.hash,
      actualHash: made.hash,
      errors: [],
    });
    writeFileSync(snapshotPath, readFileSync(snapshotPath, 'utf8').replace('Tidewatch', 'Tidewotch'));
    expect(SourceSnapshot.verify({ snapshotPath })).toMatchObject({ valid: false });
    expect(SourceSnapshot.verify({ snapshotPath }).errors[0]).toMatch(/^SNP-004: /);
  });

  it('writes nothing if the file is not the expected one, or not a schema', async () => {
    const input = { gradingDataRoot: root, sourcePath: file };
    for (const more of [{ namespace: 'other' }, { schemaName: 'tides' }, { schemaHash: '00000000' }]) {
      expect((await SourceSnapshot.create({ ...input, ...more })).errors[0]).toMatch(/^SNP-004: /);
    }
    await fixture.writeFile('bad.mjs', 'export const main = 3;');
    const bad = await SourceSnapshot.create({ ...input, sourcePath: fixture.getPath('bad.mjs') });
    expect(bad.created).toBe(false);
    expect(bad.errors.length).toBeGreaterThan(0);
    expect(existsSync(join(root, 'providers'))).toBe(false);
    expect((await SourceSnapshot.create({ ...input, gradingDataRoot: '' })).errors[0]).toMatch(/^GRD-001: /);
  });

  it('parses names, and verifies About, skill and definition, each by its own rule', async () => {
    expect(
      SourceSnapshot.parseSnapshotFilename({ filename: 'a--b--2026-01-01T00-00-00Z--0123abcd.mjs' }),
    ).toEqual({
      name: 'a--b',
      timestamp: '2026-01-01T00-00-00Z',
      hash: '0123abcd',
      extension: 'mjs',
      errors: [],
    });
    expect(SourceSnapshot.parseSnapshotFilename({ filename: 'a.mjs' }).errors[0]).toMatch(/^SNP-003: /);
    await importTidewatch();
    const found = readdirDeep(namespaceDir()).filter((path) => /--[0-9a-f]{8}\.(md|mjs)$/.test(path));
    expect(found.map((path) => path.slice(path.lastIndexOf('.')))).toContain('.md');
    expect(found.some((path) => path.includes('/skills/'))).toBe(true);
    for (const snapshotPath of found) expect(SourceSnapshot.verify({ snapshotPath }).errors).toEqual([]);
    expect(SourceSnapshot.verify({ snapshotPath: 'prices.mjs' }).errors[0]).toMatch(/^SNP-003: /);
    const gone = SourceSnapshot.verify({ snapshotPath: 'a--2026-01-01T00-00-00Z--0123abcd.mjs' });
    expect(gone.errors[0]).toMatch(/^SNP-005: /);
    const json = 'a--2026-01-01T00-00-00Z--44136fa3.json';
    await fixture.writeFile(json, '{"selectionHash":"x"}');
    expect(SourceSnapshot.verify({ snapshotPath: fixture.getPath(json) })).toMatchObject({ valid: true });
    await fixture.writeFile(json, '{');
    expect(SourceSnapshot.verify({ snapshotPath: fixture.getPath(json) }).errors[0]).toMatch(
      /^SNP-005: .*JSON/,
    );
    expect(SourceSnapshot.listForNamespace({ gradingDataRoot: root, namespace: '../x' }).errors[0]).toMatch(
      /^ISL-003: /,
    );
  });
});

describe('SharedLists', () => {
  it('loads the newest snapshot of a list, and hashes its value', async () => {
    const list = (version: string) =>
      `{"meta":{"name":"harbours","version":"${version}"},"entries":[{"id":1}]}`;
    await fixture.writeFile('x', '');
    for (const [at, version] of [
      ['2026-01-01', '1.0.0'],
      ['2026-02-01', '2.0.0'],
    ] as const) {
      await fixture.mkdir('island/shared-lists/harbours');
      await fixture.writeFile(
        `island/shared-lists/harbours/harbours--${at}T00-00-00Z--0123abcd.json`,
        list(version),
      );
    }
    expect(SharedLists.load({ gradingDataRoot: root, listname: 'harbours' })).toEqual({
      list: { name: 'harbours', version: '2.0.0', entries: [{ id: 1 }] },
      errors: [],
    });
    expect(SharedLists.load({ gradingDataRoot: root, listname: 'tides' }).errors[0]).toMatch(/^SL-001: /);
    expect(SharedLists.load({ gradingDataRoot: '', listname: 'tides' }).errors[0]).toMatch(/^GRD-001: /);
    expect(SharedLists.hash({ list: {} }).hash).toBe('44136fa3');
    expect(SharedLists.hash({ list: undefined }).errors[0]).toMatch(/^HSH-001: /);
    const filename = 'harbours--2026-01-01T00-00-00Z--0123abcd.json';
    expect(SharedLists.validateFilename({ filename })).toEqual({ valid: true, errors: [] });
    expect(SharedLists.validateFilename({ filename: '0123abcd--v1.0.0.json' }).errors[0]).toMatch(
      /^SNP-003: /,
    );
  });
});

function lockOf(
  selectionId: string,
  members: [string, LockSnapshot['members'][number]['gradingStatus']][],
): LockSnapshot {
  return {
    selectionId,
    selectionVersion: null,
    selectionHash: '0123abcd',
    generatedAt: '2026-03-01T10:00:00.000Z',
    members: members.map(([schemaId, gradingStatus]) => ({
      schemaId,
      schemaVersion: null,
      schemaHash: '0123abcd',
      gradingStatus,
      override: null,
    })),
  };
}

function readdirDeep(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
}
