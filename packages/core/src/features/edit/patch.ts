import { realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { isInside } from '../../files/is-inside.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { shellWord } from '../../values/shell-word.js';

export interface FileTexts {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface Patch {
  /** Unified diffs that `git apply` takes; empty if nothing changes. */
  readonly patch: string;
  /** The folder in which the patch is to be applied: the current one, unless a file lies outside. */
  readonly folder: string;
  /** FIX-008 for each file whose changes are left out. */
  readonly errors: readonly Problem[];
}

/**
 * Shows the changes of files as a patch. Its paths lead to the files themselves: `git apply` follows no links.
 */
export function buildPatch(files: readonly FileTexts[]): Patch {
  const real = files.map((one) => ({ ...one, path: realpathSync.native(one.file) }));
  const folder = folderOfPatch(real.map(({ path }) => path));
  const changed = real.filter(({ before, after }) => before !== after);
  const unshown = changed.filter(({ before }) => holdsControls(before));
  const patch = changed
    .filter((one) => !unshown.includes(one))
    .map(({ path, before, after }) => {
      const name = relative(folder, path).split(sep).join('/');
      const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
      return createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, options);
    })
    .join('');
  return { patch, folder, errors: unshown.map(({ file }) => problem('FIX-008', { file })) };
}

/** The command that applies a patch of this folder. */
export function applyCommand(folder: string): string {
  return folder === resolve('.') ? 'git apply' : `git -C ${shellWord(folder)} apply`;
}

/** Whether a terminal would not show the text as it is, so that its patch could not be applied. */
function holdsControls(text: string): boolean {
  return /[^\P{Cc}\t\n]/u.test(text.replaceAll('\r\n', '\n'));
}

/**
 * The folder below which the paths of a patch begin: the current one or, if a file lies outside of it, the one that holds
 * all files. `git apply` reads such paths from the folder it is run in, whether that is a work tree, lies in one or not.
 */
function folderOfPatch([first = '.', ...others]: readonly string[]): string {
  const files = [first, ...others];
  const here = resolve('.');
  let folder = files.every((file) => isInside(here, file)) ? here : dirname(resolve(first));
  while (!files.every((file) => isInside(folder, file))) folder = dirname(folder);
  return folder;
}
