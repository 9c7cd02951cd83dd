/**
 * scoringSystem/1.0.0: how evidence becomes a score. Frozen: new numbers need a new file. Source: spec 07
 * §4.1, spec 06 binding rules 1 and 2.
 */
export const scoringSystem = {
  version: 'scoringSystem/1.0.0',
  min: 1,
  max: 5,
  pass: 5,
  fail: 1,
  /** Number of working tests a tool needs; a tool with fewer distinct parameter sets needs only that many. */
  workingTests: 3,
  /** The only HTTP status that counts as working. */
  workingHttpStatus: 200,
  largeResponseBytes: 1024 * 1024,
  /** Maximum size of a response, in bytes. Reading stops there, and a larger response cannot be judged. */
  maxResponseBytes: 32 * 1024 * 1024,
} as const;
