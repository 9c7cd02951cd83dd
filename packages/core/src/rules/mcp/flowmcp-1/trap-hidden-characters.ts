import { exampleTool } from '../define.js';
import { HIDDEN_CHARACTERS, quoteVisibly } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';
import type { Match } from '../words/sentence-words.js';
import { foundAsSuch, type ShownThing } from '../words/shown-as-such.js';

export const rule = defineShareRule({
  id: 'trap-hidden-characters',
  subject: 'text',
  passesPlainText: true,
  class: 'trap',
  severity: 'error',
  title: 'The text holds characters that nobody sees',
  why: 'Zero-width characters, direction marks and tags are invisible to the person who approves a tool, while the model reads them. Whole instructions can be written in them. Up to four soft hyphens or spaces of no width are what copying from a page leaves behind: they carry nothing, but may split a word, so they are a suspect. A tool about such characters may show one or two.',
  fix: 'Remove the characters. A tool about them spells them as U+200B.',
  evidence: [
    {
      source: 'OWASP MCP Top 10, MCP03',
      says: 'Tool poisoning hides instructions in metadata that the model reads and the user does not.',
    },
  ],
  check: (text, server) => {
    const found = foundAsSuch(text, server, hiddenCharacters);
    return isResidue(text.text) ? found.map((one) => ({ ...one, class: 'suspect' as const })) : found;
  },
  examples: {
    pass: {
      tools: [
        exampleTool({
          description:
            'Gives a price 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 👩\u200D🌾 ❤\uFE0F می\u200Cخواهم.',
        }),
      ],
    },
    fail: { tools: [exampleTool({ description: 'Gives a price.\u2060' })] },
  },
  mutate: (tool) => {
    tool.description = `${String(tool.description ?? '')}\u200B\u2060`;
    return true;
  },
});

const MOST_RESIDUE = 4;
const RESIDUE = /^[\u00AD\u200B\uFEFF]*$/;

/** Whether all that is hidden in a text is what copying from a web page leaves behind. */
function isResidue(text: string): boolean {
  const hidden = findHidden(text)
    .map(({ start, end }) => text.slice(start, end))
    .join('');
  return hidden !== '' && hidden.length <= MOST_RESIDUE && RESIDUE.test(hidden);
}

/** Characters before the first hidden one that the message shows. */
const BEFORE = 20;

export const hiddenCharacters: ShownThing<Match> = {
  find: findHidden,
  describe: (text, { start }) =>
    quoteVisibly(text.slice(Math.max(0, start - BEFORE)).replace(/^[\uDC00-\uDFFF]/, '')),
  about:
    /\b(?:char(?:acter)?s?|unicode|zero|invisible|hidden|bidi|ansi|emojis?|whitespace|homoglyphs?|joiners?|marks?|spaces?|hyphens?|selectors?|escapes?|sequences?|code ?points?|bom|zeichen|leerzeichen|caract[eè]res?|caracteres|caratter[ei]|espacios?|espaces?)\b|U\+|字符|字元|空格|零宽|文字|ゼロ幅|символ|пробел/i,
  // Two of them, each in two units.
  longest: 4,
};

const ASCII = /^[\t\n\r -~]*$/;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const MARKS = /^[\u200E\u200F]$/;

/** Where hidden characters stand that have no business there, run by run. */
function findHidden(text: string): Match[] {
  if (ASCII.test(text)) return [];
  const found: { start: number; end: number }[] = [];
  const isRightToLeft = RIGHT_TO_LEFT.test(text);
  for (const { 0: character, index } of text.matchAll(HIDDEN_CHARACTERS)) {
    if ((isRightToLeft && MARKS.test(character)) || belongs(text, index, character)) continue;
    const last = found.at(-1);
    if (last?.end === index) last.end += character.length;
    else found.push({ start: index, end: index + character.length });
  }
  return found;
}

/** The longest pieces that decide whether a character belongs: an emoji with its modifiers, a flag of a region. */
const NEAR = 32;
const AFTER_SYMBOL = /(?:\p{Extended_Pictographic}|\p{S}|[\u{1F1E6}-\u{1F1FF}])$/u;
const KEYCAP = /[\d#*]$/;
const PICTOGRAPH = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\uFE0F?$/u;
const STARTS_PICTOGRAPH = /^\p{Extended_Pictographic}/u;
const JOINED_SCRIPT =
  /[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}]$/u;
const LETTER_OR_MARK = /[\p{L}\p{M}]$/u;
/** A black flag, and the tags of a region so far. */
const IN_FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{0,6}$/u;
const ENDS_FLAG = /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{0,6}\u{E007F}/u;

function belongs(text: string, at: number, character: string): boolean {
  const before = text.slice(Math.max(0, at - NEAR), at);
  const after = text.slice(at + character.length, at + character.length + NEAR);
  switch (character) {
    case '\uFE0E':
    case '\uFE0F':
      return AFTER_SYMBOL.test(before) || (KEYCAP.test(before) && after.startsWith('\u20E3'));
    case '\u200D':
      if (PICTOGRAPH.test(before) && STARTS_PICTOGRAPH.test(after)) return true;
      return LETTER_OR_MARK.test(before) && JOINED_SCRIPT.test(before);
    case '\u200C':
      return LETTER_OR_MARK.test(before) && JOINED_SCRIPT.test(before);
    default:
      return IN_FLAG.test(before) && ENDS_FLAG.test(`${character}${after}`);
  }
}
