import type { Files } from './files.js';

/**
 * The same disk, as it would be without some of its files.
 *
 * @param hidden absolute
 */
export function hideFiles(files: Files, hidden: ReadonlySet<string>): Files {
  return {
    ...files,
    read: (path) => (hidden.has(path) ? null : files.read(path)),
    kind: (path) => (hidden.has(path) ? null : files.kind(path)),
    list: (path) => files.list(path).filter(({ name }) => !hidden.has(`${path}/${name}`)),
  };
}
