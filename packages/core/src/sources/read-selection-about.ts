import { basename, extname, resolve } from 'node:path';
import type { SelectionSource } from './find-selections.js';
import { ABOUT_FILE_NAME, type AboutReading, readFromFolder, readInline } from './read-about.js';

export interface ReadSelectionAboutInput {
  readonly source: SelectionSource;
  /** As written, also where the gate has refused it: one that is no file name names no file. */
  readonly selectionId: string;
  /** The text that is written into the definition; it goes before a file. */
  readonly inline: string | null;
  /** The definition says that there is one. */
  readonly isDeclared: boolean;
}

/**
 * The About of a selection, its domain knowledge (grading specification 10 and 11): `resources/<selection>-about.md`
 * beside the definition, or text inside it. Nobody has to declare it.
 *
 * @returns ABT-002 only where it is declared and not there; the other ABT warnings as for a namespace
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

/** By the selection's id, by its file, and by the folder that is its own; the first that is there counts. */
function listAboutNames({ source, selectionId }: ReadSelectionAboutInput): readonly string[] {
  const base = basename(source.file, extname(source.file));
  const names = [selectionId];
  if (base !== 'selection') names.push(base);
  if (source.ownsFolder) names.push(basename(resolve(source.folder)));
  return [...new Set(names)].map((name) => `${name}-about.md`).filter((name) => ABOUT_FILE_NAME.test(name));
}
