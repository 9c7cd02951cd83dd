import type { Island } from '../island/island.js';
import { readNamespaceOnDisk } from '../island/journal/index-on-disk.js';
import { isNamespaceName, namespaceFolder, snapshotFolder } from '../island/logic/paths.js';
import { GradingError, type Problem } from '../problems/problem.js';
import { gatheredField } from '../spec/gathered.js';
import type { IndexMember, IndexNode, NamespaceIndex } from '../spec/index-file.js';
import type { SelectionDefinition } from '../spec/selection.js';
import { knownSchema } from './load-namespace.js';
import { splitId } from './logic/names.js';
import { NOT_IMPORTED } from './logic/selection-index.js';
import { deriveNamespace } from './rebuild/rebuild.js';

/** From the folder of a selection to that of the island. */
const TO_ROOT = '../..';

/** The index of a namespace as it is on disk; null where there is none. */
export type IndexLookup = (namespace: string) => NamespaceIndex | null | 'damaged';

/**
/**
 * Looks indexes up, each read once, and derived anew where a rebuild did not leave it so (decision 0072).
 *
 * @param asBefore as an earlier version did it: whatever lies there is taken
 * @param problems takes up the namespaces whose index can not be read
 */
export function createIndexLookup(
  island: Island,
  { now, asBefore = false, problems }: { now: Date; asBefore?: boolean | undefined; problems: Problem[] },
): IndexLookup {
  const indexes = new Map<string, NamespaceIndex | null | 'damaged'>();
  return (namespace) => {
    const known = indexes.get(namespace);
    if (known !== undefined) return known;
    const read = isNamespaceName(namespace)
      ? readIndex(island, namespace, { now, asBefore, problems })
      : null;
    indexes.set(namespace, read);
    return read;
  };
}

/**
 * Resolves every member of a selection to its provider artifact, with the status and grade its namespace shows for
 * it. A member's status is its schema node's (decision D6); those of a namespace whose index is damaged are blocked.
 *
 * @see spec 23, Member-Resolution-Manifest
 */
export function resolveMembers(
  { members }: Pick<SelectionDefinition, 'members'>,
  indexOf: IndexLookup,
): Record<string, IndexMember> {
  const ids = [...new Set(members.map(({ schemaId }) => schemaId))].sort();
  return Object.fromEntries(ids.map((id) => [id, resolveMember(id, indexOf)]));
}

function resolveMember(id: string, indexOf: IndexLookup): IndexMember {
  const [namespace, schema] = splitId(id);
  const index = indexOf(namespace);
  if (index === 'damaged') {
    return { status: 'blocked', resolvedArtifact: null, reason: `the index of ${namespace} is damaged` };
  }
  const node = knownSchema(index, schema);
  if (!node) return { status: 'pending', resolvedArtifact: null, reason: missingReason(index, schema) };
  const { status, grade, reason, snapshot } = node;
  const { ref } = decisiveNode(node);
  return {
    status,
    resolvedArtifact: `${snapshotFolder(namespace, schema)}/${snapshot.file}`,
    ...(grade !== undefined && { grade }),
    ...(ref !== undefined && { ref: `${TO_ROOT}/${namespaceFolder(namespace)}/${ref}` }),
    ...(reason !== undefined && { reason }),
    boundTo: snapshot.hash,
    ...gatheredField(Object.values(node.tools).map(({ gathered }) => gathered)),
  };
}

/** Where a member's grade comes from: its aggregate, or whatever was vetoed, though the aggregate be good. */
function decisiveNode({ toolsAggregate, tools }: NamespaceIndex['schemas'][string]): IndexNode {
  const vetoed = [toolsAggregate, ...Object.values(tools)].find(({ status }) => status === 'rejected');
  return vetoed ?? toolsAggregate;
}

function missingReason(index: NamespaceIndex | null, schema: string): string {
  return index?.summary.retired.includes(schema) ? 'selection member, retired' : NOT_IMPORTED;
}

function readIndex(
  island: Island,
  namespace: string,
  { now, asBefore, problems }: { now: Date; asBefore: boolean; problems: Problem[] },
): NamespaceIndex | null | 'damaged' {
  try {
    return asBefore
      ? readNamespaceOnDisk(island, namespace).index
      : upToDateIndex(island, namespace, { now });
  } catch (error) {
    // A member of another time is no member that is blocked: the clock is what is wrong.
    if (!(error instanceof GradingError) || error.problem.code === 'ISL-008') throw error;
    problems.push(error.problem);
    return 'damaged';
  }
}

/**
 * The index of a namespace whose schemas are members: what lies there where a rebuild left it last, else derived anew.
 *
 * @throws GradingError IDX-003 where it is damaged
 */
export function upToDateIndex(
  island: Island,
  namespace: string,
  { now }: { readonly now: Date },
): NamespaceIndex | null {
  const { index, standing } = readNamespaceOnDisk(island, namespace);
  return !index || standing === 'last' ? index : deriveNamespace({ island, namespace, now }).index;
}
