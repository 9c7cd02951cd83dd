import type { Inspected } from '../../island/inspect.js';
import { isSetAside } from '../../island/logic/fact-kind.js';
import { problem } from '../../problems/error-codes.js';
import { codeOf } from '../../values/system-error.js';
import { checkNames } from './logic/check-names.js';
import { temporaryOf } from './logic/layout.js';
import type { Tally } from './tally.js';
import type { Visit, VisitedItem } from './walk.js';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** After this time, a process number belongs to another process. */
const DAY_MS = 24 * 60 * 60 * 1000;

export interface ItemRules {
  /** Folder of the visit, relative to the island. */
  readonly folder: string;
  /** The argument with which `grading verify` repairs this: a target, or `--all`. */
  readonly target: string;
  /** Checks whether an item belongs here. */
  readonly isKnown: (item: VisitedItem) => boolean;
  readonly tally: Tally;
  readonly nowMs: number;
}

/**
 * Checks the items of a folder without reading them: names, strays, links, permissions.
 *
 * @returns the plain items, which can be read
 */
export function checkItems({ items }: Visit, rules: ItemRules): VisitedItem[] {
  const { folder, tally } = rules;
  const inProgress = items.filter((item) => isInProgress(item, rules.nowMs));
  const names = items.filter((item) => !inProgress.includes(item));
  tally.check('names', names.length);
  tally.add(
    'names',
    checkNames(
      folder,
      names.map(({ name }) => name),
    ),
  );
  return names.filter((item) => checkItem(item, items, rules));
}

function checkItem(item: VisitedItem, siblings: readonly VisitedItem[], rules: ItemRules): boolean {
  const { tally, isKnown, folder } = rules;
  const file = folder === '' ? item.name : `${folder}/${item.name}`;
  const { kind } = item.seen;
  const move = { kind: 'move', file } as const;
  tally.check('strays');
  tally.check('links');
  if (
    kind === 'symbolic link' &&
    rules.target !== '--all' &&
    isKnown({ ...item, seen: { ...item.seen, kind: 'folder' } })
  ) {
    // A schema may have no other files than those behind it, so it is not moved away.
    tally.add('links', problem('VFY-132', { file }));
    return false;
  }
  if (kind === 'symbolic link' || kind === 'other') {
    const what = kind === 'other' ? 'neither a file nor a folder' : 'a symbolic link';
    tally.add('links', problem('VFY-005', { file }, { what, target: rules.target }), move);
    return false;
  }
  if (temporaryOf(item.name) !== null) {
    tally.add('strays', problem('VFY-004', { file }, { target: rules.target }), move);
    return false;
  }
  const expected = item.name.toLowerCase();
  if (kind === 'folder' && !isKnown(item) && isKnown({ ...item, name: expected, path: smallName(item) })) {
    tally.add('names', problem('VFY-131', { file }, { expected }));
    return false;
  }
  if (!isKnown(item)) {
    tally.add('strays', problem('VFY-003', { file }, { what: kind, target: rules.target }), move);
    return false;
  }
  checkMode(file, item.seen, tally);
  if (isSetAside(item.path, new Date(rules.nowMs)))
    tally.add('names', problem('VFY-014', { file }, { clock: new Date(rules.nowMs).toISOString() }));
  if (kind !== 'file' || item.seen.links === ownNames(item, siblings)) return true;
  tally.add('links', problem('VFY-006', { file }, { links: item.seen.links }));
  return false;
}

function smallName({ name, path }: VisitedItem): string {
  return `${path.slice(0, path.length - name.length)}${name.toLowerCase()}`;
}

/** A file whose creation was interrupted keeps a temporary name beside its own. */
function ownNames({ seen }: VisitedItem, siblings: readonly VisitedItem[]): number {
  return siblings.filter(
    (other) => other.seen.identity === seen.identity && (other.seen === seen || temporaryOf(other.name)),
  ).length;
}

function checkMode(file: string, { kind, mode }: Inspected, tally: Tally): void {
  // Windows has other permissions.
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

/** A file that a running process is writing is not a leftover. */
export function isInProgress({ name, seen }: Pick<VisitedItem, 'name' | 'seen'>, nowMs: number): boolean {
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
