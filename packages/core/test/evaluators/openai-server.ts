import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A client's request, unchanged. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly stream?: boolean;
    readonly stream_options?: { readonly include_usage?: boolean };
    readonly temperature?: number;
    readonly tool_choice?: unknown;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly seed?: number;
    readonly tools?: readonly {
      readonly function: {
        readonly name: string;
        readonly description?: string;
        readonly parameters: Record<string, unknown>;
      };
    }[];
    readonly response_format?: {
      readonly type: string;
      readonly json_schema?: { readonly strict: boolean; readonly schema: Record<string, unknown> };
    };
  };
}

interface ToolCall {
  readonly name?: string;
  readonly arguments: unknown;
}

/** The server's behaviour for one request. */
export type ModelReply =
  /** The model's output; streamed if the client requests it. An object is sent as JSON. */
  | { readonly says: string | object; readonly finishReason?: string }
  | { readonly refuses: string }
  /** Tools that the model calls: by default the first one offered. Arguments that are not text are sent as JSON. */
  | { readonly calls: readonly ToolCall[]; readonly says?: string }
  /** Cut the connection after this many characters. */
  | { readonly says: string | object; readonly cutAfter: number }
  /** Send a whole answer even if a stream was requested. */
  | { readonly says: string | object; readonly wholeOnly: true }
  /** Report no tokens. */
  | { readonly says: string | object; readonly uncounted: true }
  /** Send an error in the middle of the stream. */
  | { readonly breaksWith: string }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }
  | { readonly hangs: true };

type Answerer = (request: ModelRequest, count: number) => ModelReply;

export interface OpenAiServer {
  /** Value for `--api-base`. */
  readonly apiBase: string;
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

/** A local server with OpenAI's chat completions; `answer` decides for each request, counted from 1. */
export async function startOpenAiServer(answer: Answerer): Promise<OpenAiServer> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const request = { path: incoming.url ?? '', headers: incoming.headers, body };
    requests.push(request);
    await reply(response, answer(request, requests.length), request.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    apiBase: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function reply(response: ServerResponse, how: ModelReply, asked: ModelRequest['body']): Promise<void> {
  if ('hangs' in how) return;
  if ('status' in how) {
    response.writeHead(how.status, { 'content-type': 'application/json', ...how.headers }).end(how.body);
    return;
  }
  if (asked.stream !== true || 'wholeOnly' in how) {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(wholeAnswer(how, asked)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  if ('breaksWith' in how) {
    send(chunk({ content: '{"reasoning":' }));
    send({ error: { message: how.breaksWith } });
    response.end();
    return;
  }
  const text = textOf(how);
  const key = 'refuses' in how ? 'refusal' : 'content';
  send(chunk({ role: 'assistant' }));
  if ('calls' in how) send(chunk({ tool_calls: toolCalls(how.calls, asked) }));
  const until = 'cutAfter' in how ? how.cutAfter : text.length;
  for (let at = 0; at < until; at += 7) send(chunk({ [key]: text.slice(at, Math.min(at + 7, until)) }));
  if ('cutAfter' in how) {
    // Give the client time to receive the chunks before the connection is cut.
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.destroy();
    return;
  }
  send({ ...chunk({}), choices: [{ index: 0, delta: {}, finish_reason: finishOf(how) }] });
  if (asked.stream_options?.include_usage && !('uncounted' in how))
    send({ ...chunk({}), choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}

/** What every answer reports. */
const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

type Spoken = Exclude<ModelReply, { hangs: true } | { status: number }>;

function toolCalls(calls: readonly ToolCall[], { tools = [] }: ModelRequest['body']): object[] {
  return calls.map(({ name = tools[0]?.function.name, arguments: input }, index) => ({
    index,
    id: `call-${index}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
}

function wholeAnswer(how: Spoken, asked: ModelRequest['body']): object {
  const text = textOf(how);
  const said =
    'refuses' in how
      ? { content: null, refusal: text }
      : { content: text, ...('calls' in how && { tool_calls: toolCalls(how.calls, asked) }) };
  const message = { role: 'assistant', ...said };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices: [{ index: 0, message, finish_reason: finishOf(how) }],
    usage: USAGE,
  };
}

function chunk(delta: object): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test',
    choices: [{ index: 0, delta, finish_reason: null }],
  };
}

function textOf(how: Spoken): string {
  if ('refuses' in how) return how.refuses;
  if ('breaksWith' in how) return how.breaksWith;
  if (how.says === undefined) return '';
  return typeof how.says === 'string' ? how.says : JSON.stringify(how.says);
}

function finishOf(how: Spoken): string {
  if ('calls' in how) return 'tool_calls';
  return 'finishReason' in how && how.finishReason !== undefined ? how.finishReason : 'stop';
}

interface AreaSchema {
  readonly properties: Record<string, { readonly const?: unknown }> & {
    readonly answers: {
      readonly prefixItems: readonly {
        readonly $ref: string;
        readonly properties: { readonly questionId: { readonly const: string } };
      }[];
    };
  };
}

/**
 * A valid answer to an area prompt, built from the output schema in the prompt: every boolean question passes, every
 * other question gets this score.
 */
export function answerAreaPrompt({ body }: ModelRequest, score: number): ModelReply {
  const lines = body.messages.flatMap(({ content }) => content.split('\n'));
  const schema = lines.find((line) => line.startsWith('{"$schema"'));
  if (schema === undefined) throw new Error('the request holds no area prompt');
  const { properties } = JSON.parse(schema) as AreaSchema;
  const constants = ['area', 'subject', 'schemaHash', 'persona'].flatMap((key) => {
    const value = properties[key]?.const;
    return value === undefined ? [] : [[key, value]];
  });
  const answers = properties.answers.prefixItems.map((item) => ({
    questionId: item.properties.questionId.const,
    score: item.$ref.endsWith('boolean') ? 'pass' : score,
    reasoning: 'The material shows it.',
  }));
  return { says: { ...Object.fromEntries(constants), answers, improvementHints: [] } };
}
