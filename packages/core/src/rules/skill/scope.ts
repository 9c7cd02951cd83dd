import { memberOf } from '../schema/schema-members.js';

/** Names of the members of each schema, by the base name of its file. */
export type MembersBySchema = Readonly<Record<string, readonly string[]>>;

/** What a skill of a provider folder may refer to: everything in its own namespace. */
export interface NamespaceSkillScope {
  readonly kind: 'namespace';
  readonly namespace: string;
  readonly tools: MembersBySchema;
  readonly resources: MembersBySchema;
  /**
   * The folder's skills by the base name of their file, each with the skills that its content refers to; null if the
   * skill was named alone, so that nothing beside it is known.
   */
  readonly skills: Readonly<Record<string, readonly string[]>> | null;
  /** Shared lists that the schemas declare. */
  readonly lists: readonly string[];
}

/** What a skill of a selection may refer to: its members, and the other skills of the selection. */
export interface SelectionSkillScope {
  readonly kind: 'selection';
  /** Namespace that owns the selection. */
  readonly namespace: string;
  /** The parts of each namespace that belong to the selection, by namespace. */
  readonly providers: Readonly<
    Record<
      string,
      {
        readonly tools: MembersBySchema;
        readonly resources: MembersBySchema;
        readonly skills: readonly string[];
      }
    >
  >;
  /**
   * The skills of the selection by name, each with the skills that its content refers to; null if the skill was named
   * alone.
   */
  readonly skills: Readonly<Record<string, readonly string[]>> | null;
  readonly lists: readonly string[];
  /** Whether every member is imported; otherwise unresolved references are not reported. */
  readonly isComplete: boolean;
}

export type SkillScope = NamespaceSkillScope | SelectionSkillScope;

/** The scope of a skill that was named alone: what it refers to cannot be looked up. */
export function scopeOfLoneSkill(skill: unknown): SkillScope {
  const lone = { namespace: '', tools: {}, resources: {}, providers: {}, skills: null, lists: [] };
  return memberOf(skill, 'type') === 'selection'
    ? { kind: 'selection', ...lone, isComplete: false }
    : { kind: 'namespace', ...lone };
}

interface MemberReference {
  /** The reference as written in `requires` or after the colon of a placeholder. */
  readonly text: string;
  readonly kind: 'tool' | 'resource';
  readonly namespace: string;
  readonly members: MembersBySchema;
}

/** Parts of a tool block that a placeholder may ask for (Schemas-Spec 18). */
const PART = /:(description|parameters|test|meta|call)$/;

/**
 * The members that a reference names, as `<schema>.<name>`: none if there is no such member, several if schemas of the
 * namespace share the name.
 *
 * Chapter 14 resolves bare names in "the same schema", but a namespace skill is stored beside all schemas of its
 * namespace and names none of them, so all of them count. Accepted forms, in this order: `name`,
 * `<namespace>/tool/name` (chapter 16), `<namespace>/name` (chapters 12 and 18) and `<schema>.name` (the subject of a
 * grading). Names of tools may contain `/`, `:` and `.` themselves.
 */
export function resolveReference({ text, kind, namespace, members }: MemberReference): readonly string[] {
  const prefixes = ['', `${namespace}/${kind}/`, `${namespace}/`];
  for (const written of [text, text.replace(PART, '')]) {
    for (const prefix of prefixes) {
      if (!written.startsWith(prefix)) continue;
      const found = findMembers(written.slice(prefix.length), members);
      if (found.length > 0) return found;
    }
  }
  return [];
}

function findMembers(name: string, members: MembersBySchema): readonly string[] {
  const owners = Object.entries(members).flatMap(([schema, names]) => (names.includes(name) ? [schema] : []));
  if (owners.length > 0) return owners.sort().map((schema) => `${schema}.${name}`);
  const dot = name.indexOf('.');
  const [schema, rest] = [name.slice(0, dot), name.slice(dot + 1)];
  const isMember = dot > 0 && Object.hasOwn(members, schema) && members[schema]?.includes(rest);
  return isMember ? [name] : [];
}

/**
 * The members that a skill's reference names within the skill's scope: `<schema>.<name>`, or
 * `<namespace>.<schema>.<name>` for a skill of a selection. A bare name may belong to any namespace of the selection.
 */
export function findInScope(text: string, kind: 'tool' | 'resource', scope: SkillScope): readonly string[] {
  const member = kind === 'tool' ? 'tools' : 'resources';
  if (scope.kind === 'namespace') {
    return resolveReference({ text, kind, namespace: scope.namespace, members: scope[member] });
  }
  return Object.entries(scope.providers).flatMap(([namespace, provider]) => {
    const own = text.startsWith(`${namespace}.`) ? text.slice(namespace.length + 1) : text;
    const members = provider[member];
    return resolveReference({ text: own, kind, namespace, members }).map((found) => `${namespace}.${found}`);
  });
}

/** Whether a reference that cannot be resolved is certainly wrong. */
export function knowsAll(scope: SkillScope): boolean {
  return scope.kind === 'namespace' ? scope.skills !== null : scope.isComplete;
}

/** Name of the scope in messages. */
export function nameOfScope(scope: SkillScope): string {
  return scope.kind === 'namespace' ? scope.namespace : 'the members of this selection';
}
