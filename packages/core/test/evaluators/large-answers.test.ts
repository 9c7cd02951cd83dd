// An answer of an evaluator or a model that is too large to read fails; one within the limits is read.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpEvaluator } from '../../src/evaluators/http.js';
import { createJudge } from '../../src/evaluators/judge.js';
import type { Evaluator } from '../../src/evaluators/logic/evaluator.js';
import { JSON_LIMITS } from '../../src/net/foreign-json.js';
import { commandOf, folderWith } from './command/commands.js';

// A MiB cannot hold as many values as the limit, so lower the limit in this file.
const limits: { values: number } = JSON_LIMITS;
const { values } = limits;

const withItems = (count: number) =>
  `{"score":0.7,"reasoning":"${'r'.repeat(300_000)}","x":[1.0${',{}'.repeat(count)}]}`;
const TOO_LARGE = { problem: { code: 'EVL-054' }, retry: true };
const READ = { evaluation: { score: 0.7 } };

const server = createServer((request, response) => {
  const [, way, count] = (request.url ?? '').split('/');
  const text = withItems(Number(count));
  if (way === 'score') return response.end(text);
  const isWhole = way === 'whole';
  const message = isWhole ? 'message' : 'delta';
  const kind = isWhole ? 'chat.completion' : 'chat.completion.chunk';
  const choices = `{"index":0,"${message}":{"role":"assistant","content":${JSON.stringify(text)}},"finish_reason":"stop"}`;
  const more = way === 'choices' ? ',{}'.repeat(700_000) : '';
  const said = `{"id":"1","object":"${kind}","created":1,"model":"m","choices":[${choices}${more}]}`;
  response.writeHead(200, { 'content-type': isWhole ? 'application/json' : 'text/event-stream' });
  return response.end(isWhole ? said : `data: ${said}\n\ndata: [DONE]\n\n`);
});
let origin = '';
beforeAll(async () => {
  limits.values = 100_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  limits.values = values;
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const WAYS: Readonly<Record<string, (count: number) => Promise<Evaluator> | Evaluator>> = {
  service: (count) =>
    createHttpEvaluator({
      ...{ kind: 'http', url: `${origin}/score/${count}`, headers: {} },
      ...{ timeoutMs: 60_000, range: 'unit', taskModel: null },
    }),
  command: async (count) => {
    const cwd = await folderWith({ 'answer.json': withItems(count) });
    const script = "process.stdout.write(require('node:fs').readFileSync('answer.json'))";
    return commandOf(['node', '-e', script], { cwd, timeoutMs: 60_000 });
  },
  'streaming judge': (count) => judgeAt('stream', count),
  'judge that answers as a whole': (count) => judgeAt('whole', count),
};

function judgeAt(way: string, count: number) {
  return createJudge(
    {
      ...{ kind: 'judge', model: 'local/m', apiBase: `${origin}/${way}/${count}`, objective: 'Is it short?' },
      ...{ intake: null, samples: 1, timeoutMs: 60_000, range: 'unit', taskModel: null },
    },
    { environment: { FLOWMCP_JUDGE_API_KEY: 'sk-any-key' } },
  );
}

async function ask(made: Promise<Evaluator> | Evaluator) {
  const evaluator = await made;
  try {
    return await evaluator.evaluate({ _protocol_version: 2, candidate: 'A text.' }, {});
  } finally {
    await evaluator.close();
  }
}

describe.each(Object.entries(WAYS))('the answer of a %s', (_, make) => {
  it('with too many values is a failure', async () => {
    expect(await ask(make(110_000))).toMatchObject(TOO_LARGE);
  });

  it('with as many bytes and fewer values is read', async () => {
    expect(await ask(make(45_000))).toMatchObject(READ);
  });
});

it('everything a model server sends around an answer is counted before it is parsed', async () => {
  expect(await ask(judgeAt('choices', 1))).toMatchObject(TOO_LARGE);
});
