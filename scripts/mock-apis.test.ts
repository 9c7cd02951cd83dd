// npm run mocks prints flags with which an emit reaches the APIs of the samples.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createFixture } from 'fs-fixture';
import { afterEach, expect, test } from 'vitest';
import { emitPrompts, Island, importSources } from '../packages/core/src/index.js';
import { ROOT } from './source-files.js';

let mocks: ChildProcess | undefined;
afterEach(() => {
  mocks?.kill();
});

test('an emit with the printed flags reaches both samples', async () => {
  mocks = spawn(process.execPath, ['--import', 'tsx', 'scripts/mock-apis.ts'], { cwd: ROOT });
  const [printed] = mocks.stdout ? await once(mocks.stdout, 'data') : [];
  const words = String(printed).trim().split(' ');
  const valuesOf = (flag: string) => words.filter((_, at) => words[at - 1] === flag);
  await using place = await createFixture({});
  const island = new Island(place.getPath('island'));
  await importSources({ island, paths: [`${ROOT}fixtures/providers`, `${ROOT}fixtures/providers-group`] });
  const { results } = await emitPrompts({
    island,
    targets: ['swellcast', 'tidewatch'],
    allowHosts: valuesOf('--allow-host'),
    originMap: Object.fromEntries(valuesOf('--origin-map').map((map) => map.split('='))),
  });
  expect(results.map(({ target, blocked }) => [target, blocked])).toEqual([
    ['providers/swellcast', []],
    ['providers/tidewatch', []],
  ]);
});
