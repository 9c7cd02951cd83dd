import { basename, extname, relative, resolve, sep } from 'node:path';
import fastGlob from 'fast-glob';
import { foldName } from '../../island/logic/names.js';
import { describeValue } from '../../problems/describe-issue.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { findSchemaFiles, isForOthers, statsOf } from '../../sources/find-files.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import { describeKind } from '../../sources/logic/source-kind.js';
import { readSource } from '../../sources/read-schema-file.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { isRecord } from '../../values/is-record.js';
import { codeOf } from '../../values/system-error.js';
import { fileHashOf, isFolderWord, schemaIdOf, slugOf } from './logic/state.js';

const OPTIONS = { absolute: true, onlyFiles: true, followSymbolicLinks: false } as const;

/**
 * Finds the schema files that a user names: as files, folders, or patterns that no shell has expanded. A file that is
 * named itself is always taken, and a folder yields the files of its provider folders (decision 0096). A pattern yields
 * its .mjs files, except those below a folder for other files (such as `skills`) and those whose path contains a name
 * beginning with `_` or `.`.
 *
 * @returns absolute paths in code-unit order, each once; GRP-020 for a word without a match, and IMP-022 for schemas in
 *   subfolders of a provider folder
 */
export function findSchemas(words: readonly string[]): {
  readonly paths: readonly string[];
  readonly problems: readonly Problem[];
} {
  const paths = new Set<string>();
  const problems: Problem[] = [];
  for (const word of new Set(words)) {
    const found = findByWord(word);
    if (typeof found === 'string') problems.push(problem('GRP-020', { file: word }, { found }));
    else {
      problems.push(...found.problems);
      for (const path of found.paths) paths.add(path);
    }
  }
  return { paths: [...paths].sort(byCodeUnit), problems };
}

/** What a word stands for, or the reason why it stands for nothing. */
function findByWord(word: string): ReturnType<typeof findSchemas> | string {
  const stats = statsOf(word);
  try {
    // Check for an existing path first: its name may contain brackets, which would make it look like a pattern.
    if (typeof stats !== 'string') {
      if (stats.isFile()) return { paths: [resolve(word)], problems: [] };
      const { groups, problems } = findSchemaFiles([word]);
      const [none] = problems.filter(({ code }) => code === 'IMP-001');
      if (none) return String(none.args?.found);
      return { paths: groups.flatMap(({ files }) => files.map((file) => resolve(file))), problems };
    }
    if (!fastGlob.isDynamicPattern(word)) return stats;
    const files = fastGlob
      .generateTasks(word)
      .flatMap(({ base, patterns, negative }) => expand({ patterns, ignore: negative, base: resolve(base) }));
    return files.length > 0 ? { paths: files, problems: [] } : 'no .mjs schema matches the pattern';
  } catch (error) {
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    return { paths: [], problems: [problem('GRP-017', { file: word }, { reason })] };
  }
}

function expand({ patterns, ignore, base }: Walk): string[] {
  const found = fastGlob.sync([...patterns], { ...OPTIONS, ignore: [...ignore] });
  return found.filter((path) => path.endsWith('.mjs') && isPlaceOfSchemas(relative(base, path)));
}

interface Walk {
  readonly patterns: readonly string[];
  readonly ignore: readonly string[];
  /** Only the part of a file's path below this folder is checked. */
  readonly base: string;
}

function isPlaceOfSchemas(below: string): boolean {
  return below.split(sep).every((part) => !isForOthers(part));
}

/** A schema file that was read; none of its code was run. */
export interface NamedSchema {
  /** Absolute. */
  readonly path: string;
  readonly schemaId: string;
  readonly slug: string;
  /** `sha256:` and the sha256 of the file's bytes. */
  readonly hash: string;
  readonly main: Readonly<Record<string, unknown>>;
  readonly reading: ModuleReading;
}

export interface NamedSchemas {
  /** In the order of their paths. */
  readonly schemas: readonly NamedSchema[];
  /** Number of files found, readable or not. */
  readonly found: number;
  /** One for each unusable file, and for each word without a match. */
  readonly problems: readonly Problem[];
}

/**
 * Reads every named schema, each file once. If two schemas share a slug, or have slugs that some disks would treat as
 * the same name, both are refused, because they would share a folder.
 */
export function readSchemas(words: readonly string[]): NamedSchemas {
  const { paths, problems: unknown } = findSchemas(words);
  const read = paths.map(readSchema);
  const readable = read.filter((one) => !('code' in one)) as NamedSchema[];
  const bySlug = new Map<string, NamedSchema[]>();
  const sharing = ({ slug }: NamedSchema) => bySlug.get(foldName(slug)) ?? [];
  for (const schema of readable) bySlug.set(foldName(schema.slug), [...sharing(schema), schema]);
  const shared = readable.flatMap((schema) => {
    const others = sharing(schema).filter((other) => other !== schema);
    if (others.length === 0) return [];
    const args = { slug: schema.slug, others: others.map(({ path }) => path).join(', ') };
    return [problem('GRP-014', { file: schema.path }, args)];
  });
  const unread = read.filter((one) => 'code' in one) as Problem[];
  return {
    schemas: readable.filter((schema) => sharing(schema).length === 1),
    found: paths.length,
    problems: [...unknown, ...unread, ...shared],
  };
}

function readSchema(path: string): NamedSchema | Problem {
  const { reading, sha256, kind } = readSource(path);
  const other = kind.kind === 'old-schema' ? null : describeKind(kind, { file: path, reading });
  if (other) return problem('GRP-001', { file: path }, { reason: `it is ${other.args?.what}` });
  const [first, ...more] = reading.problems;
  if (first) {
    const rest = more.length > 0 ? ` (and in ${more.length} more places)` : '';
    const reason = `${describeProblem(first).message}${rest}`;
    return problem('GRP-001', { ...first.where, file: path }, { reason });
  }
  const main = reading.value;
  if (!isRecord(main)) {
    const reason = reading.exportName === null ? 'it exports no main' : 'its main is not an object';
    return problem('GRP-001', { file: path }, { reason });
  }
  const { namespace } = main;
  if (!isFolderWord(namespace)) {
    const where = { file: path, path: 'main.namespace', ...reading.locate(['namespace']) };
    return problem('GRP-013', where, { found: describeValue(namespace) });
  }
  const schemaId = schemaIdOf(namespace, basename(path, extname(path)));
  return { path, schemaId, slug: slugOf(schemaId), hash: fileHashOf(sha256), main, reading };
}
