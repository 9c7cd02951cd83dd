// Documents that were removed from the specification are neither read, written nor described.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow, listSourceFiles, ROOT } from '../../../../scripts/source-files.js';

/** Lock file and namespace payload (spec 16), the answer of the phases (spec 14), and the schemas of all three. */
const REMOVED = /selection\.lock|\bnamespace\.json|(?<!-)namespace\.schema\.json|kanban-data/;

test('no source names them', () => {
  const sources = listSourceFiles().filter((file) => file.startsWith('packages/'));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => REMOVED.test(readFileSync(`${ROOT}${file}`, 'utf8')))).toEqual([]);
  expect(REMOVED.test("read(folder, 'selection.lock.json')")).toBe(true);
});

test('neither our schemas nor the copies of schemas describe one', () => {
  const schemas = [...filesBelow('spec'), ...readdirSync(new URL('./', import.meta.url))];
  const removed = schemas.filter((file) =>
    /(?:^|\/)(?:selection\.lock|namespace|14-kanban-data-contract)\.schema\.json$/.test(file),
  );
  expect(schemas.length).toBeGreaterThan(10);
  expect(removed).toEqual([]);
});
