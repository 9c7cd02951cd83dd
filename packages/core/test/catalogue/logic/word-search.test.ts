// Finding by words: where words begin and end, and that scores are those of MiniSearch for the whole text.
import fc from 'fast-check';
import MiniSearch from 'minisearch';
import { expect, it } from 'vitest';
import { createWordSearch, splitWords } from '../../../src/catalogue/logic/word-search.js';
import { tool } from './catalogue.js';

it.each([
  ['getFirstPrice', ['get', 'first', 'price']],
  ['GET /v2/block_number', ['get', 'v2', 'block', 'number']],
  ['ERC20Token by-name', ['erc20', 'token', 'by', 'name']],
  ['Größe der Häfen', ['größe', 'der', 'häfen']],
  ['港口 水位', ['港口', '水位']],
  ['नदी जल', ['नदी', 'जल']],
  ['…?!', []],
])('splits %s', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it('scores as MiniSearch scores the text as a whole', () => {
  const word = fc.constantFrom('tide', 'river', 'level', 'port', 'the', 'ship');
  const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(fc.tuple(word, text), { minLength: 1, maxLength: 8 }), text, (pairs, query) => {
      const tools = pairs.map(([name, description]) => tool(name, description));
      const whole = new MiniSearch({
        fields: ['name', 'description', 'namespace'],
        searchOptions: { boost: { name: 2 } },
      });
      whole.addAll(
        tools.map(({ name, description, namespace }, id) => ({ id, name, description, namespace })),
      );
      const expected = new Map(whole.search(query).map(({ id, score }) => [id, score]));
      const search = createWordSearch(tools);
      expect([...search.score(query)]).toEqual(tools.map((_, id) => expected.get(id) ?? 0));
      for (const [at, { name, description }] of tools.entries()) {
        const own = new Set(`${name} ${description}`.split(' '));
        expect(search.matched(query, at)).toEqual(
          [...new Set(query.split(' '))].filter((one) => own.has(one)),
        );
      }
    }),
  );
});

it('searches name, description, keys, namespace and tags, and a name counts twice', () => {
  const one = { ...tool('a', 'b'), keys: ['dayOfWeek'], namespace: 'harbour', tags: ['Tide'] };
  const search = createWordSearch([one, tool('tides', 'x'), tool('x', 'tides')]);
  expect(search.matched('a b day of week harbour tide other', 0)).toEqual([
    ...['a', 'b', 'day', 'of', 'week', 'harbour', 'tide'],
  ]);
  const [, named = 0, described = 0] = search.score('tides');
  expect(named).toBeCloseTo(2 * described);
});
