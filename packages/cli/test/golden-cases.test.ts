// Every folder of golden cases has a test file that runs it.
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every folder of golden cases has a test file beside it', () => {
  const entries = readdirSync(new URL('./cases/', import.meta.url), { withFileTypes: true });
  const names = (folders: boolean) =>
    entries
      .filter((entry) => entry.isDirectory() === folders)
      .map(({ name }) => name.replace(/\.test\.ts$/, ''))
      .sort();
  expect(names(false)).toEqual(names(true));
});
