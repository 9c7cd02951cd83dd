import { randomUUID } from 'node:crypto';
import { createHandlerRuntime } from '../sandbox/handler-runtime.js';
import type { HandlerMode } from '../sandbox/logic/handlers.js';
import { Sandbox } from '../sandbox/sandbox.js';
import { TrustedProcess } from '../sandbox/trusted-handlers/trusted-process.js';
import type { SharedLists } from '../spec/shared-list.js';
import type { Handling } from './run.js';

/** How the handler code of one schema is run; null: it is not. Nothing is started here. */
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
  /** Libraries the schema needs, and the folder they may come from; for trusted code alone. */
  readonly libraries: readonly string[];
  readonly folder: { readonly path: string; readonly shownAs: string } | null;
}): Handling | null {
  if (mode === 'skip') return null;
  const openEngine = () =>
    mode === 'sandbox' ? new Sandbox() : new TrustedProcess({ libraries, folder: folder ?? NOWHERE });
  const open = () => createHandlerRuntime(openEngine(), { source, lists: lists.resolved });
  return { mode, open, newToken };
}

/** Where no folder was named, no library is to be had. */
const NOWHERE = { path: '/nonexistent', shownAs: 'any folder that was named' };

/** It stands for a key: looks like nothing else, and no encoding changes it. */
function newToken(): string {
  return `key${randomUUID().replaceAll('-', '')}`;
}
