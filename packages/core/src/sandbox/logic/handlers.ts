import type { UsedLibrary } from '../../spec/facts.js';

/** What to do with handler code: skip it, run it in the sandbox, or run it in a separate process, with libraries. */
export const HANDLER_MODES = ['skip', 'sandbox', 'trust'] as const;
export type HandlerMode = (typeof HANDLER_MODES)[number];

export const HANDLER_STAGES = ['preRequest', 'executeRequest', 'postRequest'] as const;
export type HandlerStage = (typeof HANDLER_STAGES)[number];

/** Tools with handler code, and the stages that each tool has. */
export type HandlerStages = ReadonlyMap<string, readonly HandlerStage[]>;

/** Result of running a stranger's code. A failure is returned as a value; its reason is text for people. */
export type CodeResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly reason: string;
      /**
       * The code tried to write to this path of main, which is frozen; what it would do without the guard is unknown.
       */
      readonly writesTo?: string;
      /** The library that the code used and the sandbox does not have, so what it would do is unknown. */
      readonly missing?: string;
      /** The result is too large to be read, so its content is unknown. */
      readonly isTooLarge?: true;
    };

/**
 * Answers a `fetch` of handler code. It takes and returns JSON text; every reply from a server counts as an answer. A
 * request that is left over was made because of a timer of an earlier call: it says nothing about the present one.
 */
export type HandlerFetch = (text: string, isLeftOver?: boolean) => Promise<string>;

/** The name of a library as the sandbox has it: `node:crypto` is `crypto`. */
export function libraryNameOf(declared: string): string {
  return declared.replace(/^node:(?=(?:crypto|zlib)$)/, '');
}

/** Runs the handlers of one schema. */
export interface HandlerRuntime {
  /** The libraries that the code gets; empty outside of the sandbox, which alone knows their scripts. */
  readonly libraries: readonly UsedLibrary[];
  /** Loads the module and calls its factory; later calls return the first result. */
  load(): Promise<CodeResult<HandlerStages>>;
  call(call: {
    readonly tool: string;
    readonly stage: HandlerStage;
    readonly input: unknown;
    readonly fetch: HandlerFetch;
  }): Promise<CodeResult<unknown>>;
  close(): Promise<void>;
}
