import type { SearchedItem } from './catalogue.js';

/** An item that the search found. */
export interface CliHit {
  readonly item: SearchedItem;
  readonly score: number;
}

/** The words on which the search breaks, or what it shows. */
export type CliResult = { readonly breaksOn: string } | { readonly hits: readonly CliHit[] };

/**
 * The rule by which `flowmcp search` of flowmcp-cli 4.8.0 (commit 5626d78) finds tools, without the aliases of shared lists
 * and without skills in `main`, which the specification does not allow: each word of the text must occur in the name, the
 * namespace, a tag, the title of the schema or the description.
 *
 * It takes each word as a regular expression. If a word is none, the whole search fails. A word that could keep an engine
 * busy for hours, such as `(a+)+`, counts as one of these.
 *
 * @param items in the order in which schemas are read; it decides between equal scores
 * @returns the first ten of a text
 */
export function createCliSearch(items: readonly SearchedItem[]): (text: string) => CliResult {
  const all = items.map((item): Scored => ({ item, texts: lowerTexts(item), score: 0 }));
  // Many texts begin with the same words, so what is left after each word is kept for the next text.
  const start: Left = { items: all, after: new Map() };
  return (text) => {
    const words = text.toLowerCase().trim().split(/\s+/);
    let left = start;
    for (const word of words) {
      // No further word is looked for, so none breaks the search.
      if (left.items.length === 0) break;
      const known = left.after.get(word);
      const items = known ? known.items : keep(left.items, word);
      if (items === null) return { breaksOn: word };
      const next = known ?? { items, after: new Map() };
      left.after.set(word, next);
      left = next;
    }
    const whole = words.length === 1 ? words[0] : null;
    const isExact = ({ texts }: Scored) => texts.name === whole;
    const exact = whole === null ? [] : all.filter(isExact);
    const hits = left.items.filter((one) => !isExact(one)).sort((a, b) => b.score - a.score);
    return {
      hits: [...exact.map(({ item }) => ({ item, score: EXACT })), ...hits]
        .slice(0, MOST_SHOWN)
        .map(({ item, score }) => ({ item, score })),
    };
  };
}

/** Those that have a word, with its score; null if the search breaks on it. */
function keep(some: readonly Scored[], word: string): readonly Scored[] | null {
  const test = readWord(word);
  // Nearly every item lacks nearly every word: most can be left out at a glance.
  const candidates = SPECIAL.test(word) ? some : some.filter(({ texts }) => texts.all.includes(word));
  return (
    test &&
    candidates.flatMap(({ item, texts, score: before }) => {
      const score = scoreWord(word, test, texts);
      return score > 0 ? [{ item, texts, score: before + score }] : [];
    })
  );
}

const SPECIAL = /[\\^$.*+?()[\]{}|]/;

/** Number of results that it shows. */
export const MOST_SHOWN = 10;
/** Score of an item whose whole name is the text: more than any word can score. */
const EXACT = 100;

interface LowerTexts {
  /** All of the following in one. */
  readonly all: string;
  readonly name: string;
  readonly segments: readonly string[];
  readonly namespace: string;
  readonly tags: readonly string[];
  readonly title: string;
  readonly description: string;
}

function lowerTexts({ wireName, ...item }: SearchedItem): LowerTexts {
  const [name = '', namespace = '', title = '', description = '', ...tags] = [
    ...[wireName, item.namespace, item.title, item.description, ...item.tags],
  ].map((text) => text.toLowerCase());
  const all = [name, namespace, title, description, ...tags].join('\n');
  return { all, name, segments: name.split('_'), namespace, tags, title, description };
}

/** Whether a text has a word by itself. */
type Test = (text: string) => boolean;

/** What is left after some words of a text, and after each further word. */
interface Left {
  readonly items: readonly Scored[];
  readonly after: Map<string, Left>;
}

interface Scored {
  readonly item: SearchedItem;
  readonly texts: LowerTexts;
  readonly score: number;
}

function scoreWord(word: string, test: Test, texts: LowerTexts): number {
  const { namespace, segments, tags, title, description } = texts;
  const score =
    (namespace === word ? 20 : 0) +
    (segments.includes(word) ? 15 : 0) +
    (tags.includes(word) ? 12 : 0) +
    (test(title) ? 8 : 0) +
    (test(description) ? 5 : 0);
  if (score > 0) return score;
  if (segments.some((segment) => segment.includes(word))) return 8;
  return description.includes(word) ? 3 : 0;
}

/** A repeated part may be tried from every place of a text: longer texts than any honest one are cut. */
const LONGEST_TEXT = 5_000;

/** null: the word breaks the search. */
function readWord(word: string): Test | null {
  const repeats = word.match(/[*+?]\??|\{\d/g) ?? [];
  const mayTakeHours = repeats.length > 1 || (word.includes('|') && /\)[*+?{]/.test(word));
  if (mayTakeHours) return null;
  try {
    const expression = new RegExp(`\\b${word}\\b`);
    if (repeats.length === 0) return (text) => expression.test(text);
    return (text) => expression.test(text.slice(0, LONGEST_TEXT));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
