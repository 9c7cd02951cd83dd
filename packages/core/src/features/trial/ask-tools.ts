import {
  generateText,
  jsonSchema,
  type LanguageModel,
  NoSuchToolError,
  type StopCondition,
  stepCountIs,
  type ToolSet,
} from 'ai';
import type { Search } from '../../catalogue/logic/search.js';
import type { CallMeter } from '../../evaluators/ask/call-meter.js';
import { createGuardedFetch, openModel } from '../../evaluators/judge/ask-model.js';
import { describeModelError } from '../../evaluators/judge/describe-error.js';
import { acceptJudgeSpec, type ModelProvider } from '../../evaluators/judge/model-address.js';
import { findRefused } from '../../evaluators/judge/refused-options.js';
import { estimateTokens } from '../../evaluators/logic/estimate.js';
import type { EvaluatorFailure } from '../../evaluators/logic/evaluator.js';
import { createRedactor, type Redactor } from '../../keys/logic/redact.js';
import { startDeadline } from '../../net/deadline.js';
import { showText } from '../../net/logic/show-text.js';
import { problem } from '../../problems/error-codes.js';
import type { OfferedTool } from '../../trials/logic/offer.js';
import {
  SETTINGS_SENT,
  type SentSetting,
  type TrialAttempt,
  type TrialCall,
} from '../../trials/logic/trial-lines.js';
import { isRecord } from '../../values/is-record.js';
import { isNestedBeyond, MAX_ANSWER_LEVELS } from '../../values/json-depth.js';
import { estimateSent, MOST_STEPS, promptOf } from './logic/prompt.js';
import { CALL_TOOL, openSearchTools, SEARCH_TOOL } from './search-tools.js';

export interface ToolQuestion {
  readonly task: string;
  /** In the order in which the model sees them. */
  readonly tools: readonly OfferedTool[];
  /** Finds these tools; null: the model is shown all of them. */
  readonly search: Search | null;
  readonly seed: number;
  /** Counts tokens, and requests after the first. */
  readonly meter: CallMeter;
}

export type ToolAnswer = Omit<TrialAttempt, 'task' | 'sample'>;

/** A model that is offered tools, none of which is ever called. */
export interface ToolCaller {
  /** Package and version through which the model is asked. */
  readonly adapter: string;
  readonly redactor: Redactor;
  /**
   * Makes one request, or with a search up to {@link MOST_STEPS}; the answer is free of secrets. Half an answer is a
   * failure.
   */
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
  let refused: readonly SentSetting[] = [];
  /** Asks again at once without a setting that the model refuses, and without it from then on. */
  const askTaken = async (question: ToolQuestion, signal: AbortSignal): Promise<ToolAnswer> => {
    let leftOut = refused;
    for (;;) {
      try {
        const answer = await askOnce(model, question, { leftOut, signal });
        refused = [...new Set([...refused, ...leftOut])];
        return answer;
      } catch (error) {
        const found = findRefused(
          error,
          SETTINGS_SENT.filter((one) => !leftOut.includes(one)),
        );
        if (found === null) throw error;
        leftOut = [...leftOut, found];
      }
    }
  };
  return {
    adapter,
    redactor,
    async ask(question, signal) {
      const timeoutMs = TIMEOUT_MS * (question.search ? MOST_STEPS : 1);
      const deadline = startDeadline(timeoutMs, signal);
      try {
        const answer = redactor.value(await askTaken(question, deadline.signal)) as ToolAnswer;
        return notWhole({ ...answer, text: showText(answer.text, redactor) }, spec.model) ?? answer;
      } catch (error) {
        if (error instanceof BudgetUsedUp) return error.failure;
        // Thrown where the SDK reads arguments with thousands of levels.
        if (error instanceof RangeError) {
          const args = { evaluator: spec.model };
          return { problem: problem('EVL-054', undefined, args), retry: false };
        }
        const failure = describeModelError(error, {
          ...{ evaluator: spec.model, timeoutMs, keyVariables, now: new Date() },
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

class BudgetUsedUp extends Error {
  constructor(readonly failure: EvaluatorFailure) {
    super();
  }
}

/** Whatever is not a search ends an attempt; without a search, every answer does. */
const isCalled: StopCondition<ToolSet> = ({ steps }) =>
  (steps.at(-1)?.toolCalls ?? []).some(({ toolName }) => toolName !== SEARCH_TOOL);

async function askOnce(
  model: LanguageModel,
  { task, tools, search, seed, meter }: ToolQuestion,
  { leftOut, signal }: { readonly leftOut: readonly SentSetting[]; readonly signal: AbortSignal },
): Promise<ToolAnswer> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const searching = search && openSearchTools(search, byName);
  const { toolCalls, text, finishReason, totalUsage, steps } = await generateText({
    model,
    system: promptOf(searching !== null).text,
    prompt: task,
    // What has no `execute` is not called, and ends the steps.
    tools: searching?.tools ?? Object.fromEntries(tools.map((one) => [one.alias, toTool(one)])),
    toolChoice: 'auto',
    ...(!leftOut.includes('temperature') && { temperature: 0 }),
    ...(!leftOut.includes('seed') && { seed }),
    maxRetries: 0,
    abortSignal: signal,
    experimental_telemetry: { isEnabled: false },
    stopWhen: searching ? [stepCountIs(MOST_STEPS), isCalled] : stepCountIs(1),
    prepareStep: ({ stepNumber }) => {
      if (stepNumber === 0) return {};
      const refusal = meter.refusal();
      if (refusal) throw new BudgetUsedUp(refusal);
      meter.countCall();
      return {};
    },
    onStepFinish: ({ usage, text: said, toolCalls: made }) => {
      const [sent, received] = [countOf(usage.inputTokens), countOf(usage.outputTokens)];
      meter.countTokens({
        in: sent ?? estimateSent(task, search ? null : tools),
        out: received ?? estimateTokens(said + JSON.stringify(made)),
        isEstimated: sent === null || received === null,
      });
    },
  });
  const names = new Map(tools.map(({ alias, name }) => [alias, name]));
  return {
    calls: searching
      ? toolCalls.flatMap((call) => (call.toolName === SEARCH_TOOL ? [] : readFoundCall(call, byName)))
      : toolCalls.map((call) => readCall(call, names)),
    text: text.slice(0, LONGEST_TEXT),
    finish: finishReason,
    ...(searching && { steps: steps.length, queries: searching.queries }),
    ...(leftOut.length > 0 && { leftOut: SETTINGS_SENT.filter((one) => leftOut.includes(one)) }),
    usage: { in: countOf(totalUsage.inputTokens), out: countOf(totalUsage.outputTokens) },
  };
}

/** Servers count in fractions, too; a file with such a count could not be read again. */
function countOf(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
}

/** Half an answer shows neither which tool the model wanted, nor that it wanted none. */
function notWhole(
  { calls, queries = [], finish, text: shown }: ToolAnswer,
  evaluator: string,
): EvaluatorFailure | null {
  if (finish === 'content-filter') {
    return { problem: problem('EVL-030', undefined, { evaluator, shown }), retry: false };
  }
  const reason =
    finish === 'length'
      ? 'it reached the output limit of the model'
      : finish === 'tool-calls' && calls.length + queries.length === 0
        ? 'it announces a tool call, but contains none'
        : null;
  return reason === null
    ? null
    : { problem: problem('EVL-037', undefined, { evaluator, reason }), retry: false };
}

/** What `call` was to call; `call` itself where that cannot be read. */
function readFoundCall(call: SentCall, tools: ReadonlyMap<string, OfferedTool>): TrialCall {
  const { toolName, input } = call;
  const isReadable = toolName === CALL_TOOL && !call.invalid && isRecord(input);
  if (!isReadable || typeof input.tool !== 'string') return readCall(call, new Map());
  const names = new Map([...tools.keys()].map((name) => [name, name]));
  return readCall({ toolName: input.tool, input: input.arguments ?? {} }, names);
}

/** Each tool is offered with many tasks, and made for the model only once. */
const MADE = new WeakMap<OfferedTool, ToolSet[string]>();

function toTool(offered: OfferedTool): ToolSet[string] {
  const known = MADE.get(offered);
  if (known) return known;
  const { description, inputSchema } = offered;
  const made = {
    ...(description !== undefined && { description }),
    inputSchema: jsonSchema<never>({ ...inputSchema }),
  };
  MADE.set(offered, made);
  return made;
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
