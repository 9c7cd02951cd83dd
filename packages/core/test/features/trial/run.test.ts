// A trial with a scripted model: what is sent, what is kept, what goes on after a kill, and what ends the asking.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareTrialFiles, replayTrial } from '../../../src/features/trial/result.js';
import { planTrial, runTrial, type TrialOptions } from '../../../src/features/trial/run.js';
import { Island } from '../../../src/island/island.js';
import { footerOf } from '../../../src/trials/logic/trial-lines.js';
import { openTrialFile } from '../../../src/trials/trial-file.js';
import { keptIn } from '../../../src/trials/trial-places.js';
import {
  type ModelReply,
  type ModelRequest,
  type OpenAiServer,
  startOpenAiServer,
} from '../../evaluators/openai-server.js';

const KEY = 'key-of-a-server-0123456789';
let folder: string;
let model: OpenAiServer;
let answer: (task: string, request: ModelRequest, count: number) => ModelReply;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trial-'));
  process.env.FLOWMCP_JUDGE_API_KEY = KEY;
  model = await startOpenAiServer((request, count) =>
    answer(request.body.messages.at(-1)?.content ?? '', request, count),
  );
});
afterEach(async () => {
  delete process.env.FLOWMCP_JUDGE_API_KEY;
  await model.close();
});

const TOOLS = [
  {
    name: 'getPrice',
    description: 'Price of a coin.',
    inputSchema: { properties: { coin: { type: 'string' } }, required: ['coin'] },
  },
  { name: 'get/volume', description: 'Volume of a coin.' },
  { name: 'listCoins' },
];
const TASKS = [
  { id: 'price', task: 'What is one bitcoin worth?', tool: 'getPrice', arguments: { coin: 'bitcoin' } },
  { id: 'volume', task: 'How much is traded?', tool: 'get/volume' },
  { id: 'coins', task: 'Which coins are there?', tool: 'listCoins' },
  { id: 'none', task: 'Book me a flight.', tool: null },
];

function fileOf(name: string, content: unknown): string {
  const file = join(folder, name);
  const text = Array.isArray(content)
    ? content.map((one) => `${JSON.stringify(one)}\n`).join('')
    : JSON.stringify(content);
  writeFileSync(file, text);
  return file;
}

const out = () => join(folder, 'trial.jsonl');
const openIsland = () => new Island(join(folder, 'island'));
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1);

function ask({ tools = TOOLS, tasks = TASKS, ...more }: Partial<Asked> = {}) {
  return runTrial({
    openIsland,
    snapshots: [fileOf('server.json', { tools })],
    tasks: tasks && fileOf('tasks.jsonl', tasks),
    model: 'local/small',
    apiBase: model.apiBase,
    samples: 2,
    out: out(),
    now: () => new Date('2026-11-30T01:00:00Z'),
    ...more,
  });
}

interface Asked extends Omit<TrialOptions, 'tasks'> {
  readonly tools: readonly object[];
  /** null: the tests of the target. */
  readonly tasks: readonly object[] | null;
}

/** Answers each task as it should be. */
const right = (task: string): ModelReply => {
  if (task.includes('bitcoin')) return { calls: [{ name: 'getPrice', arguments: { coin: 'Bitcoin' } }] };
  if (task.includes('traded')) return { calls: [{ name: 'get_volume', arguments: {} }] };
  if (task.includes('coins')) return { calls: [{ name: 'listCoins', arguments: '' }] };
  return { says: 'No tool does that.' };
};

it('a model that does everything right succeeds, and is sent what the file shows', async () => {
  answer = right;
  const { status, results, errors, warnings } = await ask();
  expect({ status, errors, warnings }).toEqual({ status: true, errors: [], warnings: [] });
  expect(results).toMatchObject([
    {
      success: { rate: 1, n: 4 },
      calls: 8,
      tokens: { in: 8 * 11, out: 8 * 7 },
      askedAt: new URL(model.apiBase).origin,
    },
  ]);
  const first = model.requests.find(({ body }) => body.messages.at(-1)?.content.includes('bitcoin'));
  expect(first?.body).toMatchObject({ temperature: 0, seed: 1, tool_choice: 'auto', model: 'small' });
  expect(first?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(first?.body.tools?.map(({ function: { name, parameters } }) => [name, parameters.type])).toEqual([
    ['getPrice', 'object'],
    ['get_volume', 'object'],
    ['listCoins', 'object'],
  ]);
  // The other sample has another order, the same for all tasks.
  const orders = model.requests.map(({ body }) => body.tools?.map((one) => one.function.name).join());
  expect(new Set(orders).size).toBe(2);
  expect(statSync(out()).mode & 0o777).toBe(0o600);
});

it('shows exactly the confusion there is, and calls nobody but the model', async () => {
  const strangers: string[] = [];
  const origin = createServer((request, response) => {
    strangers.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
  const schema = `export const main = {
    namespace: 'coins', name: 'Coins', description: 'Coins.', version: '4.0.0', root: '${root}',
    tools: {
      getPrice: { method: 'GET', path: '/price', description: 'Price.', parameters: [
        { position: { key: 'coin', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } } ],
        tests: [1, 2, 3].map((n) => 0) },
    },
  };`.replace(
    '[1, 2, 3].map((n) => 0)',
    `[
        { _description: 'What is bitcoin worth?', coin: 'bitcoin' },
        { _description: 'What is ether worth?', coin: 'ether' },
        { _description: 'Price of the second largest coin', coin: 'ethereum' } ]`,
  );
  const file = join(folder, 'coins.mjs');
  writeFileSync(
    file,
    schema.replace(
      '\n    },\n  };',
      `
      getVolume: { method: 'GET', path: '/volume', description: 'Volume.', parameters: [],
        tests: [{ _description: 'How much is traded?' }] },
    },
  };`,
    ),
  );
  answer = (task) => ({ calls: [{ name: 'getVolume', arguments: {} }], says: task });
  const { results, warnings } = await ask({ snapshots: [], targets: [file], tasks: null, samples: 3 });
  origin.close();
  expect(results).toMatchObject([
    {
      target: file,
      confusion: [{ wanted: 'getPrice', chosen: 'getVolume', count: 9 }],
      outcomes: { success: 3, 'wrong-tool': 9 },
      tasks: { asked: 4, notSelfContained: 1 },
      tools: [
        { tool: 'getPrice', takes: 0, loses: 9 },
        { tool: 'getVolume', takes: 9, loses: 0 },
      ],
    },
  ]);
  expect(warnings).toMatchObject([{ code: 'TRI-005', args: { tasks: 'coins.coins.getPrice#3' } }]);
  expect(strangers).toEqual([]);
  expect(model.requests).toHaveLength(12);
});

it('tells apart tools of one name in several schemas of a folder', async () => {
  const provider = join(folder, 'coins');
  mkdirSync(provider);
  for (const [schema, key, text] of [
    ['spot', 'coin', 'Price of bitcoin'],
    ['futures', 'symbol', 'Future of bitcoin'],
  ]) {
    const main = `{ namespace: 'coins', name: 'C', description: 'C.', version: '4.0.0', root: 'https://c.example', tools: {
      getPrice: { method: 'GET', path: '/p', description: 'P.', parameters: [
        { position: { key: '${key}', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } } ],
        tests: [{ _description: '${text}', ${key}: 'bitcoin' }] } } }`;
    writeFileSync(join(provider, `${schema}.mjs`), `export const main = ${main};`);
  }
  // Rightly answers one of them, and calls the tool of the other schema for the other.
  answer = () => ({ calls: [{ name: 'spot_getPrice', arguments: { coin: 'bitcoin' } }] });
  const { results, warnings } = await ask({ snapshots: [], targets: [provider], tasks: null });
  expect(warnings).toEqual([]);
  expect(results).toMatchObject([
    {
      success: { rate: 0.5 },
      confusion: [{ wanted: 'futures.getPrice', chosen: 'spot.getPrice', count: 2 }],
    },
  ]);
});

it('every outcome occurs', async () => {
  const replies: Record<string, ModelReply> = {
    success: { calls: [{ name: 'getPrice', arguments: { coin: 'bitcoin' } }] },
    'wrong-arguments': { calls: [{ name: 'getPrice', arguments: { coin: 'ether' } }] },
    'invalid-call': { calls: [{ name: 'getPrice', arguments: '{"coin": ' }] },
    'wrong-tool': { calls: [{ name: 'listCoins', arguments: {} }] },
    'unknown-tool': { calls: [{ name: 'get/volume', arguments: {} }] },
    'several-calls': {
      calls: [
        { name: 'getPrice', arguments: {} },
        { name: 'getPrice', arguments: {} },
      ],
    },
    'no-call': { says: 'Which one?' },
  };
  const tasks = Object.keys(replies).map((id) => ({ ...TASKS[0], id, task: `${id}, please` }));
  answer = (task) => replies[task.split(',')[0] ?? ''] ?? { hangs: true };
  const { results } = await ask({ tasks, samples: 1 });
  const [report] = results;
  expect(report?.perTask.map(({ outcomes }) => outcomes[0])).toEqual(Object.keys(replies));
  // Only a search can miss a tool.
  const { 'not-found': missed, ...others } = report?.outcomes ?? {};
  expect([missed, Object.values(others)]).toEqual([0, Array(7).fill(1)]);
});

describe('a replay', () => {
  it('repeats the result byte by byte, in whatever order the lines stand', async () => {
    answer = (task, _, count) => (count % 3 === 0 ? { says: task } : right(task));
    const asked = await ask();
    const bytes = JSON.stringify(asked);
    const requests = model.requests.length;
    delete process.env.FLOWMCP_JUDGE_API_KEY;
    expect(JSON.stringify(replayTrial(out(), {}))).toBe(bytes);
    const [header = '', ...lines] = linesOf(out()).slice(0, -1);
    const above = [header, ...lines.reverse()].map((line) => `${line}\n`).join('');
    const digest = createHash('sha256').update(above).digest('hex');
    writeFileSync(out(), `${above}${JSON.stringify({ end: true, attempts: lines.length, digest })}\n`);
    expect(JSON.stringify(replayTrial(out(), {}))).toBe(bytes);
    expect(model.requests).toHaveLength(requests);
  });

  it('of a file with one changed byte is refused', async () => {
    answer = right;
    await ask();
    writeFileSync(out(), readFileSync(out(), 'utf8').replace('Bitcoin', 'bitcoin'));
    expect(() => replayTrial(out(), {})).toThrow(/TRI-009/);
    expect(() => replayTrial(join(folder, 'missing.jsonl'), {})).toThrow(/TRI-009.*no such file/);
  });

  it('holds the trial against a bar', async () => {
    answer = right;
    expect(await ask({ minSuccess: 0.8 })).toMatchObject({
      status: true,
      warnings: [{ code: 'TRI-021', args: { n: 4, needed: 'at this rate 16 tasks would settle it' } }],
    });
    expect(replayTrial(out(), { minSuccess: 0.5 })).toMatchObject({ status: true, warnings: [] });
    answer = () => ({ says: 'No.' });
    const failed = await ask({ out: join(folder, 'other.jsonl'), minSuccess: 0.9 });
    expect(failed).toMatchObject({ status: false, errors: [{ code: 'TRI-020', args: { rate: '25.0 %' } }] });
  });
});

describe('a command that was killed', () => {
  it('asks exactly for what is missing, after any line, and ends with the same report', async () => {
    answer = (task, { body }) =>
      body.tools?.[0]?.function.name === 'getPrice' ? right(task) : { says: task };
    const whole = JSON.stringify(await ask());
    const lines = linesOf(out());
    const attempts = lines.length - 2;
    for (let kept = 0; kept < lines.length; kept += 1) {
      const torn = kept % 2 === 0 ? '' : (lines[kept] ?? '').slice(0, 20);
      writeFileSync(
        out(),
        lines
          .slice(0, kept)
          .map((line) => `${line}\n`)
          .join('') + torn,
      );
      if (kept === 0) writeFileSync(out(), '');
      const before = model.requests.length;
      if (kept === 0) {
        await expect(ask()).rejects.toThrow(/TRI-009/);
        continue;
      }
      expect(JSON.stringify(await ask())).toBe(whole);
      expect(model.requests.length - before).toBe(attempts - (kept - 1));
      expect(linesOf(out())).toHaveLength(lines.length);
    }
  });

  it('asks nothing where nothing is missing', async () => {
    answer = right;
    await ask();
    const bytes = readFileSync(out());
    await ask();
    expect(model.requests).toHaveLength(8);
    expect(readFileSync(out())).toEqual(bytes);
  });

  it('goes on in the newest open file of its plan, and begins another where that is whole', async () => {
    answer = right;
    const names: string[] = [];
    const more = { out: undefined, samples: 1, onStart: (file: string) => names.push(file) };
    await ask({ ...more, maxCalls: 2 });
    await ask(more);
    await ask({ ...more, now: () => new Date('2026-11-30T02:00:00Z') });
    const plan = names[0]?.slice(-14, -6);
    const trials = join(folder, 'island', 'trials', 'servers', 'server');
    expect(names).toEqual([
      join(trials, `2026-11-30T01-00-00Z--${plan}.jsonl`),
      join(trials, `2026-11-30T01-00-00Z--${plan}.jsonl`),
      join(trials, `2026-11-30T02-00-00Z--${plan}.jsonl`),
    ]);
    expect(readdirSync(trials)).toHaveLength(2);
    expect(statSync(trials).mode & 0o777).toBe(0o700);
    expect(statSync(names[0] ?? '').mode & 0o777).toBe(0o600);
    expect(model.requests).toHaveLength(8);
  });
});

describe('a budget', () => {
  it.each([
    ['calls', { maxCalls: 3 }, '--max-calls 3'],
    ['tokens', { maxTokens: 3 * 18, concurrency: 1 }, '--max-tokens 54'],
  ])('of %s ends the asking, and a larger one goes on', async (_, options, budget) => {
    answer = right;
    const stopped = await ask(options);
    expect(stopped).toMatchObject({
      status: false,
      errors: [{ code: 'TRI-007', args: { budget, missing: 5, all: 8 } }],
      results: [{ isWhole: false, calls: 3 }],
    });
    expect(replayTrial(out(), {})).toMatchObject({
      status: false,
      errors: [{ code: 'TRI-011', args: { missing: 5, all: 8 } }],
    });
    expect(await ask(options)).toMatchObject({ errors: [{ code: 'TRI-007' }] });
    expect(model.requests).toHaveLength(3);
    expect(await ask()).toMatchObject({ status: true, results: [{ isWhole: true, calls: 8 }] });
    expect(model.requests).toHaveLength(8);
  });
});

it('a budget of tokens ends the asking of a server that counts none, and says that it is an estimate', async () => {
  const body = { id: '1', object: 'chat.completion', created: 1, model: 'x' };
  const choices = [{ index: 0, message: { role: 'assistant', content: 'No tool.' }, finish_reason: 'stop' }];
  answer = () => ({ status: 200, body: JSON.stringify({ ...body, choices }) });
  for (const [maxTokens, requests] of [
    [300, 2],
    [300, 2],
    [100_000, 8],
  ]) {
    const { errors } = await ask({ maxTokens, concurrency: 1 });
    expect(model.requests).toHaveLength(requests ?? 0);
    const said = errors.map(({ code, args }) => [code, String(args?.budget).includes('estimated')]);
    expect(said).toEqual(requests === 8 ? [] : [['TRI-007', true]]);
  }
});

describe('a request that fails', () => {
  it('is no attempt: the others are asked, and it is asked again', async () => {
    answer = (task) =>
      task.includes('traded') ? { status: 400, body: '{"error":{"message":"no"}}' } : right(task);
    const found = await ask({ samples: 1 });
    expect(found).toMatchObject({
      status: false,
      errors: [{ code: 'EVL-035' }],
      results: [{ isWhole: false, tasks: { asked: 3, failed: 1 }, success: { rate: 1, n: 3 } }],
    });
    answer = right;
    expect(await ask({ samples: 1 })).toMatchObject({ status: true, results: [{ calls: 4 }] });
  });

  it.each<[string, ModelReply, string, number]>([
    ['a key that is refused', { status: 401, body: '{}' }, 'EVL-036', 1],
    [
      'a model that takes no tools',
      { status: 400, body: '{"error":{"message":"small does not support tools"}}' },
      'TRI-008',
      1,
    ],
    ['a wrong path', { status: 404, body: 'nothing here' }, 'EVL-035', 3],
  ])('%s ends the asking at once, and leaves no file', async (_, reply, code, requests) => {
    answer = () => reply;
    const found = await ask({ concurrency: 1 });
    expect(found).toMatchObject({ status: false, results: [], errors: [{ code }] });
    expect(model.requests).toHaveLength(requests);
    expect(existsSync(out())).toBe(false);
  });
});

it.each([
  ['both', ['temperature', 'seed']],
  ['only one', ['seed']],
])('what a model refuses is left out, and the report says so: %s', async (_, refusing) => {
  answer = (task, { body }) => {
    const named = refusing.find((option) => Object.hasOwn(body, option));
    if (named === undefined) return right(task);
    const error = { message: `Unsupported value: '${named}' is not taken by this model.`, param: named };
    return { status: 400, body: JSON.stringify({ error }) };
  };
  const { errors, results } = await ask({ concurrency: 1 });
  expect(errors).toEqual([]);
  expect(results).toMatchObject([{ success: { rate: 1 }, leftOut: refusing, calls: 8 }]);
  // Each refusal costs one request, once.
  expect(model.requests.length).toBe(8 + refusing.length);
  const replayed = replayTrial(out(), {});
  expect(replayed.results).toEqual(results);
});

describe('an answer that is not whole is no answer', () => {
  const whole = (message: object, finish_reason: string, usage: object = {}): ModelReply => ({
    status: 200,
    body: JSON.stringify({ choices: [{ message: { role: 'assistant', ...message }, finish_reason }], usage }),
  });
  const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;

  it.each<[string, ModelReply, string]>([
    ['cut off at the output limit', whole({ content: 'Let me' }, 'length'), 'EVL-037'],
    ['taken away by a filter', whole({ content: '' }, 'content_filter'), 'EVL-030'],
    ['whose call got lost', whole({ content: '' }, 'tool_calls'), 'EVL-037'],
    ['nested too deeply to be read', { calls: [{ name: 'listCoins', arguments: deep }] }, 'EVL-054'],
  ])('one %s', async (_, reply, code) => {
    answer = (task) => (task.includes('flight') ? reply : right(task));
    const found = await ask({ samples: 1 });
    expect(found).toMatchObject({ status: false, errors: [{ code }] });
    expect(found).toMatchObject({ results: [{ isWhole: false, success: { n: 3 }, tasks: { failed: 1 } }] });
    expect(model.requests).toHaveLength(4);
  });

  it.each([10.5, 1e20, -5])('but a count of %s tokens is no reason to lose one', async (count) => {
    const usage = { prompt_tokens: count, completion_tokens: 5 };
    answer = () => whole({ content: 'None does that.' }, 'stop', usage);
    const found = await ask({ tasks: TASKS.slice(3) });
    expect(found).toMatchObject({
      status: true,
      results: [{ success: { rate: 1 }, tokens: { in: 0, out: 10 } }],
    });
  });
});

it('the key of the model is nowhere, even where a server repeats it', async () => {
  answer = (task) => ({ calls: [{ name: 'getPrice', arguments: { coin: KEY } }], says: `${task} ${KEY}` });
  const found = await ask({ samples: 1 });
  expect(model.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(readFileSync(out(), 'utf8') + JSON.stringify(found)).not.toContain(KEY);
  expect(linesOf(out())[1]).toContain('[redacted]');
});

it('long texts are cut, and endless nesting is not a call that can be read', async () => {
  answer = () => ({
    calls: [{ name: 'listCoins', arguments: `{"a":${'['.repeat(200)}${']'.repeat(200)}}` }],
    says: 'x'.repeat(5_000),
  });
  const { results } = await ask({ tasks: TASKS.slice(2, 3), samples: 1 });
  expect(results).toMatchObject([{ outcomes: { 'invalid-call': 1 } }]);
  expect(statSync(out()).size).toBeLessThan(5_000);
});

it('of two commands that keep one trial, one stops, and no answer is lost', async () => {
  answer = right;
  await ask({ maxCalls: 2, concurrency: 1 });
  const [header, ...attempts] = linesOf(out()).map((line) => JSON.parse(line));
  for (const file of [out(), join(folder, 'new.jsonl')]) {
    const [one, other] = [openTrialFile(keptIn(file), header), openTrialFile(keptIn(file), header)];
    const attempt = { ...attempts[0], sample: 1 };
    one.add(attempt);
    expect(() => other.add(attempt)).toThrow(/TRI-013/);
    one.add({ ...attempt, task: attempts[1].task });
    expect(() => other.close(true)).toThrow(/TRI-013/);
    expect(one.close(false).attempts).toHaveLength(one.trial.attempts.length + 2);
  }
});

describe('what cannot be asked', () => {
  it('a file of another trial, or of something else, is left as it is', async () => {
    answer = right;
    await ask();
    const bytes = readFileSync(out());
    await expect(ask({ seed: 2 })).rejects.toThrow(/TRI-012/);
    await expect(ask({ out: fileOf('notes.txt', { a: 1 }) })).rejects.toThrow(/TRI-009/);
    await expect(ask({ out: join(folder, 'tasks.jsonl') })).rejects.toThrow(/CLI-006/);
    await expect(ask({ out: join(folder, 'no', 'trial.jsonl') })).rejects.toThrow(/TRI-013/);
    await expect(ask({ out: folder })).rejects.toThrow(
      'the trial cannot be written (it is not a plain file)',
    );
    expect(readFileSync(out())).toEqual(bytes);
    expect(model.requests).toHaveLength(8);
  });

  it.each<[string, object[] | null, string]>([
    ['no tests', null, 'TRI-001'],
    ['a bad line', [{ id: 'a' }], 'TRI-002'],
    ['an unknown tool', [{ ...TASKS[0], tool: 'getPrize' }], 'TRI-003'],
    ['nothing but unsound tasks', [{ ...TASKS[0], arguments: { coins: 'bitcoin' } }], 'TRI-001'],
  ])('%s', async (_, tasks, code) => {
    answer = right;
    const found = await ask({ tasks });
    expect(found).toMatchObject({ status: false, results: [], errors: [{ code }] });
    expect(model.requests).toEqual([]);
    expect(existsSync(out())).toBe(false);
  });

  it('several targets, a missing one, an unknown model', async () => {
    const one = fileOf('a.json', { tools: TOOLS });
    await expect(ask({ snapshots: [one, fileOf('b.json', { tools: TOOLS })] })).rejects.toThrow(
      'which --out does not take',
    );
    expect(await ask({ snapshots: [join(folder, 'none.json')] })).toMatchObject({
      errors: [{ code: 'MCP-030' }],
    });
    await expect(ask({ model: 'small', apiBase: null })).rejects.toThrow(/EVL-032/);
  });
});

it('a plan shows the cost and what is wrong with the tasks, without a model', async () => {
  const tasks = [
    ...TASKS,
    { ...TASKS[0], id: 'typo', arguments: { coins: 'bitcoin' } },
    { ...TASKS[0], id: 'open', task: 'What is it worth?', arguments: {} },
  ];
  const found = await planTrial({
    openIsland,
    snapshots: [fileOf('server.json', { tools: TOOLS })],
    tasks: fileOf('tasks.jsonl', tasks),
    samples: 3,
  });
  expect(found).toMatchObject({
    status: true,
    results: [{ tools: 3, tasks: { toAsk: 5, unsound: 1, notSelfContained: 1 }, calls: 15 }],
    errors: [],
    warnings: [{ code: 'TRI-004', where: { line: 5 } }, { code: 'TRI-005' }],
  });
  const [tokens] = found.results.map((plan) => plan.tokens);
  expect(tokens).toBeGreaterThan(15 * 150);
  expect(tokens).toBeLessThan(15 * 400);
});

it('two trials are compared from their files; an open one is refused', async () => {
  answer = (task) =>
    task.includes('traded') ? { calls: [{ name: 'listCoins', arguments: {} }] } : right(task);
  await ask();
  answer = right;
  const after = join(folder, 'after.jsonl');
  const better = TOOLS.map((tool) =>
    tool.name === 'get/volume' ? { ...tool, description: 'How much is traded.' } : tool,
  );
  await ask({ out: after, tools: better, maxCalls: 4 });
  expect(compareTrialFiles(out(), after)).toMatchObject({
    status: false,
    errors: [{ code: 'TRI-011', where: { file: after } }],
  });
  await ask({ out: after, tools: better });
  expect(compareTrialFiles(out(), after)).toMatchObject({
    status: true,
    results: [
      {
        changed: 'tools',
        gained: ['volume'],
        lost: [],
        difference: { mean: 0.25 },
        p: 1,
        confusion: { went: [{ wanted: 'get/volume', chosen: 'listCoins', count: 2 }] },
      },
    ],
  });
  appendFileSync(after, 'x');
  expect(() => compareTrialFiles(out(), after)).toThrow(/TRI-009/);
});

it('a trial whose first line was edited, and the last one with it, is refused wherever it is read', async () => {
  answer = right;
  await ask();
  const above = `${linesOf(out()).slice(0, -1).join('\n').replace('How much is', 'How much was')}\n`;
  for (const end of ['', footerOf(above, 8)]) {
    writeFileSync(out(), above + end);
    expect(() => replayTrial(out(), {})).toThrow(/TRI-009.*first line/);
    expect(() => compareTrialFiles(out(), out())).toThrow(/TRI-009.*first line/);
    await expect(ask()).rejects.toThrow(/TRI-009.*first line/);
  }
  expect(model.requests).toHaveLength(8);
});
