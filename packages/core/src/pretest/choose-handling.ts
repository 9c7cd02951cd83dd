import { randomUUID } from 'node:crypto';
import { createHandlerRuntime } from '../sandbox/handler-runtime.js';
import type { HandlerMode } from '../sandbox/logic/handlers.js';
import { Sandbox } from '../sandbox/sandbox.js';
import { TrustedProcess } from '../sandbox/trusted-handlers/trusted-process.js';
import type { SharedLists } from '../spec/shared-list.js';
import type { Handling } from './run.js';

/** How to run the handler code of one schema; null: do not run it. Starts nothing yet. */
export function chooseHandling({
  mode,
  source,
  lists,
  libraries,
  folder,
}: {
  readonly mode: HandlerMode;
  /** The module's text. */
  readonly source: string;
  readonly lists: SharedLists;
  /** Libraries the schema needs, and the folder they may come from; for trusted code only. */
  readonly libraries: readonly string[];
  readonly folder: { readonly path: string; readonly shownAs: string } | null;
}): Handling | null {
  if (mode === 'skip') return null;
  const openEngine = () =>
    mode === 'sandbox' ? new Sandbox() : new TrustedProcess({ libraries, folder: folder ?? NOWHERE });
  const open = () => createHandlerRuntime(openEngine(), { source, lists: lists.resolved });
  return { mode, open, newToken };
}

/** Used if no folder was named, so that no library is available. */
const NOWHERE = { path: '/nonexistent', shownAs: 'any folder that was named' };

/** A token in place of a key: unlike any other text, and unchanged by any encoding. */
function newToken(): string {
  return `key${randomUUID().replaceAll('-', '')}`;
}
