// What a report says of tasks: ranks where ties count against the tool, who takes a task, advice, and what it is worth.
import { describe, expect, it } from 'vitest';
import { addressTasks, type SearchedItem } from '../../../../src/catalogue/logic/catalogue.js';
import { createCliSearch } from '../../../../src/catalogue/logic/cli-search.js';
import { createWordSearch } from '../../../../src/catalogue/logic/word-search.js';
import { missingWords, tryAdvice, wordsToAdd } from '../../../../src/features/find/logic/advice.js';
import { isFound, rankTasks } from '../../../../src/features/find/logic/rank-tasks.js';
import { reportFindability } from '../../../../src/features/find/logic/report.js';
import { tool } from '../../../catalogue/logic/catalogue.js';

const tools = [
  tool('tides', 'Tides at a station'),
  tool('levels', 'Water levels at a station'),
  tool('twin', 'Water levels at a station'),
  tool('flood', 'Flood warnings', 'rivers'),
];

function asked(text: string, wanted: string | string[], values: Record<string, unknown> = {}) {
  const task = {
    id: text,
    task: text,
    tool: wanted,
    arguments: values,
    place: { file: 'tasks.jsonl', line: 1 },
  };
  return addressTasks([task], tools);
}

function rank(text: string, wanted: string | string[]) {
  const search = { words: createWordSearch(tools), cli: createCliSearch(tools) };
  return rankTasks(asked(text, wanted), { tools, ...search });
}

describe('ranks', () => {
  it.each([
    ['tides', 'tides', { rank: 1, ownRank: 1, taker: null, isShownByCli: true }],
    // Twins score the same, which counts against each of them.
    ['water station', 'twin', { rank: 2, ownRank: 2, taker: 1, isShownByCli: true }],
    ['flood warnings at a station', 'tides', { rank: 2, ownRank: 1, taker: 3 }],
    ['flood warnings', 'tides', { rank: null, ownRank: null, taker: 3, isShownByCli: false }],
    ['tides or floods (', 'tides', { rank: 1, isShownByCli: false }],
    ['( tides', 'tides', { rank: 1, isShownByCli: 'breaks' }],
    ['nothing known', 'tides', { rank: null, ownRank: null, taker: null }],
  ])('%s → %s', (text, wanted, expected) => {
    expect(rank(text, wanted)).toMatchObject([expected]);
  });

  it('any of several wanted tools will do, and they do not compete', () => {
    expect(rank('water levels', ['levels', 'twin', 'gone'])).toMatchObject([
      { rank: 1, ownRank: 1, taker: null },
    ]);
  });

  it('found is first in the namespace and among ten of the catalogue', () => {
    const [one] = rank('tides', 'tides');
    if (!one) throw new Error('no rank');
    expect([10, 11, null].map((at) => isFound({ ...one, rank: at }))).toEqual([true, false, false]);
    expect(isFound({ ...one, ownRank: 2 })).toBe(false);
  });
});

it.each<[string, Record<string, unknown>, string[]]>([
  ['Show current depth for Hamburg', {}, ['current', 'depth']],
  ['Depth? Berths in the harbour. Locks nearby', {}, ['depth', 'berths', 'harbour', 'locks', 'nearby']],
  ['"Quoted depth" of eu ports2 in 2024', {}, ['quoted', 'depth']],
  ['salinity and depth of north sea', { place: ['North', { sea: 'sea' }], n: 5 }, ['salinity', 'depth']],
  ['tides at all stations of the ports', {}, ['stations']],
  ['depth on bioRxiv and arXiv, from a webSocket', {}, ['depth']],
])('words that "%s" could give a tool', (text, values, words) => {
  const [task] = asked(text, 'tides', values);
  const [first] = tools;
  expect(task && first && missingWords(task, first)).toEqual(words);
});

it('advises five words at most, those of most tasks first', () => {
  const [first = tool('none', '')] = tools;
  const texts = ['one six flood depth salt', 'wind depth salt', 'ebb depth'];
  expect(
    wordsToAdd(
      texts.flatMap((text) => rank(text, 'tides')),
      first,
    ),
  ).toEqual([...['depth', 'salt', 'one', 'six', 'flood']]);
});

it('reports each task, each tool and the whole', () => {
  const tasks = [
    ...asked('tides at a station tomorrow', 'tides'),
    ...asked('salinity of water', 'tides'),
    ...asked('water levels', 'twin'),
    ...asked('warnings of Hamburg', 'tides', {}),
    ...asked('water salinity at a station', 'tides'),
  ];
  const report = reportFindability(tasks, tools);
  expect(report.summary).toEqual({
    ...{ tasks: 5, tools: 2, catalogue: { tools: 4, namespaces: 2 } },
    ...{ found: 1, firstInNamespace: 1, amongTen: 3, firstInCatalogue: 1, shownByCli: 1, breaksCli: 0 },
    adviceLeftOut: 0,
  });
  expect(report.tools).toEqual([
    {
      ...{ tool: 'ports/tool/main.tides', tasks: 4, found: 1, tried: true },
      ...{ add: ['salinity', 'water', 'warnings'], tellApart: ['ports/tool/main.levels'] },
    },
    {
      ...{ tool: 'ports/tool/main.twin', tasks: 1, found: 0, tried: false },
      add: [],
      tellApart: ['ports/tool/main.levels'],
    },
  ]);
  expect(report.tasks.map(({ advice, missing, taker }) => ({ advice, missing, taker }))).toEqual([
    { advice: null, missing: [], taker: null },
    {
      ...{ advice: 'tell-apart', missing: ['salinity', 'water'] },
      taker: { tool: 'ports/tool/main.levels', words: ['water'] },
    },
    {
      advice: 'tell-apart',
      missing: [],
      taker: { tool: 'ports/tool/main.levels', words: ['water', 'levels'] },
    },
    {
      ...{ advice: 'add-words', missing: ['warnings'] },
      taker: { tool: 'rivers/tool/main.flood', words: ['warnings'] },
    },
    {
      ...{ advice: 'tell-apart', missing: ['water', 'salinity'] },
      taker: { tool: 'ports/tool/main.levels', words: ['water'] },
    },
  ]);
});

it('sends a task to be mended if no word is missing and another provider takes it', () => {
  const ports = [tool('station', 'Station'), tool('station', 'Station', 'station')];
  const [task] = addressTasks(
    [{ id: '1', task: 'station', tool: 'ports/tool/main.station', arguments: {}, place: {} }],
    ports,
  );
  const { tasks } = reportFindability(task ? [task] : [], ports);
  expect(tasks).toMatchObject([{ found: true, rank: 2, missing: [], advice: 'mend-task' }]);
});

const harbours: SearchedItem[] = [
  tool('a', 'Tides'),
  tool('b', 'Harbour', 'rivers'),
  tool('c', 'Other', 'x'),
];
const askedOf = (texts: string[], wanted: string) =>
  texts.flatMap((text) =>
    addressTasks([{ id: text, task: text, tool: wanted, arguments: {}, place: {} }], harbours),
  );

it('tries advice only on tasks from which it does not come', () => {
  const search = { words: createWordSearch(harbours), cli: createCliSearch(harbours) };
  const texts = ['salinity', 'salinity now', 'salinity today', 'depth'];
  const ranked = rankTasks([...askedOf(texts, 'a'), ...askedOf(['harbour'], 'b')], {
    tools: harbours,
    ...search,
  });
  const all = { tools: harbours, items: harbours };
  // Of b there is one task only. "depth" is advised while the first task is held back, but not for itself.
  expect(tryAdvice(ranked, all, 'first')).toEqual({
    figures: {
      ...{ heldBack: 'first', tools: 1, first: { before: 0, after: 1 }, gained: 1, lost: 0 },
      shownByCli: { before: 0, after: 1 },
      advised: { tools: 1, first: { before: 0, after: 1 } },
    },
    helped: new Map([[0, true]]),
  });
  expect(tryAdvice(ranked, all, 'last')).toMatchObject({
    figures: { first: { before: 0, after: 0 } },
    helped: new Map([[0, false]]),
  });
});

it.each<[string, string[], string[], boolean]>([
  ['helps another task', ['salinity', 'salinity of the sea'], ['salinity', 'sea'], true],
  ['helps in one of two tries', ['salinity', 'salinity soon', 'depth'], ['salinity', 'soon', 'depth'], true],
  ['helps no other task', ['salinity', 'depth'], [], true],
  ['is untried, since the other task is first', ['tides', 'salinity'], ['salinity'], false],
  ['is untried, since there is no other task', ['salinity'], ['salinity'], false],
])('advice that %s', (_, texts, add, tried) => {
  const { tools: found, summary } = reportFindability(askedOf(texts, 'a'), harbours);
  expect(found).toMatchObject([{ add, tried }]);
  expect(summary.adviceLeftOut).toBe(add.length > 0 ? 0 : 1);
});
