import { mayHoldSplitWord } from './disguises.js';
import { type Phrases, setsIn } from './phrases.js';

/** What one look at each character of a text shows. */
export interface TextTraits {
  /** Whether there is any character but ASCII letters, digits, white space and common punctuation. */
  readonly isStrange: boolean;
  /** Whether there is a control character, or one that is neither ASCII nor a common sign such as a dash. */
  readonly hasOther: boolean;
  /** The most characters in a row that are neither letters nor digits of ASCII. */
  readonly longestGap: number;
  /** The length of the longest word that looks like a code: with a digit, or with a capital inside. */
  readonly longestCode: number;
  readonly digits: number;
  /** Hyphens, underscores and the like. */
  readonly joiners: number;
  /** Places inside of words such as `aB`, `1B`, `A1` and `1a`, of which codes are full. */
  readonly odd: number;
  /** False only for texts whose words are written as they are read. */
  readonly mayBeDisguised: boolean;
  /** Whether the text may be a name that is a sentence in itself. */
  readonly mayBePhrase: boolean;
  /** As of a sentence, for the text as it is written. */
  readonly sets: ReadonlySet<Phrases>;
}

const [SIGN, SPACE, DIGIT, SMALL, CAPITAL, JOINER] = [1, 2, 3, 4, 5, 6] as const;
/** By code of a character; 0 for those of no plain text. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  // Of the control characters only tab and line ends: `\s` would allow others.
  if (/[ \t\r\n]/.test(character)) return SPACE;
  if (/\d/.test(character)) return DIGIT;
  if (/[a-z]/.test(character)) return SMALL;
  if (/[A-Z]/.test(character)) return CAPITAL;
  if (/[_/+=-]/.test(character)) return JOINER;
  return /[.,:;()'"!?*#$@{}|]/.test(character) ? SIGN : 0;
});
/** Signs that may stand inside of a word, or between its letters. */
const INSIDE = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('-._*~|'.includes(String.fromCharCode(code))),
);
/** Digits that may stand for letters. */
const LETTER_LIKE = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('013457'.includes(String.fromCharCode(code))),
);

/** Signs of honest texts: visible, of no word, and the same after any normalisation. */
export const COMMON_SIGNS = '–—“”•←→';
const SIGN_CODES: ReadonlySet<number> = new Set([...COMMON_SIGNS].map((sign) => sign.charCodeAt(0)));

/** Names with fewer parts are no sentences. */
const LEAST_PARTS = 3;
/** Single letters that may be those of one word. */
const MOST_SINGLES = 2;

let last: { readonly text: string; readonly traits: TextTraits } | undefined;

/** The traits of a text. A loop, because a pattern takes ten times as long, and every text is looked at. */
export function traitsOf(text: string): TextTraits {
  if (last?.text !== text) last = { text, traits: look(text) };
  return last.traits;
}

function look(text: string): TextTraits {
  let before = 0;
  let beforeThat = 0;
  let word = 0;
  let isCode = false;
  let longestCode = 0;
  let gap = 0;
  let longestGap = 0;
  let digits = 0;
  let odd = 0;
  let joiners = 0;
  let spaces = 0;
  let letters = 0;
  let singles = 0;
  let mostSingles = 0;
  let start = 0;
  let hasSign = false;
  let isStrange = false;
  let hasOther = false;
  let mayBeDisguised = false;
  const { length } = text;
  for (let at = 0; at <= length; at += 1) {
    // A space behind the text ends its last word.
    const code = at < length ? text.charCodeAt(at) : 32;
    const kind = code < 128 ? (KINDS[code] as number) : 0;
    // The inside of a plain word, as most characters are, changes nothing else.
    if (kind === SMALL && before === SMALL) {
      word += 1;
      letters += 1;
      beforeThat = before;
      continue;
    }
    const isLetter = kind === SMALL || kind === CAPITAL;
    if (kind === 0) {
      isStrange = true;
      if (code < 32 || (code > 126 && !SIGN_CODES.has(code))) hasOther = true;
    }
    if (kind > SPACE) {
      if (kind === DIGIT || (kind === CAPITAL && word > 0)) isCode = true;
      word += 1;
    } else {
      if (isCode && word > longestCode) longestCode = word;
      word = 0;
      isCode = false;
    }
    if (isLetter || kind === DIGIT) {
      if (gap > longestGap) longestGap = gap;
      gap = 0;
    } else if (at < length) gap += 1;
    if (kind === SPACE) spaces += 1;
    else if (kind === DIGIT) digits += 1;
    else if (kind === JOINER) joiners += 1;
    if (isOdd(before, kind)) odd += 1;
    if (isLetter && before === DIGIT && beforeThat !== DIGIT && LETTER_LIKE[text.charCodeAt(at - 1)] === 1) {
      mayBeDisguised = true;
    }
    // Letters with signs between them: of a word, or single ones.
    if (isLetter) letters += 1;
    else {
      singles = letters === 1 ? singles + 1 : letters === 0 ? singles : 0;
      if (singles > mostSingles) mostSingles = singles;
      if (letters > 0 && code < 128 && INSIDE[code] === 1) hasSign = true;
      else {
        if (hasSign && !mayBeDisguised) mayBeDisguised = mayHoldSplitWord(text.slice(start, at));
        start = at + 1;
        hasSign = false;
      }
      letters = 0;
    }
    beforeThat = before;
    before = kind;
  }
  return {
    ...{ isStrange, hasOther, digits, joiners, odd, longestCode },
    longestGap: Math.max(longestGap, gap),
    mayBeDisguised: mayBeDisguised || hasOther || mostSingles > MOST_SINGLES,
    mayBePhrase: hasOther || (spaces <= 1 && (joiners >= LEAST_PARTS || odd >= LEAST_PARTS)),
    sets: setsIn(text),
  };
}

function isOdd(before: number, kind: number): boolean {
  if (kind === CAPITAL) return before === SMALL || before === DIGIT;
  return (kind === DIGIT && before === CAPITAL) || (kind === SMALL && before === DIGIT);
}
