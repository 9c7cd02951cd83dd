// GradingImport stores provider folders and selections, and refuses what it does not know before it writes anything.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GradingImport } from '../../src/index.js';
import { Island } from '../../src/island/island.js';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures', import.meta.url));
const TIDEWATCH = join(FIXTURES, 'providers/tidewatch');
const NOTHING = { namespace: null, imported: [], skipped: [], normalizedSkills: [], indexPath: null };

let fixture: FsFixture;
let gradingDataRoot: string;
beforeEach(async () => {
  fixture = await createFixture();
  gradingDataRoot = fixture.getPath('island');
});
afterEach(() => fixture.rm());

const run = (providerPath: string, more: object = {}) =>
  GradingImport.run({ providerPath, gradingDataRoot, ...more } as never);

describe('GradingImport.run', () => {
  it('imports a provider once, and gives its only result beside the results', async () => {
    const first = await run(TIDEWATCH);
    const indexPath = join(gradingDataRoot, 'providers/tidewatch/index.json');
    expect(first).toMatchObject({ status: true, namespace: 'tidewatch', skipped: [], indexPath, errors: [] });
    expect(first.imported).toMatchObject([
      { schema: 'stations', name: 'Tidewatch Stations' },
      { schema: 'tides', name: 'Tidewatch Tides' },
    ]);
    expect(first.results).toMatchObject([
      { flow: 'provider', namespace: 'tidewatch', indexPath, imported: first.imported },
    ]);
    const again = await run(TIDEWATCH);
    expect(again).toMatchObject({ status: true, namespace: 'tidewatch', imported: [], indexPath });
    expect(again.skipped).toEqual(first.imported.map(({ schema, name, hash }) => ({ schema, name, hash })));
  });

  it('gives paths that can be opened', async () => {
    const { imported, results, indexPath } = await run(TIDEWATCH);
    for (const { schema, snapshotPath, snapshot } of imported) {
      expect(readFileSync(snapshotPath ?? '', 'utf8')).toBe(
        readFileSync(join(TIDEWATCH, `${schema}.mjs`), 'utf8'),
      );
      expect(snapshot).toBe(snapshotPath);
    }
    const [only] = results;
    const paths = [indexPath, only?.about, ...(only?.skills.map(({ snapshot }) => snapshot) ?? [])];
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      expect(isAbsolute(path ?? '')).toBe(true);
      expect(existsSync(path ?? '')).toBe(true);
    }
  });

  it('names the schema of a single file, and a selection by its own name', async () => {
    const file = join(TIDEWATCH, 'tides.mjs');
    expect(await run(file)).toMatchObject({ imported: [{ schema: 'tides', name: 'Tidewatch Tides' }] });
    const selection = join(FIXTURES, 'selections/lyre-port-calls');
    const stored = await run(selection);
    expect(stored).toMatchObject({
      namespace: null,
      imported: [{ schema: 'lyre-port-calls', name: 'Port calls on the Lyre coast' }],
      normalizedSkills: [],
    });
    expect(basename(stored.indexPath ?? '')).toBe('index.json');
  });

  it('gives several results in results alone, with the lists that came along', async () => {
    const many = await run(join(FIXTURES, 'providers-group'));
    expect(many).toMatchObject({ status: true, ...NOTHING });
    expect(many.results.length).toBeGreaterThan(5);
    const lists = many.results.flatMap((result) => ('lists' in result ? result.lists : []));
    expect(lists.length).toBeGreaterThan(0);
    for (const { snapshot } of lists) expect(existsSync(snapshot ?? '')).toBe(true);
  });

  it('plans, and writes nothing', async () => {
    const planned = await run(TIDEWATCH, { dryRun: true });
    expect(planned.imported.map(({ name }) => name)).toEqual(['Tidewatch Stations', 'Tidewatch Tides']);
    expect(existsSync(gradingDataRoot)).toBe(false);
    for (const one of planned.imported) expect(one).toMatchObject({ snapshotPath: null, snapshot: null });
    expect(planned.indexPath).toBeNull();
    const [only] = planned.results;
    expect(only).toMatchObject({ about: null, indexPath: null, imported: planned.imported });
    expect(only?.skills.map(({ snapshot }) => snapshot)).toEqual([null]);
    const selection = await run(join(FIXTURES, 'selections/lyre-port-calls'), { dryRun: true });
    expect(selection).toMatchObject({ imported: [{ snapshotPath: null }], indexPath: null });
  });

  it('reports an import that wrote, even if its source is gone by then', async () => {
    const providerPath = fixture.getPath('tidewatch');
    cpSync(TIDEWATCH, providerPath, { recursive: true });
    const { replace } = Island.prototype;
    using _ = vi.spyOn(Island.prototype, 'replace').mockImplementation(function (this: Island, ...given) {
      rmSync(providerPath, { recursive: true, force: true });
      return replace.apply(this, given);
    });
    const imported = await run(providerPath);
    expect(existsSync(providerPath)).toBe(false);
    expect(imported).toMatchObject({ status: true, namespace: 'tidewatch', errors: [] });
    expect(imported.imported.map(({ name }) => name)).toEqual(['Tidewatch Stations', 'Tidewatch Tides']);
  });

  it.each([
    [{ providerPath: undefined }, /^IMP-001: \/providerPath: /],
    [{ providerPath: ['x'] }, /^GRD-002: \/providerPath: /],
    [{ providerPath: '/nowhere/at/all' }, /^IMP-001: /],
    [{ gradingDataRoot: undefined }, /^IMP-001: \/gradingDataRoot: /],
    [{ gradingDataRoot: '' }, /^IMP-001: \/gradingDataRoot: /],
    [{ dryrun: true }, /^GRD-011: \/dryrun: .*"dryRun"/],
    [{ dryRun: 'yes' }, /^GRD-002: \/dryRun: /],
    [{ validateGate: () => ({ valid: true, errors: [] }) }, /^GRD-011: \/validateGate: /],
  ])('writes nothing with %j', async (more, expected) => {
    const { status, results, errors, ...rest } = await run(TIDEWATCH, more);
    expect({ status, results, rest }).toEqual({ status: false, results: [], rest: NOTHING });
    expect(errors).toEqual([expect.stringMatching(expected)]);
    expect(existsSync(gradingDataRoot)).toBe(false);
  });
});
