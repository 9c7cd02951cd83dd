import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** fixtures/islands/README.md describes each island, and how its outputs were made. */
export const ISLANDS = resolve(new URL('../../../fixtures/islands', import.meta.url).pathname);

/** Copies an island to a writable place, with its permissions and its .gitignore (git keeps neither). */
export function placeIsland(from: string, to: { readonly island: string; readonly work: string }): void {
  cpSync(join(from, 'island'), to.island, { recursive: true });
  writeFileSync(join(to.island, '.gitignore'), '*\n');
  chmodSync(to.island, 0o700);
  for (const entry of entriesBelow(to.island)) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  if (existsSync(join(from, 'hand-in.json'))) cpSync(join(from, 'hand-in.json'), `${to.work}/hand-in.json`);
}

/** File contents by path, in order, without locks and the cache. */
export function bytesBelow(folder: string): Map<string, string> {
  return new Map(
    entriesBelow(folder)
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/\/\.(?:lock|cache)\//.test(path))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]),
  );
}

function entriesBelow(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true });
}
