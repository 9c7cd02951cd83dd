// GradingExport copies index and schemas of a target into a new folder, and every path that it returns can be opened.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GradingExport, GradingImport } from '../../src/index.js';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures', import.meta.url));

let fixture: FsFixture;
let gradingDataRoot: string;
let exportDir: string;
let exports = 0;
beforeAll(async () => {
  fixture = await createFixture();
  gradingDataRoot = fixture.getPath('island');
  for (const source of ['providers/tidewatch', 'providers-group', 'selections/lyre-port-calls']) {
    await GradingImport.run({ providerPath: join(FIXTURES, source), gradingDataRoot });
  }
});
afterAll(() => fixture.rm());
beforeEach(() => {
  exports += 1;
  exportDir = fixture.getPath(`out-${exports}`);
});

const folderOf = (target: string) => join(gradingDataRoot, target);

describe('GradingExport.run', () => {
  it('exports the index into a new folder, byte for byte, and no schema unless asked', async () => {
    const told = await GradingExport.run({ target: 'tidewatch', gradingDataRoot, exportDir });
    expect(told).toMatchObject({ status: true, flow: 'namespace', schemaExports: [], errors: [] });
    expect(dirname(told.exportDir ?? '')).toBe(exportDir);
    expect(told.indexExportPath).toBe(join(told.exportDir ?? '', 'index.json'));
    expect(readFileSync(told.indexExportPath ?? '', 'utf8')).toBe(
      readFileSync(join(folderOf('providers/tidewatch'), 'index.json'), 'utf8'),
    );
    expect(readdirSync(told.exportDir ?? '')).toEqual(['index.json']);
    expect(told.results).toMatchObject([
      { target: 'providers/tidewatch', flow: 'namespace', indexExportPath: told.indexExportPath },
    ]);
  });

  it('exports the schemas with their companions if asked', async () => {
    const input = { target: folderOf('providers/tidewatch'), exportDir, includeSchemas: true };
    const told = await GradingExport.run(input);
    expect(told.errors).toEqual([]);
    expect(told.schemaExports.map(({ schemaName }) => schemaName)).toEqual(['stations', 'tides']);
    for (const { schemaName, sourceSnapshot, exportPath, schema, from, to } of told.schemaExports) {
      expect(readFileSync(exportPath, 'utf8')).toBe(readFileSync(sourceSnapshot, 'utf8'));
      expect([schema, from, to]).toEqual([schemaName, sourceSnapshot, exportPath]);
    }
    const [only] = told.results;
    expect(existsSync(only?.aboutExport?.to ?? '')).toBe(true);
    expect(existsSync(only?.aboutExport?.from ?? '')).toBe(true);
  });

  it('opens the shared lists too', async () => {
    const targets = [
      'berthbook',
      'cranedesk',
      'lockgate',
      'pilotline',
      'swellcast',
      'tugroster',
      'keelwatch',
    ];
    const told = await Promise.all(
      targets.map((target) =>
        GradingExport.run({ target, gradingDataRoot, exportDir, includeSchemas: true }),
      ),
    );
    const lists = told.flatMap(({ results }) => results.flatMap(({ listExports }) => listExports));
    expect(lists.length).toBeGreaterThan(0);
    for (const { from, to } of lists) expect(readFileSync(to, 'utf8')).toBe(readFileSync(from, 'utf8'));
  });

  it('takes the absolute path of a selection, with and without the island', async () => {
    const target = folderOf('selections/lyre-port-calls');
    for (const input of [{ target }, { target, gradingDataRoot }]) {
      const told = await GradingExport.run({ ...input, exportDir });
      expect(told).toMatchObject({ status: true, flow: 'selection', schemaExports: [], errors: [] });
      expect(existsSync(told.indexExportPath ?? '')).toBe(true);
    }
  });

  it.each([
    [{ target: undefined }, /^EXP-001: \/target: /],
    [{ target: 5 }, /^GRD-002: \/target: /],
    [{ target: 'nobody' }, /^TGT-001: /],
    [{ exportDir: undefined }, /^EXP-001: \/exportDir: /],
    [{ gradingDataRoot: undefined }, /^EXP-001: \/gradingDataRoot: /],
    [{ gradingDataRoot: '' }, /^EXP-001: \/gradingDataRoot: /],
    [{ gradingDataRoot: undefined, target: '/nowhere/tidewatch' }, /^IDX-009: /],
    [{ gradingDataRoot: undefined, target: '/nowhere/providers/nobody' }, /^TGT-001: /],
    [{ includeSchema: true }, /^GRD-011: \/includeSchema: .*"includeSchemas"/],
    [{ includeSchemas: 'yes' }, /^GRD-002: \/includeSchemas: /],
  ])('writes nothing with %j', async (more, expected) => {
    const input = { target: 'tidewatch', gradingDataRoot, exportDir, ...more };
    const { errors, ...rest } = await GradingExport.run(input as never);
    expect(rest).toEqual({
      status: false,
      results: [],
      flow: null,
      exportDir: null,
      indexExportPath: null,
      schemaExports: [],
    });
    expect(errors).toEqual([expect.stringMatching(expected)]);
    expect(existsSync(exportDir)).toBe(false);
  });
});
