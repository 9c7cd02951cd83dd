import { readOwnPackage } from '../../files/own-package.js';
import { fatal } from '../../problems/error-codes.js';
import { canonicalJson, sha256 } from '../../spec/hash.js';
import type { EvaluatorIdentity, JudgeSpec } from '../logic/evaluator.js';

export type ModelProvider = 'openai' | 'anthropic' | 'google' | 'compatible';

export interface ModelAddress {
  readonly provider: ModelProvider;
  /** The name that the server uses. */
  readonly modelId: string;
  readonly baseUrl: URL;
  /** Secret. null: no key is sent. */
  readonly key: string | null;
  /** Variables that may hold the key, for messages. */
  readonly keyVariables: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Documented addresses and variables of each provider. Fixed here, so that nothing else in the environment can redirect
 * a key.
 */
const PROVIDERS = {
  openai: { baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' },
  anthropic: { baseUrl: 'https://api.anthropic.com/v1', keyVariable: 'ANTHROPIC_API_KEY' },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  },
} as const;

const JUDGE_KEY = 'FLOWMCP_JUDGE_API_KEY';

/**
 * The address of a judge's model. The part before the first `/` names the provider and is not sent; with an `apiBase`
 * it may be any word, and no key is required.
 *
 * @throws GradingError EVL-032 for the model, EVL-034 for the apiBase, EVL-033 if a key is missing
 */
export function acceptJudgeSpec(
  { model, apiBase }: Pick<JudgeSpec, 'model' | 'apiBase'>,
  environment: Environment,
): ModelAddress {
  const { provider, modelId } = acceptModel({ model, apiBase });
  if (apiBase !== null) {
    // Another server gets OpenAI's key only if the model's name begins with `openai/`, because it is then a proxy.
    const keyVariables = provider === 'openai' ? [JUDGE_KEY, PROVIDERS.openai.keyVariable] : [JUDGE_KEY];
    const key = keyVariables.map((name) => environment[name]).find(isSet) ?? null;
    return { provider: 'compatible', modelId, baseUrl: acceptApiBase(apiBase), key, keyVariables };
  }
  if (!isKnown(provider)) throw fatal('EVL-032', undefined, { model });
  const { baseUrl, keyVariable } = PROVIDERS[provider];
  const key = environment[keyVariable];
  if (!isSet(key)) throw fatal('EVL-033', undefined, { evaluator: model, variable: keyVariable });
  return { provider, modelId, baseUrl: new URL(baseUrl), key, keyVariables: [keyVariable] };
}

/**
 * A model and its address, without a check for a key.
 *
 * @throws GradingError EVL-032 for the model, EVL-034 for the apiBase
 */
export function acceptModel({ model, apiBase }: Pick<JudgeSpec, 'model' | 'apiBase'>) {
  const [, provider = '', modelId = ''] = /^([^/\s]+)\/(\S+)$/.exec(model) ?? [];
  if (modelId === '' || (apiBase === null && !isKnown(provider)))
    throw fatal('EVL-032', undefined, { model });
  if (apiBase !== null) acceptApiBase(apiBase);
  return { provider, modelId };
}

function acceptApiBase(text: string): URL {
  const refuse = (reason: string) => fatal('EVL-034', undefined, { reason });
  if (!URL.canParse(text)) throw refuse('it is not an address');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('it is neither http nor https');
  if (url.username !== '' || url.password !== '') throw refuse('it contains a user name or a password');
  if (url.search !== '' || url.hash !== '') throw refuse('it contains a query or a fragment');
  return url;
}

function isKnown(provider: string): provider is keyof typeof PROVIDERS {
  return Object.hasOwn(PROVIDERS, provider);
}

function isSet(key: string | undefined): key is string {
  return key !== undefined && key.trim() !== '';
}

/** @param spec with a valid address as `apiBase`, checked by `acceptModel` */
export function identifyJudge({ model, apiBase, samples, until }: JudgeSpec): EvaluatorIdentity {
  return {
    kind: 'llm',
    name: 'llm-judge',
    version: readOwnPackage().version,
    model,
    harness: 'llm-judge',
    asked: {
      ...(apiBase !== null && { askedAt: new URL(apiBase).origin }),
      ...(until === undefined ? { samples } : { maxSamples: samples }),
    },
  };
}

/**
 * A key that is equal for judges that send the same request to the same model; it includes this package's version,
 * which covers the fixed text of the prompt.
 */
export function keyOfJudge({
  model,
  apiBase,
  objective,
  intake,
  samples,
  until,
  scale = 'unit',
}: JudgeSpec): string {
  const version = readOwnPackage().version;
  const asked = {
    ...{ version, model, apiBase, objective, intake, samples },
    ...(until !== undefined && { until }),
    ...(scale !== 'unit' && { scale }),
  };
  return `judge ${sha256(canonicalJson(asked))}`;
}
