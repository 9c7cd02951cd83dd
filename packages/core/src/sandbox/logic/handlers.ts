/** How handler code is treated: not run; in the separate engine; in a process of its own with libraries. */
export const HANDLER_MODES = ['skip', 'sandbox', 'trust'] as const;
export type HandlerMode = (typeof HANDLER_MODES)[number];

export const HANDLER_STAGES = ['preRequest', 'executeRequest', 'postRequest'] as const;
export type HandlerStage = (typeof HANDLER_STAGES)[number];

/** Tools that have code, each with the stages it has. */
export type HandlerStages = ReadonlyMap<string, readonly HandlerStage[]>;

/** What came of running somebody's code. A failure is a value; the reason is for people. */
export type CodeResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The code wrote to this path of main, which is frozen: what it would have done nobody can tell. */
      readonly writesTo?: string;
    };

/** Answers a `fetch` of handler code; JSON text in, JSON text out. Whatever a server does is an answer. */
export type HandlerFetch = (text: string) => Promise<string>;

/** Whoever runs the handlers of one schema. */
export interface HandlerRuntime {
  /** Loads the module and calls its factory; done once, however often it is asked. */
  load(): Promise<CodeResult<HandlerStages>>;
  call(call: {
    readonly tool: string;
    readonly stage: HandlerStage;
    readonly input: unknown;
    readonly fetch: HandlerFetch;
  }): Promise<CodeResult<unknown>>;
  close(): Promise<void>;
}
