import type { SearchedItem } from './catalogue.js';
import { createCliSearch, MOST_SHOWN } from './cli-search.js';

export const ENGINES = ['words', 'flowmcp-cli'] as const;
export type Engine = (typeof ENGINES)[number];

export interface Hit {
  readonly item: SearchedItem;
  readonly score: number;
  /** The words of the text that it has. */
  readonly matched: readonly string[];
}

/**
 * The best hits for a text, or the word on which the search breaks.
 *
 * @param limit maximum number of hits; flowmcp-cli never shows more than ten
 */
export type Search = (
  text: string,
  limit?: number,
) => { readonly hits: readonly Hit[] } | { readonly breaksOn: string };

/** Prepares an engine. Of equal scores, the earlier item comes first. */
export async function openSearch(engine: Engine, items: readonly SearchedItem[]): Promise<Search> {
  if (engine === 'flowmcp-cli') {
    const search = createCliSearch(items);
    return (text, limit = MOST_SHOWN) => {
      const found = search(text);
      if ('breaksOn' in found) return found;
      const matched = text.toLowerCase().trim().split(/\s+/);
      return { hits: found.hits.slice(0, limit).map((hit) => ({ ...hit, matched })) };
    };
  }
  // Loaded here: MiniSearch is not needed otherwise.
  const { createWordSearch } = await import('./word-search.js');
  const words = createWordSearch(items);
  return (text, limit = MOST_SHOWN) => {
    const scores = words.score(text);
    const hits = items
      .map((item, at) => ({ item, at, score: scores[at] ?? 0 }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ item, at, score }) => ({ item, score, matched: words.matched(text, at) }));
    return { hits };
  };
}
