import type { Inspected } from '../../island/inspect.js';
import { inspect } from '../../island/inspect.js';
import type { Island } from '../../island/island.js';

/** A folder with all of its items. */
export interface Visit {
  /** Relative to the start of the walk. */
  readonly path: string;
  readonly items: readonly VisitedItem[];
}

export interface VisitedItem {
  readonly name: string;
  /** Relative to the start of the walk. */
  readonly path: string;
  readonly seen: Inspected;
}

/**
 * Walks a folder of the island, one folder at a time, without following links.
 *
 * @param root relative to the island
 * @param first folders to visit before the others
 * @param enter whether to visit a folder; otherwise the caller handles it as a whole
 */
export function* walk(
  island: Island,
  root: string,
  { first = [], enter }: { first?: readonly string[]; enter: (path: string) => boolean },
): Generator<Visit> {
  const pending = [''];
  while (pending.length > 0) {
    const path = pending.pop() ?? '';
    const items = look(island, root, path);
    yield { path, items };
    const folders = items.filter(({ seen }) => seen.kind === 'folder').map((item) => item.path);
    const rank = (folder: string) => (first.includes(folder) ? first.indexOf(folder) : first.length);
    // The last one is taken next.
    pending.push(...folders.filter(enter).sort((a, b) => rank(b) - rank(a) || (a < b ? 1 : -1)));
  }
}

function look(island: Island, root: string, path: string): VisitedItem[] {
  const folder = [root, path].filter(Boolean).join('/');
  return island.list(folder).flatMap(({ name }) => {
    const seen = inspect(island.absolute(folder === '' ? name : `${folder}/${name}`));
    // It disappeared between the two looks: a command is running.
    return seen ? [{ name, path: path === '' ? name : `${path}/${name}`, seen }] : [];
  });
}
