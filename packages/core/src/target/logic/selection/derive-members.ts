import { type ErrorCode, problem } from '../../../problems/error-codes.js';
import type { Problem, Severity } from '../../../problems/problem.js';
import { memberOf } from '../../../rules/schema/schema-members.js';
import { listEntries, parseReference, referenceText } from '../../../rules/selection/references.js';
import type { ValuePath } from '../../../sources/logic/module-reading.js';
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

/** A reference of a selection to something of a provider, and the schemas that had it, `<namespace>.<schema>`. */
export type NamedReference = readonly [id: string, schemas: readonly string[]];

/** The schemas that hold the tools and resources a selection of the other shape names (Schemas-Spec 17). */
export function deriveMembers(derivation: Derivation, namespace: string): NamedReference[] {
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
): NamedReference[] {
  const kind = list === 'tools' ? 'tool' : 'resource';
  return listEntries(selection, list).flatMap((entry): NamedReference[] => {
    const id = referenceText(entry);
    const reference = id === null ? null : parseReference(id);
    if (id === null || !reference || isOwn(reference.namespace)) return [];
    const { namespace, name } = reference;
    const schemas = schemasOf(namespace, name).map((schema) => `${namespace}.${schema}`);
    if (schemas.length === 0) {
      note('SEL003', entry.path, { id, reason: whyUnresolved(resolver, namespace, { kind, name }) });
    }
    if (schemas.length > 1) note('SEL-022', entry.path, { id, schemas: schemas.join(', ') });
    return [[id, schemas]];
  });
}

function whyUnresolved(
  { hasNamespace }: SelectionResolver,
  namespace: string,
  { kind, name }: { kind: string; name: string },
): string {
  if (!hasNamespace(namespace)) return `the namespace ${namespace} is not imported`;
  return kind === 'skill'
    ? `${namespace} has no skill "${name}"`
    : `no schema of ${namespace} has a ${kind} "${name}"`;
}

/** A reference that led somewhere when the selection was imported, and no longer does. */
export interface LostReference {
  readonly found: Problem;
  /** Members that stand in the definition for its sake alone, as far as it tells. */
  readonly members: readonly string[];
}

/**
 * The references of a definition that an import would refuse now, or derive other members from (SEL003).
 *
 * @param isKnown can it be told what a namespace holds? Of one whose index is damaged nobody can
 */
export function findLostReferences(
  references: Readonly<Record<string, readonly string[]>>,
  resolver: SelectionResolver,
  isKnown: (namespace: string) => boolean,
): LostReference[] {
  return Object.entries(references).flatMap(([id, members]): LostReference[] => {
    const reference = parseReference(id);
    if (!reference || !isKnown(reference.namespace)) return [];
    const { namespace, type: kind, name } = reference;
    if (kind === 'skill') {
      if (resolver.hasSkill(namespace, name)) return [];
      return [{ found: lost(id, whyUnresolved(resolver, namespace, { kind, name })), members }];
    }
    const schemasOf = kind === 'tool' ? resolver.schemasOfTool : resolver.schemasOfResource;
    const owners = schemasOf(namespace, name).map((schema) => `${namespace}.${schema}`);
    const left = members.filter((member) => !owners.includes(member));
    if (left.length === 0) return [];
    const reason =
      owners.length > 0
        ? `it is a ${kind} of ${owners.join(', ')} now, no longer of ${left.join(', ')}`
        : whyUnresolved(resolver, namespace, { kind, name });
    return [{ found: lost(id, reason), members: left }];
  });
}

function lost(id: string, reason: string): Problem {
  return problem('SEL003', undefined, { id, reason });
}

/**
 * References to skills and prompts of providers. They are checked and then left out of the definition: a namespace skill is
 * graded in its namespace and no part of what the selection is graded for; prompts of providers are out of scope.
 *
 * @returns the skills of namespaces that it names
 */
export function checkForeign(
  { selection, resolver, note }: Derivation,
  isGrading: boolean,
  namespace: string,
): NamedReference[] {
  const skills = listEntries(selection, 'skills').flatMap((entry): NamedReference[] => {
    const id = referenceText(entry);
    const reference = id === null ? null : parseReference(id);
    if (id === null || !reference) return [];
    const { namespace: owner, name } = reference;
    if (!resolver.hasSkill(owner, name)) {
      note('SEL003', entry.path, { id, reason: whyUnresolved(resolver, owner, { kind: 'skill', name }) });
    }
    return [[id, []]];
  });
  // A grading definition holds only prompts of its own, however they are written.
  if (isGrading) return skills;
  for (const entry of listEntries(selection, 'prompts')) {
    const id = referenceText(entry);
    const reference = id === null ? null : parseReference(id);
    if (id === null || !reference || reference.namespace === namespace) continue;
    const reason = 'prompts of providers are not imported; it is left out of the definition';
    note('SEL003', entry.path, { id, reason }, 'warning');
  }
  return skills;
}
