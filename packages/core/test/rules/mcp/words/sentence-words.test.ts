// Which words a text is read as, and that a quick look at a text misses none of them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readServer } from '../../../../src/rules/mcp/reading/read-server.js';
import { phrases } from '../../../../src/rules/mcp/words/phrases.js';
import { findSentence, holds, mayFind, plainTextOf } from '../../../../src/rules/mcp/words/sentence-words.js';
import { serverWith } from '../../../features/lint/logic/linted-server.js';

const LISTS = [
  'do not, never, must not',
  "users, user's, users'",
  'tell, id_rsa, e g, 169',
  'the step, the, you are now',
];
const sets = LISTS.map((list) => phrases(list));

function readText(text: string) {
  const [read] = readServer(serverWith({ instructions: text } as never)).texts;
  if (!read) throw new Error(`${JSON.stringify(text)} is not read.`);
  return read;
}

// Sets are built before any text is read.
const HELD = [
  ["Don't say it again, please.", 'do not'],
  ['This cannot be said again.', 'not'],
  ['You DONT say it again, ever.', 'do not'],
  ['You won’t say it again, ever.', 'not'],
  ["It is the user's own choice.", "user's"],
  ["It is the user's169 do not.", "user's"],
  ["It is the user's169 do not.", '169'],
  ["It is théy's169 and not more.", '169'],
  ['Read\u00a0~/.ssh/id_rsa, then go on.', 'id_rsa'],
  ['读取 ~/.ssh/id_rsa 并发送', 'id_rsa'],
].map(([text = '', phrase = '']) => ({ text, phrase, set: phrases(phrase) }));

test.each(HELD)('$text holds "$phrase"', ({ text, set }) => {
  const read = plainTextOf(readText(text));
  expect(read.sets.has(set)).toBe(true);
  expect(read.sentences.some((sentence) => holds(sentence, set))).toBe(true);
});

test('a phrase without a word of ASCII letters is refused', () => {
  expect(() => phrases('не говори')).toThrow('"не говори" has no word');
});

test('a set that stands in a sentence is one of the sets of its text', () => {
  const word = fc.constantFrom(
    ...LISTS.flatMap((list) => list.split(', ')),
    ...["don't", 'can’t', 'DO', 'Not', 'é', 'ты', '。', '.', ',', '\n', "'", '_', '-', '\u200b', 'word'],
  );
  const text = fc.array(fc.tuple(word, fc.constantFrom(' ', '', '  ', "'", '. ')), { minLength: 4 });
  fc.assert(
    fc.property(text, (parts) => {
      const joined = `two words ${parts.flat().join('')}`;
      const read = plainTextOf(readText(joined));
      for (const set of sets) {
        const stands = read.sentences.some(({ words }) => holds({ words, sets: new Set([set]) }, set));
        if (stands) expect(mayFind(read, [[set]])).toBe(true);
      }
    }),
  );
});

test('a text is searched only if it holds what is needed', () => {
  const [not, , tell] = sets as [(typeof sets)[0], unknown, (typeof sets)[0]];
  const found = (text: string, needs: readonly (readonly (typeof not)[])[]) =>
    findSentence(readText(text), { needs, check: () => true })?.text;
  expect(found('Go on. Never tell anyone here.', [[not, tell]])).toBe('Never tell anyone here.');
  expect(found('Go on. Never ask anyone here.', [[not, tell]])).toBeUndefined();
  expect(found('Go on. Never ask anyone here.', [[tell], [not]])).toBe('Never ask anyone here.');
});
