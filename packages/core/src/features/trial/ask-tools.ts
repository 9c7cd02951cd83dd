import { generateText, jsonSchema, type LanguageModel, NoSuchToolError, type ToolSet } from 'ai';
import { createGuardedFetch, openModel } from '../../evaluators/judge/ask-model.js';
import { describeModelError } from '../../evaluators/judge/describe-error.js';
import { acceptJudgeSpec, type ModelProvider } from '../../evaluators/judge/model-address.js';
import type { EvaluatorFailure } from '../../evaluators/logic/evaluator.js';
import { createRedactor, type Redactor } from '../../keys/logic/redact.js';
import { startDeadline } from '../../net/deadline.js';
import { showText } from '../../net/logic/show-text.js';
import { problem } from '../../problems/error-codes.js';
import { isNestedBeyond, MAX_ANSWER_LEVELS } from '../../values/json-depth.js';
import type { OfferedTool } from './logic/offer.js';
import { SYSTEM_TEXT } from './logic/prompt.js';
import type { TrialAttempt, TrialCall } from './logic/trial-lines.js';

export interface ToolQuestion {
  readonly task: string;
  /** In the order in which the model sees them. */
  readonly tools: readonly OfferedTool[];
  readonly seed: number;
}

export type ToolAnswer = Pick<TrialAttempt, 'calls' | 'text' | 'finish' | 'usage'>;

/** A model that is offered tools, none of which is ever called. */
export interface ToolCaller {
  /** Package and version through which the model is asked. */
  readonly adapter: string;
  readonly redactor: Redactor;
  /** Makes one request; the answer is free of secrets. Half an answer is a failure. */
  ask(question: ToolQuestion, signal: AbortSignal): Promise<ToolAnswer | EvaluatorFailure>;
  close(): Promise<void>;
}

/** Models that think first may take a minute or more. */
const TIMEOUT_MS = 120_000;
const LONGEST_TEXT = 2_000;

/**
 * Opens a model, as a judge opens it.
 *
 * @throws GradingError EVL-032, EVL-033 or EVL-034 for a model that cannot be used
 */
export async function openToolCaller(
  spec: { readonly model: string; readonly apiBase: string | null },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ToolCaller> {
  const address = acceptJudgeSpec(spec, environment);
  // The documented way to turn off warnings: a warning on standard output would break `--json`.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const fetch = createGuardedFetch();
  const [model, adapter] = await Promise.all([
    openModel(address, fetch.whole),
    nameAdapter(address.provider),
  ]);
  const redactor = createRedactor(address.key === null ? [] : [address.key]);
  const { keyVariables } = address;
  return {
    adapter,
    redactor,
    async ask(question, signal) {
      const deadline = startDeadline(TIMEOUT_MS, signal);
      try {
        const answer = redactor.value(await askOnce(model, question, deadline.signal)) as ToolAnswer;
        return notWhole({ ...answer, text: showText(answer.text, redactor) }, spec.model) ?? answer;
      } catch (error) {
        // Thrown where the SDK reads arguments with thousands of levels.
        if (error instanceof RangeError) {
          const args = { evaluator: spec.model };
          return { problem: problem('EVL-054', undefined, args), retry: false };
        }
        const failure = describeModelError(error, {
          ...{ evaluator: spec.model, timeoutMs: TIMEOUT_MS, keyVariables, now: new Date() },
          show: (text) => showText(text, redactor),
          ended: deadline.ended(),
        });
        return takesNoTools(failure) ?? failure;
      } finally {
        deadline.clear();
      }
    },
    close: fetch.close,
  };
}

const ADAPTERS = {
  openai: () => import('@ai-sdk/openai'),
  anthropic: () => import('@ai-sdk/anthropic'),
  google: () => import('@ai-sdk/google'),
  'openai-compatible': () => import('@ai-sdk/openai-compatible'),
};

async function nameAdapter(provider: ModelProvider): Promise<string> {
  const name = provider === 'compatible' ? 'openai-compatible' : provider;
  return `@ai-sdk/${name} ${(await ADAPTERS[name]()).VERSION}`;
}

async function askOnce(
  model: LanguageModel,
  { task, tools, seed }: ToolQuestion,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const names = new Map(tools.map(({ alias, name }) => [alias, name]));
  const { toolCalls, text, finishReason, usage } = await generateText({
    model,
    system: SYSTEM_TEXT,
    prompt: task,
    // Without `execute`, the SDK calls nothing and ends after one step.
    tools: Object.fromEntries(tools.map((one) => [one.alias, toTool(one)])),
    toolChoice: 'auto',
    temperature: 0,
    seed,
    maxRetries: 0,
    abortSignal: signal,
    experimental_telemetry: { isEnabled: false },
  });
  return {
    calls: toolCalls.map((call) => readCall(call, names)),
    text: text.slice(0, LONGEST_TEXT),
    finish: finishReason,
    usage: { in: countOf(usage.inputTokens), out: countOf(usage.outputTokens) },
  };
}

/** Servers count in fractions, too; a file with such a count could not be read again. */
function countOf(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
}

/** Half an answer shows neither which tool the model wanted, nor that it wanted none. */
function notWhole({ calls, finish, text: shown }: ToolAnswer, evaluator: string): EvaluatorFailure | null {
  if (finish === 'content-filter') {
    return { problem: problem('EVL-030', undefined, { evaluator, shown }), retry: false };
  }
  const reason =
    finish === 'length'
      ? 'it reached the output limit of the model'
      : finish === 'tool-calls' && calls.length === 0
        ? 'it announces a tool call, but contains none'
        : null;
  return reason === null
    ? null
    : { problem: problem('EVL-037', undefined, { evaluator, reason }), retry: false };
}

function toTool({ description, inputSchema }: OfferedTool): ToolSet[string] {
  return {
    ...(description !== undefined && { description }),
    inputSchema: jsonSchema<never>({ ...inputSchema }),
  };
}

interface SentCall {
  readonly toolName: string;
  readonly input: unknown;
  readonly invalid?: boolean | undefined;
  readonly error?: unknown;
}

function readCall(
  { toolName, input, invalid = false, error }: SentCall,
  names: ReadonlyMap<string, string>,
): TrialCall {
  if (isNestedBeyond(input, MAX_ANSWER_LEVELS)) {
    const name = names.get(toolName) ?? toolName;
    return { name, input: `(more than ${MAX_ANSWER_LEVELS} levels)`, invalid: 'unreadable' };
  }
  const name = names.get(toolName);
  if (name === undefined || NoSuchToolError.isInstance(error)) {
    return { name: toolName, input, invalid: 'unknown' };
  }
  return invalid ? { name, input, invalid: 'unreadable' } : { name, input };
}

/** The failure of a model, or of a server before it, that refuses requests because of their tools. */
function takesNoTools({ problem: found }: EvaluatorFailure): EvaluatorFailure | null {
  const { evaluator: model = '', status, shown = '' } = found.args ?? {};
  const isRefused = found.code === 'EVL-035' && Number(status) >= 400 && Number(status) < 500;
  const isAboutTools = /\b(?:tools?|functions?)\b/i.test(String(shown)) && /support/i.test(String(shown));
  if (!isRefused || !isAboutTools) return null;
  return { problem: problem('TRI-008', undefined, { model, shown }), retry: false };
}
