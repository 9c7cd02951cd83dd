/** Names of the members of each schema, by the schema's file base name. */
export type MembersBySchema = Readonly<Record<string, readonly string[]>>;

export interface MemberReference {
  /** As written in `requires` or behind the colon of a placeholder. */
  readonly text: string;
  readonly kind: 'tool' | 'resource';
  readonly namespace: string;
  readonly members: MembersBySchema;
}

/** Parts of a tool block a placeholder may ask for (Schemas-Spec 18). */
const PART = /:(description|parameters|test|meta|call)$/;

/**
 * The members a reference names, as `<schema>.<name>`; none where there is no such member, several
 * where schemas of the namespace share the name.
 *
 * Chapter 14 writes bare names of "the same schema", but a namespace skill lies beside all schemas of
 * its namespace and names none of them: every one of them counts. Understood are, in this order,
 * `name`, `<namespace>/tool/name` (chapter 16), `<namespace>/name` (chapters 12 and 18) and
 * `<schema>.name` (the subject of a grading). Names of tools may hold `/`, `:` and `.` themselves.
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
