import { exampleTool } from '../define.js';
import { quoteVisibly, spellCharacter } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'trap-mixed-script',
  subject: 'text',
  passesPlainText: true,
  class: 'trap',
  severity: 'error',
  title: 'A word of the name mixes scripts that look alike',
  why: 'A Cyrillic or Greek letter in a Latin word looks like the Latin one, so that a person takes the tool for another one that they trust.',
  fix: 'Write each word of a name in one script.',
  evidence: [
    {
      source: 'MSB, arXiv 2510.15994',
      says: 'Tools under a name that is easily taken for another one are among its attack types.',
    },
  ],
  check: ({ text, place }) => {
    if ((place !== 'name' && place !== 'title') || ASCII.test(text)) return [];
    const word = text.match(WORDS)?.find((one) => LATIN.test(one) && ALIKE.test(one));
    if (word === undefined) return [];
    const [letter = ''] = word.match(ALIKE) ?? [];
    return [{ detail: `${quoteVisibly(word)} has ${spellCharacter(letter)}` }];
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
