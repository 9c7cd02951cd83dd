import { checkMembers, hasDamagedIndex } from '../../grade/precondition.js';
import { readSelectionIndex } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { splitId } from '../../island/logic/names.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { EmitOptions } from '../../runs/options.js';
import type { LockedMember } from '../../spec/index-file.js';
import { describeRetired } from '../../target/absences.js';
import { type NamespaceTarget, namespaceTarget, type SelectionTarget } from '../../target/logic/target.js';

/**
 * Options for a run that a selection is waiting for. It is a separate run, so options chosen for the selection do not
 * apply. The reason to grade the selection again does not apply either: it would raise questions about vetoes that have
 * nothing to do with this run.
 */
export function chainedOptions({ persona: _, ...options }: EmitOptions): EmitOptions {
  return { ...options, areas: null, mode: 'full', questions: [], regrade: null };
}

/** What a selection is waiting for. */
export interface WaitedFor {
  /** Frozen members that keep its gate closed. */
  readonly members: readonly LockedMember[];
  /** Members that are not in the island. */
  readonly notImported: readonly string[];
}

export function membersWaitedFor(island: Island, selection: SelectionTarget): WaitedFor {
  const index = readSelectionIndex(island, selection.folder);
  const members = index?.lockSnapshot ? checkMembers(index.lockSnapshot).blocking : [];
  return { members, notImported: index?.summary.notImported ?? [] };
}

/** Problems of members that are not imported or cannot be read, so that no prompts about them can be emitted. */
export function describeMissing(island: Island, { members, notImported }: WaitedFor): Problem[] {
  return members
    .filter(({ schemaHash }) => schemaHash === null)
    .map((member) => {
      const { schemaId } = member;
      const [namespace] = splitId(schemaId);
      const retired = notImported.includes(schemaId) ? describeRetired(island, schemaId) : null;
      if (retired !== null) return problem('RUN-022', undefined, { retired });
      return problem(hasDamagedIndex(member, notImported) ? 'RUN-011' : 'RUN-010', undefined, {
        member: schemaId,
        namespace,
      });
    });
}

/**
 * The namespaces whose schemas the selection is waiting for, in the order of the members. Each namespace is listed once
 * and restricted to these schemas.
 *
 * @param members members that are not stable; those that are not imported are left out
 */
export function chainedTargets(members: readonly LockedMember[]): NamespaceTarget[] {
  const byNamespace = new Map<string, string[]>();
  for (const { schemaId, schemaHash } of members) {
    if (schemaHash === null) continue;
    const [namespace, schema] = splitId(schemaId);
    const schemas = byNamespace.get(namespace) ?? [];
    if (!schemas.includes(schema)) byNamespace.set(namespace, [...schemas, schema]);
  }
  return [...byNamespace].map(([namespace, schemas]) => {
    const [only] = schemas;
    const isOne = schemas.length === 1 && only !== undefined;
    return namespaceTarget(namespace, isOne ? { schema: only } : { schemas });
  });
}
