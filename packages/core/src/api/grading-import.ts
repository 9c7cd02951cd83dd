import { basename } from 'node:path';
import {
  type ImportedNamespace,
  type ImportedSelection,
  type ImportOptions,
  importSources,
} from '../features/import/run.js';
import { Island } from '../island/island.js';
import { memberOf } from '../rules/schema/schema-members.js';
import { findSources } from '../sources/find-sources.js';
import { readSchemaFile, readSelection } from '../sources/read-schema-file.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { noImport, noSingleImport } from './refused.js';

/** Imports sources into the island as snapshots, without changing them (spec 22, IN). */

/** A schema, or the definition of a selection, that was stored. */
export interface ImportedSource {
  /** Name of its file, without `.mjs`; of a selection, its id. */
  readonly schema: string;
  /** The name that it states itself. */
  readonly name: string;
  readonly hash: string;
  /** Absolute; null in a dry run, which writes no file. */
  readonly snapshotPath: string | null;
  /** The same as `snapshotPath`. */
  readonly snapshot: string | null;
}

/** A source that the island already had. */
export type SkippedSource = Pick<ImportedSource, 'schema' | 'name' | 'hash'>;

interface WithNames {
  readonly imported: readonly ImportedSource[];
  readonly skipped: readonly SkippedSource[];
}

interface Opened extends WithNames {
  /** null in a dry run. */
  readonly indexPath: string | null;
}

/**
 * What became of one provider folder or selection. All paths are absolute, and null in a dry run; problems are structured
 * data, not text.
 */
export type ImportedTarget =
  | (Omit<ImportedNamespace, keyof Opened> & Opened)
  | (Omit<ImportedSelection, keyof Opened> & Opened);

/** Result of an import. What belongs to the only result stands beside `results` too; of several, nothing does. */
export interface Imported extends WithNames {
  status: boolean;
  results: readonly ImportedTarget[];
  /** null for a selection. */
  namespace: string | null;
  /** Always empty: skills inside `main` are refused (VAL016), and those of a selection are in `results`. */
  normalizedSkills: readonly never[];
  /** Absolute; null in a dry run, too. */
  indexPath: string | null;
  /** Why something was refused. Without keepGoing, one invalid file excludes its whole folder. */
  errors: string[];
}

/**
 * Imports one provider folder, schema file or selection: validates every file, snapshots new content,
 * rebuilds the index. Nothing in the island is overwritten; nothing in the source is run or changed.
 *
 * @param providerPath absolute, or relative to the working directory
 * @param gradingDataRoot the island; it has no default
 * @param dryRun plan only; the paths of files that an import would write are null
 * @param keepGoing import the files that pass
 * @param strict also refuse a schema because of warnings
 * @param retire retire graded schemas that are missing from the folder
 * @returns IMP-… (missing argument, nothing found, refused), GRD-002 (wrong type), GRD-011 (unknown argument: the gate is
 *   that of the specification, so there is no `validateGate`), and every problem that the gate finds
 */
export async function run({
  providerPath,
  gradingDataRoot,
  ...flags
}: { providerPath: string; gradingDataRoot: string } & Pick<
  ImportOptions,
  'dryRun' | 'keepGoing' | 'strict' | 'retire'
>): Promise<Imported> {
  try {
    const island = new Island(gradingDataRoot);
    // Before the import: what fails after it would hide that it wrote.
    const names = readNames(providerPath);
    const { status, results, errors } = await importSources({ island, paths: [providerPath], ...flags });
    const open = (path: string | null) => (flags.dryRun || path === null ? null : island.absolute(path));
    const taken = results.map((result) => describe(result, open, names));
    const [only] = taken.length === 1 ? taken : [];
    return {
      status,
      results: taken,
      ...(only ? describeOnly(only) : noSingleImport()),
      errors: errorTexts(errors),
    };
  } catch (error) {
    return { ...noImport(), errors: thrownTexts(error) };
  }
}

function describeOnly(only: ImportedTarget): Omit<Imported, 'status' | 'results' | 'errors'> {
  const { imported, skipped, indexPath } = only;
  const namespace = only.flow === 'provider' ? only.namespace : null;
  return { namespace, imported, skipped, normalizedSkills: [], indexPath };
}

/** Adds the names, and turns every path inside the island into one that can be opened. */
function describe(
  result: ImportedNamespace | ImportedSelection,
  open: (path: string | null) => string | null,
  names: ReadonlyMap<string, string>,
): ImportedTarget {
  const nameOf = (schema: string) =>
    names.get(result.flow === 'provider' ? `${result.namespace}.${schema}` : schema) ?? schema;
  const named = {
    imported: result.imported.map((one) => {
      const snapshotPath = open(one.snapshot);
      return { ...one, name: nameOf(one.schema), snapshotPath, snapshot: snapshotPath };
    }),
    skipped: result.skipped.map((one) => ({ ...one, name: nameOf(one.schema) })),
    about: open(result.about),
    indexPath: open(result.indexPath),
  };
  const opened = <T extends { readonly snapshot: string | null }>(parts: readonly T[]) =>
    parts.map((part) => ({ ...part, snapshot: open(part.snapshot) }));
  return result.flow === 'provider'
    ? { ...result, ...named, skills: opened(result.skills), lists: opened(result.lists) }
    : { ...result, ...named, skills: opened(result.skills) };
}

/** The names that the sources state: of schemas by `<namespace>.<schema>`, of selections by their id. */
function readNames(path: string): Map<string, string> {
  const { groups, selections } = findSources([path]);
  const schemas = groups.flatMap(({ files }) =>
    files.map((file) => {
      const { value } = readSchemaFile(file).reading;
      return [`${memberOf(value, 'namespace')}.${basename(file, '.mjs')}`, memberOf(value, 'name')] as const;
    }),
  );
  const definitions = selections.map(({ file }) => {
    const { value } = readSelection(file).reading;
    const name = memberOf(value, 'name');
    return [memberOf(value, 'selectionId') ?? name, name] as const;
  });
  return new Map(
    [...schemas, ...definitions].filter(
      (pair): pair is readonly [string, string] => typeof pair[0] === 'string' && typeof pair[1] === 'string',
    ),
  );
}
