import type { AddressedTask, SearchedItem } from '../../../catalogue/logic/catalogue.js';
import type { createCliSearch } from '../../../catalogue/logic/cli-search.js';
import type { WordSearch } from '../../../catalogue/logic/word-search.js';

/** A task and how well its tool can be found by its words. */
export interface RankedTask {
  readonly task: AddressedTask;
  /** The tool that does it; of several, the one with the best score. An index among the tools. */
  readonly tool: number;
  /** 1 if no other tool scores as high, so a tie counts against it; null if it has none of the words. */
  readonly rank: number | null;
  /** The same among the tools of its own namespace. */
  readonly ownRank: number | null;
  /** Whether flowmcp-cli shows it; `breaks` if that search fails. */
  readonly isShownByCli: boolean | 'breaks';
  /**
   * The tool that scores highest instead: of its own namespace if one does so there, otherwise of the catalogue; null if
   * it comes first, or nothing is found.
   */
  readonly taker: number | null;
}

/** Whether a task finds its tool: first in its own namespace, and among ten of the catalogue. */
export function isFound({ rank, ownRank }: RankedTask): boolean {
  return ownRank === 1 && isAmongTen(rank);
}

export function isAmongTen(rank: number | null): boolean {
  return rank !== null && rank <= 10;
}

/** Ranks the wanted tool of each task. A task whose tools are not among the tools is left out. */
export function rankTasks(
  tasks: readonly AddressedTask[],
  { tools, words, cli }: { readonly tools: readonly SearchedItem[] } & Searches,
): RankedTask[] {
  const places = new Map(tools.map(({ address }, at) => [address, at]));
  return tasks.flatMap((task) => {
    const wanted = new Set(task.wanted.flatMap((address) => places.get(address) ?? []));
    if (wanted.size === 0) return [];
    const scores = words.score(task.task);
    const tool = [...wanted].reduce((best, at) => (scoreOf(scores, at) > scoreOf(scores, best) ? at : best));
    const namespace = tools[tool]?.namespace;
    const own = place(scores, tool, (at) => wanted.has(at) || tools[at]?.namespace !== namespace);
    const all = place(scores, tool, (at) => wanted.has(at));
    const shown = cli(task.task);
    const isShownByCli =
      'hits' in shown
        ? shown.hits.some(({ item }) => task.wanted.includes(item.address))
        : ('breaks' as const);
    return { task, tool, rank: all.rank, ownRank: own.rank, isShownByCli, taker: own.taker ?? all.taker };
  });
}

export interface Searches {
  readonly words: WordSearch;
  readonly cli: ReturnType<typeof createCliSearch>;
}

function scoreOf(scores: Float64Array, at: number): number {
  return scores[at] ?? 0;
}

/** The place of a tool among all tools that are not left out, and the best of those that score at least as high. */
function place(scores: Float64Array, tool: number, isLeftOut: (at: number) => boolean) {
  const least = scoreOf(scores, tool);
  let above = 0;
  let taker: number | null = null;
  for (let at = 0; at < scores.length; at += 1) {
    const score = scoreOf(scores, at);
    if (score < least || score === 0 || isLeftOut(at)) continue;
    above += 1;
    if (taker === null || score > scoreOf(scores, taker)) taker = at;
  }
  return { rank: least > 0 ? above + 1 : null, taker };
}
