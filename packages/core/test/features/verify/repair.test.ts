// A repair that is interrupted at any operation loses nothing, and the next one completes it; removed files are in
// .trash under their own path.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Island } from '../../../src/island/island.js';
import { FailingFiles } from '../../journeys/failing-files.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import type { Workplace } from '../../journeys/workplace.js';
import { copyOf, type DamagedIsland, openGraded } from './run/graded-island.js';

let provider: MockProvider;
let place: Workplace & AsyncDisposable;
beforeAll(async () => {
  provider = await startMockProvider();
  place = await openGraded(provider.origin);
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await provider.close();
});

const DEMO = 'providers/demo';
const INDEX = `${DEMO}/index.json`;
const COPY = `${DEMO}/lock-snapshot.json`;
const ENTRY = /alpha\/tools\/getItems\/_gradings\/single-test/;

/** Everything that can be repaired at once. */
function damage(island: DamagedIsland): void {
  const entry = island.find(ENTRY);
  island.write(`${DEMO}/notes.txt`, 'remember the milk');
  island.link(entry.replace(/[^/]+$/, '.tmp-99999999-0a1b2c3d'), entry);
  island.json(INDEX, ({ lockSnapshot }) => {
    lockSnapshot.members[0].schemaHash = 'ffffffff';
  });
  island.write('providers/readme.md', 'hello');
}

/** Texts of all files with a name. */
const textsOf = (island: DamagedIsland, name: string) =>
  island
    .files()
    .filter((path) => path.endsWith(`/${name}`))
    .map((path) => island.text(path));

describe('a repair', () => {
  it('that is interrupted at any operation has lost nothing, and is completed by the next', async () => {
    await using whole = await copyOf(place);
    await using island = await copyOf(place);
    await using kept = await createFixture({});
    damage(island);
    const forged = island.text(INDEX);
    const start = join(kept.path, 'start');
    cpSync(island.root, start, { recursive: true, preserveTimestamps: true });
    let stopped = 0;
    for (let k = 1; ; k += 1) {
      const files = new FailingFiles(k);
      await island
        .verify({ repair: true, island: new Island(island.root, files, { lockTimeoutMs: 0 }) })
        .catch(() => null);
      if (!files.failed) break;
      stopped += 1;
      expect(island.facts()).toEqual(whole.facts());
      expect(textsOf(island, 'notes.txt')).toEqual(['remember the milk']);
      expect(textsOf(island, 'readme.md')).toEqual(['hello']);
      const { status, errors } = await island.verify({ repair: true });
      expect([k, status, errors]).toEqual([k, true, []]);
      expect(island.facts()).toEqual(whole.facts());
      expect([island.text(INDEX), island.text(COPY)]).toEqual(
        [whole.text(INDEX), whole.text(COPY)].map(sameFrozen),
      );
      expect(textsOf(island, 'index.json')).toContain(forged);
      rmSync(island.root, { recursive: true });
      cpSync(start, island.root, { recursive: true, preserveTimestamps: true });
    }
    expect(stopped).toBeGreaterThan(10);

    function sameFrozen(text: string): string {
      return text.replace(
        /"updatedAt": "[^"]+"/,
        () => /"updatedAt": "[^"]+"/.exec(island.text(INDEX))?.[0] ?? '',
      );
    }
  }, 240_000);

  it('keeps the files it removes, each under its path, and a second one under another name', async () => {
    await using island = await copyOf(place);
    damage(island);
    const entry = island.find(ENTRY);
    const { results } = await island.verify({ repair: true });
    const repaired = results.flatMap((found) => found.repaired);
    expect(repaired.map(({ kind, file }) => `${kind} ${file}`)).toEqual([
      `moved ${DEMO}/notes.txt`,
      `moved ${entry.replace(/[^/]+$/, '.tmp-99999999-0a1b2c3d')}`,
      `derived ${INDEX}`,
      'moved providers/readme.md',
    ]);
    const trash = island.files().filter((path) => path.startsWith('.trash/'));
    expect(trash.map((path) => path.split('/').slice(2).join('/')).sort()).toEqual(
      [
        `${DEMO}/notes.txt`,
        entry.replace(/[^/]+$/, '.tmp-99999999-0a1b2c3d'),
        INDEX,
        'providers/readme.md',
      ].sort(),
    );
    const second = trash.find((path) => path.includes('.tmp-')) ?? '';
    island.append(second, 'more');
    expect(await island.findings()).toEqual([]);
    expect(island.mode('.trash')).toBe(0o700);
  });

  it('derives nothing from damaged facts, and names them', async () => {
    await using island = await copyOf(place);
    const entry = island.find(ENTRY, 1);
    island.json(entry, ({ gradings }) => {
      gradings.at(-1).score = 1;
    });
    const index = island.text(INDEX);
    const { status, errors, results } = await island.verify({ repair: true });
    expect([status, results.flatMap(({ repaired }) => repaired), island.text(INDEX)]).toEqual([
      false,
      [],
      index,
    ]);
    const refused = errors.find(({ code }) => code === 'VFY-130');
    expect(refused?.args?.reason).toContain(entry);
  });
});
