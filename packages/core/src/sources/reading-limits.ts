/** How much of a module is read; a hostile file must cost no more than an honest one. */
export interface ReadingLimits {
  /** Bytes of UTF-8. */
  readonly maxBytes: number;
  /** Objects and arrays inside each other, references followed. */
  readonly maxDepth: number;
  /** Values, each use of a constant counted again; 64 characters of text count as one more. */
  readonly maxNodes: number;
}

/** The deepest public schema nests 24 levels, the largest holds some 20 000 values in 154 KB. */
export const READING_LIMITS: ReadingLimits = {
  maxBytes: 2 * 1024 * 1024,
  maxDepth: 100,
  maxNodes: 250_000,
};
