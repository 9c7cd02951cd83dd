/** Largest scores file that is read. */
export const MAX_SCORES_BYTES = 16 * 1024 * 1024;

/**
 * Limits of a scores file. The largest namespaces need a hundredth of them; a file beyond them is refused
 * unread.
 */
export const scoresLimits = {
  maxBytes: MAX_SCORES_BYTES,
  /** Nesting of lists and objects. The format needs four levels; evidence may add some. */
  maxDepth: 32,
  /** Brackets and commas: the work of checking grows with their number. */
  maxSigns: 200_000,
  /** Problems listed; the rest are counted. */
  maxProblems: 1000,
  /** Characters of a found value shown in a problem. */
  maxShown: 120,
  /** How far a grader's clock may be ahead of ours. */
  maxAheadMs: 24 * 60 * 60 * 1000,
} as const;
