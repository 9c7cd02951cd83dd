import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ImportedNamespace, type ImportResult, importSources } from '../features/import/run.js';
import { Island } from '../island/island.js';
import { listSchemas, listSnapshots, newestSnapshot } from '../island/list-namespace.js';
import { isSafeName, isSchemaName, parseSnapshotName, type SnapshotName } from '../island/logic/names.js';
import { snapshotFolder } from '../island/logic/paths.js';
import { describeProblem, problem } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';
import { isComputed } from '../sandbox/evaluate-main.js';
import { statsOf } from '../sources/find-files.js';
import type { ModuleReading } from '../sources/logic/module-reading.js';
import { parseModule } from '../sources/parse-module.js';
import { evaluatedMain } from '../spec/evaluated-main.js';
import { hashAbout, hashSchema, hashSelection, hashSkill, hashValue } from '../spec/hash.js';
import { HASH_PATTERN } from '../spec/name-patterns.js';
import { evaluatedMainPath } from '../target/load-namespace.js';
import { isRecord } from '../values/is-record.js';
import { codeOf } from '../values/system-error.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { noSnapshot } from './refused.js';

/** Plain copies of sources: named by time and hash, written once, never rewritten (spec 15, 19). */

interface CreateSnapshotInput {
  readonly gradingDataRoot: string;
  /** One schema file. */
  readonly sourcePath: string;
  /** The expected value; if the file has a different one, the call ends before anything is written. */
  readonly namespace?: string | undefined;
  readonly schemaName?: string | undefined;
  readonly schemaHash?: string | undefined;
}

const A_SNAPSHOT = 'a snapshot name';
const HASH = new RegExp(`^${HASH_PATTERN}$`);

/** What became of a source. */
export interface CreatedSnapshot {
  /** Absolute path of the snapshot with this content; null if the source was refused. */
  snapshotPath: string | null;
  /** Whether it was written; false if it already existed. */
  created: boolean;
  hash: string | null;
  errors: string[];
}

/**
 * Snapshots one schema file. As in an import, the file passes the gate and becomes a member of its namespace;
 * passing the same bytes again creates nothing. If namespace, schemaName and schemaHash are given, they are
 * checked.
 *
 * @param schemaName name of the file, without `.mjs`
 * @returns SNP-001 (missing), SNP-002 (wrong type, or a selection), SNP-003 (schemaName or schemaHash of another form),
 *   SNP-004 (the file differs from the expected values), SNP-005 (it cannot be read), and every problem that the gate
 *   finds
 */
export async function create(input: CreateSnapshotInput): Promise<CreatedSnapshot> {
  const { gradingDataRoot, sourcePath } = input;
  const refused = [...checkForms(input), ...checkFile(sourcePath)];
  if (refused.length > 0) return { ...noSnapshot(), errors: errorTexts(refused) };
  try {
    const options = { island: new Island(gradingDataRoot), paths: [sourcePath] };
    const planned = await importSources({ ...options, dryRun: true });
    const found = planned.results.find(isNamespace);
    const misfits = planned.status ? checkExpected(input, found) : planned.errors;
    if (misfits.length > 0) return { ...noSnapshot(), errors: errorTexts(misfits) };
    const { results, errors } = await importSources(options);
    return { ...describeCreated(options.island, results.find(isNamespace)), errors: errorTexts(errors) };
  } catch (error) {
    return { ...noSnapshot(), errors: thrownTexts(error) };
  }
}

function isNamespace(result: ImportResult['results'][number]): result is ImportedNamespace {
  return result.flow === 'provider';
}

function describeCreated(
  island: Island,
  done: ImportedNamespace | undefined,
): Omit<CreatedSnapshot, 'errors'> {
  const [written] = done?.imported ?? [];
  if (written) return { snapshotPath: island.absolute(written.snapshot), created: true, hash: written.hash };
  const [kept] = done?.skipped ?? [];
  if (!done || !kept) return noSnapshot();
  const { file } = newestSnapshot(island, done.namespace, kept.schema) ?? {};
  const path = file === undefined ? null : `${snapshotFolder(done.namespace, kept.schema)}/${file}`;
  return { snapshotPath: path && island.absolute(path), created: false, hash: kept.hash };
}

function checkForms({ schemaName, schemaHash }: CreateSnapshotInput): Problem[] {
  const rows = [
    ['schemaName', schemaName, 'the name of a schema', isSchemaName],
    ['schemaHash', schemaHash, 'a hash of 8 hexadecimal digits', (text: string) => HASH.test(text)],
  ] as const;
  return rows.flatMap(([field, found, what, isWellFormed]) =>
    found === undefined || isWellFormed(found)
      ? []
      : [problem('SNP-003', { path: `/${field}` }, { found, what })],
  );
}

/** One file at a time: a folder would be imported as a whole. */
function checkFile(sourcePath: string): Problem[] {
  const stats = statsOf(sourcePath);
  const reason = typeof stats === 'string' ? stats : 'it is not a file';
  return typeof stats !== 'string' && stats.isFile()
    ? []
    : [problem('SNP-005', { file: sourcePath }, { reason })];
}

function checkExpected(
  { namespace, schemaName, schemaHash, sourcePath }: CreateSnapshotInput,
  found: ImportedNamespace | undefined,
): Problem[] {
  if (!found) {
    const args = { expected: 'a schema', found: 'a selection' };
    return [problem('SNP-002', { file: sourcePath }, args)];
  }
  const { namespace: declared, imported, skipped } = found;
  const [schema] = [...imported, ...skipped];
  const rows = [
    ['the namespace', namespace, declared],
    ['the schema', schemaName, schema?.schema],
    ['the hash', schemaHash, schema?.hash],
  ] as const;
  return rows.flatMap(([what, wanted, actual]) => {
    if (wanted === undefined || wanted === actual) return [];
    const args = { what, expected: wanted || 'nothing', found: actual || 'nothing' };
    return [problem('SNP-004', { file: sourcePath }, args)];
  });
}

/**
 * Splits `‹name›--‹timestamp›--‹hash8›.‹ext›`, starting from the right; null with SNP-003 for any other name, and for one
 * that no folder of the island could have.
 */
export function parseSnapshotFilename({ filename }: { filename: string }): {
  name: string | null;
  /** `YYYY-MM-DDTHH-MM-SSZ`. */
  timestamp: string | null;
  hash: string | null;
  extension: string | null;
  errors: string[];
} {
  const parsed = parseSnapshotName(filename);
  if (!parsed || !isSafeName(parsed.name)) {
    const errors = errorTexts([problem('SNP-003', undefined, { found: filename, what: A_SNAPSHOT })]);
    return { name: null, timestamp: null, hash: null, extension: null, errors };
  }
  const { name, timestamp, hash, extension } = parsed;
  return { name, timestamp, hash, extension, errors: [] };
}

/**
 * Checks the content of a snapshot against its name. The file is read, never run.
 *
 * @param snapshotPath absolute, or relative to the working directory
 * @returns SNP-003 (name), SNP-004 (different hash), SNP-005 (cannot be read)
 */
export async function verify({ snapshotPath }: { snapshotPath: string }): Promise<{
  valid: boolean;
  expectedHash: string | null;
  actualHash: string | null;
  errors: string[];
}> {
  const file = basename(snapshotPath);
  const name = parseSnapshotName(file);
  const refuse = (found: Problem, actualHash: string | null = null) => ({
    valid: false,
    expectedHash: name?.hash ?? null,
    actualHash,
    errors: errorTexts([found]),
  });
  if (!name) return refuse(problem('SNP-003', undefined, { found: file, what: A_SNAPSHOT }));
  const read = readHash(snapshotPath, name.extension);
  const where = { file: snapshotPath };
  if ('reason' in read) return refuse(problem('SNP-005', where, read));
  const { hash } = read;
  if (hash === name.hash) return { valid: true, expectedHash: hash, actualHash: hash, errors: [] };
  return refuse(problem('SNP-004', where, { what: 'the hash', expected: name.hash, found: hash }), hash);
}

function readHash(path: string, extension: string): { hash: string } | { reason: string } {
  try {
    const bytes = readFileSync(path);
    if (extension === 'mjs') return hashOfModule(path, bytes.toString('utf8'));
    if (extension !== 'json') return { hash: hashAbout(bytes) };
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return { hash: isRecord(value) ? hashSelection(value) : hashValue(value) };
  } catch (error) {
    if (error instanceof SyntaxError) return { reason: 'it is not JSON' };
    if (error instanceof GradingError) return { reason: describeProblem(error.problem).message };
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    return { reason };
  }
}

/**
 * Adds the value that the import computed for an export and stored beside the file; if none is stored,
 * returns the reading unchanged.
 */
function readBeside(path: string, reading: ModuleReading): ModuleReading {
  const file = evaluatedMainPath(path);
  if (!existsSync(file)) return reading;
  const stored = evaluatedMain.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return stored.success ? { ...reading, value: stored.data.main, problems: [] } : reading;
}

function hashOfModule(path: string, text: string): { hash: string } | { reason: string } {
  const reading = parseModule(text, { exports: ['main', 'schema', 'skill', 'list'] });
  const { value, exportName, problems } = isComputed(reading) ? readBeside(path, reading) : reading;
  const [first] = problems;
  if (first) return { reason: describeProblem(first).message };
  if (!isRecord(value)) return { reason: 'it exports none of main, schema, skill, list' };
  if (exportName === 'skill') return { hash: hashSkill(value) };
  return { hash: exportName === 'list' ? hashValue(value) : hashSchema(value) };
}

interface ListedSnapshot extends Omit<SnapshotName, 'file' | 'extension'> {
  readonly schemaName: string;
  /** Absolute. */
  readonly path: string;
}

/**
 * Lists the snapshots of a namespace's schemas, retired ones too, by schema and time, oldest first.
 *
 * @param gradingDataRoot the island; it has no default
 * @returns SNP-001 (missing), SNP-002 (no text), ISL-003 (no namespace can have this name)
 */
export async function listForNamespace({
  gradingDataRoot,
  namespace,
}: {
  gradingDataRoot: string;
  namespace: string;
}): Promise<{ snapshots: ListedSnapshot[]; errors: string[] }> {
  try {
    const island = new Island(gradingDataRoot);
    const snapshots = listSchemas(island, namespace).flatMap((schema) => {
      const folder = snapshotFolder(namespace, schema);
      return listSnapshots(island, folder, schema).map(({ file, name, timestamp, hash }) => {
        const path = island.absolute(`${folder}/${file}`);
        return { schemaName: schema, name, timestamp, hash, path };
      });
    });
    return { snapshots, errors: [] };
  } catch (error) {
    return { snapshots: [], errors: thrownTexts(error) };
  }
}
