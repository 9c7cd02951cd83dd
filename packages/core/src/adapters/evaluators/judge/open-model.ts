import type { LanguageModel } from 'ai';
import type { ModelAddress } from './accept-spec.js';

/** Loads the SDK of one provider, and of no other, and opens a model with it. */
export async function openModel(
  { provider, modelId, baseUrl, key }: ModelAddress,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const baseURL = baseUrl.href.replace(/\/+$/, '');
  const settings = { baseURL, fetch, ...(key !== null && { apiKey: key }) };
  switch (provider) {
    case 'openai':
      // Not the Responses API, which keeps what it is asked.
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
