import { sha256 } from '../../spec/hash.js';
import { formatSnapshotName, nextTimestamp } from './names.js';

/** The stored snapshots of one thing: all timestamps, and the sha256 of the newest file. */
export interface KnownSnapshots {
  readonly timestamps: readonly string[];
  readonly newestSha256: string;
}

/**
 * The name of a new snapshot, or null if the newest one has the same bytes. Only the newest is compared: content that
 * returns is new again (decision D9).
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
