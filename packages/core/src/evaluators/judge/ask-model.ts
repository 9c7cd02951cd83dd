import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type CallWarning,
  generateText,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  Output,
  streamText,
  type ToolSet,
} from 'ai';
import type { Dispatcher } from 'undici';
import { JSON_LIMITS } from '../../net/foreign-json.js';
import { decode, headerOf, openNetwork } from '../../net/network.js';
import { LEFT_OUT, type LeftOut } from '../logic/judge/asked.js';
import type { ModelAddress } from './model-address.js';
import { findRefused, type RequestOption } from './refused-options.js';

export interface ModelQuestion {
  readonly system: string;
  readonly user: string;
  /** JSON Schema of the answer, restricted to what strict modes support. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelAnswer {
  readonly text: string;
  /** `stop` if the model finished normally. */
  readonly finishReason: string;
  readonly usage: TokenUsage;
  /** What the model does not take, so that it was asked without it. */
  readonly leftOut: readonly LeftOut[];
}

/** Tokens of one request, as the provider counts them; absent where it does not report them. */
export interface TokenUsage {
  readonly input?: number;
  readonly output?: number;
}

export interface ModelCaller {
  /** Rejects with whatever the SDK or the network threw, or with {@link NoFormTaken}. */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>;
  close(): Promise<void>;
}

/** The model takes none of the forms in which an answer can be requested; the cause is the last refusal. */
export class NoFormTaken extends Error {
  override readonly name = 'NoFormTaken';
}

/**
 * Creates a caller for a model, with temperature 0, an answer in a JSON schema, and without the SDK's own retries.
 * Answers are streamed, so that bytes flow while a long answer is written and no proxy drops the connection.
 *
 * What a server refuses is left out, and the request is made again at once: whole answers instead of a stream, no
 * temperature, `json_object` instead of a schema, then a tool call. Each can be left out once, so one question makes at
 * most five requests. What helped is left out of all later questions (decision 0118).
 */
export async function createModelCaller(address: ModelAddress): Promise<ModelCaller> {
  // The documented way to turn off warnings: a warning on standard output would break `--json`.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const fetch = createGuardedFetch();
  const [streaming, whole] = await Promise.all([
    openModel(address, fetch.streamed),
    openModel(address, fetch.whole),
  ]);
  let known: readonly RequestOption[] = [];
  return {
    async ask(question, signal) {
      let without = known;
      let last: unknown;
      for (;;) {
        try {
          const options = { ...requestOptions(question, without), abortSignal: signal };
          const { unsupported, ...answer } = without.includes('stream')
            ? await askWhole({ ...options, model: whole })
            : await askStreaming({ ...options, model: streaming });
          known = [...new Set([...known, ...without])];
          const isLeftOut = (option: LeftOut) => without.includes(option) || unsupported.includes(option);
          return { ...answer, leftOut: LEFT_OUT.filter(isLeftOut) };
        } catch (error) {
          const refused =
            causeOf(error, AnsweredWhole) === null ? findRefused(error, sentOf(without)) : 'stream';
          if (refused === null) throw error;
          // The same words for all forms are about something else, such as a text that is too long.
          if (refused === 'tool' && isSameMessage(last, error)) throw error;
          if (refused === 'tool') throw new NoFormTaken('no form is taken', { cause: error });
          last = error;
          without = [...without, refused];
        }
      }
    },
    close: fetch.close,
  };
}

function isSameMessage(one: unknown, other: unknown): boolean {
  return one instanceof Error && other instanceof Error && one.message === other.message;
}

type Answered = Omit<ModelAnswer, 'leftOut'> & {
  /** Settings that the SDK itself left out, because it knows that the model does not take them. */
  readonly unsupported: readonly string[];
};

type Request = ReturnType<typeof requestOptions> & {
  readonly model: LanguageModel;
  readonly abortSignal: AbortSignal;
};

async function askStreaming(request: Request): Promise<Answered> {
  // Errors also arrive as parts of the stream; without this handler they would be printed too.
  const { fullStream } = streamText({ ...request, onError: () => undefined });
  let text = '';
  const toolInputs: unknown[] = [];
  let unsupported: string[] = [];
  let finishReason = 'other';
  let usage: TokenUsage = {};
  for await (const part of fullStream) {
    if (part.type === 'start-step') unsupported = unsupportedOf(part.warnings);
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'tool-call') toolInputs.push(part.input);
    if (part.type === 'finish') {
      finishReason = part.finishReason;
      usage = usageOf(part.totalUsage);
    }
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw request.abortSignal.reason;
  }
  return { text: answerOf(text, toolInputs), finishReason, usage, unsupported };
}

async function askWhole(request: Request): Promise<Answered> {
  const { text, toolCalls, finishReason, usage, warnings = [] } = await generateText(request);
  const toolInputs = toolCalls.map(({ input }) => input);
  return {
    text: answerOf(text, toolInputs),
    finishReason,
    usage: usageOf(usage),
    unsupported: unsupportedOf(warnings),
  };
}

/** The text of an answer, or the input of its tool call. Several calls give a text that is not one JSON object. */
function answerOf(text: string, toolInputs: readonly unknown[]): string {
  if (toolInputs.length === 0) return text;
  return toolInputs.map((input) => (typeof input === 'string' ? input : JSON.stringify(input))).join('\n');
}

function unsupportedOf(warnings: readonly CallWarning[]): string[] {
  return warnings.flatMap((warning) => (warning.type === 'unsupported' ? [warning.feature] : []));
}

function usageOf({ inputTokens: input, outputTokens: output }: LanguageModelUsage): TokenUsage {
  return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
}

function requestOptions({ system, user, schema }: ModelQuestion, without: readonly RequestOption[]) {
  return {
    system,
    prompt: user,
    ...(!without.includes('temperature') && { temperature: 0 }),
    maxRetries: 0,
    experimental_telemetry: { isEnabled: false },
    ...formOptions(schema, formOf(without)),
  };
}

/** The options of a request: of the three forms of an answer, only the first that was not refused is requested. */
function sentOf(without: readonly RequestOption[]): RequestOption[] {
  const options = ['stream', 'temperature', formOf(without)] as const;
  return options.filter((option) => !without.includes(option));
}

function formOf(without: readonly RequestOption[]) {
  return (['json_schema', 'json_object'] as const).find((form) => !without.includes(form)) ?? 'tool';
}

const ANSWER_NAME = 'judgement';

function formOptions(schema: ModelQuestion['schema'], form: ReturnType<typeof formOf>) {
  const inputSchema = jsonSchema<null>(schema);
  const tools: ToolSet = { [ANSWER_NAME]: { inputSchema } };
  switch (form) {
    case 'json_schema':
      return { output: unparsed(Output.object({ name: ANSWER_NAME, schema: inputSchema })) };
    case 'json_object':
      return { output: unparsed(Output.json()) };
    case 'tool':
      return { tools, toolChoice: { type: 'tool', toolName: ANSWER_NAME } as const };
  }
}

/** Keeps the SDK from parsing the answer or any part of it that has arrived: we parse the answer ourselves. */
function unparsed(output: Pick<ReturnType<typeof Output.json>, 'name' | 'responseFormat'>) {
  return {
    ...output,
    parseCompleteOutput: async () => null,
    parsePartialOutput: async () => undefined,
    createElementStreamTransform: () => undefined,
  };
}

/** Loads the SDK of one provider only, and opens a model with it. */
export async function openModel(
  { provider, modelId, baseUrl, key }: ModelAddress,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const baseURL = baseUrl.href.replace(/\/+$/, '');
  const settings = { baseURL, fetch, ...(key !== null && { apiKey: key }) };
  switch (provider) {
    case 'openai':
      // Do not use the Responses API, because it stores the requests.
      return (await import('@ai-sdk/openai')).createOpenAI(settings).chat(modelId);
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(modelId);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(modelId);
    case 'compatible':
      return (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({
        ...settings,
        name: 'judge',
        supportsStructuredOutputs: true,
        includeUsage: true,
      })(modelId);
  }
}

/** Maximum number of bytes in an answer. A stream uses about 300 bytes per token. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** For one connection. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Statuses without a body. */
const BODILESS = [204, 205, 304];

/** The answer is longer than {@link MAX_ANSWER_BYTES}. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** The answer contains more values than the limit allows. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** A stream was requested, but a whole answer arrived. */
class AnsweredWhole extends Error {
  override readonly name = 'AnsweredWhole';
}

type Fetch = typeof globalThis.fetch;

/**
 * A fetch for providers that follows no redirect (it would send the key along), limits the size of an answer, and
 * leaves time-outs to the signal of the call.
 */
export function createGuardedFetch() {
  const network = openNetwork({ reach: 'any', connectMs: CONNECT_TIMEOUT_MS });
  const guarded =
    (isStreamed: boolean): Fetch =>
    async (input, { method = 'GET', headers, body, signal } = {}) => {
      if (typeof body !== 'string') throw new Error('a request to a model has a text as its body');
      const hop = {
        method,
        url: new URL(String(input)),
        headers: Object.fromEntries(new Headers(headers)),
        body,
      };
      const response = await network.send(hop, { signal: signal ?? new AbortController().signal });
      const { statusCode: status } = response;
      const isOk = status >= 200 && status <= 299;
      if (isStreamed && isOk && !/^text\/event-stream\b/i.test(headerOf(response, 'content-type') ?? '')) {
        response.body.destroy();
        throw new AnsweredWhole('the server does not stream');
      }
      return toResponse(response, isStreamed);
    };
  return { streamed: guarded(true), whole: guarded(false), close: network.close };
}

async function toResponse(response: Dispatcher.ResponseData, isStreamed: boolean): Promise<Response> {
  const { statusCode: status, statusText } = response;
  const headers = Object.entries(response.headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const body = BODILESS.includes(status) ? null : capped(decode(response));
  // A whole answer needs no web stream, which would only cost processor time.
  const whole = body && !isStreamed ? await buffer(body) : null;
  return new Response(whole ?? (body && ReadableStream.from(body)), { status, statusText, headers });
}

/** Counts the bytes that can start a value, inside or outside strings. An answer has at most one value more. */
function countStarts(chunk: Uint8Array): number {
  let count = 0;
  for (const sign of chunk) if (sign === 0x2c || sign === 0x5b || sign === 0x7b) count += 1;
  return count;
}

/** Limits an answer: the SDK parses all of it at once, so the SDK must never receive more than the limits allow. */
async function* capped(body: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let values = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    values += countStarts(chunk);
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerTooLong('the answer is too long');
    if (values > JSON_LIMITS.values) throw new AnswerTooLarge('the answer is too large');
    yield chunk;
  }
}

/** The first error of class `kind` among an error and its causes. */
export function causeOf<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | null {
  return chainOf(error).find((cause): cause is T => cause instanceof kind) ?? null;
}

/** An error and its causes. */
export function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && !chain.includes(at); ) {
    chain.push(at);
    at = at instanceof Error ? at.cause : undefined;
  }
  return chain;
}
