import type { LockSnapshot, NamespaceIndex } from '../model/index-file.js';

/**
 * Freezes the members of a namespace as they stand when a run starts (grading-rules §7).
 *
 * @param versions snapshot timestamp by schema
 * @see spec 16 and 23, Frozen lockSnapshot
 */
export function freezeNamespace({
  index,
  namespaceHash,
  versions,
  now,
}: {
  index: NamespaceIndex;
  namespaceHash: string;
  versions: ReadonlyMap<string, string>;
  now: Date;
}): LockSnapshot {
  const members = Object.entries(index.schemas).map(([schema, node]) => ({
    schemaId: `${index.namespace}.${schema}`,
    schemaVersion: versions.get(schema) ?? null,
    schemaHash: node.snapshot.hash,
    gradingStatus: node.status,
    override: null,
  }));
  return {
    selectionId: index.namespace,
    selectionVersion: members.reduce<string | null>(
      (newest, { schemaVersion: version }) =>
        version !== null && (newest === null || version > newest) ? version : newest,
      null,
    ),
    selectionHash: namespaceHash,
    generatedAt: now.toISOString(),
    members,
  };
}
