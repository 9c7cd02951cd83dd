/** Maximum size of a scores file that is read. */
export const MAX_SCORES_BYTES = 16 * 1024 * 1024;

/** The largest accepted payload of an evaluator: a schema of 2 MiB, each character escaped, and an example. */
export const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;

/**
 * Limits for a scores file. The largest namespaces need a hundredth of what these limits allow; a file that exceeds
 * them is refused unread.
 */
export const scoresLimits = {
  maxBytes: MAX_SCORES_BYTES,
  /** Maximum nesting of lists and objects. The format needs four levels; evidence may add some. */
  maxDepth: 32,
  /** Maximum number of brackets and commas: the more there are, the longer checking takes. */
  maxSigns: 200_000,
  /** Maximum number of problems listed; the rest are only counted. */
  maxProblems: 1000,
  /** A problem shows at most this many characters of the value that was found. */
  maxShown: 120,
  /** How far a grader's clock may be ahead of ours. */
  maxAheadMs: 24 * 60 * 60 * 1000,
} as const;

/** Between these lies every score that is a number: the schema of an entry is closed (spec 08, Score Values). */
export const SCORE_RANGE = { min: 1, max: 5 } as const;
