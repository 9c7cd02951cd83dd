// The search of flowmcp-cli: the first ten of 200 queries are those that its own class shows, and no word keeps it busy.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createCliSearch } from '../../../src/catalogue/logic/cli-search.js';
import { readSchema, tool } from './catalogue.js';

/** Invented schemas in the order in which flowmcp-cli reads them, and what its class at 5626d78 shows; null: it throws. */
const recorded = JSON.parse(
  readFileSync(new URL('../../../../../fixtures/search/flowmcp-cli.json', import.meta.url), 'utf8'),
) as {
  readonly schemas: readonly { readonly namespace: string }[];
  readonly shown: Readonly<Record<string, readonly string[] | null>>;
};

it('shows the same first ten as the class', () => {
  const search = createCliSearch(
    recorded.schemas.flatMap((main, at) => readSchema(main, `schema${at}`).items),
  );
  const shown = Object.keys(recorded.shown).map((query) => {
    const found = search(query);
    return [query, 'hits' in found ? found.hits.map(({ item }) => item.wireName) : null];
  });
  expect(shown).toHaveLength(200);
  expect(Object.fromEntries(shown)).toEqual(recorded.shown);
});

// The last one is harmless, but nobody can see that at a glance.
it.each(['(a+)+', '(a|a)*b', 'a?a?a?', '.*.*x', '(x+x+)+y', 'a+b+c'])(
  'takes %s, which may take long, for a word that breaks it',
  (word) => {
    expect(createCliSearch([tool('a', 'a'.repeat(100))])(word)).toEqual({ breaksOn: word });
  },
);

it('scores a whole name above all', () => {
  expect(createCliSearch([tool('a_b', 'x')])('A_B')).toMatchObject({ hits: [{ score: 100 }] });
});

it('looks only at the beginning of a text for a word that repeats', () => {
  const search = createCliSearch([tool('a', `${'x '.repeat(2_600)}far`)]);
  expect(search('fa+r')).toEqual({ hits: [] });
  expect(search('far')).toMatchObject({ hits: [{ score: 5 }] });
});
