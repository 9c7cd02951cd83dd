// A trial among other tools: which are offered under which names, what a search shows, and what is kept of it.
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Among } from '../../../src/features/trial/add-distractors.js';
import { readTarget } from '../../../src/features/trial/read-target.js';
import { compareTrialFiles, replayTrial } from '../../../src/features/trial/result.js';
import { planTrial, runTrial, type TrialOptions } from '../../../src/features/trial/run.js';
import { Island } from '../../../src/island/island.js';
import { readTrial } from '../../../src/trials/trial-file.js';
import {
  type ModelReply,
  type ModelRequest,
  type OpenAiServer,
  startOpenAiServer,
} from '../../evaluators/openai-server.js';

interface Tool {
  readonly description: string;
  readonly tests?: readonly object[];
}

function schema(namespace: string, tools: Record<string, Tool>): string {
  const parameters = [
    {
      position: { key: 'place', value: '{{USER_PARAM}}', location: 'query' },
      z: { primitive: 'string()', options: [] },
    },
  ];
  const all = Object.entries(tools).map(([name, tool]) => [
    name,
    { method: 'GET', path: '/', parameters, tests: [], ...tool },
  ]);
  const main = { namespace, name: namespace, version: '4.0.0', root: 'https://api.example.org' };
  return `export const main = ${JSON.stringify({ ...main, tools: Object.fromEntries(all) })};`;
}

const FERRY = {
  nextFerry: {
    description: 'Departure of the next ferry at a landing.',
    tests: [{ _description: 'When does the next ferry leave Port Ann?', place: 'Port Ann' }],
  },
};

let fixture: FsFixture;
let model: OpenAiServer;
let answer: (task: string, request: ModelRequest) => ModelReply;
beforeEach(async () => {
  fixture = await createFixture({
    ferry: { 'lines.mjs': schema('ferry', FERRY) },
    all: {
      ferry: {
        'lines.mjs': schema('ferry', { ...FERRY, oldFerry: { description: 'Gone.' } }),
        'piers.mjs': schema('ferry', { piers: { description: 'All piers.' } }),
      },
      rail: { 'trains.mjs': schema('rail', { nextTrain: { description: 'Departure of the next train.' } }) },
      bus: {
        'buses.mjs': schema('bus', {
          nextBus: { description: 'Departure of the next bus at a stop.' },
          stops: { description: 'All stops.' },
        }),
        // Has the name of another tool of its namespace.
        'more.mjs': schema('bus', { stops: { description: 'More stops.' } }),
      },
      old: { 'old.mjs': 'export const main = {' },
    },
  });
  process.env.FLOWMCP_JUDGE_API_KEY = 'key-of-a-server-0123456789';
  model = await startOpenAiServer((request) =>
    answer(request.body.messages.find(({ role }) => role === 'user')?.content ?? '', request),
  );
});
afterEach(async () => {
  delete process.env.FLOWMCP_JUDGE_API_KEY;
  await model.close();
  await fixture.rm();
});

const openIsland = () => new Island(fixture.getPath('none'));
const among = (what: Among['what'], more: Partial<Among> = {}): Among => ({
  what,
  in: fixture.getPath('all'),
  openIsland,
  ...more,
});

const ask = (what: Among['what'], more: Partial<TrialOptions> = {}) =>
  runTrial({
    openIsland,
    targets: [fixture.getPath('ferry/lines.mjs')],
    among: among(what),
    model: 'local/small',
    apiBase: model.apiBase,
    samples: 1,
    out: fixture.getPath('trial.jsonl'),
    ...more,
  });

const offered = async (what: Among['what'], seed = 1, more: Partial<Among> = {}) => {
  const targets = [fixture.getPath('ferry/lines.mjs')];
  const { target, problems } = await readTarget(
    { kind: 'servers', sources: { targets } },
    { among: among(what, more), seed },
  );
  return { names: target?.tools.map(({ name }) => name), tasks: target?.tasks, problems };
};

describe('a number of other tools', () => {
  it('are those of other namespaces, always the same ones, and all have the names of FlowMCP', async () => {
    const three = await offered(3);
    expect(three.names?.[0]).toBe('next_ferry_ferry');
    expect([...(three.names ?? [])].sort()).toEqual([
      'next_bus_bus',
      'next_ferry_ferry',
      'next_train_rail',
      'stops_bus',
    ]);
    expect(three.tasks).toMatchObject([{ id: 'ferry.lines.nextFerry#1', tool: 'next_ferry_ferry' }]);
    expect(three.problems).toMatchObject([
      { severity: 'warning', where: { file: expect.stringContaining('old') } },
    ]);
    // A smaller number is the beginning of a larger one, and another seed chooses others.
    expect((await offered(2)).names).toEqual(three.names?.slice(0, 3));
    const firsts = await Promise.all(
      [1, 2, 3, 4, 5].map(async (seed) => (await offered(1, seed)).names?.[1]),
    );
    expect(new Set(firsts).size).toBeGreaterThan(1);
    // Another provider leaves the choice among the others as it is.
    await fixture.mkdir('all/tram');
    await fixture.writeFile('all/tram/lines.mjs', schema('tram', { nextTram: { description: 'Trams.' } }));
    const four = (await offered(4)).names?.filter((name) => !name.endsWith('_tram'));
    expect(four).toEqual(three.names);
  });

  it('tells apart tools of one name in a provider folder', async () => {
    await fixture.writeFile('ferry/more.mjs', schema('ferry', FERRY));
    const { target } = await readTarget(
      { kind: 'servers', sources: { targets: [fixture.getPath('ferry')] } },
      { among: among(1), seed: 1 },
    );
    const names = ['lines.next_ferry_ferry', 'more.next_ferry_ferry'];
    expect(target?.tools.slice(0, 2).map(({ name }) => name)).toEqual(names);
    expect(target?.tasks.map(({ tool }) => tool)).toEqual(names);
  });

  it('are refused if there are fewer', async () => {
    const found = await offered(4);
    expect(found).toMatchObject({ names: undefined });
    expect(found.problems.at(-1)).toMatchObject({ code: 'TRI-015', args: { found: 3, wanted: 4 } });
    expect((await offered('search', 1, { in: undefined })).problems.at(-1)).toMatchObject({
      code: 'TRI-015',
      args: { found: 0, wanted: 1 },
    });
  });

  it('may be confused with the right one', async () => {
    answer = () => ({ calls: [{ name: 'next_bus_bus', arguments: { place: 'Port Ann' } }] });
    const asked = await ask(3);
    expect(asked.results).toMatchObject([
      { among: 3, confusion: [{ wanted: 'next_ferry_ferry', chosen: 'next_bus_bus', count: 1 }] },
    ]);
    expect(replayTrial(fixture.getPath('trial.jsonl'), {})).toEqual(asked);
    await ask(2, { out: fixture.getPath('two.jsonl') });
    expect(compareTrialFiles(fixture.getPath('trial.jsonl'), fixture.getPath('two.jsonl'))).toMatchObject({
      errors: [{ code: 'TRI-010', args: { reason: expect.stringContaining('the tools on offer') } }],
    });
  });
});

/** Searches for these words one after the other, then gives the last reply. */
function searchFor(queries: readonly string[], last: ModelReply): void {
  answer = (_, { body }) => {
    const query = queries[body.messages.filter(({ role }) => role === 'tool').length];
    if (query === undefined) return last;
    return { calls: [{ name: 'search', arguments: query === '{' ? query : { query } }] };
  };
}

const calls = (tool: unknown, input: unknown = { place: 'Port Ann' }): ModelReply => ({
  calls: [{ name: 'call', arguments: { tool, arguments: input } }],
});

describe('behind a search', () => {
  it('the model sees two tools, what it finds, and nothing else', async () => {
    searchFor(['train ferry', 'departure ferry'], calls('next_ferry_ferry'));
    const asked = await ask('search');
    expect(asked.results).toMatchObject([
      {
        ...{ among: 'search', engine: 'flowmcp-cli', success: { rate: 1 }, calls: 3 },
        queries: { asked: 2, empty: 1 },
        tokens: { in: 33, out: 21 },
      },
    ]);
    const bodies = model.requests.map(({ body }) => body);
    expect(bodies.map(({ tools }) => tools?.map(({ function: { name } }) => name))).toEqual(
      Array(3).fill(['search', 'call']),
    );
    const [none = '', found = ''] = (bodies[2]?.messages ?? []).flatMap(({ role, content }) =>
      role === 'tool' ? [content] : [],
    );
    expect(JSON.parse(none)).toEqual([]);
    expect(JSON.parse(found)).toMatchObject([
      {
        name: 'next_ferry_ferry',
        description: FERRY.nextFerry.description,
        inputSchema: { required: ['place'] },
      },
    ]);
    const { header, attempts } = readTrial(fixture.getPath('trial.jsonl'));
    expect(header.tools.map(({ name }) => name).sort()).toEqual([
      'next_bus_bus',
      'next_ferry_ferry',
      'next_train_rail',
      'piers_ferry',
      'stops_bus',
    ]);
    expect(attempts).toMatchObject([
      {
        steps: 3,
        calls: [{ name: 'next_ferry_ferry', input: { place: 'Port Ann' } }],
        queries: [
          { query: 'train ferry', hits: [] },
          { query: 'departure ferry', hits: ['next_ferry_ferry'] },
        ],
      },
    ]);
    expect(replayTrial(fixture.getPath('trial.jsonl'), {})).toEqual(asked);
  });

  it.each<[string, string[], ModelReply, string, number]>([
    ['a miss', ['bus'], calls('next_bus_bus'), 'not-found', 2],
    ['a wrong choice', ['departure'], calls('next_bus_bus'), 'wrong-tool', 2],
    ['no search', [], { says: 'No.' }, 'no-call', 1],
    ['a search without an end', Array(9).fill('ferry'), { says: 'Never said.' }, 'no-call', 6],
    ['a tool that is not there', ['ferry'], calls('ferry'), 'unknown-tool', 2],
    ['a call of no tool', ['ferry'], calls(7), 'unknown-tool', 2],
    [
      'a call that cannot be read',
      ['ferry'],
      { calls: [{ name: 'call', arguments: '{' }] },
      'unknown-tool',
      2,
    ],
    [
      'a tool called by itself',
      ['ferry'],
      { calls: [{ name: 'next_ferry_ferry', arguments: {} }] },
      'unknown-tool',
      2,
    ],
    ['arguments that are text', ['ferry'], calls('next_ferry_ferry', '{}'), 'invalid-call', 2],
    ['words that break the search', ['ferry ('], { says: 'No.' }, 'not-found', 2],
    ['a query that cannot be read', ['{', 'ferry'], calls('next_ferry_ferry'), 'success', 3],
  ])('%s', async (_, queries, last, outcome, requests) => {
    searchFor(queries, last);
    const { results } = await ask('search');
    expect(results[0]?.perTask).toMatchObject([{ outcomes: [outcome] }]);
    expect(model.requests).toHaveLength(requests);
    expect(results).toMatchObject([{ calls: requests }]);
  });

  it('each request counts for the budget, and what was kept is not asked again', async () => {
    const tasks = ['one', 'two'].map((id) => ({ id, task: id, tool: 'nextFerry' }));
    await fixture.writeFile('tasks.jsonl', tasks.map((task) => JSON.stringify(task)).join('\n'));
    searchFor(['ferry'], calls('next_ferry_ferry'));
    const more = { tasks: fixture.getPath('tasks.jsonl'), concurrency: 1 };
    const stopped = await ask('search', { ...more, maxCalls: 3 });
    expect(stopped).toMatchObject({
      errors: [{ code: 'TRI-007', args: { budget: '--max-calls 3', missing: 1, all: 2 } }],
      results: [{ calls: 2, isWhole: false }],
    });
    expect(model.requests).toHaveLength(3);
    expect(await ask('search', { ...more, maxCalls: 4 })).toMatchObject({
      status: true,
      results: [{ calls: 4 }],
    });
    expect(model.requests).toHaveLength(5);
  });

  it('another engine or another tag is another trial', async () => {
    searchFor(['ferry'], calls('next_ferry_ferry'));
    await ask('search');
    const words = { among: among('search', { engine: 'words' }) };
    await expect(ask('search', words)).rejects.toThrow(/TRI-012/);
    const tagged = schema('rail', { nextTrain: { description: 'Departure of the next train.' } });
    await fixture.writeFile('all/rail/trains.mjs', tagged.replace('"name"', '"tags":["ferry"],"name"'));
    await expect(ask('search')).rejects.toThrow(/TRI-012/);
  });

  it('tools with the name of another are left out, and a plan says so', async () => {
    const { results, warnings } = await planTrial({
      openIsland,
      targets: [fixture.getPath('ferry/lines.mjs')],
      among: among('search'),
      samples: 1,
    });
    expect(results).toMatchObject([{ tools: 5, calls: 2 }]);
    expect(warnings.find(({ code }) => code === 'TRI-016')).toMatchObject({
      args: { count: 1, tools: 'bus/tool/more.stops' },
    });
  });

  it('the tools of a server have their own names', async () => {
    const tool = { name: 'next_ferry', description: 'The next ferry.', inputSchema: { type: 'object' } };
    await fixture.writeFile('server.json', JSON.stringify({ serverInfo: { name: 'boats' }, tools: [tool] }));
    await fixture.writeFile(
      'tasks.jsonl',
      JSON.stringify({ id: 'a', task: 'Next boat?', tool: 'next_ferry' }),
    );
    searchFor(['boats'], calls('next_ferry', {}));
    const more = {
      targets: [],
      snapshots: [fixture.getPath('server.json')],
      tasks: fixture.getPath('tasks.jsonl'),
    };
    const engine = { among: among('search', { engine: 'words' }) };
    expect(await ask('search', { ...more, ...engine })).toMatchObject({
      results: [{ engine: 'words', success: { rate: 1 } }],
    });
  });
});
