// Finding in an island: it stays byte for byte as it was, and a schema of a target takes the place of its other version.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findTools, measureFindability } from '../../../src/features/find/run.js';
import { Island } from '../../../src/island/island.js';
import { readTree } from '../../journeys/island-tree.js';

const FIXTURES = new URL('../../../../../fixtures/', import.meta.url).pathname;

let fixture: FsFixture;
beforeAll(async () => {
  fixture = await createFixture({});
});
afterAll(() => fixture.rm());

it('changes nothing in an island', async () => {
  const folder = fixture.getPath('island');
  cpSync(`${FIXTURES}islands/graded-whole/island`, folder, { recursive: true });
  const before = readTree(folder);
  const openIsland = () => new Island(folder);
  const { results } = await findTools({ text: 'tide', engine: 'words', limit: 10, openIsland });
  const { report, errors } = await measureFindability({ targets: [], all: true, openIsland });
  expect(errors).toEqual([]);
  expect(results.length).toBeGreaterThan(0);
  expect(report?.summary.tasks).toBeGreaterThan(0);
  expect(readTree(folder)).toEqual(before);
});

it('tries a changed copy of a schema among the others of its catalogue', async () => {
  const [own, catalogue] = [fixture.getPath('own/tidewatch'), fixture.getPath('catalogue/tidewatch')];
  for (const folder of [own, catalogue]) {
    cpSync(`${FIXTURES}providers/tidewatch`, folder, { recursive: true });
  }
  const file = join(own, 'tides.mjs');
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace('Lists the predicted high and low tides', 'On one day and a weekend: lists tides'),
  );
  const options = { in: fixture.getPath('catalogue'), openIsland: () => new Island(fixture.getPath('none')) };
  const measure = (target: string) => measureFindability({ ...options, targets: [target] });
  const [before, after] = [await measure(join(catalogue, 'tides.mjs')), await measure(file)];
  expect(after.report?.summary.catalogue).toEqual(before.report?.summary.catalogue);
  const missing = ({ report }: typeof before) => report?.tasks.flatMap((task) => task.missing);
  expect(missing(before)).toContain('weekend');
  expect(missing(after)).not.toContain('weekend');
});

it('finds the tools of one file', async () => {
  const options = {
    engine: 'words',
    limit: 10,
    openIsland: () => new Island(fixture.getPath('none')),
  } as const;
  const file = `${FIXTURES}providers/tidewatch/tides.mjs`;
  const { results } = await findTools({ text: 'tide', in: file, ...options });
  expect(results.length).toBeGreaterThan(0);
});
