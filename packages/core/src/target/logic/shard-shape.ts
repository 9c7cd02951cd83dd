/** One of several equal parts of all targets. */
export interface Shard {
  /** From 1 on. */
  readonly index: number;
  readonly count: number;
}
