import type { SearchedItem } from '../../../catalogue/logic/catalogue.js';
import { createCliSearch } from '../../../catalogue/logic/cli-search.js';
import { createWordSearch, fieldsOf, splitWords } from '../../../catalogue/logic/word-search.js';
import { groupBy } from '../../../values/group-by.js';
import { type RankedTask, rankTasks } from './rank-tasks.js';

/** Words without a subject of their own, and those that say no more than that something is wanted. */
const STOP_WORDS = new Set(
  `about above after again against all also and any are basic because been before being below between both but call
can could did does doing down during each either every fetch fetches fetching few find for from further get gets
had has have having her here hers him his how into its itself just let list many may more most much must near
neither nor not now off once only other our ours out over own per please retrieve return returns same she should
show shows since some such test testing tests than that the their theirs them then there these they this those
through too under until upon use used uses using very via want was were what when where whether which while who
whom whose why will with within without would you your yours`.split(/\s+/),
);

const MOST_WORDS = 5;

/**
 * The words of a task that its tool lacks and could have in its description. Left out are stop words, words of up to two
 * letters or with a digit, words of the task's own values, and names: words with a capital letter inside a sentence or inside
 * the word.
 */
export function missingWords({ task, arguments: values }: RankedTask['task'], tool: SearchedItem): string[] {
  const left = new Set([...Object.values(fieldsOf(tool)), ...textsIn(values)].flatMap(splitWords));
  return [...new Set(commonWords(task))].filter(
    (word) => [...word].length > 2 && !/\p{N}/u.test(word) && !STOP_WORDS.has(word) && !left.has(word),
  );
}

function commonWords(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: found, index }) => {
    const isInside = !/(?:^|[.!?:])[^\p{L}\p{N}]*$/u.test(text.slice(Math.max(0, index - 10), index));
    const words = splitWords(found);
    // The pieces of a name such as bioRxiv are no words for a description.
    return (isInside && /^\p{Lu}/u.test(found)) || words.length > 1 ? [] : words;
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return value === null || value === undefined ? [] : [String(value)];
}

/**
 * The words that would help a tool most, those of most tasks first; five at most. Asked for are the tasks that do not
 * find it first in the catalogue.
 */
export function wordsToAdd(ranked: readonly RankedTask[], tool: SearchedItem): string[] {
  const counts = new Map<string, number>();
  for (const { task, rank } of ranked) {
    if (rank === 1) continue;
    for (const word of missingWords(task, tool)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_WORDS)
    .map(([word]) => word);
}

/** What the advice is worth on a task of each tool from which it does not come. */
export interface HeldBack {
  readonly heldBack: 'first' | 'last';
  /** Tools with two or more tasks; each has one task held back. */
  readonly tools: number;
  /** Held-back tasks that find their tool first in the catalogue. */
  readonly first: Change;
  readonly gained: number;
  readonly lost: number;
  /** Those that flowmcp-cli shows among ten. */
  readonly shownByCli: Change;
  /** The part of the tools for which there is advice. */
  readonly advised: { readonly tools: number; readonly first: Change };
}

interface Change {
  readonly before: number;
  readonly after: number;
}

export interface TriedAdvice {
  readonly figures: HeldBack;
  /**
   * Whether the advice for a tool moved its held-back task up, by index among the tools. Tools without advice, or whose
   * held-back task is first without it, are left out.
   */
  readonly helped: ReadonlyMap<number, boolean>;
}

/**
 * Holds back one task of each tool, adds the words that the others advise to the descriptions of all tools at once, and
 * ranks what was held back again.
 */
export function tryAdvice(
  ranked: readonly RankedTask[],
  { tools, items }: { readonly tools: readonly SearchedItem[]; readonly items: readonly SearchedItem[] },
  heldBack: 'first' | 'last',
): TriedAdvice {
  const known = new Map<string, readonly string[]>();
  const held: RankedTask[] = [];
  for (const [at, all] of groupBy(ranked, ({ tool }) => tool)) {
    const tool = tools[at];
    const one = all.at(heldBack === 'first' ? 0 : -1);
    if (!tool || !one || all.length < 2) continue;
    held.push(one);
    const others = all.filter((each) => each !== one);
    known.set(tool.address, wordsToAdd(others, tool));
  }
  const advised = (item: SearchedItem): SearchedItem => {
    const words = known.get(item.address) ?? [];
    return words.length > 0 ? { ...item, description: [item.description, ...words].join(' ') } : item;
  };
  const search = { words: createWordSearch(tools.map(advised)), cli: createCliSearch(items.map(advised)) };
  const again = rankTasks(
    held.map(({ task }) => task),
    { tools, ...search },
  );
  const pairs = held.flatMap((before, at) => {
    const after = again[at];
    return after
      ? [{ before, after, isAdvised: (known.get(tools[before.tool]?.address ?? '') ?? []).length > 0 }]
      : [];
  });
  const changeOf = (some: typeof pairs, isGood: (one: RankedTask) => boolean): Change => ({
    before: some.filter(({ before }) => isGood(before)).length,
    after: some.filter(({ after }) => isGood(after)).length,
  });
  const isFirst = ({ rank }: RankedTask) => rank === 1;
  const advisedPairs = pairs.filter(({ isAdvised }) => isAdvised);
  const figures = {
    heldBack,
    tools: pairs.length,
    first: changeOf(pairs, isFirst),
    gained: pairs.filter(({ before, after }) => !isFirst(before) && isFirst(after)).length,
    lost: pairs.filter(({ before, after }) => isFirst(before) && !isFirst(after)).length,
    shownByCli: changeOf(pairs, ({ isShownByCli }) => isShownByCli === true),
    advised: { tools: advisedPairs.length, first: changeOf(advisedPairs, isFirst) },
  };
  const helped = advisedPairs.flatMap(({ before, after }): [number, boolean][] =>
    isFirst(before) ? [] : [[before.tool, placeOf(after) < placeOf(before)]],
  );
  return { figures, helped: new Map(helped) };
}

/** A tool that is not found comes after all others. */
function placeOf({ rank }: RankedTask): number {
  return rank ?? Number.POSITIVE_INFINITY;
}
