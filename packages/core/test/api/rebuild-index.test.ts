// RebuildIndex derives index.json from the files of a target, judges an index, and finds the newest file of a name.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GradingImport, PreConditionCheck, RebuildIndex } from '../../src/index.js';
import { lockOf } from './lock-of.js';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures', import.meta.url));

let fixture: FsFixture;
let root: string;
beforeEach(async () => {
  fixture = await createFixture();
  root = fixture.getPath('island');
});
afterEach(() => fixture.rm());

const importTidewatch = () =>
  GradingImport.run({ providerPath: join(FIXTURES, 'providers/tidewatch'), gradingDataRoot: root });
const namespaceDir = () => join(root, 'providers/tidewatch');

describe('rebuildNamespaceIndex', () => {
  it('derives the index of a namespace again, and keeps its lockSnapshot', async () => {
    await importTidewatch();
    const path = join(namespaceDir(), 'index.json');
    const lockSnapshot = lockOf('tidewatch', [['tidewatch.tides', 'pending']]);
    const index = { ...(JSON.parse(readFileSync(path, 'utf8')) as object), grade: 'A', lockSnapshot };
    writeFileSync(path, JSON.stringify(index));
    const rebuilt = await RebuildIndex.rebuildNamespaceIndex({ namespaceDir: namespaceDir() });
    expect(rebuilt).toMatchObject({ status: true, indexPath: path, changed: true, errors: [] });
    expect(rebuilt.index?.grade).toBeUndefined();
    expect(rebuilt.index?.lockSnapshot).toEqual(lockSnapshot);
    expect(JSON.parse(readFileSync(rebuilt.indexPath ?? '', 'utf8'))).toEqual(rebuilt.index);
    expect(RebuildIndex.validateIndex({ index: rebuilt.index })).toEqual({ valid: true, errors: [] });
    const made = { ...rebuilt.index, description: { status: 'made-up' } };
    expect(RebuildIndex.validateIndex({ index: made }).errors).toEqual([
      expect.stringMatching(/^IDX-007: \/description\/status: /),
    ]);
    const again = await RebuildIndex.rebuildNamespaceIndex({ namespaceDir: namespaceDir() });
    expect(again).toMatchObject({ status: true, changed: false });
    expect(await PreConditionCheck.check({ gradingDataRoot: root, namespace: 'tidewatch' })).toMatchObject({
      passed: false,
      missingSingleGradings: ['tidewatch.tides'],
    });
  });

  it('stops at a damaged index instead of losing its frozen members', async () => {
    await importTidewatch();
    const path = join(namespaceDir(), 'index.json');
    writeFileSync(path, '{"indexVersion": 2');
    const rebuilt = await RebuildIndex.rebuildNamespaceIndex({ namespaceDir: namespaceDir() });
    expect(rebuilt).toMatchObject({ status: false, index: null, indexPath: null });
    expect(rebuilt.errors[0]).toMatch(/^IDX-011: /);
    expect(readFileSync(path, 'utf8')).toBe('{"indexVersion": 2');
  });

  it.each([
    [{ namespaceDir: 'providers/No-Name' }, /^IDX-009: /],
    [{ namespaceDir: 'tidewatch' }, /^IDX-009: /],
    [{ namespaceDir: 'providers/nobody' }, /^TGT-001: /],
    [{}, /^IDX-001: \/namespaceDir: /],
    [{ namespaceDir: 5 }, /^IDX-002: \/namespaceDir: /],
    [{ namespaceDir: 'providers/tidewatch', now: 'then' }, /^GRD-002: \/now: /],
    [{ namespaceDir: 'providers/tidewatch', dryRun: true }, /^GRD-011: \/dryRun: /],
  ])('rebuilds nothing with %j', async (input: Record<string, unknown>, expected) => {
    if (typeof input.namespaceDir === 'string') input.namespaceDir = join(root, input.namespaceDir);
    const { errors, ...rest } = await RebuildIndex.rebuildNamespaceIndex(input as never);
    expect(rest).toEqual({ status: false, indexPath: null, index: null, changed: false });
    expect(errors[0]).toMatch(expected);
  });
});

describe('rebuildSelectionIndex', () => {
  const selectionDir = () => join(root, 'selections/lyre-port-calls');

  it('resolves the members in the providers of the same island, and in no others', async () => {
    for (const source of ['providers-group', 'selections/lyre-port-calls']) {
      await GradingImport.run({ providerPath: join(FIXTURES, source), gradingDataRoot: root });
    }
    const providersRoot = join(root, 'providers');
    const rebuilt = await RebuildIndex.rebuildSelectionIndex({ selectionDir: selectionDir(), providersRoot });
    expect(rebuilt).toMatchObject({
      status: true,
      indexPath: join(selectionDir(), 'index.json'),
      errors: [],
    });
    expect(rebuilt.index?.summary.notImported).toEqual([]);
    expect(RebuildIndex.validateIndex({ index: rebuilt.index }).valid).toBe(true);
    const before = readFileSync(join(selectionDir(), 'index.json'), 'utf8');
    cpSync(providersRoot, fixture.getPath('other'), { recursive: true });
    rmSync(join(root, 'providers/tugroster'), { recursive: true });
    const other = { selectionDir: selectionDir(), providersRoot: fixture.getPath('other') };
    const refused = await RebuildIndex.rebuildSelectionIndex(other);
    expect(refused).toMatchObject({ status: false, index: null });
    expect(refused.errors).toEqual([expect.stringMatching(/^GRD-002: \/providersRoot: /)]);
    expect(readFileSync(join(selectionDir(), 'index.json'), 'utf8')).toBe(before);
  });

  it('names a missing argument', async () => {
    const nothing = await RebuildIndex.rebuildSelectionIndex({} as never);
    expect(nothing.errors).toEqual(['IDX-001: /selectionDir: selectionDir is missing']);
  });
});

describe('resolveLatest', () => {
  const NAMES = [
    'about-namespace--schema-maintainer--general--2025-01-01T00-00-00Z.json',
    'about-namespace--ai-engineer--general--2026-01-01T00-00-00Z.json',
    'about-namespace--ai-engineer--general--2026-01-01T00-00-00Z.json.tmp',
    'prices--2026-01-01T00-00-00Z--0123abcd.mjs',
  ] as const;

  it('finds the newest file by its time, whatever persona its name contains', async () => {
    for (const name of NAMES) await fixture.writeFile(name, '');
    const dir = fixture.path;
    expect(await RebuildIndex.resolveLatest({ dir, logicalName: 'about-namespace' })).toEqual({
      status: true,
      reason: null,
      file: NAMES[1],
      path: join(dir, NAMES[1]),
      errors: [],
    });
    expect((await RebuildIndex.resolveLatest({ dir, logicalName: 'prices' })).file).toBe(NAMES[3]);
    expect(await RebuildIndex.resolveLatest({ dir, logicalName: 'price' })).toEqual({
      status: false,
      reason: 'no-version',
      file: null,
      path: null,
      errors: [],
    });
  });

  it.each([
    [{ logicalName: 'x' }, /^IDX-001: \/dir: /],
    [{ dir: '/x' }, /^IDX-001: \/logicalName: /],
    [{ dir: 5, logicalName: 'x' }, /^IDX-002: \/dir: /],
  ])('takes no %j', async (input, expected) => {
    const told = await RebuildIndex.resolveLatest(input as never);
    expect(told).toMatchObject({ status: false, reason: 'invalid-input', file: null, path: null });
    expect(told.errors).toEqual([expect.stringMatching(expected)]);
  });
});

describe('validateIndex', () => {
  it.each([
    [{}, /^IDX-001: \/index: /],
    [{ index: null }, /^IDX-001: \/index: /],
    [{ index: 'index' }, /^IDX-002: \/index: /],
    [
      { index: { indexVersion: 2, selectionId: 'a', updatedAt: '2026-03-01T10:00:00Z', status: 'graded' } },
      /^IDX-007: \/status: /,
    ],
  ])('refuses %j', (input, expected) => {
    const { valid, errors } = RebuildIndex.validateIndex(input as never);
    expect(valid).toBe(false);
    expect(errors).toEqual([expect.stringMatching(expected)]);
  });
});

describe('mapAggregateGradeToStatus', () => {
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

  it.each([
    [{ aggregateGrade: 'E' }, /^IDX-007: \/aggregateGrade: /],
    [{}, /^IDX-001: \/aggregateGrade: /],
    [{ aggregateGrade: 5 }, /^IDX-002: \/aggregateGrade: /],
  ])('%j is no grade', (input, expected) => {
    const { status, errors } = RebuildIndex.mapAggregateGradeToStatus(input as never);
    expect(status).toBeNull();
    expect(errors).toEqual([expect.stringMatching(expected)]);
  });
});

it('writes the version of the specification', () => {
  expect(RebuildIndex.REBUILD_INDEX_VERSION).toBe(2);
});
