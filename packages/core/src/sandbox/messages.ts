import type { HandlerFetch } from './logic/handlers.js';

/** What the host asks of the worker. Everything in it is text and numbers. */
export type SandboxCommand =
  | {
      readonly kind: 'module';
      readonly source: string;
      /** Name of the export that is wanted as JSON; null: the handlers are loaded. */
      readonly exportName: string | null;
      /** JSON of the shared lists, by name. */
      readonly lists: string;
    }
  | {
      readonly kind: 'call';
      readonly tool: string;
      readonly stage: string;
      /** JSON of the one argument. */
      readonly input: string;
    };

/**
 * Why there is no result. `engine` and `limit` end the worker, `code` is the stranger's own error, and after `write` the
 * reason is the path of main that the code wrote to.
 */
export type SandboxFailure = 'code' | 'write' | 'limit' | 'engine';

/** Nothing that was in the engine can be used any more. */
export function isEnding({ failure }: { readonly failure: SandboxFailure }): boolean {
  return failure === 'limit' || failure === 'engine';
}

export type SandboxReply =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly failure: SandboxFailure; readonly reason: string };

export type ToWorker =
  | { readonly kind: 'command'; readonly command: SandboxCommand }
  | { readonly kind: 'answer'; readonly id: number; readonly text: string };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reply'; readonly reply: SandboxReply }
  | { readonly kind: 'request'; readonly id: number; readonly text: string };

/** Whoever runs code that came from somebody: one command at a time, and whatever becomes of it is a reply. */
export interface CodeEngine {
  /** Whether it is there, with what earlier commands left in it. */
  readonly isRunning: boolean;
  run(command: SandboxCommand, onRequest: HandlerFetch): Promise<SandboxReply>;
  close(): Promise<void>;
}

/** What the worker is started with. */
export interface EngineSettings {
  /** Address of the engine's library. */
  readonly library: string;
  /** Code that runs in the engine before the stranger's. */
  readonly prelude: string;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  readonly sliceMs: number;
  readonly resultBytes: number;
  readonly requests: number;
}
