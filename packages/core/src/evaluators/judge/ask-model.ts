import { generateText, jsonSchema, type LanguageModel, Output, streamText } from 'ai';
import type { ModelAddress } from './accept-spec.js';
import { causeOf } from './describe-error.js';
import { AnsweredWhole, createGuardedFetch } from './guarded-fetch.js';

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
}

export interface ModelCaller {
  /** Makes one request. Rejects with whatever the SDK or the network threw. */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>;
  close(): Promise<void>;
}

/**
 * Creates a caller for a model, with temperature 0 and without retries of the SDK. Answers are streamed, so that bytes
 * flow while a long answer is written and no proxy drops the connection. If a server does not stream, whole answers are
 * requested from then on.
 */
export async function createModelCaller(address: ModelAddress): Promise<ModelCaller> {
  // The documented switch: a warning on standard output would break `--json`.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const fetch = createGuardedFetch();
  const [streaming, whole] = await Promise.all([
    openModel(address, fetch.streamed),
    openModel(address, fetch.whole),
  ]);
  let streams = true;
  return {
    async ask(question, signal) {
      if (!streams) return askWhole(whole, question, signal);
      try {
        return await askStreaming(streaming, question, signal);
      } catch (error) {
        if (causeOf(error, AnsweredWhole) === null) throw error;
        streams = false;
        return askWhole(whole, question, signal);
      }
    },
    close: fetch.close,
  };
}

async function askStreaming(
  model: LanguageModel,
  question: ModelQuestion,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { fullStream } = streamText({
    ...callOptions(model, question, signal),
    // The stream reports every error as well; by default they are also printed.
    onError: () => undefined,
  });
  let text = '';
  let finishReason = 'other';
  for await (const part of fullStream) {
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'finish') finishReason = part.finishReason;
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw signal.reason;
  }
  return { text, finishReason };
}

async function askWhole(
  model: LanguageModel,
  question: ModelQuestion,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { text, finishReason } = await generateText(callOptions(model, question, signal));
  return { text, finishReason };
}

function callOptions(model: LanguageModel, { system, user, schema }: ModelQuestion, signal: AbortSignal) {
  return {
    model,
    system,
    prompt: user,
    temperature: 0,
    maxRetries: 0,
    abortSignal: signal,
    experimental_telemetry: { isEnabled: false },
    output: unparsed(schema),
  };
}

/** Passes the schema to the provider and leaves parsing of the answer to us, even while it is being written. */
function unparsed(schema: ModelQuestion['schema']) {
  return {
    ...Output.object({ name: 'judgement', schema: jsonSchema<null>(schema) }),
    parseCompleteOutput: async () => null,
    parsePartialOutput: async () => undefined,
  };
}

/** Loads the SDK of one provider only, and opens a model with it. */
async function openModel(
  { provider, modelId, baseUrl, key }: ModelAddress,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const baseURL = baseUrl.href.replace(/\/+$/, '');
  const settings = { baseURL, fetch, ...(key !== null && { apiKey: key }) };
  switch (provider) {
    case 'openai':
      // Not the Responses API, which stores its requests.
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
      })(modelId);
  }
}
