/** What a dataset may be at most (seed 004 sets the number of records); the rest keeps memory bounded. */
export const datasetLimits = {
  maxRecords: 10_000,
  maxLineBytes: 1024 * 1024,
  maxBytes: 256 * 1024 * 1024,
  /** Levels of lists and objects: what is deeper cannot be written for an evaluator. */
  maxDepth: 100,
  /** Bad lines that are listed; the others are counted. */
  maxListed: 100,
} as const;
