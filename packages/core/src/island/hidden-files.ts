import type { Files } from './files.js';

/**
 * The same disk, as it would be without some of its files.
 *
 * @param hidden absolute
 * @param instead bytes of files that would be others then, by their absolute path
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
