const CHARACTERS_PER_TOKEN = 4;

/** How an estimate counts tokens, as text for users. */
export const TOKEN_RULE = `one token for every ${CHARACTERS_PER_TOKEN} characters that are sent; answers and further attempts are not counted`;

export interface Estimate {
  readonly calls: number;
  readonly tokens: number;
}

/**
 * The cost of sending these texts, one call each.
 *
 * @param texts the complete text of each call
 * @param samples how many times each text is sent for one answer
 */
export function estimateCalls(texts: readonly string[], samples = 1): Estimate {
  const tokens = texts.map(({ length }) => Math.ceil(length / CHARACTERS_PER_TOKEN));
  return {
    calls: texts.length * samples,
    tokens: tokens.reduce((sum, count) => sum + count, 0) * samples,
  };
}
