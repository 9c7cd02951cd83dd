import MiniSearch from 'minisearch';
import type { SearchedItem } from './catalogue.js';

/**
 * Splits text into lower-case words: at camelCase, and at everything that is neither a letter nor a digit, in any script.
 */
export function splitWords(text: string): string[] {
  return (
    text
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** All texts of a tool in which words are searched. */
export function fieldsOf({ name, description, keys, namespace, tags }: SearchedItem) {
  return { name, description, keys: keys.join(' '), namespace, tags: tags.join(' ') };
}

/** Finds tools by words, with BM25. */
export interface WordSearch {
  /** A score for each tool, in their order; 0 for a tool with none of the words. */
  readonly score: (text: string) => Float64Array;
  /** The words of a text that a tool has. */
  readonly matched: (text: string, tool: number) => readonly string[];
}

const WEIGHTS = { name: 2 };

/**
 * Builds the index. Words are neither stemmed nor left out, and typing errors are not forgiven.
 *
 * MiniSearch scores each word only once, however many texts contain it: in OR mode, the score of a text is the sum of the
 * scores of its words, times the number of different words found. A test compares both.
 */
export function createWordSearch(tools: readonly SearchedItem[]): WordSearch {
  const index = new MiniSearch({
    fields: ['name', 'description', 'keys', 'namespace', 'tags'],
    tokenize: splitWords,
    // The words are in lower case already.
    processTerm: (word) => word,
    searchOptions: { boost: WEIGHTS },
  });
  index.addAll(tools.map((tool, id) => ({ id, ...fieldsOf(tool) })));
  const known = new Map<string, Found>();
  const find = (word: string): Found => {
    const before = known.get(word);
    if (before) return before;
    const results = index.search(word, { tokenize: () => [word] });
    const found = { tools: results.map(({ id }) => Number(id)), scores: results.map(({ score }) => score) };
    known.set(word, found);
    return found;
  };
  return {
    score: (text) => {
      const sums = new Float64Array(tools.length);
      const counts = new Uint32Array(tools.length);
      const seen = new Set<string>();
      for (const word of splitWords(text)) {
        const step = seen.has(word) ? 0 : 1;
        seen.add(word);
        const found = find(word);
        for (let at = 0; at < found.tools.length; at += 1) {
          const tool = found.tools[at] ?? 0;
          sums[tool] = (sums[tool] ?? 0) + (found.scores[at] ?? 0);
          counts[tool] = (counts[tool] ?? 0) + step;
        }
      }
      return sums.map((sum, tool) => sum * (counts[tool] ?? 0));
    },
    matched: (text, tool) => [...new Set(splitWords(text))].filter((word) => find(word).tools.includes(tool)),
  };
}

interface Found {
  readonly tools: readonly number[];
  readonly scores: readonly number[];
}
