import { splitId } from '../engine/names.js';
import { NOT_IMPORTED } from '../engine/selection-index.js';
import { readNamespaceIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { isNamespaceName, namespaceFolder, snapshotFolder } from '../island/paths.js';
import type { IndexMember, IndexNode, NamespaceIndex } from '../model/index-file.js';
import { GradingError, type Problem } from '../model/problem.js';
import type { SelectionDefinition } from '../model/selection.js';
import { knownSchema } from './load-namespace.js';

/** From the folder of a selection to that of the island. */
const TO_ROOT = '../..';

/**
 * Resolves every member of a selection to its provider artifact, with the status and grade its namespace shows for
 * it. Each namespace's index is read once. A member's status is its schema node's (decision D6).
 *
 * @param problems takes up the namespaces whose index can not be read; their members are blocked
 * @see spec 23, Member-Resolution-Manifest
 */
export function resolveMembers(
  island: Island,
  { members }: Pick<SelectionDefinition, 'members'>,
  problems: Problem[],
): Record<string, IndexMember> {
  const indexes = new Map<string, NamespaceIndex | null | 'damaged'>();
  const indexOf = (namespace: string) => {
    const known = indexes.get(namespace);
    if (known !== undefined) return known;
    const read = readIndex(island, namespace, problems);
    indexes.set(namespace, read);
    return read;
  };
  const ids = [...new Set(members.map(({ schemaId }) => schemaId))].sort();
  return Object.fromEntries(ids.map((id) => [id, resolveMember(id, indexOf)]));
}

function resolveMember(
  id: string,
  indexOf: (namespace: string) => NamespaceIndex | null | 'damaged',
): IndexMember {
  const [namespace, schema] = splitId(id);
  const index = isNamespaceName(namespace) ? indexOf(namespace) : null;
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
  problems: Problem[],
): NamespaceIndex | null | 'damaged' {
  try {
    return readNamespaceIndex(island, namespaceFolder(namespace));
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    problems.push(error.problem);
    return 'damaged';
  }
}
