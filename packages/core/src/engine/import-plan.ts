import type { EndpointBaseline } from '../model/finding.js';
import type { MemberList } from '../model/members.js';
import type { Problem } from '../model/problem.js';
import type { SchemaMain } from '../model/schema-main.js';
import type { SkillSource } from '../model/skill.js';
import { problem } from '../tables/error-codes.js';
import { canonicalJson, hashAbout, hashSchema, hashSkill, hashValue } from './hash.js';
import { formatSnapshotName, isSchemaName, nextTimestamp, toolFolderName } from './names.js';
import { type KnownSnapshots, planSnapshotName } from './plan-snapshot.js';
import { chooseSkillHome } from './skill-home.js';

/** A schema file that was read and went through the gate. */
export interface ImportSource {
  /** As it is shown in messages. */
  readonly file: string;
  /** Base name without extension: the schema's folder in the island. */
  readonly schema: string;
  readonly bytes: Uint8Array;
  /** null where it was refused. */
  readonly main: SchemaMain | null;
  /** As declared, also by a schema that was refused; null where it can not be told. */
  readonly namespace: string | null;
  /** The About it declares; null where it declares none, or none that could be read. */
  readonly about: Uint8Array | null;
  readonly problems: readonly Problem[];
}

/** A skill file that was read and went through the gate. */
export interface ImportSkill {
  readonly file: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** null where it was refused. */
  readonly skill: SkillSource | null;
  readonly problems: readonly Problem[];
}

/** Everything one import brings into a namespace. */
export interface ImportedFiles {
  readonly namespace: string;
  readonly sources: readonly ImportSource[];
  readonly skills: readonly ImportSkill[];
  /** What the provider documents, where that was recorded. */
  readonly baseline: EndpointBaseline | null;
  /** The sources are all there is of the provider; what is absent retires (decision D20). */
  readonly wholeFolder: boolean;
}

/** What the island holds of a namespace already. */
export interface ImportTarget {
  readonly members: MemberList | null;
  readonly memberTimestamps: readonly string[];
  readonly schemas: ReadonlyMap<string, KnownSnapshots>;
  /** By schema. */
  readonly abouts: ReadonlyMap<string, KnownSnapshots>;
  /** By `<schema>.<skill>`. */
  readonly skills: ReadonlyMap<string, KnownSnapshots>;
  readonly baseline: KnownSnapshots;
}

interface Planned {
  readonly hash: string;
  /** null: the newest snapshot holds the same. */
  readonly fileName: string | null;
  readonly bytes: Uint8Array;
}

export interface PlannedSchema extends Planned {
  readonly schema: string;
}

export interface PlannedAbout extends Planned {
  readonly schema: string;
}

export interface PlannedSkill extends Planned {
  readonly schema: string;
  readonly skill: string;
}

export interface ImportPlan {
  readonly schemas: readonly PlannedSchema[];
  /** Of every schema that declares one; the first by name is the namespace's. */
  readonly abouts: readonly PlannedAbout[];
  readonly skills: readonly PlannedSkill[];
  /** null: none is recorded. */
  readonly baseline: { readonly fileName: string | null; readonly value: EndpointBaseline } | null;
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
 * @see spec 22, IN
 */
export function planImport(files: ImportedFiles, target: ImportTarget, now: Date): ImportPlan {
  const { namespace, sources, skills: skillFiles, baseline } = files;
  const abouts = sources.flatMap((source) => planAbout(namespace, source, target, now));
  const skills = planSkills(files, target, now);
  const read = [...sources, ...skillFiles];
  const errorsOf = ({ problems }: { problems: readonly Problem[] }) => problems.filter(isError);
  return {
    schemas: sources.flatMap((source) => planSchema(source, target, now)),
    abouts,
    skills,
    baseline: baseline && {
      value: baseline,
      fileName: planSnapshotName({
        name: 'baseline',
        hash: hashValue(baseline),
        extension: 'json',
        bytes: new TextEncoder().encode(canonicalJson(baseline)),
        known: target.baseline,
        now,
      }),
    },
    rejected: read
      .filter((file) => errorsOf(file).length > 0)
      .map((file) => ({ file: file.file, errors: errorsOf(file) })),
    members: planMembers({ files, abouts, skills, target, now }),
    warnings: [
      ...read.flatMap(({ problems }) => problems.filter((found) => !isError(found))),
      ...warnOfSecondAbout(sources, abouts),
    ],
  };
}

function isAccepted({ problems }: { problems: readonly Problem[] }): boolean {
  return !problems.some(isError);
}

function planSchema(source: ImportSource, target: ImportTarget, now: Date): PlannedSchema[] {
  const { schema, bytes, main } = source;
  if (!main || !isAccepted(source)) return [];
  const hash = hashSchema(main);
  const known = target.schemas.get(schema);
  const fileName = planSnapshotName({ name: schema, hash, extension: 'mjs', bytes, known, now });
  return [{ schema, hash, fileName, bytes }];
}

function planAbout(namespace: string, source: ImportSource, target: ImportTarget, now: Date): PlannedAbout[] {
  const { schema, about: bytes } = source;
  if (!bytes || !isAccepted(source)) return [];
  const hash = hashAbout(bytes);
  const known = target.abouts.get(schema);
  const fileName = planSnapshotName({ name: `${namespace}-about`, hash, extension: 'md', bytes, known, now });
  return [{ schema, hash, fileName, bytes }];
}

function planSkills(files: ImportedFiles, target: ImportTarget, now: Date): PlannedSkill[] {
  const accepted = files.sources.filter(isAccepted);
  const schemas = Object.fromEntries(
    accepted.map(({ schema, main }) => [schema, Object.keys(main?.tools ?? {})]),
  );
  if (accepted.length === 0) return [];
  return files.skills.flatMap((file): PlannedSkill[] => {
    if (!file.skill || !isAccepted(file)) return [];
    const { name: skill, bytes } = file;
    const current = homeOf(target.members, skill);
    const schema = chooseSkillHome({ namespace: files.namespace, skill: file.skill, schemas, current });
    const hash = hashSkill(file.skill);
    const known = target.skills.get(`${schema}.${skill}`);
    const fileName = planSnapshotName({ name: skill, hash, extension: 'mjs', bytes, known, now });
    return [{ schema, skill, hash, fileName, bytes }];
  });
}

/** Placement is sticky (decision D13). */
function homeOf(members: MemberList | null, skill: string): string | null {
  const known = members?.skills?.find((id) => id.slice(id.indexOf('.') + 1) === skill);
  return known ? known.slice(0, known.indexOf('.')) : null;
}

function planMembers({
  files,
  abouts,
  skills,
  target,
  now,
}: {
  files: ImportedFiles;
  abouts: readonly PlannedAbout[];
  skills: readonly PlannedSkill[];
  target: ImportTarget;
  now: Date;
}): ImportPlan['members'] {
  const { namespace, sources, wholeFolder } = files;
  const before = target.members;
  // A file that no longer passes the gate is still there: what it was before stays a member.
  const kept = sources.filter(({ schema }) => before?.schemas.includes(schema));
  const named = [...kept, ...sources.filter(isAccepted)].map(({ schema }) => schema);
  const schemas = sortedUnique([...(wholeFolder ? [] : (before?.schemas ?? [])), ...named]);
  const skillIds = wholeFolder
    ? [...skills.map(({ schema, skill }) => `${schema}.${skill}`), ...refusedSkills(before, files, skills)]
    : (before?.skills ?? []);
  const about = aboutSchema({ sources, abouts, before, wholeFolder });
  const list: MemberList = {
    namespace,
    schemas,
    ...(skillIds.length > 0 && { skills: sortedUnique(skillIds) }),
    ...(about !== null && { about }),
  };
  if (before && canonicalJson(before) === canonicalJson(list)) return null;
  const timestamp = nextTimestamp(now, target.memberTimestamps);
  const fileName = formatSnapshotName({
    name: 'members',
    timestamp,
    hash: hashValue(list),
    extension: 'json',
  });
  return { fileName, list };
}

/** Known skills whose file is still there, but was refused: what they were before stays, as with schemas. */
function refusedSkills(
  before: MemberList | null,
  files: ImportedFiles,
  planned: readonly PlannedSkill[],
): string[] {
  return files.skills
    .filter(({ name }) => !planned.some(({ skill }) => skill === name))
    .flatMap(({ name }) => (before?.skills ?? []).filter((id) => id.slice(id.indexOf('.') + 1) === name));
}

/**
 * The first schema by name that declares an About. A single file speaks only for itself; one that was refused stays
 * what it was.
 */
function aboutSchema({
  sources,
  abouts,
  before,
  wholeFolder,
}: {
  sources: readonly ImportSource[];
  abouts: readonly PlannedAbout[];
  before: MemberList | null;
  wholeFolder: boolean;
}): string | null {
  const declaring = abouts.map(({ schema }) => schema);
  const others = before?.about === undefined ? [] : [before.about];
  const stillThere = others.filter((schema) => {
    const source = sources.find((one) => one.schema === schema);
    return source ? !isAccepted(source) : !wholeFolder;
  });
  return sortedUnique([...declaring, ...stillThere])[0] ?? null;
}

function warnOfSecondAbout(sources: readonly ImportSource[], abouts: readonly PlannedAbout[]): Problem[] {
  const [first, ...others] = sortedUnique(abouts.map(({ schema }) => schema));
  return others.map((schema) => {
    const file = sources.find((source) => source.schema === schema)?.file ?? schema;
    return problem('IMP-009', { file, path: 'main.resources.about' }, { first: first ?? '', schema });
  });
}

function sortedUnique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function isError(found: Problem): boolean {
  return found.severity === 'error';
}
