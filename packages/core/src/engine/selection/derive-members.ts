import { memberOf } from '../../catalogue/schema-rules/schema-members.js';
import { listEntries, parseReference, referenceText } from '../../catalogue/selection-rules/references.js';
import type { ValuePath } from '../../model/module-reading.js';
import type { Problem, Severity } from '../../model/problem.js';
import type { ErrorCode } from '../../tables/error-codes.js';
import { splitId } from '../names.js';
import type { SelectionResolver } from './provider-contents.js';

/** Takes a problem at a place of the source; a severity only where it is not that of the table. */
export type Note = (code: ErrorCode, at: ValuePath, args: Problem['args'], severity?: Severity) => void;

export interface Derivation {
  readonly selection: unknown;
  readonly resolver: SelectionResolver;
  readonly note: Note;
}

/**
 * The members as written. One that is not imported stays a member, with a warning: the index names it, and it can be
 * imported later without the definition being another one.
 */
export function readMembers({ selection, resolver, note }: Derivation): string[] {
  return listEntries(selection, 'members').flatMap(({ value, path }) => {
    const schemaId = memberOf(value, 'schemaId');
    if (typeof schemaId !== 'string') return [];
    const [namespace, schema] = splitId(schemaId);
    if (!resolver.isSchema(namespace, schema)) {
      const reason = resolver.hasNamespace(namespace)
        ? `${namespace} has no schema ${schema}; the member waits for it`
        : `the namespace ${namespace} is not imported; the member waits for it`;
      note('SEL003', [...path, 'schemaId'], { id: schemaId, reason }, 'warning');
    }
    return [schemaId];
  });
}

/** The schemas that hold the tools and resources a selection of the other shape names (Schemas-Spec 17). */
export function deriveMembers(derivation: Derivation, namespace: string): string[] {
  const { resolver } = derivation;
  const tools = findOwners(derivation, 'tools', resolver.schemasOfTool, () => false);
  // What is the selection's own is no provider's; it stays in the definition.
  const resources = findOwners(derivation, 'resources', resolver.schemasOfResource, (owner) => {
    return owner === namespace && !resolver.hasNamespace(owner);
  });
  return [...tools, ...resources];
}

function findOwners(
  { selection, resolver, note }: Derivation,
  list: 'tools' | 'resources',
  schemasOf: (namespace: string, name: string) => readonly string[],
  isOwn: (namespace: string) => boolean,
): string[] {
  const kind = list === 'tools' ? 'tool' : 'resource';
  return listEntries(selection, list).flatMap((entry) => {
    const id = referenceText(entry);
    const reference = id === null ? null : parseReference(id);
    if (id === null || !reference || isOwn(reference.namespace)) return [];
    const { namespace, name } = reference;
    const schemas = schemasOf(namespace, name).map((schema) => `${namespace}.${schema}`);
    if (schemas.length === 0) {
      const reason = resolver.hasNamespace(namespace)
        ? `no schema of ${namespace} has a ${kind} "${name}"`
        : `the namespace ${namespace} is not imported`;
      note('SEL003', entry.path, { id, reason });
    }
    if (schemas.length > 1) note('SEL-022', entry.path, { id, schemas: schemas.join(', ') });
    return schemas;
  });
}

/**
 * References to skills and prompts of providers. They are checked and then left out of the definition: a namespace skill is
 * graded in its namespace and no part of what the selection is graded for; prompts of providers are out of scope.
 */
export function checkForeign(
  { selection, resolver, note }: Derivation,
  isGrading: boolean,
  namespace: string,
): void {
  for (const entry of listEntries(selection, 'skills')) {
    const id = referenceText(entry);
    const reference = id === null ? null : parseReference(id);
    if (id === null || !reference || resolver.hasSkill(reference.namespace, reference.name)) continue;
    const reason = resolver.hasNamespace(reference.namespace)
      ? `${reference.namespace} has no skill "${reference.name}"`
      : `the namespace ${reference.namespace} is not imported`;
    note('SEL003', entry.path, { id, reason });
  }
  // A grading definition holds only prompts of its own, however they are written.
  if (isGrading) return;
  for (const entry of listEntries(selection, 'prompts')) {
    const id = referenceText(entry);
    const reference = id === null ? null : parseReference(id);
    if (id === null || !reference || reference.namespace === namespace) continue;
    const reason = 'prompts of providers are not imported; it is left out of the definition';
    note('SEL003', entry.path, { id, reason }, 'warning');
  }
}
