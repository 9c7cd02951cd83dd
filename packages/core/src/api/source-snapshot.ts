import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ImportedNamespace, importSources } from '../features/import/run.js';
import type { Island } from '../island/island.js';
import { listSchemas, listSnapshots } from '../island/list-namespace.js';
import { parseSnapshotName, type SnapshotName } from '../island/logic/names.js';
import { snapshotFolder } from '../island/logic/paths.js';
import { checkTextArgument } from '../problems/describe-issue.js';
import { describeProblem, problem } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';
import { isComputed } from '../sandbox/evaluate-main.js';
import type { ModuleReading } from '../sources/logic/module-reading.js';
import { parseModule } from '../sources/parse-module.js';
import { evaluatedMain } from '../spec/evaluated-main.js';
import { hashAbout, hashSchema, hashSelection, hashSkill, hashValue } from '../spec/hash.js';
import { evaluatedMainPath } from '../target/load-namespace.js';
import { isRecord } from '../values/is-record.js';
import { codeOf } from '../values/system-error.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openIsland } from './open-island.js';

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

const NOTHING = { snapshotPath: null, created: false, hash: null };

/**
 * Snapshots one schema file. As in an import, the file passes the gate and becomes a member of its namespace;
 * passing the same bytes again creates nothing. If namespace, schemaName and schemaHash are given, they are
 * checked.
 *
 * @returns SNP-004 if the file differs from the expected values, and every problem that the gate finds
 */
export async function create(input: CreateSnapshotInput): Promise<{
  /** Relative to the island; null if nothing was written. */
  snapshotPath: string | null;
  created: boolean;
  hash: string | null;
  errors: string[];
}> {
  const island = openIsland(input.gradingDataRoot);
  if (island.value === null) return { ...NOTHING, errors: errorTexts(island.problems) };
  const misfit = checkTextArgument('sourcePath', input.sourcePath);
  if (misfit.length > 0) return { ...NOTHING, errors: errorTexts(misfit) };
  const options = { island: island.value, paths: [input.sourcePath] };
  try {
    const planned = await importSources({ ...options, dryRun: true });
    const found = planned.results.find((result): result is ImportedNamespace => result.flow === 'provider');
    if (!planned.status || !found) return { ...NOTHING, errors: errorTexts(planned.errors) };
    const misfits = checkExpected(input, found);
    if (misfits.length > 0) return { ...NOTHING, errors: errorTexts(misfits) };
    const { results, errors } = await importSources(options);
    const [done] = results.filter((result): result is ImportedNamespace => result.flow === 'provider');
    const [written] = done?.imported ?? [];
    const [kept] = done?.skipped ?? [];
    return {
      snapshotPath: written?.snapshot ?? null,
      created: written !== undefined,
      hash: written?.hash ?? kept?.hash ?? null,
      errors: errorTexts(errors),
    };
  } catch (error) {
    return { ...NOTHING, errors: thrownTexts(error) };
  }
}

function checkExpected(
  { namespace, schemaName, schemaHash, sourcePath }: CreateSnapshotInput,
  { namespace: declared, imported, skipped }: ImportedNamespace,
): Problem[] {
  const [schema] = [...imported, ...skipped];
  const rows = [
    ['the namespace', namespace, declared],
    ['the schema', schemaName, schema?.schema],
    ['the hash', schemaHash, schema?.hash],
  ] as const;
  return rows.flatMap(([what, expected, found]) =>
    expected === undefined || expected === found
      ? []
      : [problem('SNP-004', { file: sourcePath }, { what, expected, found: found ?? 'nothing' })],
  );
}

/**
 * Splits `‹name›--‹timestamp›--‹hash8›.‹ext›`, starting from the right; null with SNP-003 for any other name.
 */
export function parseSnapshotFilename({ filename }: { filename: string }): {
  name: string | null;
  /** `YYYY-MM-DDTHH-MM-SSZ`. */
  timestamp: string | null;
  hash: string | null;
  extension: string | null;
  errors: string[];
} {
  const parsed = parseSnapshotName(String(filename));
  if (!parsed) {
    const errors = errorTexts([problem('SNP-003', undefined, { found: String(filename) })]);
    return { name: null, timestamp: null, hash: null, extension: null, errors };
  }
  const { name, timestamp, hash, extension } = parsed;
  return { name, timestamp, hash, extension, errors: [] };
}

/**
 * Checks the content of a snapshot against its name. The file is read, never run.
 *
 * @returns SNP-003 (name), SNP-004 (different hash), SNP-005 (cannot be read)
 */
export function verify({ snapshotPath }: { snapshotPath: string }): {
  valid: boolean;
  expectedHash: string | null;
  actualHash: string | null;
  errors: string[];
} {
  const path = String(snapshotPath);
  const name = parseSnapshotName(basename(path));
  const unread = { valid: false, expectedHash: name?.hash ?? null, actualHash: null };
  if (!name) {
    return { ...unread, errors: errorTexts([problem('SNP-003', undefined, { found: basename(path) })]) };
  }
  const read = readHash(path, name.extension);
  if ('reason' in read) return { ...unread, errors: errorTexts([problem('SNP-005', { file: path }, read)]) };
  const { hash } = read;
  const compared = { expectedHash: name.hash, actualHash: hash };
  if (hash === name.hash) return { valid: true, ...compared, errors: [] };
  const args = { what: 'the hash', expected: name.hash, found: hash };
  return { valid: false, ...compared, errors: errorTexts([problem('SNP-004', { file: path }, args)]) };
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

interface ListedSnapshot extends Omit<SnapshotName, 'file' | 'name' | 'extension'> {
  readonly schemaName: string;
  /** Relative to the island. */
  readonly path: string;
}

/**
 * Lists the snapshots of a namespace's schemas, by schema and time, oldest first.
 *
 * @param gradingDataRoot the island; it has no default
 */
export function listForNamespace({
  gradingDataRoot,
  namespace,
}: {
  gradingDataRoot: string;
  namespace: string;
}): { snapshots: ListedSnapshot[]; errors: string[] } {
  const island = openIsland(gradingDataRoot);
  if (island.value === null) return { snapshots: [], errors: errorTexts(island.problems) };
  try {
    return { snapshots: listSchemaSnapshots(island.value, namespace), errors: [] };
  } catch (error) {
    return { snapshots: [], errors: thrownTexts(error) };
  }
}

/**
 * Snapshots of a namespace's schemas, including retired ones, by schema and time.
 *
 * @throws GradingError ISL-003 for a name that no namespace can have
 */
function listSchemaSnapshots(island: Island, namespace: string): ListedSnapshot[] {
  return listSchemas(island, namespace).flatMap((schema) => {
    const folder = snapshotFolder(namespace, schema);
    return listSnapshots(island, folder, schema).map(({ file, timestamp, hash }) => ({
      schemaName: schema,
      timestamp,
      hash,
      path: `${folder}/${file}`,
    }));
  });
}
