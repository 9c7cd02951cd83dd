/** The largest scores file that is read. */
export const MAX_SCORES_BYTES = 16 * 1024 * 1024;

/** What a scores file may be at most. The largest namespaces need a hundredth of it; more is refused unread. */
export const scoresLimits = {
  maxBytes: MAX_SCORES_BYTES,
  /** Levels of lists and objects; four are asked for, evidence may bring some of its own. */
  maxDepth: 32,
  /** Brackets and commas: what the work of checking grows with. */
  maxSigns: 200_000,
  /** Problems that are listed; the others are counted. */
  maxProblems: 1000,
  /** Characters of what was found, as it is shown in a problem. */
  maxShown: 120,
  /** How far the clock of a grader may be ahead of ours. */
  maxAheadMs: 24 * 60 * 60 * 1000,
} as const;
