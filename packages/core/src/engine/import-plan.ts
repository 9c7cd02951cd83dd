import type { MemberList } from '../model/members.js';
import type { Problem } from '../model/problem.js';
import type { SchemaMain } from '../model/schema-main.js';
import { problem } from '../tables/error-codes.js';
import { canonicalJson, hashSchema, hashValue, sha256 } from './hash.js';
import { formatSnapshotName, isSchemaName, nextTimestamp, toolFolderName } from './names.js';

/** A schema file that was read and went through the gate. */
export interface ImportSource {
  /** As it is shown in messages. */
  readonly file: string;
  /** Base name without extension: the schema's folder in the island. */
  readonly schema: string;
  readonly bytes: Uint8Array;
  /** null where the module could not be read. */
  readonly main: SchemaMain | null;
  readonly problems: readonly Problem[];
}

/** What the island holds of a namespace already. */
export interface ImportTarget {
  readonly members: MemberList | null;
  readonly memberTimestamps: readonly string[];
  /** By schema: all its snapshot timestamps, and the newest file's sha256. */
  readonly schemas: ReadonlyMap<
    string,
    { readonly timestamps: readonly string[]; readonly newestSha256: string }
  >;
}

export interface PlannedSnapshot {
  readonly schema: string;
  readonly hash: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

export interface ImportPlan {
  readonly creates: readonly PlannedSnapshot[];
  readonly keeps: readonly { readonly schema: string; readonly hash: string }[];
  readonly rejected: readonly { readonly file: string; readonly errors: readonly Problem[] }[];
  /** null: membership does not change. */
  readonly members: { readonly fileName: string; readonly list: MemberList } | null;
  readonly warnings: readonly Problem[];
}

/** Names that can not become folders of the island: IMP-003 (file name), IMP-007 (two tools, one folder). */
export function checkNames(file: string, schema: string, main: SchemaMain | null): Problem[] {
  const problems = isSchemaName(schema) ? [] : [problem('IMP-003', { file }, { name: schema })];
  const folders = new Map<string, string>();
  for (const tool of Object.keys(main?.tools ?? {})) {
    const folder = toolFolderName(tool);
    const other = folders.get(folder);
    if (other !== undefined) {
      problems.push(problem('IMP-007', { file, path: `main.tools.${tool}` }, { name: tool, other }));
    }
    folders.set(folder, tool);
  }
  return problems;
}

/** The namespace all readable sources declare; none or several is a problem (IMP-005, spec 22). */
export function namespaceOf(
  sources: readonly ImportSource[],
  folder: string,
): { namespace: string } | { problem: Problem | null } {
  const declared = new Set(sources.flatMap((source) => (source.main ? [source.main.namespace] : [])));
  const [namespace] = declared;
  if (declared.size === 1 && namespace !== undefined) return { namespace };
  if (declared.size === 0) return { problem: null };
  return {
    problem: problem(
      'IMP-005',
      { file: folder },
      { count: declared.size, found: [...declared].sort().join(', ') },
    ),
  };
}

/**
 * What an import of one namespace would write. Pure: `--dry-run` prints it, the import applies it.
 *
 * @param wholeFolder the sources are all schemas of the provider; absent ones retire (decision D20)
 * @see spec 22, IN
 */
export function planImport({
  namespace,
  sources,
  target,
  wholeFolder,
  now,
}: {
  namespace: string;
  sources: readonly ImportSource[];
  target: ImportTarget;
  wholeFolder: boolean;
  now: Date;
}): ImportPlan {
  const judged = sources.map((source) => ({ source, errors: source.problems.filter(isError) }));
  const accepted = judged.filter(({ errors }) => errors.length === 0).map(({ source }) => source);
  const snapshots = accepted.flatMap((source) =>
    source.main ? [planSnapshot(source, source.main, target, now)] : [],
  );
  return {
    creates: snapshots.flatMap(({ create }) => (create ? [create] : [])),
    keeps: snapshots.flatMap(({ keep }) => (keep ? [keep] : [])),
    rejected: judged
      .filter(({ errors }) => errors.length > 0)
      .map(({ source, errors }) => ({ file: source.file, errors })),
    members: planMembers({ namespace, sources, accepted, target, wholeFolder, now }),
    warnings: sources.flatMap((source) => source.problems.filter((found) => !isError(found))),
  };
}

function planSnapshot(source: ImportSource, main: SchemaMain, target: ImportTarget, now: Date) {
  const { schema, bytes } = source;
  const hash = hashSchema(main);
  const known = target.schemas.get(schema);
  if (known?.newestSha256 === sha256(bytes)) return { keep: { schema, hash }, create: null };
  const timestamp = nextTimestamp(now, known?.timestamps ?? []);
  const fileName = formatSnapshotName({ name: schema, timestamp, hash, extension: 'mjs' });
  return { keep: null, create: { schema, hash, fileName, bytes } };
}

function planMembers({
  namespace,
  sources,
  accepted,
  target,
  wholeFolder,
  now,
}: {
  namespace: string;
  sources: readonly ImportSource[];
  accepted: readonly ImportSource[];
  target: ImportTarget;
  wholeFolder: boolean;
  now: Date;
}): ImportPlan['members'] {
  // A file that no longer passes the gate is still there: what it was before stays a member.
  const kept = sources.filter((source) => target.members?.schemas.includes(source.schema));
  const before = wholeFolder ? [] : (target.members?.schemas ?? []);
  const schemas = [
    ...new Set([...before, ...kept.map((s) => s.schema), ...accepted.map((s) => s.schema)]),
  ].sort();
  const list = { namespace, schemas };
  if (target.members && canonicalJson([...target.members.schemas].sort()) === canonicalJson(schemas))
    return null;
  const timestamp = nextTimestamp(now, target.memberTimestamps);
  const fileName = formatSnapshotName({
    name: 'members',
    timestamp,
    hash: hashValue(list),
    extension: 'json',
  });
  return { fileName, list };
}

function isError(found: Problem): boolean {
  return found.severity === 'error';
}
