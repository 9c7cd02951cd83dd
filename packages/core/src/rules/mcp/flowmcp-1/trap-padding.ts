import { addToDescription, described } from '../define.js';
import { quoteVisibly } from '../reading/sentences.js';
import { defineShareRule, TOOL_POISONING } from '../share-rule.js';
import { traitsOf } from '../words/text-traits.js';

export const rule = defineShareRule({
  id: 'trap-padding',
  subject: 'text',
  mayHold: ({ longestGap, isStrange }, { text }) =>
    (longestGap > MOST_BREAKS || (isStrange && WRITTEN_BLANK.test(text))) && findPadding(text) !== null,
  class: 'trap',
  severity: 'error',
  title: 'The text pushes a part of itself out of sight',
  why: 'After a long run of spaces, empty lines or lines with nothing but a dot, the rest of a text is outside of the dialogue in which a person approves the tool. The model reads it all the same.',
  fix: 'Remove the spaces or the empty lines.',
  evidence: [TOOL_POISONING],
  check: ({ text }) => {
    const after = findPadding(text);
    return after === null ? [] : [{ detail: `${quoteVisibly(after)} stands behind it` }];
  },
  examples: {
    pass: described(`Gives a price.\n\n    One article at a time.\n${' '.repeat(40)}`),
    fail: described(`Gives a price.${' '.repeat(40)}In cents.`),
  },
  mutate: addToDescription(`.${'\n'.repeat(20)}In cents.`),
});

/** The pattern of Braille without dots is blank, too. */
const BLANKS = /[\s\u2800]{12,}/g;
const LINE_BREAK = /\r\n|[\r\n\v\f\x85\u2028\u2029]|<br ?\/?>/i;
const WRITTEN_BLANK = /<br ?\/?>|&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);/i;
const SPACE = /[^\S\r\n\v\f\u2028\u2029]|\u2800|&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);/gi;
const MOST_SPACES = 29;
const MOST_BREAKS = 11;
/** Blanks with signs between them, as in lines of a single dot. */
const STRETCHES = /(?:<[bB][rR] ?\/?>|&(?:nbsp|ensp|emsp|thinsp|#160|#[xX][aA]0);|[^\p{L}\p{N}]){20,}/gu;
const MOST_SPREAD_SPACES = 119;
const MOST_SPREAD_BREAKS = 19;
/** Signs on a line that shows nothing. */
const MOST_SIGNS = 2;
/** Columns of a table are padded, and may be empty. */
const CELL = /(?:^|\n)[ \t]*\|[^\n]*$/;
const MOST_OF_CELL = 100;
const MOST_OF_TABLE = 500;

/** What follows the first padding; null if there is none, as in nearly all texts. */
function findPadding(padded: string): string | null {
  const text = padded.trim();
  for (const { 0: blank, index } of text.matchAll(BLANKS)) {
    const lines = blank.split(LINE_BREAK);
    const end = index + blank.length;
    // Spaces at the end of a line push nothing away; only those before more text do.
    const isWide = (lines.at(-1)?.length ?? 0) > MOST_SPACES && !isCell(text, index, end);
    if (lines.length - 1 > MOST_BREAKS || isWide) return text.slice(end);
  }
  if (traitsOf(padded).longestGap <= MOST_SPREAD_BREAKS && !WRITTEN_BLANK.test(text)) return null;
  for (const { 0: stretch, index } of text.matchAll(STRETCHES)) {
    const end = index + stretch.length;
    if (end < text.length && isSpread(stretch.replace(SPACE, ' '))) return text.slice(end);
  }
  return null;
}

function isCell(text: string, start: number, end: number): boolean {
  return (
    end - start <= MOST_OF_CELL &&
    text.charAt(end) === '|' &&
    CELL.test(text.slice(Math.max(0, start - MOST_OF_TABLE), start))
  );
}

function isSpread(stretch: string): boolean {
  const spaces = stretch.length - stretch.replaceAll(' ', '').length;
  const most = stretch.includes('|') ? MOST_OF_TABLE : MOST_SPREAD_SPACES;
  if (spaces > most && spaces * 2 >= stretch.length) return true;
  // A ruler or a frame of a table is not blank.
  const blank = stretch.split(LINE_BREAK).filter((line) => line.trim().length <= MOST_SIGNS);
  return blank.length - 1 > MOST_SPREAD_BREAKS;
}
