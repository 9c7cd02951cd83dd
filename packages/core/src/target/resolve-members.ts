import { reasonsIn } from '../grade/roll-up.js';
import type { Island } from '../island/island.js';
import { readNamespaceOnDisk } from '../island/journal/index-on-disk.js';
import { splitId } from '../island/logic/names.js';
import { isNamespaceName, namespaceFolder, snapshotFolder } from '../island/logic/paths.js';
import { GradingError, type Problem } from '../problems/problem.js';
import type { Obstacle, SpecRules } from '../spec/books/book.js';
import { gatheredField } from '../spec/gathered.js';
import type { IndexMember, IndexNode, NamespaceIndex } from '../spec/index-file.js';
import type { SelectionDefinition } from '../spec/selection.js';
import { knownSchema } from './load-namespace.js';
import { NOT_IMPORTED, RETIRED } from './logic/missing-members.js';
import { isOfBook } from './logic/own-index.js';
import type { IndexLookup } from './logic/selection/references.js';
import { deriveNamespace } from './rebuild/derive-namespace.js';

/** Relative path from the folder of a selection to that of the island. */
const TO_ROOT = '../..';

/**
 * Looks up indexes; each is read once, and derived again if it was edited (decision 0072).
 *
 * @param asBefore use every index unchanged, as an earlier version did
 * @param problems receives a problem for each namespace with an unreadable index
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
 * Resolves every member of a selection to its provider artifact, with the status and grade in its namespace. A member's
 * status is that of its schema node (decision D6); members of a namespace with a damaged index are blocked.
 *
 * @param spec says how a member is shown that cannot be resolved
 * @see spec 23, Member-Resolution-Manifest
 */
export function resolveMembers(
  { members }: Pick<SelectionDefinition, 'members'>,
  indexOf: IndexLookup,
  spec: SpecRules,
): Record<string, IndexMember> {
  const ids = [...new Set(members.map(({ schemaId }) => schemaId))].sort();
  return Object.fromEntries(ids.map((id) => [id, resolveMember(id, indexOf, spec)]));
}

function resolveMember(id: string, indexOf: IndexLookup, spec: SpecRules): IndexMember {
  const [namespace, schema] = splitId(id);
  const index = indexOf(namespace);
  if (index === 'damaged') {
    return unresolved({ cause: 'invalid', text: `the index of ${namespace} is damaged` }, spec);
  }
  const node = knownSchema(index, schema);
  if (!node) return unresolved({ cause: 'not-imported', text: missingReason(index, schema) }, spec);
  const { status, grade, snapshot } = node;
  const { ref } = decisiveNode(node);
  return {
    status,
    resolvedArtifact: snapshot ? `${snapshotFolder(namespace, schema)}/${snapshot.file}` : null,
    ...(grade !== undefined && { grade }),
    ...(ref !== undefined && { ref: `${TO_ROOT}/${namespaceFolder(namespace)}/${ref}` }),
    ...reasonsIn(node),
    ...(snapshot && { boundTo: snapshot.hash }),
    ...olderRules(node),
    ...gatheredField(Object.values(node.tools).map(({ gathered }) => gathered)),
  };
}

function unresolved(obstacle: Obstacle, { blocked }: SpecRules): IndexMember {
  const { status, ...why } = blocked(obstacle);
  return { status, resolvedArtifact: null, ...why };
}

/** The source of a member's grade: its aggregate, or a vetoed tool, however good the aggregate is. */
function decisiveNode({ toolsAggregate, tools }: NamespaceIndex['schemas'][string]): IndexNode {
  const vetoed = [toolsAggregate, ...Object.values(tools)].find(({ status }) => status === 'rejected');
  return vetoed ?? toolsAggregate;
}

/** The rules of its first part that has to be scored again. */
function olderRules({
  toolsAggregate,
  tools,
}: NamespaceIndex['schemas'][string]): Pick<IndexMember, 'rules'> {
  const rules = [toolsAggregate, ...Object.values(tools)].find(
    ({ due }) => due === 'scoring-system-bump',
  )?.rules;
  return rules ? { rules } : {};
}

function missingReason(index: NamespaceIndex | null, schema: string): string {
  return index?.summary.retired.includes(schema) ? RETIRED : NOT_IMPORTED;
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
    // A wrong clock must not block the member: the command must fail instead.
    if (!(error instanceof GradingError) || error.problem.code === 'ISL-008') throw error;
    problems.push(error.problem);
    return 'damaged';
  }
}

/**
 * The current index of a namespace: the stored one if the last rebuild wrote it, for the island's specification and by
 * rules that are known; otherwise it is derived again.
 *
 * @throws GradingError IDX-011 if the stored index is damaged
 */
export function upToDateIndex(
  island: Island,
  namespace: string,
  { now }: { readonly now: Date },
): NamespaceIndex | null {
  const { index, standing } = readNamespaceOnDisk(island, namespace);
  const isCurrent = !index || (standing === 'last' && isOfBook(index, island.book));
  return isCurrent ? index : deriveNamespace({ island, namespace, now }).index;
}
