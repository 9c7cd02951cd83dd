import { isSetAside } from '../../island/logic/facts.js';
import { findAlike, isDeviceName } from '../../island/logic/names.js';
import type { Inspected } from '../../island/read-plain.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { codeOf } from '../../values/system-error.js';
import { kindOfFile, type PlacedFolder, placeFolder } from './layout.js';
import { temporaryOf } from './logic/place.js';
import type { Tally } from './logic/result.js';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** After this much time, a process ID is assumed to belong to another process. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** A file, folder or link in a folder that is walked. */
export interface Item {
  readonly name: string;
  /** Relative to the start of the walk. */
  readonly path: string;
  readonly seen: Inspected;
}

export interface ItemRules {
  /** Folder of the items, relative to the island. */
  readonly folder: string;
  /** What to pass to `grading verify` to repair the folder: a target, or `--all`. */
  readonly target: string;
  readonly place: PlacedFolder;
  readonly tally: Tally;
  readonly nowMs: number;
  /** Whether unknown files and folders stay where they are: they may be trials, which cannot be made again. */
  readonly isKept?: boolean;
}

/**
 * Checks the items of a folder without reading their content: names, strays, links and permissions.
 *
 * @returns the plain items, which can be read
 */
export function checkItems(items: readonly Item[], rules: ItemRules): Item[] {
  const { folder, tally, nowMs } = rules;
  const lasting = items.filter((item) => !isInProgress(item, nowMs));
  const names = lasting.map(({ name }) => name);
  tally.check('names', names.length);
  tally.add('names', checkNames(folder, names));
  return lasting.filter((item) => checkItem(item, items, rules));
}

/**
 * Finds names in one folder that some disks cannot hold side by side, or cannot hold at all.
 *
 * @param folder relative to the island
 * @returns VFY-001 and VFY-002
 */
export function checkNames(folder: string, names: readonly string[]): Problem[] {
  const at = (name: string) => ({ file: folder === '' ? name : `${folder}/${name}` });
  return [
    ...findAlike(names).map(([name, other]) => problem('VFY-001', at(name), { name, other })),
    ...names.flatMap((name) => {
      const reason = whyNotEverywhere(name);
      return reason === null ? [] : [problem('VFY-002', at(name), { name, reason })];
    }),
  ];
}

function whyNotEverywhere(name: string): string | null {
  if (isDeviceName(name.replace(/\..*$/s, ''))) return 'Windows reserves it for a device';
  if (/[. ]$/.test(name)) return 'it ends with a dot or a space';
  return /[<>:"|?*\\\p{Cc}]/u.test(name) ? 'it contains a character that Windows does not allow' : null;
}

function checkItem(item: Item, siblings: readonly Item[], rules: ItemRules): boolean {
  const { tally, place, folder, target, nowMs, isKept = false } = rules;
  const { name, path, seen } = item;
  const file = folder === '' ? name : `${folder}/${name}`;
  const move = { kind: 'move', file } as const;
  const isPlace = (other: string) => placeFolder(place, other) !== null;
  tally.check('strays');
  tally.check('links');
  if (seen.kind === 'symbolic link' && place.flow !== 'island' && isPlace(path)) {
    // The files behind the link may be the only ones that a schema has, so the link is not moved away.
    tally.add('links', problem('VFY-132', { file }));
    return false;
  }
  if (seen.kind === 'symbolic link' || seen.kind === 'other') {
    const what = seen.kind === 'other' ? 'neither a file nor a folder' : 'a symbolic link';
    tally.add('links', problem('VFY-005', { file }, { what, target }), move);
    return false;
  }
  if (temporaryOf(name) !== null) {
    tally.add('strays', problem('VFY-004', { file }, { target }), move);
    return false;
  }
  const isKnown = seen.kind === 'folder' ? isPlace(path) : kindOfFile(place, name) !== null;
  if (!isKnown && seen.kind === 'folder' && isPlace(smallName(item))) {
    tally.add('names', problem('VFY-131', { file }, { expected: name.toLowerCase() }));
    return false;
  }
  if (!isKnown && isKept) {
    tally.add('strays', problem('VFY-136', { file }, { what: seen.kind }));
    return false;
  }
  if (!isKnown) {
    tally.add('strays', problem('VFY-003', { file }, { what: seen.kind, target }), move);
    return false;
  }
  checkMode(file, seen, tally);
  if (isSetAside(path, new Date(nowMs)))
    tally.add('names', problem('VFY-014', { file }, { clock: new Date(nowMs).toISOString() }));
  if (seen.kind !== 'file' || seen.links === ownNames(item, siblings)) return true;
  tally.add('links', problem('VFY-006', { file }, { links: seen.links }));
  return false;
}

function smallName({ name, path }: Item): string {
  return `${path.slice(0, path.length - name.length)}${name.toLowerCase()}`;
}

/** Counts the names of one file: if its creation was interrupted, it still has a temporary name, too. */
function ownNames({ seen }: Item, siblings: readonly Item[]): number {
  return siblings.filter(
    (other) => other.seen.identity === seen.identity && (other.seen === seen || temporaryOf(other.name)),
  ).length;
}

function checkMode(file: string, { kind, mode }: Inspected, tally: Tally): void {
  // Permissions work differently on Windows.
  if (process.platform === 'win32') return;
  tally.check('permissions');
  const wanted = kind === 'file' ? FILE_MODE : FOLDER_MODE;
  if (mode === wanted) return;
  const args = { found: octal(mode), expected: octal(wanted) };
  tally.add('permissions', problem((mode & 0o077) === 0 ? 'VFY-008' : 'VFY-007', { file }, args));
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

/** Checks whether a running process is still writing a file, so that the file is not a leftover. */
export function isInProgress({ name, seen }: Pick<Item, 'name' | 'seen'>, nowMs: number): boolean {
  const pid = temporaryOf(name)?.pid ?? null;
  return pid !== null && nowMs - seen.changedMs < DAY_MS && isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
