import { basename, extname, resolve } from 'node:path';
import type { SelectionSource } from './find-selections.js';
import { ABOUT_FILE_NAME, type AboutReading, readFromFolder, readInline } from './read-about.js';

export interface ReadSelectionAboutInput {
  readonly source: SelectionSource;
  /** As written, even if the gate has refused it: an id that is not a file name matches no file. */
  readonly selectionId: string;
  /** The text inside the definition; it takes precedence over a file. */
  readonly inline: string | null;
  /** Whether the definition declares an About. */
  readonly isDeclared: boolean;
}

/**
 * Reads the About of a selection, its domain knowledge (grading specification 10 and 11):
 * `resources/<selection>-about.md` beside the definition, or text inside it. A declaration is optional.
 *
 * @returns ABT-002 only if it is declared and missing; the other ABT warnings as for a namespace
 */
export function readSelectionAbout(input: ReadSelectionAboutInput): AboutReading {
  const { source, inline, isDeclared } = input;
  if (inline !== null) return readInline(inline, { file: source.file, path: 'selection.resources' });
  let missing: AboutReading | undefined;
  for (const name of listAboutNames(input)) {
    const read = readFromFolder(source.folder, name);
    if (read.kind === 'read') {
      return { kind: 'found', bytes: read.bytes, from: 'file', file: read.file, problems: [] };
    }
    if (read.problems.some(({ code }) => code !== 'ABT-002')) return read;
    missing ??= read;
  }
  return isDeclared && missing ? missing : { kind: 'none' };
}

/** File names by the selection's id, its file, and its own folder; the first existing file counts. */
function listAboutNames({ source, selectionId }: ReadSelectionAboutInput): readonly string[] {
  const base = basename(source.file, extname(source.file));
  const names = [selectionId];
  if (base !== 'selection') names.push(base);
  if (source.ownsFolder) names.push(basename(resolve(source.folder)));
  return [...new Set(names)].map((name) => `${name}-about.md`).filter((name) => ABOUT_FILE_NAME.test(name));
}
