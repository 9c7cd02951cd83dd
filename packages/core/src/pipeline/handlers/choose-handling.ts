import { randomUUID } from 'node:crypto';
import { createHandlerRuntime } from '../../adapters/sandbox/handler-runtime.js';
import { Sandbox } from '../../adapters/sandbox/sandbox.js';
import { TrustedProcess } from '../../adapters/trusted-handlers/trusted-process.js';
import type { HandlerMode } from '../../model/handlers.js';
import type { SharedLists } from '../../model/shared-list.js';
import type { Handling } from '../pretest.js';

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
