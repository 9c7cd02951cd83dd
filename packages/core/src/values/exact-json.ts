import { isNestedBeyond, MAX_JSON_DEPTH } from './json-depth.js';

/**
 * JSON whose numbers keep their text (decision 0081): `12345678901234567890` and `1.0` come out as they came in. A
 * number that JavaScript writes as it was read stays a plain number, so that few documents contain exact numbers.
 */

/** A number that JavaScript would write differently from how it was read. */
export class ExactNumber {
  constructor(readonly text: string) {}

  /** Gives code that does not know this class the number, or its text if the number would lose precision. */
  toJSON(): number | string {
    const value = Number(this.text);
    return hasSameValue(this.text, value) ? value : this.text;
  }
}

/** Matches whole strings first, so that digits inside them are not taken for numbers. */
const TOKEN = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * JSON.parse, except that a number keeps its text where JavaScript would write it differently. A number that is too
 * large becomes Infinity, as with JSON.parse.
 *
 * @throws SyntaxError as JSON.parse does
 */
export function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!text.match(TOKEN)?.some(isOtherwise)) return value;
  // This value is nested too deeply for the stack; every caller refuses it.
  if (isNestedBeyond(value, MAX_JSON_DEPTH)) return value;
  // The text that JSON.stringify writes has no escapes in which the mark could hide.
  const mark = unusedMark(JSON.stringify(value));
  const marked = text.replace(TOKEN, (token) => (isOtherwise(token) ? `"${mark}${token}"` : token));
  return JSON.parse(marked, (_, item: unknown) =>
    typeof item === 'string' && item.startsWith(mark) ? new ExactNumber(item.slice(mark.length)) : item,
  );
}

function isOtherwise(token: string): boolean {
  return !token.startsWith('"') && String(Number(token)) !== token && Number.isFinite(Number(token));
}

/** JSON.stringify, except that every exact number is written as its text. */
export function stringifyExact(
  value: unknown,
  { replace = (item) => item, indent }: { replace?: (item: unknown) => unknown; indent?: number } = {},
): string {
  let isExact = true;
  const plain = JSON.stringify(
    value,
    function (this: Record<string, unknown>, key, item: unknown) {
      if (this[key] instanceof ExactNumber) isExact = false;
      return replace(item);
    },
    indent,
  );
  if (isExact) return plain;
  const mark = unusedMark(plain);
  const marked = JSON.stringify(
    value,
    function (this: Record<string, unknown>, key, item: unknown) {
      const own = this[key];
      return own instanceof ExactNumber ? mark + own.text : replace(item);
    },
    indent,
  );
  return marked.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/** A mark for numbers that does not occur in the text: a counter between two private-use characters. */
function unusedMark(text: string): string {
  let no = 0;
  while (text.includes(`\uE000${no}\uE001`)) no += 1;
  return `\uE000${no}\uE001`;
}

/** Whether the digits of a JSON number mean exactly the number that JavaScript reads. */
function hasSameValue(text: string, value: number): boolean {
  return digitsOf(text) === digitsOf(String(value));
}

/**
 * The sign, the digits without leading and trailing zeros, and the power of ten; numbers of equal value give equal
 * text.
 */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = (whole + part).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return '0';
  return `${sign}${digits}e${Number(exponent) - part.length + all.length - digits.length}`;
}
