import { isUtf8 } from 'node:buffer';
import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastGlob from 'fast-glob';
import { limitProblems } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem, Where } from '../../problems/problem.js';
import { statsOf } from '../../sources/find-files.js';
import { readPlainFile } from '../../sources/read-plain-file.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import type { JsonDocument } from '../../values/read-json.js';
import { type ParsedProtocolScores, parseProtocolScores } from './logic/parse-scores.js';
import type { ProtocolScores } from './logic/protocol-v1.js';
import type { NamedSchema } from './read-schemas.js';
import { onDisk } from './workfolder.js';

/** One scores document as handed in. */
export interface HandedScores {
  /** The file, and in JSON Lines the line. */
  readonly where: Where;
  readonly document: string | Uint8Array | JsonDocument;
}

export interface FoundScores {
  readonly handed: readonly HandedScores[];
  readonly problems: readonly Problem[];
}

/** Limit for a whole file; each document in a JSON Lines file may be as large as any scores file. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Files other than scores that are kept in the working folder. */
const OTHER_DOCUMENTS = new Set(['prompts.json', 'state.json']);

/**
 * The scores documents of a file, of a JSON Lines file, or of a folder and its subfolders.
 *
 * @returns documents in the order of files and lines; GRP-017 (disk), GRP-003 (not text), GRP-021 (no documents)
 */
export function readScores(path: string): FoundScores {
  const stats = statsOf(path);
  if (typeof stats === 'string') return nothing(path, stats);
  if (!stats.isDirectory()) return readFile(path);
  const files = listFiles(path);
  if ('code' in files) return { handed: [], problems: [files] };
  if (files.length === 0) return nothing(path, 'the folder contains no .json or .jsonl file of scores');
  const read = files.map(readFile);
  return {
    handed: read.flatMap(({ handed }) => handed),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function nothing(file: string, found: string): FoundScores {
  return { handed: [], problems: [problem('GRP-021', { file }, { found })] };
}

function listFiles(folder: string): string[] | Problem {
  return onDisk(folder, () =>
    fastGlob
      .sync('**/*.{json,jsonl,ndjson}', { cwd: folder, followSymbolicLinks: false })
      .filter((file) => !OTHER_DOCUMENTS.has(basename(file)))
      .sort(byCodeUnit)
      .map((file) => join(folder, file)),
  );
}

function readFile(file: string): FoundScores {
  const read = onDisk(file, () => readPlainFile(realpathSync(file), MAX_FILE_BYTES));
  if ('code' in read) return { handed: [], problems: [read] };
  if (read.kind !== 'read') {
    const reason = {
      missing: 'it no longer exists',
      'too-large': `it has more than ${MAX_FILE_BYTES} bytes`,
    };
    const args = { reason: read.kind === 'refused' ? read.reason : reason[read.kind] };
    return { handed: [], problems: [problem('GRP-017', { file }, args)] };
  }
  const { bytes } = read;
  if (!isLines(file, bytes)) return { handed: [{ where: { file }, document: bytes }], problems: [] };
  if (!isUtf8(bytes)) {
    return { handed: [], problems: [problem('GRP-003', { file }, { reason: 'its bytes are not UTF-8' })] };
  }
  const lines = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n');
  const handed = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [{ where: { file, line: at + 1 }, document: line }],
  );
  return handed.length > 0 ? { handed, problems: [] } : nothing(file, 'the file contains no lines');
}

/** Recognizes JSON Lines by the file's name, or by a first line that is a whole document with more text after it. */
function isLines(file: string, bytes: Buffer): boolean {
  if (/\.(jsonl|ndjson)$/i.test(file)) return true;
  const end = bytes.indexOf('\n');
  if (end < 0 || bytes.subarray(end).toString('utf8').trim() === '') return false;
  try {
    JSON.parse(
      bytes
        .subarray(0, end)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    );
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Maximum number of expected slugs that a message names. */
const SLUGS_SHOWN = 5;

/** Scores handed in for one schema. */
export interface ScoredSchema {
  readonly where: Where;
  /** null if anything about the scores is wrong. */
  readonly scores: ProtocolScores | null;
  /** Problems of the scores, each with file, line and JSON pointer. */
  readonly problems: readonly Problem[];
}

interface MatchedScores {
  /** Every schema, in the given order; `scored` is null if no scores were handed in for it. */
  readonly pairs: readonly { readonly schema: NamedSchema; readonly scored: ScoredSchema | null }[];
  /** Problems of documents that belong to no schema of the run, or to a schema that is scored twice. */
  readonly problems: readonly Problem[];
}

/**
 * Finds the scores of each schema by its slug. A schema that is scored twice has no scores: it is unclear which ones
 * count.
 */
export function matchScores(
  schemas: readonly NamedSchema[],
  handed: readonly HandedScores[],
  now: Date,
): MatchedScores {
  const bySlug = new Map<string, ScoredSchema[]>(schemas.map(({ slug }) => [slug, []]));
  // A single document for a single schema belongs to it, whatever slug it names.
  const only = schemas.length === 1 && handed.length === 1 ? schemas[0]?.slug : undefined;
  const strangers: Problem[] = [];
  for (const { where, document } of handed) {
    const parsed = parseProtocolScores(document, now);
    const scored = toScored(where, parsed, schemas);
    const group = bySlug.get(only ?? parsed.slug ?? '');
    if (group) group.push(scored);
    else strangers.push(...scored.problems);
  }
  const pairs = schemas.map((schema) => {
    const group = bySlug.get(schema.slug) ?? [];
    return { schema, scored: group.length > 1 ? refuseAll(schema, group) : (group[0] ?? null) };
  });
  return { pairs, problems: strangers };
}

function toScored(where: Where, parsed: ParsedProtocolScores, schemas: readonly NamedSchema[]): ScoredSchema {
  const { slug, scores } = parsed;
  const isKnown = slug === null || schemas.some((schema) => schema.slug === slug);
  const foreign = isKnown
    ? []
    : [problem('GRP-006', { path: '/schemaIdSlug' }, { found: slug, expected: describeSlugs(schemas) })];
  const problems = limitProblems([...foreign, ...parsed.problems]);
  return {
    where,
    scores: foreign.length > 0 ? null : scores,
    problems: problems.map((found) => ({ ...found, where: { ...where, ...found.where } })),
  };
}

function describeSlugs(schemas: readonly NamedSchema[]): string {
  if (schemas.length === 0) return 'a schema that can be read';
  if (schemas.length > SLUGS_SHOWN) return `one of the ${schemas.length} schemas of this run`;
  return schemas.map(({ slug }) => `"${slug}"`).join(' or ');
}

function refuseAll({ slug }: NamedSchema, group: readonly ScoredSchema[]): ScoredSchema {
  const problems = group.flatMap((one) => {
    const others = group.filter((other) => other !== one).map(({ where }) => describePlace(where));
    return [...one.problems, problem('GRP-016', one.where, { slug, other: others.join(', ') })];
  });
  return { where: {}, scores: null, problems };
}

function describePlace({ file = 'another document', line }: Where): string {
  return line === undefined ? file : `${file}:${line}`;
}
