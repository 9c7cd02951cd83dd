import { oneLine } from './quoted-text.js';

/**
 * A report cuts any text written by others at this many characters: a one-megabyte name would bury everything
 * else.
 */
const LONGEST = 400;
/** A quick check that is enough for most strings: a report on 10,000 tools contains a million of them. */
const PLAIN = /^[ -~]*$/;

/** Shows text written by others on one visible line, cut at {@link LONGEST}. */
export function visibleText(text: string): string {
  if (text.length <= LONGEST && PLAIN.test(text)) return text;
  if (text.length <= LONGEST) return showInvisible(text);
  // Leave out a surrogate pair of which only the first half would remain.
  return `${showInvisible(text.slice(0, LONGEST).replace(/[\u{D800}-\u{DBFF}]$/u, ''))}…`;
}

/** Escapes invisible characters, and code points that are not characters: no document format can represent them. */
function showInvisible(text: string): string {
  return oneLine(text).replace(
    /\p{Noncharacter_Code_Point}/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
}

/** Replaces lone surrogates with the replacement character: UTF-8 cannot express them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\u{FFFD}');
}

/**
 * JSON whose characters are all visible: bidirectional marks, unusual line breaks and characters without
 * width become escapes. The values stay the same.
 */
export function visibleJson(json: string): string {
  return json.replace(/[\p{Cf}\p{Zl}\p{Zp}\u{7F}-\u{9F}]/gu, (char) =>
    [...Array(char.length).keys()]
      .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text for HTML or XML, for use in an element or a quoted attribute. Characters that a page cannot hold – lone
 * surrogates, control characters, U+FFFE and U+FFFF – become the replacement character.
 */
export function escapeMarkup(text: string): string {
  return text
    .replace(/[^\t\n\u{20}-\u{7E}\u{A0}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Changes every string in a plain value; the keys are our own and stay unchanged. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  return mapDeep(value, change) as T;
}

function mapDeep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapDeep(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapDeep(item, change)]));
}
