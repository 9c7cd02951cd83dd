import { decodedViews, INVISIBLE, rewrite, type Span, sourceOf, type View } from './decoded-views.js';

/**
 * Length of the longest form of a secret, as a multiple of its length in UTF-8 bytes (each byte written as
 * `&amp;amp;#x000041;` on a separate line).
 */
export const LONGEST_FORM = 24;

/** Shorter values occur by chance in every answer: redacting them would destroy evidence and hide nothing. */
export const MIN_SECRET = 4;

/** Finds every occurrence of every known secret, even if occurrences overlap. */
export type FindSecrets = (text: string) => Span[];

/** A string to search for after a view has been read in a particular way. */
interface Needle {
  readonly text: string;
  /** On which sides the neighbouring base64 digit also encodes a part of the secret. */
  readonly around?: 'after' | 'both';
  /** The end of the secret, which may be missing or cut short. */
  readonly end?: string;
}

interface Reading {
  readonly read: (view: View) => View;
  readonly needles: readonly Needle[];
  /** Text shorter than this cannot contain a secret. */
  readonly shortest: number;
}

/**
 * An echo is rarely byte-exact: a key may come back quoted in JSON, percent-encoded in a link, encoded in base64 in an
 * Authorization header, or as a list of bytes. The search decodes all of these, in a few passes over the text. It does
 * not look for keys that a server disguises on purpose, for example by reversing them: that is not an echo (decision
 * 0058).
 *
 * @param values known secrets; those that are too short are ignored
 * @param options.isCut whether to find secrets without their last characters, too
 */
export function createSecretSearch(
  values: readonly string[],
  { isCut = false }: { readonly isCut?: boolean } = {},
): FindSecrets {
  const secrets = values.filter(isLongEnough);
  const compatible = secrets.flatMap((secret) => {
    const text = secret.normalize('NFKC');
    return isLongEnough(text) ? [{ text }] : [];
  });
  const readings = [
    createReading(
      (view) => view,
      [...secrets.flatMap(plainNeedles), ...(isCut ? secrets.flatMap(cutNeedles) : [])],
    ),
    createReading(readAsBase64, secrets.flatMap(base64Needles)),
    createReading(
      readAsHex,
      secrets.map((secret) => ({ text: bytesOf(secret).toString('hex') })),
    ),
    createReading(
      readAsNumbers,
      secrets.map((secret) => ({ text: [...bytesOf(secret)].join(',') })),
    ),
    createReading(readAsCompatible, compatible),
    createReading(
      (view) => inSmallLetters(readAsCompatible(view)),
      compatible.filter(isOfAnyCase).map(small),
    ),
  ];
  const shortest = Math.min(...readings.map((reading) => reading.shortest));
  return (text) => {
    if (text.length < shortest) return [];
    return decodedViews(text).flatMap((view) => readings.flatMap((reading) => findIn(view, reading)));
  };
}

export function isLongEnough(secret: string): boolean {
  return secret.length >= MIN_SECRET;
}

function createReading(read: Reading['read'], needles: readonly Needle[]): Reading {
  return { read, needles, shortest: Math.min(...needles.map(({ text }) => text.length)) };
}

function findIn(view: View, { read, needles, shortest }: Reading): Span[] {
  if (view.text.length < shortest) return [];
  const shown = read(view);
  return needles.flatMap((needle) => findNeedle(shown, needle));
}

function findNeedle(view: View, { text, around, end = '' }: Needle): Span[] {
  const spans: Span[] = [];
  for (let at = view.text.indexOf(text); at >= 0; at = view.text.indexOf(text, at + 1)) {
    const span: Span = [at, at + text.length + countAlike(view.text, at + text.length, end)];
    // Whatever goes on in another way is another value: another version, day or number.
    if (
      end !== '' &&
      span[1] < at + text.length + end.length &&
      /[\p{L}\p{N}]/u.test(view.text.charAt(span[1]))
    )
      continue;
    spans.push(sourceOf(view, around ? withPartDigits(view.text, span, around) : span));
  }
  return spans;
}

/** How many characters of a text from a place on are those of another text. */
function countAlike(text: string, from: number, other: string): number {
  let count = 0;
  while (count < other.length && text[from + count] === other[count]) count += 1;
  return count;
}

function withPartDigits(text: string, [start, end]: Span, around: Needle['around']): Span {
  const before = around === 'both' && /[A-Za-z0-9+/]/.test(text.charAt(start - 1)) ? 1 : 0;
  const [after = ''] = /^[A-Za-z0-9+/]?={0,2}/.exec(text.slice(end, end + 3)) ?? [];
  return [start - before, end + after.length];
}

/** The secret itself, with its spaces written as in form data, and without the characters that nobody sees. */
function plainNeedles(secret: string): Needle[] {
  const forms = new Set([secret, secret.replaceAll(' ', '+'), secret.replaceAll(INVISIBLE, '')]);
  return [...forms].filter(isLongEnough).map((text) => ({ text }));
}

/** Characters that may be missing at the end of a secret. */
const MOST_CUT = 4;
/** The beginning of a shorter secret may occur in any text, and so may one without letters and digits. */
const LEAST_CUT = 12;
const MIXED = /\p{L}.*\p{N}|\p{N}.*\p{L}/u;

/** The beginning of a secret: masks such as `sk-12…****` hide only its end. */
function cutNeedles(secret: string): Needle[] {
  const text = secret.slice(0, -MOST_CUT);
  return secret.length >= LEAST_CUT && MIXED.test(text) ? [{ text, end: secret.slice(-MOST_CUT) }] : [];
}

/**
 * The base64 digits that encode only the secret, for each position in a group of three bytes. A server that
 * echoes a whole request in base64 includes the key as it was sent: percent-encoded, or in JSON.
 */
function base64Needles(secret: string): Needle[] {
  const sent = [
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ];
  return [...new Set([secret, ...sent])].flatMap((form) => {
    const bytes = bytesOf(form);
    return [0, 1, 2].map((offset): Needle => {
      const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
      const text = digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
      return { text, around: offset > 0 ? 'both' : 'after' };
    });
  });
}

/** Converts the URL-safe base64 alphabet to the standard one and removes line ends. */
function readAsBase64(view: View): View {
  const text = view.text.replaceAll('-', '+').replaceAll('_', '/');
  const alike = { text, made: { of: view, edits: [] } };
  return text.includes('\n') ? (rewrite(alike, /\r?\n[ \t]?/g, () => '') ?? alike) : alike;
}

/**
 * Converts to lower case and removes separators between bytes. In `20x`, the 0 is a digit and not part of the prefix
 * `0x`.
 */
function readAsHex(view: View): View {
  const text = view.text.replace(/[A-F]+/g, (letters) => letters.toLowerCase());
  const alike = { text, made: { of: view, edits: [] } };
  const isParted = /[0-9a-f]{2}(?:[\s:,-]{1,3}(?:0x)?[0-9a-f]{2}){3}/.test(text);
  return isParted ? (rewrite(alike, /[\s:,-]+(?:0x)?|(?<![0-9a-f])0x/g, () => '') ?? alike) : alike;
}

/** Normalises full-width forms, ligatures and combining accents for comparison (NFKC). ASCII needs no change. */
function readAsCompatible(view: View): View {
  return /[^\0-\x7f]/.test(view.text)
    ? (rewrite(view, CLUSTER, (found) => found.normalize('NFKC')) ?? view)
    : view;
}

/** Matches characters that normalise as a unit: a character with its marks, or the parts of Korean syllables. */
const CLUSTER = /[\u1100-\u11ff]+|(?:[\0-\x7f](?=\p{M})|[^\0-\x7f])\p{M}*/gu;

/**
 * Whether to ignore case: a server may change the case of UUIDs and hex. For a secret without a digit, case counts,
 * because the secret may be a word that occurs in any text.
 */
function isOfAnyCase({ text }: Needle): boolean {
  return text.length >= 8 && /\d/.test(text) && /[A-Za-z]/.test(text);
}

function small({ text }: Needle): Needle {
  return { text: text.replace(CAPITALS, toSmall) };
}

/** Lower-cases only ASCII letters, because that never changes the length of the text. */
function inSmallLetters(view: View): View {
  return { text: view.text.replace(CAPITALS, toSmall), made: { of: view, edits: [] } };
}

const CAPITALS = /[A-Z]+/g;
const toSmall = (letters: string) => letters.toLowerCase();

/** Leaves a single comma and no white space between numbers. */
function readAsNumbers(view: View): View {
  return /\d,?\s/.test(view.text) ? (rewrite(view, /,?\s+/g, () => ',') ?? view) : view;
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}
