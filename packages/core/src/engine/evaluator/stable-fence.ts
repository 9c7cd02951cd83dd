import { sha256 } from '../hash.js';

const LENGTH = 32;

/**
 * A prompt whose fence follows from the rest of it, so that the same content makes the same call and its answer can be
 * kept. Nobody can foresee it: to quote the fence, a text would have to hold a hash of itself.
 *
 * @param prompt as `buildAreaPrompt` made it
 */
export function withStableFence(prompt: string): string {
  const [, fence] = /^What stands between BEGIN ([A-Za-z0-9]{16,}) and END \1 /m.exec(prompt) ?? [];
  if (fence === undefined) return prompt;
  const stable = sha256(prompt.replaceAll(fence, '')).slice(0, LENGTH);
  return prompt.replaceAll(fence, stable);
}
