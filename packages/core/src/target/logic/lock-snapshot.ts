import type { IndexMember, LockSnapshot, NamespaceIndex } from '../../spec/index-file.js';
import type { SelectionMember } from '../../spec/selection.js';
import { parseSnapshotName } from './names.js';

/**
 * Freezes the members of a namespace in their state at the start of a run (grading-rules §7).
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

/**
 * Freezes the members of a selection in the state that their namespaces show at the start of a run. A member that is
 * not imported has neither version nor hash (grading-rules §7).
 *
 * @param declared its members as the definition names them, with its overrides
 * @param definition its snapshot: the timestamp is the selection's version, the hash its selectionHash
 * @see spec 16, Frozen Pins
 */
export function freezeSelection({
  selectionId,
  definition,
  declared,
  members,
  now,
}: {
  selectionId: string;
  declared: readonly SelectionMember[];
  definition: { readonly timestamp: string; readonly hash: string };
  members: Readonly<Record<string, IndexMember>>;
  now: Date;
}): LockSnapshot {
  const overrides = new Map(declared.map(({ schemaId, override }) => [schemaId, override]));
  return {
    selectionId,
    selectionVersion: definition.timestamp,
    selectionHash: definition.hash,
    generatedAt: now.toISOString(),
    members: Object.entries(members).map(([schemaId, { resolvedArtifact, boundTo, status }]) => ({
      schemaId,
      schemaVersion: resolvedArtifact && versionOf(resolvedArtifact),
      schemaHash: boundTo ?? null,
      gradingStatus: status,
      override: overrides.get(schemaId) ?? null,
    })),
  };
}

/** The timestamp in a snapshot's name is the version of its content (spec 15). */
function versionOf(path: string): string | null {
  return parseSnapshotName(path.slice(path.lastIndexOf('/') + 1))?.timestamp ?? null;
}
