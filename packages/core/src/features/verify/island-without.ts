import { type Files, nodeFiles } from '../../island/files.js';
import { Island } from '../../island/island.js';
import { linesOf } from '../../island/logic/parse-journal.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { pathIn, type TargetView } from './target-view.js';

/** The island as it would be without some facts of the target and without their lines in the journal. */
export function islandWithout(view: TargetView, paths: readonly string[]): Island {
  const { island } = view;
  const absolute = (path: string) => island.absolute(pathIn(view, path));
  const gone = new Set(paths);
  const journal = (island.readText(pathIn(view, FILE_NAMES.audit)) ?? '')
    .split('\n')
    .filter(
      (text) => !linesOf(Buffer.from(text), ['veto', 'entry', 'adopted']).some(({ path }) => gone.has(path)),
    );
  const instead = new Map([[absolute(FILE_NAMES.audit), Buffer.from(journal.join('\n'))]]);
  const { root, now, book } = island;
  return new Island(root, hideFiles(nodeFiles, new Set(paths.map(absolute)), instead), { now, book });
}

/**
 * The disk as it would be if some of its files did not exist and others had different content.
 *
 * @param hidden absolute paths
 * @param instead other bytes for some files, by absolute path
 */
function hideFiles(
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
