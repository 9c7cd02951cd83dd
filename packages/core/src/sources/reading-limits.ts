/** Limits for reading a module; a hostile file must cost no more than an honest one. */
export interface ReadingLimits {
  /** Bytes of UTF-8. */
  readonly maxBytes: number;
  /** Levels of nested objects and arrays, with references followed. */
  readonly maxDepth: number;
  /** Number of values; each use of a constant counts again, and each 64 characters of text count as one more. */
  readonly maxNodes: number;
}

/** The deepest public schema nests 24 levels, the largest holds about 20,000 values in 154 KB. */
export const READING_LIMITS: ReadingLimits = {
  maxBytes: 2 * 1024 * 1024,
  maxDepth: 100,
  maxNodes: 250_000,
};
