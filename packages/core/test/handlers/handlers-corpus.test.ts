// Handlers have the same results in the sandbox as in plain evaluation: our own schemas always, a corpus if
// FLOWMCP_CORPUS names one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseModule } from '../../src/sources/parse-module.js';
import type { SchemaMain } from '../../src/spec/schema-main.js';
import { type Comparison, compareRuntimes } from './compare-runtimes.js';

const PLACES = [
  { alias: 'marsh', code: 'M1' },
  { alias: 'dune', code: 'D7' },
];

describe('our own schemas', () => {
  it.each<[string, Comparison['same']]>([
    ['bird-counts', { working: 2, 'handler-error': 1 }],
    ['tide-tables', { working: 4, 'handler-error': 2 }],
    ['moss-graph', { working: 3, 'handler-error': 3, empty: 1 }],
  ])('%s', async (name, same) => {
    const file = fileURLToPath(new URL(`./schemas/${name}.mjs`, import.meta.url));
    const found = await compareRuntimes({ file, lists: { places: PLACES } });
    expect(found).toEqual({ same, different: [], unloadable: null });
  });
});

/** The part of the public catalogue's lists that its handlers read. */
const CHAIN = { alias: 'ethereum', name: 'Ethereum', chainId: 1, etherscanAlias: 'ETHEREUM_MAINNET' };

function listCorpus(root: string | undefined) {
  if (root === undefined) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mjs'))
    .sort()
    .flatMap((path) => {
      const file = join(root, path);
      const { handlers, value } = parseModule(readFileSync(file, 'utf8'), { exports: ['main'] });
      const { requiredLibraries = [], sharedLists = [] } = (value ?? {}) as Partial<SchemaMain>;
      const lists = Object.fromEntries(sharedLists.map(({ ref }) => [ref, [CHAIN]]));
      return handlers.kind === 'none' ? [] : [{ path, file, requiredLibraries, lists }];
    });
}

describe('a corpus', () => {
  const all = listCorpus(process.env.FLOWMCP_CORPUS);
  const runnable = all.filter(({ requiredLibraries }) => requiredLibraries.length === 0);

  it('is compared as a whole, and everything that cannot run is reported', {
    timeout: 1_200_000,
  }, async () => {
    const found: [string, Comparison][] = [];
    for (const { path, file, lists } of runnable) found.push([path, await compareRuntimes({ file, lists })]);
    const unloadable = found.filter(([, { unloadable }]) => unloadable !== null);
    const different = found.flatMap(([path, { different }]) =>
      different.map(
        ([tool, at, one, other]) =>
          `${path} ${tool} ${at}: ${one.error ?? one.status} | ${other.error ?? other.status}`,
      ),
    );
    // The only thing that plain evaluation offers and the sandbox refuses: another module.
    const unexplained = different.filter((text) => !text.includes('cannot be imported in the sandbox'));
    const withData = found.filter(([, { same }]) => (same.working ?? 0) > 0);
    if (all.length > 0) {
      const tests = found.flatMap(([, { same }]) => Object.values(same)).reduce((a, b) => a + b, 0);
      const left = all.filter(({ requiredLibraries }) => requiredLibraries.length > 0);
      console.log(
        `${runnable.length} schemas without libraries, ${tests} tests the same, ${withData.length} schemas with data`,
      );
      for (const { path, requiredLibraries } of left)
        console.log(`needs ${requiredLibraries.join(', ')}: ${path}`);
      for (const text of different) console.log(`differs: ${text}`);
    }
    expect({ unloadable, unexplained }).toEqual({ unloadable: [], unexplained: [] });
    expect(withData.length).toBeGreaterThanOrEqual(Math.min(20, runnable.length));
  });
});
