const CHARACTERS_PER_TOKEN = 4;

/** How the tokens of an estimate are counted, for people. */
export const TOKEN_RULE = `one token for every ${CHARACTERS_PER_TOKEN} characters that are sent; answers and further attempts are not counted`;

export interface Estimate {
  readonly calls: number;
  readonly tokens: number;
}

/**
 * What it would cost to send these texts, one call each.
 *
 * @param texts all that each call sends
 * @param samples how often each of them is sent for one answer
 */
export function estimateCalls(texts: readonly string[], samples = 1): Estimate {
  const tokens = texts.map(({ length }) => Math.ceil(length / CHARACTERS_PER_TOKEN));
  return {
    calls: texts.length * samples,
    tokens: tokens.reduce((sum, count) => sum + count, 0) * samples,
  };
}
