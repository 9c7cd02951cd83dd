import { problem } from '../problems/error-codes.js';
import { parseSnapshotName } from '../target/logic/names.js';
import { type CreateSnapshotInput, createSnapshot } from './create-snapshot.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openIsland } from './open-island.js';
import { type ListedSnapshot, listSchemaSnapshots } from './snapshots.js';
import { verifySnapshot } from './verify-snapshot.js';

/** Neutral copies of sources: written once, named by time and hash, never rewritten (spec 15, 19). */

/**
 * Snapshots one schema file. It goes through the gate and becomes a member of its namespace, as with an import; the
 * same bytes again create nothing. namespace, schemaName and schemaHash are checked where they are given.
 *
 * @returns SNP-004 where the file holds something else than expected, and every problem of the gate
 */
export async function create(input: CreateSnapshotInput): Promise<{
  /** Relative to the island; null where nothing was written. */
  snapshotPath: string | null;
  created: boolean;
  hash: string | null;
  errors: string[];
}> {
  const { problems, ...created } = await createSnapshot(input);
  return { ...created, errors: errorTexts(problems) };
}

/** The parts of `‹name›--‹timestamp›--‹hash8›.‹ext›`, read from the right; null with SNP-003 for any other name. */
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
 * Does a snapshot hold what its name says? The file is read, never run.
 *
 * @returns SNP-003 (name), SNP-004 (another hash), SNP-005 (can not be read)
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
 * Snapshots of a namespace's schemas, by schema and time, oldest first.
 *
 * @param gradingDataRoot the island; there is none by default
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
