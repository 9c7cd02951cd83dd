// Each provider gets requests at its own address with its own key and structured output, and nothing is printed.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createModelCaller } from '../../src/evaluators/judge/ask-model.js';
import { acceptJudgeSpec } from '../../src/evaluators/judge/model-address.js';
import { startOpenAiServer } from './openai-server.js';

const SCHEMA = {
  type: 'object',
  properties: { reasoning: { type: 'string' }, score: { type: 'number', minimum: 0, maximum: 1 } },
  required: ['reasoning', 'score'],
  additionalProperties: false,
};
const QUESTION = { system: 'Judge.', user: 'This.', schema: SCHEMA };
const ENVIRONMENT = {
  OPENAI_API_KEY: 'key-of-openai',
  ANTHROPIC_API_KEY: 'key-of-anthropic',
  GOOGLE_GENERATIVE_AI_API_KEY: 'key-of-google',
  FLOWMCP_JUDGE_API_KEY: 'key-of-ours',
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A server that keeps its requests and answers 418. */
async function askAt(model: string) {
  const asked: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ request, body });
    response.writeHead(418).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = acceptJudgeSpec({ model, apiBase: null }, ENVIRONMENT);
  const baseUrl = new URL(address.baseUrl.pathname, `http://127.0.0.1:${port}`);
  const caller = await createModelCaller({ ...address, baseUrl });
  await expect(caller.ask(QUESTION, new AbortController().signal)).rejects.toThrow();
  await caller.close();
  server.close();
  expect(asked).toHaveLength(1);
  const { request, body } = asked[0] as (typeof asked)[number];
  return {
    origin: address.baseUrl.origin,
    path: request.url,
    headers: request.headers,
    body: JSON.parse(body),
  };
}

describe('a provider', () => {
  it('openai: uses chat completions', async () => {
    const { origin, path, headers, body } = await askAt('openai/gpt-4.1-mini');
    expect(origin + path).toBe('https://api.openai.com/v1/chat/completions');
    expect(headers.authorization).toBe('Bearer key-of-openai');
    expect(body).toMatchObject({
      model: 'gpt-4.1-mini',
      temperature: 0,
      stream: true,
      response_format: { json_schema: { strict: true, schema: SCHEMA } },
    });
  });

  it('anthropic', async () => {
    const { origin, path, headers, body } = await askAt('anthropic/claude-sonnet-4-5');
    expect(origin + path).toBe('https://api.anthropic.com/v1/messages');
    expect(headers['x-api-key']).toBe('key-of-anthropic');
    expect(body).toMatchObject({ model: 'claude-sonnet-4-5', temperature: 0, stream: true });
    expect(JSON.stringify(body)).toContain('"required":["reasoning","score"]');
  });

  it('google', async () => {
    const { origin, path, headers, body } = await askAt('google/gemini-2.5-flash');
    expect(origin + path).toBe(
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    );
    expect(headers['x-goog-api-key']).toBe('key-of-google');
    expect(body.generationConfig).toMatchObject({
      temperature: 0,
      responseMimeType: 'application/json',
      responseSchema: { required: ['reasoning', 'score'] },
    });
  });

  it('is not redirected by a variable that its SDK reads', async () => {
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/elsewhere');
    expect((await askAt('openai/gpt-4.1-mini')).path).toBe('/v1/chat/completions');
  });

  it('prints nothing, not even that a model does not support temperature', async () => {
    const prints = (['log', 'info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => undefined),
    );
    const written = vi.spyOn(process.stdout, 'write');
    const server = await startOpenAiServer(() => ({ says: { reasoning: 'r', score: 1 } }));
    const address = acceptJudgeSpec({ model: 'openai/o3-mini', apiBase: null }, ENVIRONMENT);
    const caller = await createModelCaller({ ...address, baseUrl: new URL(server.apiBase) });
    const { finishReason, leftOut } = await caller.ask(QUESTION, new AbortController().signal);
    await caller.close();
    await server.close();
    expect({ finishReason, leftOut }).toEqual({ finishReason: 'stop', leftOut: ['temperature'] });
    expect(server.requests[0]?.body.temperature).toBeUndefined();
    for (const print of [...prints, written]) expect(print).not.toHaveBeenCalled();
  });
});

it.each<[string, object, object]>([
  ['a stream', {}, { input: 11, output: 7 }],
  ['a whole answer', { wholeOnly: true }, { input: 11, output: 7 }],
  ['nothing, where the server reports nothing', { uncounted: true }, {}],
])('the tokens of an answer come from %s', async (_, how, usage) => {
  const server = await startOpenAiServer(() => ({ says: { reasoning: 'r', score: 1 }, ...how }));
  const caller = await createModelCaller(
    acceptJudgeSpec({ model: 'local/tiny', apiBase: server.apiBase }, {}),
  );
  expect((await caller.ask(QUESTION, new AbortController().signal)).usage).toEqual(usage);
  await caller.close();
  await server.close();
});

describe('the model', () => {
  it.each([
    ['gpt-4.1', null, 'EVL-032'],
    ['openai/', null, 'EVL-032'],
    ['/gpt', null, 'EVL-032'],
    ['mistral/large', null, 'EVL-032'],
    ['toString/x', null, 'EVL-032'],
    ['openai/a b', null, 'EVL-032'],
    ['tiny', 'http://127.0.0.1:1/v1', 'EVL-032'],
    ['local/tiny', 'nowhere', 'EVL-034'],
    ['local/tiny', 'file:///etc', 'EVL-034'],
    ['local/tiny', 'http://me:secret@127.0.0.1/v1', 'EVL-034'],
    ['local/tiny', 'http://127.0.0.1/v1?key=secret', 'EVL-034'],
  ])('%s at %s is refused', (model, apiBase, code) => {
    let thrown: unknown;
    try {
      acceptJudgeSpec({ model, apiBase }, ENVIRONMENT);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ problem: { code } });
    expect(String(thrown)).not.toContain('secret');
  });

  it.each([
    ['openai/m', 'OPENAI_API_KEY'],
    ['anthropic/m', 'ANTHROPIC_API_KEY'],
    ['google/m', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  ])('%s needs a key', (model, variable) => {
    const accept = () => acceptJudgeSpec({ model, apiBase: null }, { ...ENVIRONMENT, [variable]: ' ' });
    expect(accept).toThrow(`EVL-033`);
  });

  it('at a custom address gets the first key that is set, or none', () => {
    const at = (environment: Record<string, string>) =>
      acceptJudgeSpec({ model: 'openai/org/tiny', apiBase: 'http://127.0.0.1:8080/v1/' }, environment);
    expect(at(ENVIRONMENT)).toMatchObject({
      provider: 'compatible',
      modelId: 'org/tiny',
      key: 'key-of-ours',
    });
    expect(at({ OPENAI_API_KEY: 'key-of-openai' }).key).toBe('key-of-openai');
    expect(at({ ANTHROPIC_API_KEY: 'key-of-anthropic' }).key).toBeNull();
  });

  it('the key of OpenAI goes to no server of another provider word', () => {
    const apiBase = 'http://127.0.0.1:8080/v1/';
    const at = (model: string) =>
      acceptJudgeSpec({ model, apiBase }, { OPENAI_API_KEY: 'key-of-openai' }).key;
    expect(at('local/tiny')).toBeNull();
    expect(at('openai/tiny')).toBe('key-of-openai');
  });
});
