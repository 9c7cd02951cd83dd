const CHARACTERS_PER_TOKEN = 4;

/** How an estimate counts tokens, as text for users. */
export const TOKEN_RULE = `one token for every ${CHARACTERS_PER_TOKEN} characters that are sent; answers and further attempts are not counted`;

export interface Estimate {
  readonly calls: number;
  readonly tokens: number;
}

/**
 * The cost of sending these texts.
 *
 * @param texts the complete text of each call
 * @param timesOf how many times the text at an index is sent; default: once
 */
export function estimateCalls(
  texts: readonly string[],
  timesOf: (index: number) => number = () => 1,
): Estimate {
  return texts.reduce(
    ({ calls, tokens }, text, at) => ({
      calls: calls + timesOf(at),
      tokens: tokens + timesOf(at) * estimateTokens(text),
    }),
    { calls: 0, tokens: 0 },
  );
}

/** Number of tokens of a text, by {@link TOKEN_RULE}. */
export function estimateTokens({ length }: string): number {
  return Math.ceil(length / CHARACTERS_PER_TOKEN);
}
