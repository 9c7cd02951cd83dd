import { countWords } from '../reading/sentences.js';
import { phrases } from './phrases.js';
import type { Match } from './sentence-words.js';
import { type TextTraits, traitsOf } from './text-traits.js';

export interface EncodedText extends Match {
  /** What it decodes to. */
  readonly words: string;
}

const NONE: readonly EncodedText[] = [];

/** Where a text holds words that are encoded, in order, whole or in pieces. */
export function findEncoded(text: string): readonly EncodedText[] {
  if (text.length < LEAST_BYTES) return NONE;
  const traits = traitsOf(text);
  const finders = FINDERS.filter(({ mayHold }) => mayHold(text, traits));
  return finders.length === 0 ? NONE : withoutOverlaps(finders.flatMap(({ find }) => find(text)));
}

function withoutOverlaps(found: EncodedText[]): readonly EncodedText[] {
  let end = 0;
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((one) => {
      const isFirst = one.start >= end;
      if (isFirst) ({ end } = one);
      return isFirst;
    });
}

interface Finder {
  /** A cheap look: false for most texts. */
  readonly mayHold: (text: string, traits: TextTraits) => boolean;
  readonly find: (text: string) => EncodedText[];
}

/** Every match of a pattern that is read as words. */
function readEach(text: string, pattern: RegExp, read: (found: string) => string | null): EncodedText[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const words = read(found);
    return words === null ? [] : [{ start: index, end: index + found.trimEnd().length, words }];
  });
}

// Runs of base64, base32, hexadecimal or binary digits.

const RUNS = /[A-Za-z0-9+/_-]{22,}={0,6}/g;
const HEX_DIGIT = /[\da-f]/i;
const FEWEST_HEX = 32;
const BASE32 = /^[A-Z2-7]{26,}$/;
const BITS = /^[01]{96,}$/;
/** How often words may be encoded again. */
const MOST_LAYERS = 3;

function decodeRun(run: string, layers = MOST_LAYERS): string | null {
  const digits = run.replace(/(?<!=)=+$/, '');
  if (BITS.test(digits)) return readable(bytesOf(digits.match(/[01]{8}/g) ?? [], 2));
  const hex = hexAtEnd(digits);
  if (hex.length >= FEWEST_HEX) return readable(Buffer.from(hex, 'hex'), layers);
  if (BASE32.test(digits)) return readable(decodeBase32(digits), layers);
  if (!/[a-z]/.test(digits) || !/[A-Z]/.test(digits)) return null;
  // A character in front of the run, such as that of a path, moves its bytes.
  for (let skipped = 0; skipped < 4; skipped += 1) {
    const words = readable(Buffer.from(digits.slice(skipped), 'base64'), layers);
    if (words !== null) return words;
  }
  return null;
}

/** Hexadecimal digits in pairs, also behind a prefix such as `0x`. */
function hexAtEnd(digits: string): string {
  let start = digits.length;
  while (start > 0 && HEX_DIGIT.test(digits.charAt(start - 1))) start -= 1;
  return digits.slice(start + ((digits.length - start) % 2));
}

function bytesOf(digits: readonly string[], radix: number): Buffer {
  return Buffer.from(digits.map((one) => Number.parseInt(one, radix)));
}

function decodeBase32(digits: string): Buffer {
  const bits = [...digits].map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit));
  const all = bits.map((value) => value.toString(2).padStart(5, '0')).join('');
  return bytesOf(all.match(/[01]{8}/g) ?? [], 2);
}

const LEAST_BYTES = 16;
const LEAST_READABLE = 0.95;
const UNREADABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S}\s]/gu;
/** Words with a space between them, or so many words in a row that it is no identifier. */
const WORDS = /\p{L}{2}[ \n]\p{L}{2}|(?:\p{L}{2,24}[_.-]){3}\p{L}{2}|(?:\p{Lu}\p{Ll}{1,24}){4}/u;
/** In scripts without spaces. Random bytes are hardly ever UTF-8, and never this much of it. */
const FOREIGN_WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}、。，]{6,}/u;
/** An image that is drawn in markup, with no more than a title in it. */
const IMAGE = /^\s*<(?:\?xml|svg)[\s>]/;
const MOST_OF_TITLE = 4;
/** As the parts of a sample token: `{"sub":"1","name":"John Doe"}`. */
const RECORD = /^\{"[^{}]*\}$/;
const SENTENCE = /\p{L} \p{L}{1,24} \p{L}/u;

function readable(bytes: Buffer, layers = 0): string | null {
  if (bytes.length < LEAST_BYTES) return null;
  const wide = wideText(bytes);
  if (wide !== null) return readable(Buffer.from(wide), layers);
  // Most runs are no text at all, which their control characters show.
  const most = (1 - LEAST_READABLE) * bytes.length;
  if (bytes.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0) > most)
    return null;
  const text = bytes.toString('utf8');
  const mostOthers = (1 - LEAST_READABLE) * text.length;
  // Bytes that are not UTF-8 are read as U+FFFD, which counts as a symbol.
  const broken = text.split('\uFFFD').length - 1;
  if (broken > mostOthers || broken + (text.match(UNREADABLE)?.length ?? 0) > mostOthers) return null;
  if (RECORD.test(text) && !SENTENCE.test(text)) return null;
  if (IMAGE.test(text) && countWords(text.replace(/<[a-z/?][^<>]*>/gi, ' ')) <= MOST_OF_TITLE) return null;
  if (WORDS.test(text) || FOREIGN_WORDS.test(text)) return text;
  return layers > 0 && /^[\w+/=\s-]{22,}$/.test(text) ? decodeRun(text.replace(/\s/g, ''), layers - 1) : null;
}

/** Bytes of UTF-16: in Latin text every second one is zero. */
function wideText(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, 2 * LEAST_BYTES);
  const zeros = [0, 1].map((rest) => sample.filter((byte, at) => byte === 0 && at % 2 === rest).length);
  const [high = 0, low = 0] = zeros;
  if (Math.max(high, low) < sample.length * 0.4) return null;
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return (low > high ? even : Buffer.from(even).swap16()).toString('utf16le');
}

// The same in pieces.

/** What may stand between two pieces: white space, or the end of one text and the start of the next. */
const BETWEEN = /^[\s"'`,+\\]{1,8}$/;
const PIECES = /(?<![A-Za-z0-9+/_-])(?=[+/_-]*[A-Za-z0-9])[A-Za-z0-9+/_-]+={0,2}/g;
/** No word: a capital letter after a small one, or a digit beside letters. */
export const ODD_PIECE = /[a-z\d][A-Z]|[A-Z]\d|\d[a-z]/;
/** Capitals and digits inside of words, of which there are more in 22 digits of base64. */
const FEWEST_ODD = 3;
const MAY_HOLD_PIECES = new RegExp(
  `(?:${ODD_PIECE.source})[A-Za-z0-9+/_-]{0,24}=?["'\`\\s,+\\\\]{1,8}[A-Za-z0-9+/_-]{0,24}(?:${ODD_PIECE.source})`,
);
/** Pieces that may be words, by chance, between two that are none. */
const MOST_EVEN = 2;
const LONGEST_EVEN = 16;
const SHORTEST = 22;

function findPieces(text: string): EncodedText[] {
  const groups: RegExpExecArray[][] = [];
  let end = -1;
  let even = 0;
  for (const piece of text.matchAll(PIECES)) {
    const isOdd = ODD_PIECE.test(piece[0]);
    const follows = end !== -1 && BETWEEN.test(text.slice(end, Math.min(piece.index, end + 9)));
    even = isOdd ? 0 : even + 1;
    if (follows && even <= MOST_EVEN && (isOdd || piece[0].length <= LONGEST_EVEN))
      groups.at(-1)?.push(piece);
    else if (isOdd) groups.push([piece]);
    end = isOdd || (follows && even <= MOST_EVEN) ? piece.index + piece[0].length : -1;
  }
  return groups.flatMap(readPieces);
}

function readPieces(pieces: readonly RegExpExecArray[]): EncodedText[] {
  const [first, second] = pieces;
  if (first === undefined || second === undefined) return [];
  const lastOdd = pieces.findLastIndex(([piece]) => ODD_PIECE.test(piece)) + 1;
  for (const last of new Set([pieces.length, lastOdd])) {
    const read = pieces.slice(0, last);
    const joined = read.map(([piece]) => piece.replace(/=+$/, '')).join('');
    const words = joined.length < SHORTEST ? null : decodeRun(joined);
    const end = read.at(-1);
    if (words !== null && end) return [{ start: first.index, end: end.index + end[0].length, words }];
  }
  return [];
}

// Rows of numbers: pairs of hexadecimal digits, codes in decimal, bytes in bits.

/** Every second half of a byte of ASCII letters is one. */
const FEWEST_DIGITS = 12;
const MAY_HOLD_ROW = /\d[\s,:;'"+-]{1,4}(?:0x)?[\da-f]{2,8}[\s,:;'"+-]{1,4}(?:0x)?[\da-f]{2,8}[\s,:;'"+-]/i;
const ROWS = /(?<![\w.])(?:0x)?[\da-f]{2,}(?:[\s,:;'"+-]{1,4}(?:0x)?[\da-f]{2,}){3,}/gi;
const LARGEST_ASCII = 126;

function readRow(row: string): string | null {
  const units = row.replace(/0x/gi, '').match(/[\da-f]+/gi) ?? [];
  const bits = units.filter((unit) => /^[01]{8}$/.test(unit));
  if (bits.length * 2 > units.length) return readable(bytesOf(bits, 2));
  const codes = units.filter((unit) => /^\d{2,3}$/.test(unit) && Number(unit) <= LARGEST_ASCII);
  const inDecimal = codes.length * 2 > units.length ? readable(bytesOf(codes, 10)) : null;
  return inDecimal ?? readable(Buffer.from(units.filter((unit) => unit.length % 2 === 0).join(''), 'hex'));
}

// Escapes.

const ESCAPES = /(?:\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\u\{[0-9a-f]{1,6}\}|&#(?:\d{1,7}|x[0-9a-f]{1,6});){8,}/gi;
const PERCENT = /(?:%[0-9a-f]{2}){10,}/gi;
/** Words with encoded blanks between them, but not in an address or one of its parameters. */
const PERCENT_BLANKS =
  /(?<![\w%./?&=+-])(?:(?:[\w.,;:!'"()-]|%(?!20)[0-9a-f]{2}){1,40}%20){5,}[^\s]{1,400}/gi;
const FEWEST_LONG_WORDS = 4;
/** Addresses spell letters of other scripts like this, but no ASCII letter. */
const LEAST_ASCII = 4;
const LEAST_FOREIGN = 12;
/** One escape, its digits as a group: hexadecimal, decimal or octal. */
const ESCAPE =
  /(?:\\x|%|=)([0-9a-f]{2})|\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|&#x([0-9a-f]{1,6});|U\+([0-9a-f]{4,6})|&#(\d{1,7});|\\([0-7]{3})|\\([0-9a-f]{2})(?![0-9a-f])/gi;
const SPACED = new RegExp(`(?:(?:${ESCAPE.source})[\\s,;'"+]{0,3}){12,}`, 'gi');
const MAY_HOLD_ESCAPES = /\\[xu\d]|&#|%[0-9a-f]{2}|=[0-9a-f]{2}=|U\+[0-9a-f]{4}/i;
const LAST_CHARACTER = 0x10ffff;

/** Patterns list characters above U+00FF by their escapes; only letters among them are words. */
function readEscapes(row: string): string | null {
  const words = decodeEscapes(row);
  const isSpelled = !/\\u(?!00)/i.test(row) || (words.match(/\p{L}/gu)?.length ?? 0) * 2 > words.length;
  return isSpelled ? words : null;
}

function readPercent(row: string): string | null {
  const words = Buffer.from(row.replaceAll('%', ''), 'hex').toString('utf8');
  const letters = words.match(/\p{L}/gu) ?? [];
  const ascii = letters.filter((letter) => /[a-z]/i.test(letter)).length;
  return ascii >= LEAST_ASCII || letters.length >= LEAST_FOREIGN ? words : null;
}

function decodePercent(row: string): string | null {
  const bytes = row.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (!/^[\0-\xff]*$/.test(bytes)) return null;
  const words = Buffer.from(bytes, 'latin1').toString('utf8');
  return (words.match(/\p{L}{3,}/gu) ?? []).length >= FEWEST_LONG_WORDS ? words : null;
}

/** Escapes with white space or signs between them, or of a kind that also has other uses. */
function readSpaced(row: string): string | null {
  // Two digits may be octal as well.
  for (const written of [row, row.replace(/\\([0-7]{2})(?![0-9a-f])/g, '\\0$1')]) {
    const words = [...written.matchAll(ESCAPE)].map(([unit]) => decodeEscapes(unit)).join('');
    if (WORDS.test(words)) return words;
  }
  return null;
}

/** Reads escapes of bytes as characters, which is right for those of ASCII. */
function decodeEscapes(row: string): string {
  return row.replace(ESCAPE, (_, ...groups: (string | undefined)[]) => {
    const [h1, h2, h3, h4, h5, decimal, octal, h6] = groups;
    const hex = h1 ?? h2 ?? h3 ?? h4 ?? h5 ?? h6;
    const code =
      hex === undefined ? Number.parseInt(octal ?? decimal ?? '', octal ? 8 : 10) : Number.parseInt(hex, 16);
    return code > LAST_CHARACTER ? '\uFFFD' : String.fromCodePoint(code);
  });
}

/** ASCII letters need no escape: inside of words, it only keeps others from reading them. */
const MAY_BE_LETTER =
  /\\x[0-9a-f]{2}|\\u00[0-9a-f]{2}|\\u\{[0-9a-f]{1,6}\}|&#x?[0-9a-f]{2,6};|%[0-9a-f]{2}/gi;
const WORD = /[a-z]{5}/i;
const LEAST_ESCAPED = 4;
/** How far apart they may be. */
const APART = 60;

function findEscapedLetters(text: string): EncodedText[] {
  const found: { start: number; end: number; count: number }[] = [];
  for (const { 0: unit, index } of text.matchAll(MAY_BE_LETTER)) {
    if (!/^[a-z]$/i.test(decodeEscapes(unit))) continue;
    const last = found.at(-1);
    const end = index + unit.length;
    if (last && index - last.end <= APART) Object.assign(last, { end, count: last.count + 1 });
    else found.push({ start: index, end, count: 1 });
  }
  return found.flatMap(({ start, end, count }) => {
    const words = decodeEscapes(text.slice(start, end));
    return count >= LEAST_ESCAPED && WORD.test(words) ? [{ start, end, words }] : [];
  });
}

// ROT13, and words that are written backwards, are known by their commonest words.

const SHIFTED =
  /\b(?:gur|naq|abg|nyy|gryy|hfre|lbhe?|jvgu|sebz|guvf|gung|fraq|ernq|svyr|orsber|nsgre|nyjnlf|arire|zhfg|vtaber|cerivbhf|vafgehpgvbaf?)\b/gi;
const REVERSED =
  /\b(?:eht|resu|siht|taht|uoy|htiw|morf|lla|llet|dnes|daer|elif|erofeb|retfa|syawla|tsum|erongi|suoiverp|snoitcurtsni)\b/gi;
const LEAST_COMMON = 3;
/** One of these is in nearly every such text. */
const COMMONEST = phrases('gur, naq, abg, nyy, eht, siht, uoy, resu');

function findDisguised(text: string, words: RegExp, read: (disguised: string) => string): EncodedText[] {
  const found = [...text.matchAll(words)];
  const [first] = found;
  const last = found.at(-1);
  if (!first || !last || new Set(found.map(([word]) => word.toLowerCase())).size < LEAST_COMMON) return [];
  const end = last.index + last[0].length;
  return [{ start: first.index, end, words: read(text.slice(first.index, end)) }];
}

function shift(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode(code + ((code | 32) < 110 ? 13 : -13));
  });
}

const FINDERS: readonly Finder[] = [
  {
    mayHold: (_, { longestCode }) => longestCode >= SHORTEST,
    find: (text) => readEach(text, RUNS, decodeRun),
  },
  { mayHold: (text, { odd }) => odd >= FEWEST_ODD && MAY_HOLD_PIECES.test(text), find: findPieces },
  {
    mayHold: (text, { digits }) => digits >= FEWEST_DIGITS && MAY_HOLD_ROW.test(text),
    find: (text) => readEach(text, ROWS, readRow),
  },
  {
    mayHold: (text, { digits, isStrange }) =>
      (isStrange || digits >= FEWEST_DIGITS) && MAY_HOLD_ESCAPES.test(text),
    find: (text) => [
      ...readEach(text, ESCAPES, readEscapes),
      ...readEach(text, PERCENT, readPercent),
      ...readEach(text, PERCENT_BLANKS, decodePercent),
      ...readEach(text, SPACED, readSpaced),
      ...findEscapedLetters(text),
    ],
  },
  {
    mayHold: (_, { sets }) => sets.has(COMMONEST),
    find: (text) => [
      ...findDisguised(text, SHIFTED, shift),
      ...findDisguised(text, REVERSED, (words) => [...words].reverse().join('')),
    ],
  },
];
