// The shards of a corpus together give the result of one command, on one island or on several merged ones.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitPrompts } from '../../src/features/emit/run.js';
import { importSources } from '../../src/features/import/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { Island } from '../../src/island/island.js';
import { sha256 } from '../../src/spec/hash.js';
import type { Shard } from '../../src/target/logic/shard.js';
import { contentOf, readTree } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { API, schemaText } from './provider-sources.js';
import { selectionFiles } from './selection-sources.js';
import { openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const NAMESPACES = ['amber', 'basalt', 'cobalt', 'dolomite', 'emerald', 'flint', 'garnet'];
const LIST = `export const list = ${JSON.stringify({
  meta: {
    name: 'chains',
    version: '1.0.0',
    description: 'Chains.',
    fields: [{ key: 'alias', type: 'string' }],
  },
  entries: [{ alias: 'eth' }],
})}\n`;

/** All providers refer to one list. One folder has another name than its namespace, and two hold the same one. */
async function openCorpus() {
  const sharedLists = [{ ref: 'chains', version: '1.0.0' }];
  const place = await openWorkplace({});
  for (const namespace of NAMESPACES) {
    const folder = namespace === 'flint' ? 'firestone' : namespace;
    await place.write(`corpus/${folder}/alpha.mjs`, schemaText({ namespace, sharedLists }));
  }
  await place.write('corpus/flint-again/beta.mjs', schemaText({ namespace: 'flint' }));
  await place.write('corpus/_lists/chains.mjs', LIST);
  for (const [name, text] of Object.entries(selectionFiles())) {
    await place.write(`corpus/selections/stones/${name}`, text);
  }
  return place;
}

/** Runs a command on its own island below the workplace. */
function commandsOn(place: Workplace, name: string) {
  const now = () => place.now;
  const island = new Island(join(place.fixture.path, name), undefined, { now });
  return {
    root: island.root,
    import: (source: string, shard: Shard | null) =>
      importSources({ island, paths: [place.path(source)], now, shard }),
    emit: (shard: Shard | null) =>
      emitPrompts({
        ...{ island, targets: [], all: true, now, shard, newFence: () => 'f'.repeat(24) },
        ...{ allowHosts: ['127.0.0.1'], originMap: { [API]: provider.origin } },
      }),
    verify: (shard: Shard | null) => verifyTargets({ island, targets: [], all: true, now, shard }),
  };
}

const shardsOf = (count: number): Shard[] =>
  Array.from({ length: count }, (_, at) => ({ index: at + 1, count }));
const shown = (root: string) => contentOf(readTree(root));

/** Durations of requests and the place of the island differ with every run; and with them the hashes of records. */
function comparable(root: string, prefix: string): Record<string, string> {
  const files = Object.entries(shown(root)).filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(
    files.map(([path, text]) => {
      const timeless = text.replaceAll(root, '').replaceAll(/"(durationMs|latencyMs)": *\d+/g, '');
      return [
        path,
        sha256(path.endsWith('/audit.jsonl') ? timeless.replaceAll(/ [0-9a-f]{64}/g, '') : timeless),
      ];
    }),
  );
}

describe('import', () => {
  it.each([1, 2, 3, 16])('%i shards at once on one island equal one import, byte for byte', async (count) => {
    await using place = await openCorpus();
    const [one, several] = [commandsOn(place, 'one'), commandsOn(place, 'several')];
    await one.import('corpus', null);
    const shards = await Promise.all(shardsOf(count).map((shard) => several.import('corpus', shard)));
    await Promise.all(shardsOf(count).map((shard) => several.import('corpus/selections', shard)));
    expect(shown(several.root)).toEqual(shown(one.root));
    expect(shards.flatMap(({ errors }) => errors.map(({ code }) => code))).toEqual(['IMP-019']);
    expect(shards.flatMap(({ results }) => results)).toHaveLength(NAMESPACES.length);
  });

  it('separate islands are merged by copying them into each other', async () => {
    await using place = await openCorpus();
    const [one, merged] = [commandsOn(place, 'one'), commandsOn(place, 'merged')];
    await one.import('corpus', null);
    for (const shard of shardsOf(3)) {
      const own = commandsOn(place, `own-${shard.index}`);
      await own.import('corpus', shard);
      for (const name of readdirSync(own.root).filter((folder) => folder !== '.lock')) {
        cpSync(join(own.root, name), join(merged.root, name), { recursive: true });
      }
    }
    await merged.import('corpus/selections', null);
    expect(shown(merged.root)).toEqual(shown(one.root));
    expect((await merged.verify(null)).errors).toEqual([]);
  });

  it('selections wait for the namespaces of all shards, and are reported', async () => {
    await using place = await openCorpus();
    const { leftOut } = await commandsOn(place, 'one').import('corpus', { index: 2, count: 3 });
    expect(leftOut).toEqual([place.path('corpus/selections/stones/selection.json')]);
    const { leftOut: none } = await commandsOn(place, 'other').import('corpus', null);
    expect(none).toBeUndefined();
  });
});

describe('emit and verify', () => {
  it('three shards emit and verify what one command does', async () => {
    await using place = await openCorpus();
    const [one, several] = [commandsOn(place, 'one'), commandsOn(place, 'several')];
    await one.import('corpus', null);
    cpSync(one.root, several.root, { recursive: true });
    const whole = await one.emit(null);
    const parts = await Promise.all(shardsOf(3).map((shard) => several.emit(shard)));
    const withoutSelections = whole.results.filter(({ flow }) => flow === 'provider');
    const emitted = parts
      .flatMap(({ results }) => results)
      .map(({ target, promptCount }) => [target, promptCount]);
    expect(emitted.sort()).toEqual(withoutSelections.map(({ target, promptCount }) => [target, promptCount]));
    expect(parts.map(({ leftOut }) => leftOut)).toEqual(Array(3).fill(['selections/stones']));
    expect(comparable(several.root, 'providers/')).toEqual(comparable(one.root, 'providers/'));
    const checked = await Promise.all(shardsOf(3).map((shard) => several.verify(shard)));
    const names = (results: (typeof checked)[number]['results']) => results.map(({ target }) => target);
    expect(checked.flatMap(({ results }) => names(results)).sort()).toEqual(
      names((await one.verify(null)).results).sort(),
    );
  });
});
