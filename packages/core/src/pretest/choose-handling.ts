import { randomUUID } from 'node:crypto';
import { createHandlerRuntime } from '../sandbox/handler-runtime.js';
import { findLibraries, type LibraryFolder } from '../sandbox/library-scripts.js';
import type { HandlerMode } from '../sandbox/logic/handlers.js';
import { Sandbox } from '../sandbox/sandbox.js';
import { TrustedProcess } from '../sandbox/trusted-handlers/trusted-process.js';
import { parseCodeFacts } from '../sources/code-facts.js';
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
  /** Libraries the schema declares, and the folder with those of the user. */
  readonly libraries: readonly string[];
  readonly folder: LibraryFolder | null;
}): Handling | null {
  if (mode === 'skip') return null;
  const module = { source, lists: lists.resolved };
  if (mode === 'trust') {
    const openEngine = () => new TrustedProcess({ libraries, folder: folder ?? NOWHERE });
    return { mode, open: () => createHandlerRuntime(openEngine(), module), newToken };
  }
  const open = () => {
    const found = findLibraries([...libraries, ...importedModules(source)], folder);
    return createHandlerRuntime(new Sandbox(), {
      ...module,
      declared: libraries,
      libraries: [...found.values()],
    });
  };
  return { mode, open, newToken };
}

/** Modules of Node that code imports and the sandbox has as libraries. */
function importedModules(source: string): string[] {
  const imports = parseCodeFacts(source)?.imports ?? [];
  return imports.flatMap(({ name }) => (name === 'crypto' || name === 'zlib' ? [name] : []));
}

/** Used if no folder was named, so that no library is available. */
const NOWHERE = { path: '/nonexistent', shownAs: 'any folder that was named' };

/** A token in place of a key: unlike any other text, and unchanged by any encoding. */
function newToken(): string {
  return `key${randomUUID().replaceAll('-', '')}`;
}
