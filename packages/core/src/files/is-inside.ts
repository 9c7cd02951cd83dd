import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Checks whether a path is a folder or lies in it. */
export function isInside(folder: string, path: string): boolean {
  const below = relative(folder, resolve(path));
  return !(below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below));
}
