import type { Match } from './sentence-words.js';

export interface EncodedText extends Match {
  /** What it decodes to. */
  readonly words: string;
}

const RUNS = /[A-Za-z0-9+/_-]{22,}={0,2}/g;
const ESCAPES = /(?:\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|&#(?:\d{1,7}|x[0-9a-f]{1,6});){8,}|(?:%[0-9a-f]{2}){10,}/gi;
/** A cheap look: most texts hold no run of this length, and no row of escapes. */
const MAY_HOLD = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{22}|\\[xu]|&#|%[0-9a-f]{2}%/i;
const SHORTEST = 22;
const LEAST_BYTES = 16;
const LEAST_READABLE = 0.95;

/** Where a text holds words that are encoded: base64, hexadecimal digits, or a row of escapes. */
export function findEncoded(text: string): EncodedText[] {
  if (text.length < SHORTEST || !MAY_HOLD.test(text)) return [];
  const escapes = [...text.matchAll(ESCAPES)].flatMap(({ 0: found, index }) => {
    const words = decodeEscapes(found);
    return isSpelled(found, words) ? [{ start: index, end: index + found.length, words }] : [];
  });
  const runs = [...text.matchAll(RUNS)].flatMap(({ 0: found, index }) => {
    const words = decodeRun(found);
    return words === null ? [] : [{ start: index, end: index + found.length, words }];
  });
  return [...escapes, ...runs];
}

/** Hexadecimal digits, also behind a prefix such as `0x`. */
const HEX = /(?:[0-9a-f]{2}){16,}$/i;

function decodeRun(run: string): string | null {
  const digits = run.replace(/=+$/, '');
  const [hex] = HEX.exec(digits) ?? [];
  if (hex !== undefined) return readable(Buffer.from(hex, 'hex'));
  if (!/[a-z]/.test(digits) || !/[A-Z]/.test(digits)) return null;
  // A character in front of the run, such as that of a path, moves its bytes.
  for (let skipped = 0; skipped < 4; skipped += 1) {
    const words = readable(Buffer.from(digits.slice(skipped), 'base64'));
    if (words !== null) return words;
  }
  return null;
}

const UNREADABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S}\s]/gu;
const TWO_WORDS = /\p{L}{2,}[ \n]\p{L}{2,}/u;
/** In scripts without spaces. Random bytes are hardly ever UTF-8, and never this much of it. */
const FOREIGN_WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}、。，]{6,}/u;

function readable(bytes: Buffer): string | null {
  if (bytes.length < LEAST_BYTES) return null;
  // Most runs are no text at all, which their control characters tell without decoding them.
  const most = (1 - LEAST_READABLE) * bytes.length;
  if (bytes.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0) > most)
    return null;
  const text = bytes.toString('utf8');
  // Bytes that are no UTF-8 are read as U+FFFD, a symbol.
  const others = (text.match(UNREADABLE)?.length ?? 0) + (text.match(/\uFFFD/g)?.length ?? 0);
  const isRead = others <= (1 - LEAST_READABLE) * text.length;
  return isRead && (TWO_WORDS.test(text) || FOREIGN_WORDS.test(text)) ? text : null;
}

const ESCAPE = /\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|&#x([0-9a-f]{1,6});|%([0-9a-f]{2})|&#(\d{1,7});/gi;
const LAST_CHARACTER = 0x10ffff;

/** Patterns list characters above U+00FF by their escapes; only letters among them are words. */
function isSpelled(row: string, words: string): boolean {
  return !/\\u(?!00)/i.test(row) || (words.match(/\p{L}/gu)?.length ?? 0) * 2 > words.length;
}

/** Reads escapes of bytes as characters, which is right for those of ASCII. */
function decodeEscapes(row: string): string {
  return row.replace(ESCAPE, (_, ...groups: (string | undefined)[]) => {
    const digits = groups.slice(0, 4).find((group) => group !== undefined);
    const code = digits === undefined ? Number(groups[4]) : Number.parseInt(digits, 16);
    return code > LAST_CHARACTER ? '\uFFFD' : String.fromCodePoint(code);
  });
}
