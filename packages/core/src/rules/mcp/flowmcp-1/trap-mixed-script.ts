import { exampleTool } from '../define.js';
import { quoteVisibly, spellCharacter } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';
import { looksLatin } from '../words/disguises.js';

export const rule = defineShareRule({
  id: 'trap-mixed-script',
  subject: 'text',
  mayHold: ({ hasOther }) => hasOther,
  class: 'trap',
  severity: 'error',
  title: 'A word mixes scripts that look alike',
  why: 'A Cyrillic or Greek letter in a Latin word looks like the Latin one. In a name, a person takes the tool for another one that they trust; in a text, the word hides from filters. One such word in a text may be a slip of the keyboard, so it is a suspect.',
  fix: 'Write each word in one script.',
  evidence: [
    {
      source: 'MSB, arXiv 2510.15994',
      says: 'Tools under a name that is easily taken for another one are among its attack types.',
    },
  ],
  check: ({ text, place }) => {
    if (ASCII.test(text)) return [];
    const isName = place === 'name' || place === 'title';
    const words = isName ? wordsInName(text) : wordsInText(text);
    const [word] = words;
    if (word === undefined) return [];
    const [letter = ''] = word.match(ALIKE) ?? [];
    const detail = `${quoteVisibly(word)} has ${spellCharacter(letter)}`;
    return [{ detail, ...(!isName && words.size === 1 && { class: 'suspect' as const }) }];
  },
  examples: {
    pass: { tools: [exampleTool({ title: 'Цена price ΔE 5 µm' })] },
    fail: { tools: [exampleTool({ title: 'Pri\u0441e' })] },
  },
  mutate: (tool) => {
    tool.title = 'Pri\u0441e of an article';
    return true;
  },
});

const ASCII = /^[\0-\x7F]*$/;
const WORDS = /[\p{L}\p{M}]+/gu;
const LATIN = /[a-z]/i;
/** Greek letters that look like no Latin one (ΔE, λx) are those of formulas. */
const ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχγςϲϳ\uFF21-\uFF3A\uFF41-\uFF5A\u{1D400}-\u{1D7FF}]/u;

function wordsInName(name: string): ReadonlySet<string> {
  return new Set(name.match(WORDS)?.filter((word) => LATIN.test(word) && ALIKE.test(word)));
}

const MIXED = /[a-z]\p{M}*[\u0370-\u058F\u13A0-\u13FF]|[\u0370-\u058F\u13A0-\u13FF]\p{M}*[a-z]/iu;
const OTHERS = /[\u0370-\u058F\u13A0-\u13FF]/gu;
const GREEK = /[\u0370-\u03FF]/u;
/** A word of another script alone: the text is not only in Latin letters. */
const FOREIGN_WORD = /(?<![\p{L}\p{M}])[\u0400-\u058F\u13A0-\u13FF]{3}/u;
const LEAST_LETTERS = 3;

/**
 * Words of a text in which letters of another script stand for the Latin ones that they look like. Units and formulas have
 * Greek letters beside Latin ones, and Russian texts Latin words with an ending, so in those a word has to change twice.
 */
function wordsInText(text: string): ReadonlySet<string> {
  if (!MIXED.test(text)) return new Set();
  const isForeign = FOREIGN_WORD.test(text);
  const words = text.match(WORDS)?.filter((word) => {
    const others = word.match(OTHERS) ?? [];
    if (others.length === 0 || word.length < LEAST_LETTERS || !others.every(looksLatin)) return false;
    const isBetween = /[a-z]\p{M}*[\u0370-\u058F\u13A0-\u13FF]+\p{M}*[a-z]/iu.test(word);
    const isMostlyLatin = others.length * 2 < word.length;
    return LATIN.test(word) && (isForeign || GREEK.test(word) ? isBetween && isMostlyLatin : true);
  });
  const found = new Set(words);
  return found.size === 1 && [...found].some((word) => GREEK.test(word)) ? new Set() : found;
}
