/** Limits on a dataset: seed 004 sets the number of records, and the others limit memory. */
export const datasetLimits = {
  maxRecords: 10_000,
  maxLineBytes: 1024 * 1024,
  maxBytes: 256 * 1024 * 1024,
  /** Maximum nesting depth of lists and objects; more deeply nested values cannot be sent to an evaluator. */
  maxDepth: 100,
  /** Maximum number of bad lines that are listed; the others are only counted. */
  maxListed: 100,
} as const;

/** The largest accepted payload: a schema of 2 MiB, each character escaped, and an example. */
export const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;
