import type { Island } from '../../island/island.js';
import { inspect } from '../../island/read-plain.js';
import { holdsKeyForm } from '../../keys/logic/key-form-text.js';
import { problem } from '../../problems/error-codes.js';
import { GradingError } from '../../problems/problem.js';
import { sha256 } from '../../spec/hash.js';
import { checkItems, type Item } from './items.js';
import { type FileKind, KINDS, kindOfFile, type PlacedFolder, placeFolder } from './layout.js';
import type { Home } from './logic/place.js';
import type { Tally } from './logic/result.js';
import { pathIn, type ReadFile, type TargetView } from './target-view.js';

/** Folders that are read first, because others are compared with them. */
const READ_FIRST = ['scores', 'selection'];

/** Walks through a target, and checks each file according to its kind. Each file is read once. */
export function readFiles(view: TargetView): void {
  for (const visit of walk(view.island, view.folder, view.target)) readFolder(view, visit);
}

function readFolder(view: TargetView, { path: folder, place, items }: Visit): void {
  const { target, tally, nowMs } = view;
  const rules = { folder: pathIn(view, folder), target: view.folder, place, tally, nowMs };
  const plain = checkItems(items, rules).filter(({ seen }) => seen.kind === 'file');
  for (const { name, path, seen } of items) {
    if (seen.kind === 'symbolic link' && placeFolder(target, path) !== null) view.linked.add(path);
    // An unreadable item with the name of a file is not a missing file.
    if (seen.kind !== 'folder' && kindOfFile(place, name) !== null) view.files.set(path, null);
  }
  for (const { name, path } of plain) {
    const kind = kindOfFile(place, name);
    const check = kind && KINDS[kind].check;
    const file = check && readOnce(view, { path, place, kind });
    if (file) check(view, file);
  }
  for (const [, kind] of place.rows) {
    const read = (name: string) => readOnce(view, { path: `${folder}/${name}`, place, kind });
    KINDS[kind].checkAll?.(view, { folder, names: plain.map(({ name }) => name), read });
  }
}

/** Reads and hashes a file and searches it for secrets; null if it is gone, or cannot be read. */
function readOnce(
  view: TargetView,
  { path, place, kind }: Pick<ReadFile, 'path' | 'place'> & { readonly kind: FileKind },
): ReadFile | null {
  const file = pathIn(view, path);
  const bytes = readFile(view.island, file, view.tally);
  if (!bytes) return null;
  view.files.set(path, sha256(bytes));
  const text = bytes.toString('utf8');
  checkSecrets(view, file, text, KINDS[kind].isCopy);
  return { path, place, bytes, text };
}

/**
 * Searches a file for text that has the form of a key, and for the values of the user's own keys if those are known.
 */
function checkSecrets({ tally, options }: TargetView, file: string, text: string, isCopy = false): void {
  tally.check('secrets');
  if (options.findKeys && options.findKeys(text).length > 0)
    tally.add('secrets', problem('VFY-121', { file }));
  else if (holdsKeyForm(text)) tally.add('secrets', problem(isCopy ? 'VFY-122' : 'VFY-120', { file }));
}

/** Bytes of a file of the island; null if it is gone, or if it cannot be read, which is reported (VFY-009). */
export function readFile(island: Island, file: string, tally: Tally): Buffer | null {
  try {
    return island.readBytes(file);
  } catch (error) {
    if (!(error instanceof GradingError) || error.problem.code !== 'ISL-001') throw error;
    const code = String(error.problem.args?.code ?? '');
    tally.add('permissions', problem('VFY-009', { file }, { code }));
    return null;
  }
}

interface Visit {
  /** Relative to the start of the walk. */
  readonly path: string;
  readonly place: PlacedFolder;
  readonly items: readonly Item[];
}

/**
 * Walks through the folders that have a place in the layout, one at a time, without following links. The caller handles
 * all other folders as a whole.
 *
 * @param root relative to the island
 */
export function* walk(island: Island, root: string, home: Home): Generator<Visit> {
  const pending = [''];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const place = placeFolder(home, path);
    if (!place || place.isApart) continue;
    const items = look(island, root, path);
    yield { path, place, items };
    const folders = items.filter(({ seen }) => seen.kind === 'folder').map((item) => item.path);
    // The last folder of the list is taken next.
    pending.push(...folders.sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? 1 : -1)));
  }
}

/** The higher the rank, the earlier a folder is read. */
function rankOf(folder: string): number {
  return READ_FIRST.includes(folder) ? READ_FIRST.length - READ_FIRST.indexOf(folder) : 0;
}

function look(island: Island, root: string, path: string): Item[] {
  const folder = [root, path].filter(Boolean).join('/');
  return island.list(folder).flatMap(({ name }) => {
    const seen = inspect(island.absolute(folder === '' ? name : `${folder}/${name}`));
    // If the item has disappeared since it was listed, a command is running.
    return seen ? [{ name, path: path === '' ? name : `${path}/${name}`, seen }] : [];
  });
}
