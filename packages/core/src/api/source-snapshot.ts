import { problem } from '../problems/error-codes.js';
import { parseSnapshotName } from '../target/logic/names.js';
import { type CreateSnapshotInput, createSnapshot } from './create-snapshot.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openIsland } from './open-island.js';
import { type ListedSnapshot, listSchemaSnapshots } from './snapshots.js';
import { verifySnapshot } from './verify-snapshot.js';

/** Plain copies of sources: named by time and hash, written once, never rewritten (spec 15, 19). */

/**
 * Snapshots one schema file. As in an import, the file passes the gate and becomes a member of its namespace;
 * the same bytes again create nothing. If namespace, schemaName and schemaHash are given, they are checked.
 *
 * @returns SNP-004 if the file differs from the expected values, and every problem of the gate
 */
export async function create(input: CreateSnapshotInput): Promise<{
  /** Relative to the island; null if nothing was written. */
  snapshotPath: string | null;
  created: boolean;
  hash: string | null;
  errors: string[];
}> {
  const { problems, ...created } = await createSnapshot(input);
  return { ...created, errors: errorTexts(problems) };
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
 * @returns SNP-003 (name), SNP-004 (another hash), SNP-005 (cannot be read)
 */
export function verify({ snapshotPath }: { snapshotPath: string }): {
  valid: boolean;
  expectedHash: string | null;
  actualHash: string | null;
  errors: string[];
} {
  const { problems, ...hashes } = verifySnapshot(String(snapshotPath));
  return { valid: problems.length === 0, ...hashes, errors: errorTexts(problems) };
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
