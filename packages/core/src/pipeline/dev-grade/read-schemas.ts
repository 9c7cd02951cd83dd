import { basename, extname } from 'node:path';
import { readSchemaFile } from '../../adapters/schema-source/read-schema-file.js';
import { describeValue } from '../../engine/consume/describe-issue.js';
import { foldName } from '../../engine/names.js';
import { fileHashOf, isFolderWord, schemaIdOf, slugOf } from '../../engine/protocol-v1/identity.js';
import { isRecord } from '../../model/is-record.js';
import type { ModuleReading } from '../../model/module-reading.js';
import type { Problem } from '../../model/problem.js';
import { describeProblem, problem } from '../../tables/error-codes.js';
import { findSchemas } from './find-schemas.js';

/** A schema file that was read; nothing of it was run. */
export interface NamedSchema {
  /** Absolute. */
  readonly path: string;
  readonly schemaId: string;
  readonly slug: string;
  /** `sha256:` and that of the file's bytes. */
  readonly hash: string;
  readonly main: Readonly<Record<string, unknown>>;
  readonly reading: ModuleReading;
}

export interface NamedSchemas {
  /** In the order of their paths. */
  readonly schemas: readonly NamedSchema[];
  /** Files that were found, readable or not. */
  readonly found: number;
  /** One for each file that can not be asked about, and for each word that leads to none. */
  readonly problems: readonly Problem[];
}

/**
 * Reads every schema that is named, each file once. Two that share a slug, or whose slugs a disk may take for one, are
 * both refused: they share a folder.
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
  const { reading, sha256 } = readSchemaFile(path);
  const [first, ...more] = reading.problems;
  if (first) {
    const rest = more.length > 0 ? ` (and so in ${more.length} more places)` : '';
    const reason = `${describeProblem(first).message}${rest}`;
    return problem('GRP-001', { ...first.where, file: path }, { reason });
  }
  const main = reading.value;
  if (!isRecord(main)) {
    const reason = reading.exportName === null ? 'it exports no main' : 'its main is no object';
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
