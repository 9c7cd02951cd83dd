import { sayReason } from '../../../grade/roll-up.js';
import { splitId } from '../../../island/logic/names.js';
import { describeProblem, type ErrorCode, problem } from '../../../problems/error-codes.js';
import type { Problem, Severity } from '../../../problems/problem.js';
import { memberOf } from '../../../rules/schema/schema-members.js';
import { listEntries, parseReference, referenceText } from '../../../rules/selection/references.js';
import type { MembersBySchema } from '../../../rules/skill/scope.js';
import type { ValuePath } from '../../../sources/logic/module-reading.js';
import type { Obstacle } from '../../../spec/books/book.js';
import type { IndexNode, NamespaceIndex } from '../../../spec/index-file.js';
import type { SchemaMain } from '../../../spec/schema-main.js';

/** Looks up the index of a namespace; returns null if there is none. */
export type IndexLookup = (namespace: string) => NamespaceIndex | null | 'damaged';

/**
 * The parts of an imported namespace that a selection can refer to, without retired schemas. Resources and lists are
 * read from the schemas on demand.
 */
export interface ProviderContents {
  readonly namespace: string;
  /** Tools of each schema, by the schema's name. */
  readonly tools: MembersBySchema;
  /** Resources of each schema. */
  readonly resources: MembersBySchema;
  readonly skills: readonly string[];
  /** Shared lists that the schemas declare. */
  readonly lists: readonly string[];
}

/**
 * The contents of a namespace, taken from its index; resources and lists, which the index does not contain, are taken
 * from its schemas.
 *
 * @param readMains reads the mains of the schemas, by the schema's name; called at most once, and only if a resource or
 *   a list is needed. A schema without a main has only its tools
 */
export function describeProvider(
  { namespace, schemas, skills }: Pick<NamespaceIndex, 'namespace' | 'schemas' | 'skills'>,
  readMains: () => Readonly<Record<string, SchemaMain>>,
): ProviderContents {
  const names = Object.keys(schemas).sort();
  let mains: ReturnType<typeof readMains> | undefined;
  const mainOf = (schema: string) => {
    mains ??= readMains();
    return Object.hasOwn(mains, schema) ? mains[schema] : undefined;
  };
  return {
    namespace,
    tools: Object.fromEntries(names.map((schema) => [schema, Object.keys(schemas[schema]?.tools ?? {})])),
    get resources() {
      return Object.fromEntries(
        names.map((schema) => [schema, Object.keys(mainOf(schema)?.resources ?? {})]),
      );
    },
    skills: Object.keys(skills)
      .map((id) => splitId(id)[1])
      .sort(),
    get lists() {
      const lists = names.flatMap((schema) => (mainOf(schema)?.sharedLists ?? []).map(({ ref }) => ref));
      return [...new Set(lists)].sort();
    },
  };
}

/** Resolves references among the imported namespaces. */
export interface SelectionResolver {
  readonly hasNamespace: (namespace: string) => boolean;
  readonly isSchema: (namespace: string, schema: string) => boolean;
  /** Schemas that have a tool of that name, sorted. */
  readonly schemasOfTool: (namespace: string, tool: string) => readonly string[];
  /** Schemas that declare a resource of that name, sorted. */
  readonly schemasOfResource: (namespace: string, resource: string) => readonly string[];
  readonly hasSkill: (namespace: string, skill: string) => boolean;
}

/** Builds a resolver for all imported namespaces, or for those that a selection names. */
export function buildSelectionResolver(providers: readonly ProviderContents[]): SelectionResolver {
  const known = new Map(providers.map((provider) => [provider.namespace, provider]));
  const owners = (members: MembersBySchema | undefined, name: string) =>
    Object.entries(members ?? {})
      .flatMap(([schema, names]) => (names.includes(name) ? [schema] : []))
      .sort();
  return {
    hasNamespace: (namespace) => known.has(namespace),
    isSchema: (namespace, schema) => Object.hasOwn(known.get(namespace)?.tools ?? {}, schema),
    schemasOfTool: (namespace, tool) => owners(known.get(namespace)?.tools, tool),
    schemasOfResource: (namespace, resource) => owners(known.get(namespace)?.resources, resource),
    hasSkill: (namespace, skill) => known.get(namespace)?.skills.includes(skill) ?? false,
  };
}

/** Records a problem at a place in the source; `severity` is given only if it differs from the one in the table. */
export type Note = (code: ErrorCode, at: ValuePath, args: Problem['args'], severity?: Severity) => void;

export interface Derivation {
  readonly selection: unknown;
  readonly resolver: SelectionResolver;
  readonly note: Note;
}

/**
 * The members as written. A member that is not imported is kept, with a warning: the index names it, and it can be
 * imported later without changing the definition.
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

/** A selection's reference to a part of a provider, with the schemas that had this part, as `<namespace>.<schema>`. */
export type NamedReference = readonly [id: string, schemas: readonly string[]];

/**
 * Finds the schemas of the tools and resources that a selection names in the form of the Schemas-Spec (Schemas-Spec
 * 17).
 */
export function deriveMembers(derivation: Derivation, namespace: string): NamedReference[] {
  const { resolver } = derivation;
  const tools = findOwners(derivation, 'tools', resolver.schemasOfTool, () => false);
  // The selection's own resources belong to no provider; they stay in the definition.
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

/** A reference that was valid when the selection was imported, but is no longer valid. */
export interface LostReference {
  readonly found: Problem;
  /** Members that this reference stood for at import and does not stand for now. */
  readonly members: readonly string[];
}

/**
 * Finds references in a definition that an import would now refuse, or resolve to other members (SEL003).
 *
 * @param isKnown whether the content of a namespace is known; false if its index is damaged
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
 * Checks references to skills and prompts of providers. The definition leaves them out: a namespace skill is graded in
 * its namespace and is not part of a selection's grade; prompts of providers are out of scope.
 *
 * @returns the namespace skills that the selection names
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
  // If a selection lists `members`, all its prompts are its own, in whatever notation they are written.
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

/** Codes of import refusals whose cause lies outside the refused content: something is missing, or has changed. */
const CODES = ['PH002', 'SKL005', 'SKL006', 'SKL022', 'SKL023', 'SEL003'];

/**
 * What blocks a node with broken references: the first broken reference, with its code.
 *
 * @param problems what the gate reports; problems that lie in the referring content alone are ignored
 * @returns null if every reference is valid
 */
export function describeLost(problems: readonly Problem[]): Obstacle | null {
  const lost = problems.filter(({ code, severity }) => severity === 'error' && CODES.includes(code));
  const [first] = lost;
  if (!first) return null;
  const more = lost.length > 1 ? ` (and ${lost.length - 1} more)` : '';
  const { code } = first;
  return { cause: 'invalid', text: `${code}: ${describeProblem(first).message}${more}`, code };
}

/** Checks whether the reason for a node's status is a broken reference. */
export function isLostReference(node: Pick<IndexNode, 'reason' | 'detail'>): boolean {
  return CODES.some((code) => sayReason(node)?.startsWith(`${code}: `));
}
