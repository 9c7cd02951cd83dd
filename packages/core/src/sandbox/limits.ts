/** What a stranger's code may take. An honest handler needs a small part of it. */
export interface SandboxLimits {
  /** Heap of the engine, in bytes. */
  readonly memoryBytes: number;
  /** Stack of the engine, in bytes. */
  readonly stackBytes: number;
  /** Longest the code may compute without giving control back; the engine ends it by itself. */
  readonly sliceMs: number;
  /** Longest a worker may be silent while nothing is requested for it; then it is terminated. */
  readonly silenceMs: number;
  /** Longest the engine may take to be there; nothing of a stranger runs before. */
  readonly startMs: number;
  /** Longest one command may take, requests included; then the worker is terminated. */
  readonly wallMs: number;
  /** Most bytes of JSON text that a result, or what one request says, may have. */
  readonly resultBytes: number;
  /** Most requests one call of a handler may make. */
  readonly requests: number;
}

export const SANDBOX_LIMITS: SandboxLimits = {
  memoryBytes: 128 * 1024 * 1024,
  stackBytes: 256 * 1024,
  sliceMs: 5_000,
  silenceMs: 10_000,
  startMs: 60_000,
  wallMs: 120_000,
  resultBytes: 8 * 1024 * 1024,
  requests: 25,
};

/** Of the thread the engine runs in: deep recursion of the engine is recursion there. */
export const WORKER_LIMITS = {
  maxOldGenerationSizeMb: 192,
  maxYoungGenerationSizeMb: 32,
  stackSizeMb: 8,
} as const;
