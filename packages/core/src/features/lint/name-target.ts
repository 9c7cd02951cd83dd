import { relative, resolve, sep } from 'node:path';

/**
 * The name by which baselines, configurations and fingerprints know a target: a file by its path relative to a folder,
 * so that every spelling of the path, on every machine, means the same. Addresses and commands stay as they are.
 *
 * @param file the file of the target, with which its name begins; undefined if it has none
 */
export function nameTarget(target: string, file: string | undefined, folder: string): string {
  return file === undefined ? target : `${nameFile(file, folder)}${target.slice(file.length)}`;
}

/** A path relative to a folder, with forward slashes; `base` is what a relative path starts from. */
export function nameFile(path: string, folder: string, base = ''): string {
  return relative(folder, resolve(base, path)).replaceAll(sep, '/');
}
