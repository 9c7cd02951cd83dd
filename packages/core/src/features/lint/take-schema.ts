import { projectSchema } from '../../catalogue/logic/project-schema.js';
import type { Problem } from '../../problems/problem.js';
import type { LintedServer } from '../../rules/mcp/lint-report.js';
import { findUnreadable } from '../../rules/schema/find-unreadable.js';
import { describeKind } from '../../sources/logic/source-kind.js';
import { readSource } from '../../sources/read-schema-file.js';
import {
  createListSource,
  type ListCatalogue,
  listReferences,
  resolveSharedLists,
} from '../../sources/shared-lists.js';
import type { LintProblem } from './options.js';

/** The readable part of a target's definitions, and the problems with the rest. */
export interface TakenServer {
  readonly server: LintedServer | null;
  readonly problems: readonly LintProblem[];
}

/** Reads schema files. Many share one folder of lists, so its problems are reported only once. */
export function createSchemaTaker(): (file: string, folder: string | null) => TakenServer {
  const listsOf = createListSource();
  const told = new Set<Problem>();
  return (file, folder) => {
    const { problems, ...found } = projectFile(file, () => listsOf({ folder, files: [file] }));
    const untold = problems.filter((known) => !told.has(known));
    for (const known of untold) told.add(known);
    return {
      server: 'server' in found ? found.server : null,
      problems: untold.map((known) => ({ target: file, ...known })),
    };
  };
}

type ProjectedFile =
  | { readonly server: LintedServer; readonly problems: readonly Problem[] }
  | { readonly problems: readonly [Problem, ...Problem[]] };

/**
 * Reads a schema file and projects it to a server. None of its code runs.
 *
 * @param listsOf reads the lists beside the file; called only if the schema refers to any
 * @returns the server and the problems of those lists (LST-101), or what prevents the projection: its problems, or that
 *   the file is no schema
 */
export function projectFile(file: string, listsOf: () => ListCatalogue): ProjectedFile {
  const { reading, kind } = readSource(file);
  const told = describeKind(kind, { file, reading });
  const [first, ...others] = told ? [told] : findUnreadable(reading, file);
  if (first) return { problems: [first, ...others] };
  // findUnreadable found no problem, so this is an object.
  const main = reading.value as Readonly<Record<string, unknown>>;
  const references = listReferences(main.sharedLists);
  const lists = references.length > 0 ? listsOf() : { files: [], problems: [] };
  const { snapshot, placeOf } = projectSchema(main, resolveSharedLists(references, lists.files));
  const source = { file, locate: (path: Parameters<typeof placeOf>[0]) => reading.locate(placeOf(path)) };
  return { server: { target: file, snapshot, incomplete: [], source }, problems: lists.problems };
}
