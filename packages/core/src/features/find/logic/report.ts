import type { AddressedTask, SearchedItem } from '../../../catalogue/logic/catalogue.js';
import { createCliSearch } from '../../../catalogue/logic/cli-search.js';
import { createWordSearch, type WordSearch } from '../../../catalogue/logic/word-search.js';
import { maskKeyForms } from '../../../keys/logic/key-form-text.js';
import type { Where } from '../../../problems/problem.js';
import { groupBy } from '../../../values/group-by.js';
import { type HeldBack, missingWords, tryAdvice, wordsToAdd } from './advice.js';
import { isAmongTen, isFound, type RankedTask, rankTasks } from './rank-tasks.js';

/** How well the tools of some targets are found by their tasks, among all tools of a catalogue. */
export interface FindabilityReport {
  readonly summary: FindabilitySummary;
  /** What the advice is worth; empty if no tool has two tasks. */
  readonly heldBack: readonly HeldBack[];
  /** The tools that have tasks. */
  readonly tools: readonly ToolFindability[];
  readonly tasks: readonly TaskFindability[];
}

/** Numbers of tasks, unless said otherwise. */
export interface FindabilitySummary {
  readonly tasks: number;
  /** Number of tools that have tasks. */
  readonly tools: number;
  readonly catalogue: { readonly tools: number; readonly namespaces: number };
  /** First in its own namespace, and among ten of the catalogue. */
  readonly found: number;
  readonly firstInNamespace: number;
  readonly amongTen: number;
  readonly firstInCatalogue: number;
  readonly shownByCli: number;
  readonly breaksCli: number;
  /** Tools whose missing words are not advised, because they moved no held-back task up. */
  readonly adviceLeftOut: number;
}

export interface ToolFindability {
  readonly tool: string;
  readonly tasks: number;
  readonly found: number;
  /** Words that its description could have; five at most, and none if they moved no held-back task up. */
  readonly add: readonly string[];
  /** Whether words were tried on a held-back task that had something to gain. */
  readonly tried: boolean;
  /** Tools of the same namespace that come first in its place. */
  readonly tellApart: readonly string[];
}

export interface TaskFindability {
  readonly id: string;
  readonly task: string;
  readonly tool: string;
  readonly place: Where;
  readonly found: boolean;
  /** null: the tool has none of the words. */
  readonly rankInNamespace: number | null;
  readonly rank: number | null;
  readonly shownByCli: boolean | 'breaks';
  /** The tool that comes first, and the words by which. */
  readonly taker: { readonly tool: string; readonly words: readonly string[] } | null;
  readonly missing: readonly string[];
  /**
   * `tell-apart`: a tool of the same namespace takes it; `add-words`: words are missing; `mend-task`: nothing is missing,
   * but the task does not say whose data it wants; null: it comes first in the catalogue.
   */
  readonly advice: 'tell-apart' | 'add-words' | 'mend-task' | null;
}

/**
 * Ranks the tool of each task with both engines, says what keeps it from coming first, and tries the advice on tasks from
 * which it does not come.
 *
 * @param items everything in the catalogue, in its order
 */
export function reportFindability(
  tasks: readonly AddressedTask[],
  items: readonly SearchedItem[],
): FindabilityReport {
  const tools = items.filter(({ kind }) => kind === 'tool');
  const words = createWordSearch(tools);
  const ranked = rankTasks(tasks, { tools, words, cli: createCliSearch(items) });
  const groups = [...groupBy(ranked, ({ tool }) => tool)];
  const canHoldBack = groups.some(([, all]) => all.length > 1);
  const tries = canHoldBack
    ? (['first', 'last'] as const).map((heldBack) => tryAdvice(ranked, { tools, items }, heldBack))
    : [];
  const described = groups.flatMap(([at, all]) => {
    const tool = tools[at];
    const helped = tries.flatMap((one) => one.helped.get(at) ?? []);
    return tool ? [describeTool(tool, all, { tools, helped })] : [];
  });
  const count = (isGood: (one: RankedTask) => boolean) => ranked.filter(isGood).length;
  return {
    summary: {
      ...{ tasks: ranked.length, tools: groups.length },
      catalogue: { tools: tools.length, namespaces: new Set(tools.map(({ namespace }) => namespace)).size },
      found: count(isFound),
      firstInNamespace: count(({ ownRank }) => ownRank === 1),
      amongTen: count(({ rank }) => isAmongTen(rank)),
      firstInCatalogue: count(({ rank }) => rank === 1),
      shownByCli: count(({ isShownByCli }) => isShownByCli === true),
      breaksCli: count(({ isShownByCli }) => isShownByCli === 'breaks'),
      adviceLeftOut: described.filter(({ tried, add }) => tried && add.length === 0).length,
    },
    heldBack: tries.map(({ figures }) => figures),
    tools: described,
    tasks: ranked.map((one) => describeTask(one, tools, words)),
  };
}

function describeTool(
  tool: SearchedItem,
  ranked: readonly RankedTask[],
  { tools, helped }: { readonly tools: readonly SearchedItem[]; readonly helped: readonly boolean[] },
): ToolFindability {
  const takers = ranked.flatMap((one) => {
    const taker = takerOf(one, tools);
    return taker?.namespace === tool.namespace ? [taker.address] : [];
  });
  return {
    tool: tool.address,
    tasks: ranked.length,
    found: ranked.filter(isFound).length,
    add: helped.length === 0 || helped.includes(true) ? wordsToAdd(ranked, tool) : [],
    tried: helped.length > 0,
    tellApart: [...new Set(takers)],
  };
}

function takerOf({ taker }: RankedTask, tools: readonly SearchedItem[]): SearchedItem | undefined {
  return taker === null ? undefined : tools[taker];
}

function describeTask(one: RankedTask, tools: readonly SearchedItem[], words: WordSearch): TaskFindability {
  const { task, tool: at, rank, ownRank, isShownByCli } = one;
  const tool = tools[at] as SearchedItem;
  const taker = takerOf(one, tools);
  const missing = rank === 1 ? [] : missingWords(task, tool);
  const remedy = missing.length > 0 ? 'add-words' : 'mend-task';
  const advice = taker?.namespace === tool.namespace ? 'tell-apart' : remedy;
  return {
    ...{
      id: task.id,
      task: maskKeyForms(task.task),
      tool: tool.address,
      place: task.place,
      found: isFound(one),
    },
    ...{ rankInNamespace: ownRank, rank, shownByCli: isShownByCli },
    taker:
      taker && one.taker !== null
        ? { tool: taker.address, words: wonBy(task.task, at, one.taker, words) }
        : null,
    ...{ missing, advice: rank === 1 ? null : advice },
  };
}

/** The words that only the taker has; if there are none, the words that it has too, but in better places. */
function wonBy(text: string, tool: number, taker: number, words: WordSearch): readonly string[] {
  const [own, its] = [new Set(words.matched(text, tool)), words.matched(text, taker)];
  const more = its.filter((word) => !own.has(word));
  return more.length > 0 ? more : its;
}
