import { oneLine } from './quoted-text.js';

/** Longest foreign text that a report shows: a name of a megabyte would bury all others. */
const LONGEST = 400;
/** Most texts: a report of 10,000 tools has a million of them. */
const PLAIN = /^[ -~]*$/;

/** A text that others wrote on one visible line, cut where nobody would read on. */
export function visibleText(text: string): string {
  if (text.length <= LONGEST && PLAIN.test(text)) return text;
  if (text.length <= LONGEST) return showInvisible(text);
  // A pair that the cut goes through is left out whole.
  return `${showInvisible(text.slice(0, LONGEST).replace(/[\u{D800}-\u{DBFF}]$/u, ''))}…`;
}

/** Code points that are no characters have a form in no document. */
function showInvisible(text: string): string {
  return oneLine(text).replace(
    /\p{Noncharacter_Code_Point}/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
}

/** Lone surrogates as the replacement character: UTF-8 has no form for them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\u{FFFD}');
}

/**
 * JSON whose characters can all be seen: what turns the direction of a text, breaks a line elsewhere or has no width is
 * written as an escape. The values stay the same.
 */
export function visibleJson(json: string): string {
  return json.replace(/[\p{Cf}\p{Zl}\p{Zp}\u{7F}-\u{9F}]/gu, (char) =>
    [...Array(char.length).keys()]
      .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
