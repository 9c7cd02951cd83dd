import { oneLine } from '../engine/prompts/quoted-text.js';

/** Longest foreign text that a report shows: a name of a megabyte would bury all others. */
const LONGEST = 400;

/** A text that others wrote on one visible line, cut where nobody would read on. */
export function visibleText(text: string): string {
  if (text.length <= LONGEST) return oneLine(text);
  // A pair that the cut goes through is left out whole.
  return `${oneLine(text.slice(0, LONGEST).replace(/[\u{D800}-\u{DBFF}]$/u, ''))}…`;
}

/** Lone surrogates as the replacement character: UTF-8 has no form for them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\u{FFFD}');
}
