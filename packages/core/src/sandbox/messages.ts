import type { HandlerFetch } from './logic/handlers.js';

/** A library as one script, which leaves it in `globalThis.__flowmcpLibrary`. */
export interface LibraryScript {
  readonly name: string;
  readonly source: string;
}

/** A command for the handlers of a module. It consists of text only, like every command from the host to a worker. */
export type HandlerCommand =
  | {
      readonly kind: 'handlers';
      readonly source: string;
      /** JSON of the shared lists, by name. */
      readonly lists: string;
      /** Names of the libraries that the factory gets; one without a script is a trap. */
      readonly libraries: readonly string[];
      /** Run before the module, in this order. */
      readonly scripts: readonly LibraryScript[];
    }
  | {
      readonly kind: 'call';
      readonly tool: string;
      readonly stage: string;
      /** JSON of the single argument. */
      readonly input: string;
    };

export type SandboxCommand =
  | HandlerCommand
  | {
      readonly kind: 'value';
      readonly source: string;
      /** Name of the export to return as JSON. */
      readonly exportName: string;
    };

/**
 * Why there is no result. `engine` and `limit` end the worker, `code` is an error in the stranger's code, and for
 * `write` the reason is the path of main that the code wrote to.
 */
export type SandboxFailure = 'code' | 'write' | 'limit' | 'engine';

/** Checks whether a failure leaves the engine unusable. */
export function isEnding({ failure }: { readonly failure: SandboxFailure }): boolean {
  return failure === 'limit' || failure === 'engine';
}

export type SandboxReply =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly failure: SandboxFailure;
      readonly reason: string;
      /** A library that the code used and the engine does not have, whatever became of it. */
      readonly missing?: string;
    };

export type ToWorker =
  /** The number is another one for each command of an engine, and greater than 0. */
  | { readonly kind: 'command'; readonly number: number; readonly command: SandboxCommand }
  | { readonly kind: 'answer'; readonly id: number; readonly text: string };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reply'; readonly reply: SandboxReply }
  | {
      readonly kind: 'request';
      /** Never used twice in an engine. */
      readonly id: number;
      /** Number of the command that was running. */
      readonly command: number;
      /** Whether a timer of an earlier command has led to the request. */
      readonly isLeftOver: boolean;
      readonly text: string;
    };

/** Runs a stranger's handlers, one command at a time; every outcome is a reply. */
export interface CodeEngine {
  /** Whether the engine is running, with the state that earlier commands left in it. */
  readonly isRunning: boolean;
  run(command: HandlerCommand, onRequest: HandlerFetch): Promise<SandboxReply>;
  close(): Promise<void>;
}

/** Settings a worker starts with. */
export interface EngineSettings {
  /** Address of the engine's library. */
  readonly library: string;
  /** Code that runs in the engine before the stranger's. */
  readonly prelude: string;
  readonly memoryBytes: number;
  /**
   * Maximum memory of the WebAssembly instance, in pages of 64 KiB; needed because the engine does not count its own
   * buffers.
   */
  readonly memoryPages: number;
  readonly stackBytes: number;
  readonly sliceMs: number;
  readonly resultBytes: number;
  readonly requests: number;
  readonly timers: number;
}
