import { HIDDEN_CHARACTERS } from '../reading/sentences.js';
import type { VisibleText } from '../share-rule.js';

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
}

/** A text as its readers understand it: without hidden characters, and styled letters as plain ones. */
export interface PlainText {
  readonly text: string;
  readonly sentences: readonly Sentence[];
}

/** The text that was read last: all rules read one text before the next. */
let last: { readonly source: VisibleText; readonly text: LazyText } | undefined;

export function plainTextOf(source: VisibleText): PlainText {
  if (last?.source !== source) last = { source, text: new LazyText(source) };
  return last.text;
}

class LazyText implements PlainText {
  readonly text: string;
  readonly #source: VisibleText;
  #sentences: readonly Sentence[] | undefined;

  constructor(source: VisibleText) {
    this.#source = source;
    this.text = plain(isPhrase(source.text) ? spellOut(source.text) : source.text);
  }

  get sentences(): readonly Sentence[] {
    this.#sentences ??= isPhrase(this.#source.text)
      ? [new LazySentence(this.text)]
      : this.#source.sentences.map((sentence) => new LazySentence(plain(sentence)));
    return this.#sentences;
  }
}

class LazySentence implements Sentence {
  #words: readonly Word[] | undefined;

  constructor(readonly text: string) {}

  get words(): readonly Word[] {
    this.#words ??= splitWords(this.text);
    return this.#words;
  }
}

const NOT_PLAIN = /[^ -~\s]/;

function plain(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  return text.replace(HIDDEN_CHARACTERS, '').normalize('NFKC').replace(/[‘’ʼ]/g, "'");
}

/** Matches a name that is a sentence in itself: `pass_the_contents_of_your_ssh_key_here`. */
function isPhrase(text: string): boolean {
  return !text.includes(' ') && text.length < 300 && /^[\p{L}\d]+(?:[_-]+[\p{L}\d]+){3,}$/u.test(text);
}

function spellOut(name: string): string {
  return name.replace(/[_-]+/g, ' ');
}

const WORD = /[\p{L}\p{M}\p{N}_]+(?:'[\p{L}\p{M}]+)*/gu;

function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let run = 0;
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const between = text.slice(end, match.index);
    if (/\s/.test(between)) run += 1;
    const before = between.trim().slice(-1);
    const lower = match[0].toLowerCase();
    for (const [at, part] of (CONTRACTED.get(lower) ?? expand(lower)).entries()) {
      words.push({ text: part, run, before: at === 0 ? before : '', at: match.index });
    }
    end = match.index + match[0].length;
  }
  return words;
}

const CONTRACTED = new Map([
  ['cannot', ['can', 'not']],
  ["can't", ['can', 'not']],
  ["won't", ['will', 'not']],
  ["shan't", ['shall', 'not']],
  ['dont', ['do', 'not']],
]);

function expand(word: string): string[] {
  return word.endsWith("n't") ? [word.slice(0, -"n't".length), 'not'] : [word];
}

/** A set of phrases, found by their first word. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Builds a set of phrases: `phrases('do not, never, refrain from')`. */
export function phrases(...lists: readonly string[]): Phrases {
  const set = new Map<string, string[][]>();
  for (const phrase of lists.join(',').split(',')) {
    const words = phrase.trim().split(' ');
    const [first = ''] = words;
    const others = set.get(first) ?? [];
    others.push(words);
    // The longest phrase first: "access tokens" before "access".
    set.set(
      first,
      others.sort((a, b) => b.length - a.length),
    );
  }
  return set;
}

/** Each verb with its regular forms: `send, sends, sended, sending`. */
export function verbForms(list: string): string {
  return list
    .split(',')
    .map((verb) => verb.trim())
    .flatMap((verb) => {
      const [first = '', ...rest] = verb.split(' ');
      return formsOf(first).map((form) => [form, ...rest].join(' '));
    })
    .join(', ');
}

function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, '');
  const third = /(?:[sx]|[cs]h)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [verb, third, past, `${stem}ing`];
}

/** How many words from `at` on are one of the phrases; 0 if none is. */
export function countAt(words: readonly Word[], at: number, set: Phrases): number {
  const candidates = set.get(words[at]?.text ?? '');
  if (!candidates) return 0;
  const found = candidates.find((phrase) => phrase.every((word, step) => words[at + step]?.text === word));
  return found?.length ?? 0;
}

export function holds({ words }: Sentence, set: Phrases): boolean {
  return words.some((_, at) => countAt(words, at, set) > 0);
}

/** The words of a match: from the first up to, not including, `end`. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** Phrases that follow each other, with the most runs that may stand between two of them: `[NOT, 2, TELL, 6, PEOPLE]`. */
export type Pattern = readonly [Phrases, ...(number | Phrases)[]];

/** Every place where the phrases follow each other, the first way to read each. */
export function matches({ words }: Sentence, pattern: Pattern): Match[] {
  const found: Match[] = [];
  for (let start = 0; start < words.length; start += 1) {
    const end = matchFrom(words, start, pattern);
    if (end !== null) found.push({ start, end });
  }
  return found;
}

export function hasMatch(sentence: Sentence, pattern: Pattern): boolean {
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
export function findSentence(text: VisibleText, { mayHold, check }: Search): Sentence | undefined {
  if (text.text.length < SHORTEST) return undefined;
  const read = plainTextOf(text);
  if (!mayHold(read.text)) return undefined;
  return read.sentences.find((sentence) => mayHold(sentence.text) && check(sentence));
}

export interface Search {
  /** A cheap look: false only for texts and sentences of which the check cannot be true. */
  readonly mayHold: (text: string) => boolean;
  readonly check: (sentence: Sentence) => boolean;
}
