// The gate of an import holds schemas to the Schemas-Spec of the island's rules.
import { expect, it } from 'vitest';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace } from './workplace.js';

const PLACES = {
  source: 'geo-csv',
  mode: 'url',
  url: 'https://example.org/places.csv',
  addon: 'geo-csv-tsv-toolkit',
  parseConfig: { header: true },
  description: 'Places.',
};

it.each([
  { book: DEFAULT_BOOK, meta: null, resources: undefined, errors: [], warnings: ['VAL027', 'VAL100'] },
  { book: LATER_BOOK, meta: null, resources: undefined, errors: [], warnings: ['VAL027'] },
  { book: DEFAULT_BOOK, meta: undefined, resources: { places: PLACES }, errors: ['RES001'], warnings: [] },
  { book: LATER_BOOK, meta: undefined, resources: { places: PLACES }, errors: [], warnings: ['VAL027'] },
])('$book.spec.version, meta $meta, resources $resources: $errors $warnings', async (row) => {
  const { book, meta, resources, errors, warnings } = row;
  if (!book) throw new Error('the rules are not known');
  const tools = { getItems: toolAt('/ok', meta === null ? { meta } : {}) };
  const text = schemaText({ tools, ...(resources && { resources }) });
  await using place = await openWorkplace({ demo: { 'alpha.mjs': text } });
  place.book = book;
  const imported = await place.import();
  expect(codesOf(imported.errors)).toEqual(errors);
  const [first] = imported.results;
  expect(first?.flow === 'provider' ? codesOf(first.warnings).sort() : []).toEqual(warnings);
});
