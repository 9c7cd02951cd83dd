/**
 * Characters that a reader does not see, or that change how others are shown: those that Unicode ignores unless a font knows
 * better, controls of terminals and of some scripts, and planes 15 and 16, which are for private use.
 */
export const HIDDEN_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u001B\u009B\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u{13430}-\u{1343F}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]/gu;

/** Longer texts are read in windows of this length; the next window begins this much before the end of the last. */
const WINDOW = 20_000;
const OVERLAP = 1_000;
/** Longer sentences are cut. */
const LONGEST = 1_000;

/** Maximum number of characters of foreign text that a message shows. */
const MOST_SHOWN = 60;
/** A quote begins with the text if it could leave out no more than this. */
const FEW = 20;

/**
 * Quotes a text in a message: on one line, shortened, with hidden and control characters spelled as U+XXXX.
 *
 * @param from where the part begins that a reader has to see; what stands before it is left out if the text is long
 */
export function quoteVisibly(text: string, from = 0): string {
  const start = isQuotedWhole(text) || from <= FEW ? 0 : from;
  const shown = [...text.slice(start, start + 4 * MOST_SHOWN)].slice(0, MOST_SHOWN + 1);
  const clean = shown.slice(0, MOST_SHOWN).join('').replace(UNSHOWN, spellCharacter);
  return `"${start > 0 ? '…' : ''}${clean}${shown.length > MOST_SHOWN ? '…' : ''}"`;
}

/** Whether a quote of the text leaves nothing out. */
export function isQuotedWhole(text: string): boolean {
  return text.length <= MOST_SHOWN;
}

/** `U+200B`. */
export function spellCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu;

const CONTINUED = /^[\p{Ll}\d"'“”‘’«»„`(]/u;
const ENDED = /[.!?;:。！？；：]$/u;
/** Not after an abbreviation that introduces an example. */
const SENTENCE_ENDS = /(?<=[.!?;])(?<!\b(?:e\.g|i\.e|z\. ?B|p\. ?ej)\.)\s+|(?<=[。！？；])\s*/u;

/** The parts of a long text that are read one by one; they overlap, so that nothing at a border is missed. */
function windowsOf(text: string): string[] {
  if (text.length <= WINDOW) return [text];
  const windows: string[] = [];
  for (let start = 0; start < text.length; start += WINDOW - OVERLAP) {
    windows.push(text.slice(start, start + WINDOW));
    if (start + WINDOW >= text.length) break;
  }
  return windows;
}

/** Splits a text into sentences of at most 1,000 characters, without its hidden characters. */
export function splitSentences(text: string): string[] {
  return windowsOf(text).flatMap(splitWindow);
}

function splitWindow(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.replace(HIDDEN_CHARACTERS, '').split(/\r\n|[\r\n\u2028\u2029]/u)) {
    const clean = line.trim();
    const last = lines.at(-1);
    // A line that goes on in lower case belongs to the sentence before it.
    if (last !== undefined && last !== '' && CONTINUED.test(clean) && !ENDED.test(last)) {
      lines[lines.length - 1] = `${last} ${clean}`;
    } else lines.push(clean);
  }
  return lines.flatMap((line) => line.split(SENTENCE_ENDS).flatMap(cutLong)).filter((one) => one !== '');
}

function cutLong(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence.trim();
  while (rest.length > LONGEST) {
    const at = rest.lastIndexOf(' ', LONGEST);
    const end = at > LONGEST / 2 ? at : LONGEST;
    pieces.push(rest.slice(0, end));
    // Pieces overlap, so that nothing at a border is missed.
    rest = rest.slice(startOfOverlap(rest, end)).trimStart();
  }
  return [...pieces, rest];
}

const SHARED = 200;

/** Where the next piece begins: at a space, some words before the end of the last. */
function startOfOverlap(text: string, end: number): number {
  const at = text.indexOf(' ', end - SHARED);
  return at === -1 || at > end ? end : at;
}

/** Runs of letters and digits, camelCase split, in lower case. */
export function wordsOf(text: string): string[] {
  const split = text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ');
  return split.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? [];
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Number of words; in scripts that put no spaces between words, two characters count as one. */
export function countWords(text: string): number {
  return wordsOf(text).reduce(
    (sum, word) => sum + (UNSPACED.test(word) ? Math.ceil([...word].length / 2) : 1),
    0,
  );
}

/** The word without a plural or verb ending, so that `papers` and `paper` count as one. */
export function stemOf(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.replace(/(?:es|s|ing|ed)$/, '');
}
