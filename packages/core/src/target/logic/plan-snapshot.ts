import { sha256 } from '../../spec/hash.js';
import { formatSnapshotName, nextTimestamp } from './names.js';

/** What the island holds of one thing: all its snapshot timestamps, and the newest file's sha256. */
export interface KnownSnapshots {
  readonly timestamps: readonly string[];
  readonly newestSha256: string;
}

/**
 * The name of a new snapshot, or null where the newest one holds the same bytes. Only the newest is compared: content
 * that returns is new again (decision D9).
 */
export function planSnapshotName({
  name,
  hash,
  extension,
  bytes,
  known,
  now,
}: {
  name: string;
  hash: string;
  extension: string;
  bytes: Uint8Array;
  known: KnownSnapshots | undefined;
  now: Date;
}): string | null {
  if (known?.newestSha256 === sha256(bytes)) return null;
  const timestamp = nextTimestamp(now, known?.timestamps ?? []);
  return formatSnapshotName({ name, timestamp, hash, extension });
}
