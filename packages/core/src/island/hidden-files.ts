import type { Files } from './files.js';

/**
 * The same disk as if some of its files did not exist.
 *
 * @param hidden absolute paths
 * @param instead other bytes for some files, by absolute path
 */
export function hideFiles(
  files: Files,
  hidden: ReadonlySet<string>,
  instead: ReadonlyMap<string, Buffer> = new Map(),
): Files {
  return {
    ...files,
    read: (path) => (hidden.has(path) ? null : (instead.get(path) ?? files.read(path))),
    kind: (path) => (hidden.has(path) ? null : files.kind(path)),
    list: (path) => files.list(path).filter(({ name }) => !hidden.has(`${path}/${name}`)),
  };
}
