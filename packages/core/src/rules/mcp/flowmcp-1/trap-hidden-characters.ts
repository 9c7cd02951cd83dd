import { addToDescription, described } from '../define.js';
import { HIDDEN_CHARACTERS, quoteVisibly } from '../reading/sentences.js';
import { defineShareRule, TOOL_POISONING } from '../share-rule.js';
import type { Match } from '../words/sentence-words.js';
import { foundAsSuch, type ShownThing } from '../words/shown-as-such.js';

export const rule = defineShareRule({
  id: 'trap-hidden-characters',
  subject: 'text',
  mayHold: ({ hasOther }) => hasOther,
  class: 'trap',
  severity: 'error',
  title: 'The text holds characters that nobody sees',
  why: 'Zero-width characters, direction marks and tags are invisible to the person who approves a tool, while the model reads them. Whole instructions can be written in them. Up to four soft hyphens or spaces of no width are what copying from a page leaves behind: they carry nothing, but may split a word, so they are a suspect. A tool about such characters may show one or two.',
  fix: 'Remove the characters. A tool about them spells them as U+200B.',
  evidence: [TOOL_POISONING],
  check: (text, server) => {
    const found = foundAsSuch(text, server, hiddenCharacters);
    return isResidue(text.text) ? found.map((one) => ({ ...one, class: 'suspect' as const })) : found;
  },
  examples: {
    pass: described(
      'Gives a price 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 👩\u200D🌾 ❤\uFE0F می\u200Cخواهم.',
    ),
    fail: described('Gives a price.\u2060'),
  },
  mutate: addToDescription('\u200B\u2060'),
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
  const isAllowed = (character: string, index: number) =>
    (isRightToLeft && MARKS.test(character) && !MARKS.test(text.charAt(index - 1))) ||
    belongs(text, index, character);
  const hidden = [...text.matchAll(HIDDEN_CHARACTERS)].map(({ 0: character, index }) => ({
    character,
    index,
  }));
  const isCode = spellsBits(text, hidden);
  for (const { character, index } of hidden) {
    if (!isCode && isAllowed(character, index)) continue;
    const last = found.at(-1);
    if (last?.end === index) last.end += character.length;
    else found.push({ start: index, end: index + character.length });
  }
  return found;
}

/** Each of two kinds stands so often that they can be read as bits. */
const LEAST_BITS = 8;
const KINDS = [
  ['\uFE0E', '\uFE0F'],
  ['\u200C', '\u200D'],
  ['\u200E', '\u200F'],
] as const;

/** Whether characters that are right one by one spell something: two kinds of them, on every other letter or sign. */
function spellsBits(text: string, hidden: readonly { readonly character: string }[]): boolean {
  if (hidden.length < 2 * LEAST_BITS) return false;
  return KINDS.some((kinds) => {
    const [some = 0, others = 0] = kinds.map((kind) => hidden.filter((one) => one.character === kind).length);
    return Math.min(some, others) >= LEAST_BITS && (some + others) * 3 > text.length - hidden.length;
  });
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
/** The flags of England, Scotland and Wales, the only ones of regions that are in use, in tags behind a black flag. */
const BLACK_FLAG = '\u{1F3F4}';
const FLAG =
  /^\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/u;

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
    default: {
      const flag = before.lastIndexOf(BLACK_FLAG);
      const length = flag === -1 ? 0 : (FLAG.exec(before.slice(flag) + character + after)?.[0].length ?? 0);
      return before.length - flag < length;
    }
  }
}
