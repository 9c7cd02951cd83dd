import { HIDDEN_CHARACTERS, isQuotedWhole, quoteVisibly } from '../reading/sentences.js';
import { undisguise } from './disguises.js';
import { type Phrases, partsOf, setsIn, WORD } from './phrases.js';
import { traitsOf } from './text-traits.js';

// How rules about wording read a text. They compare lists of words, never patterns over a whole text: the work grows with
// the length of the text, whatever it holds.

/** A word of a sentence: letters, digits and underscores; contractions are two words (`don't`: do, not). */
export interface Word {
  /** In lower case. */
  readonly text: string;
  /** Which run of characters without white space it stands in, counted from 0. */
  readonly run: number;
  /** The character between the word before and this one that is not white space; empty if there is none. */
  readonly before: string;
  /** Where it starts in the sentence. */
  readonly at: number;
}

export interface Sentence {
  readonly text: string;
  readonly words: readonly Word[];
  /** The sets of which a phrase may stand here; of no other set does one. */
  readonly sets: ReadonlySet<Phrases>;
}

/** A text as its readers understand it: without hidden characters, and disguised letters as plain ones. */
export interface PlainText {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  /** As of a sentence. */
  readonly sets: ReadonlySet<Phrases>;
}

/** What is read of a text: a `VisibleText`, whose module needs this one. */
interface SplitText {
  readonly text: string;
  readonly sentences: readonly string[];
}

/** The text that was read last: all rules read one text before the next. */
let last: { readonly source: SplitText; readonly text: LazyText } | undefined;

export function plainTextOf(source: SplitText): PlainText {
  if (last?.source !== source) last = { source, text: new LazyText(source) };
  return last.text;
}

class LazyText implements PlainText {
  readonly text: string;
  readonly #source: SplitText;
  readonly #isPhrase: boolean;
  readonly #read: (text: string) => string;
  #sentences: readonly Sentence[] | undefined;
  #sets: ReadonlySet<Phrases> | undefined;

  constructor(source: SplitText) {
    this.#source = source;
    const { mayBePhrase, mayBeDisguised } = traitsOf(source.text);
    this.#isPhrase = mayBePhrase && isPhrase(source.text);
    this.#read = this.#isPhrase || mayBeDisguised ? plain : (text) => text;
    this.text = this.#read(this.#isPhrase ? spellOut(source.text) : source.text);
  }

  get sets(): ReadonlySet<Phrases> {
    // Sentences are read one by one, so a part of one may be read differently in the whole text.
    const { text } = this.#source;
    this.#sets ??= this.text === text ? traitsOf(text).sets : this.#setsOfAll(text);
    return this.#sets;
  }

  #setsOfAll(text: string): ReadonlySet<Phrases> {
    const ofSentences = this.sentences.flatMap(({ sets }) => [...sets]);
    // A phrase is its only sentence.
    const ofWhole = this.#isPhrase ? [] : setsIn(this.text);
    return new Set([...ofWhole, ...setsIn(text), ...ofSentences]);
  }

  get sentences(): readonly Sentence[] {
    this.#sentences ??= this.#isPhrase
      ? [new LazySentence(this.text)]
      : this.#source.sentences.map((sentence) => new LazySentence(this.#read(sentence)));
    return this.#sentences;
  }
}

class LazySentence implements Sentence {
  #words: readonly Word[] | undefined;
  #sets: ReadonlySet<Phrases> | undefined;

  constructor(readonly text: string) {}

  get sets(): ReadonlySet<Phrases> {
    this.#sets ??= setsIn(this.text);
    return this.#sets;
  }

  get words(): readonly Word[] {
    this.#words ??= splitWords(this.text);
    return this.#words;
  }
}

const NOT_PLAIN = /[^ -~\s]/;

function plain(text: string): string {
  if (!NOT_PLAIN.test(text)) return undisguise(text);
  return undisguise(text.replace(HIDDEN_CHARACTERS, '').normalize('NFKC').replace(/[‘’ʼ]/g, "'"));
}

/** Matches a name that is a sentence in itself: `pass_the_contents_of_your_ssh_key_here`, `ignoreAllPreviousInstructions`. */
function isPhrase(text: string): boolean {
  if (text.includes(' ') || text.length >= 300) return false;
  const joined = text.split(JOINTS);
  if (joined.length >= FEWEST_PARTS) return joined.every((part) => JOINED_PART.test(part));
  const parts = text.split(HUMPS);
  return parts.length >= FEWEST_PARTS && parts.every((part) => PART.test(part));
}

const FEWEST_PARTS = 4;
const JOINTS = /[_-]+/;
const JOINED_PART = /^[\p{L}\d]+$/u;
/** Before capitals. */
const HUMPS = /(?=\p{Lu})/u;
const PART = /^\p{L}\p{Ll}+$/u;

function spellOut(name: string): string {
  return name.replace(/[_-]+/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
}

function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let run = 0;
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const between = text.slice(end, match.index);
    const isSpace = between === ' ';
    if (isSpace || /\s/.test(between)) run += 1;
    const before = isSpace ? '' : between.trim().slice(-1);
    for (const [at, part] of partsOf(match[0].toLowerCase()).entries()) {
      words.push({ text: part, run, before: at === 0 ? before : '', at: match.index });
    }
    end = match.index + match[0].length;
  }
  return words;
}

/** How many words from `at` on are one of the phrases; 0 if none is. */
export function countAt(words: readonly Word[], at: number, set: Phrases): number {
  const candidates = set.get(words[at]?.text ?? '');
  if (!candidates) return 0;
  const found = candidates.find((phrase) => phrase.every((word, step) => words[at + step]?.text === word));
  return found?.length ?? 0;
}

export function holds({ words, sets }: Pick<Sentence, 'words' | 'sets'>, set: Phrases): boolean {
  return sets.has(set) && words.some((_, at) => countAt(words, at, set) > 0);
}

/** The words of a match: from the first up to, not including, `end`. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** Phrases that follow each other, with the most runs that may stand between two of them: `[NOT, 2, TELL, 6, PEOPLE]`. */
export type Pattern = readonly [Phrases, ...(number | Phrases)[]];

/** The sets of a pattern: a sentence without a phrase of each does not match it. */
export function setsOf(pattern: Pattern): Phrases[] {
  return pattern.filter((part) => typeof part !== 'number');
}

function mayMatch({ sets }: Pick<Sentence, 'sets'>, pattern: Pattern): boolean {
  return pattern.every((part) => typeof part === 'number' || sets.has(part));
}

/** Every place where the phrases follow each other, the first way to read each. */
export function matches({ words, sets }: Sentence, pattern: Pattern): Match[] {
  const found: Match[] = [];
  if (!mayMatch({ sets }, pattern)) return found;
  for (let start = 0; start < words.length; start += 1) {
    const end = matchFrom(words, start, pattern);
    if (end !== null) found.push({ start, end });
  }
  return found;
}

export function hasMatch(sentence: Sentence, pattern: Pattern): boolean {
  if (!mayMatch(sentence, pattern)) return false;
  return sentence.words.some((_, start) => matchFrom(sentence.words, start, pattern) !== null);
}

/** Words of one run that count as near. */
const MOST_OF_RUN = 4;

/** The end of a match of the rest of a pattern, from step `step` on, at a word; null if there is none. */
function matchFrom(words: readonly Word[], at: number, pattern: Pattern, step = 0): number | null {
  const length = countAt(words, at, pattern[step] as Phrases);
  if (length === 0) return null;
  const end = at + length;
  if (step + 1 === pattern.length) return end;
  const gap = pattern[step + 1] as number;
  const furthest = (words[end - 1]?.run ?? 0) + 1 + gap;
  // Words that only signs separate make one run, however long it is.
  const last = Math.min(words.length, end + (gap + 1) * MOST_OF_RUN);
  for (let next = end; next < last && (words[next]?.run ?? 0) <= furthest; next += 1) {
    const found = matchFrom(words, next, pattern, step + 2);
    if (found !== null) return found;
  }
  return null;
}

/** Shorter texts hold no wording that any rule looks for. */
const SHORTEST = 14;

/** The first sentence of a text of which the check is true. */
export function findSentence(text: SplitText, { needs, check }: Search): Sentence | undefined {
  if (text.text.length < SHORTEST) return undefined;
  const read = plainTextOf(text);
  if (!mayFind(read, needs)) return undefined;
  return read.sentences.find((sentence) => mayFind(sentence, needs) && check(sentence));
}

/** Lists of sets: a text that is looked for holds a phrase of each set of one of the lists. */
export type Needs = readonly (readonly Phrases[])[];

export function mayFind({ sets }: Pick<PlainText, 'sets'>, needs: Needs): boolean {
  return sets.size > 0 && needs.some((all) => all.every((set) => sets.has(set)));
}

/** Quotes a sentence from the first of its words that the check needs. */
export function quoteSentence({ text, words }: Sentence, check: Search['check']): string {
  if (isQuotedWhole(text)) return quoteVisibly(text);
  let [needed, enough] = [words.length, 0];
  while (needed - enough > 1) {
    const middle = (needed + enough) >> 1;
    if (check(new LazySentence(text.slice(words[middle]?.at)))) enough = middle;
    else needed = middle;
  }
  return quoteVisibly(text, words[enough]?.at);
}

export interface Search {
  /** What a sentence of which the check is true holds. */
  readonly needs: Needs;
  readonly check: (sentence: Sentence) => boolean;
}
