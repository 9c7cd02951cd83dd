import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs';
import { codeOf } from '../../values/system-error.js';

/** Stats of a file that a word of a command may name; null if it names none, which is common. */
export function statOf(path: string): Stats | null {
  return orNull(() => statSync(path));
}

export function isFile(path: string): boolean {
  return statOf(path)?.isFile() ?? false;
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

export function isExecutable(path: string): boolean {
  return orNull(() => accessSync(path, constants.X_OK)) !== null;
}

/** null also if reading is not allowed: a program can be run without it. */
export function contentOf(path: string): Buffer | null {
  return orNull(() => readFileSync(path));
}

function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}
