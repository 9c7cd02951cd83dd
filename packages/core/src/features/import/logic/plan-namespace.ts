import {
  formatSnapshotName,
  isSchemaName,
  nextTimestamp,
  planSnapshotName,
  splitId,
} from '../../../island/logic/names.js';
import { describeProblem, problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { type MembersBySchema, resolveReference } from '../../../rules/skill/scope.js';
import { canonicalJson, hashAbout, hashSchema, hashSkill, hashValue } from '../../../spec/hash.js';
import { FAILED_FILE_LIMITS, type FailedSchema, type MemberList } from '../../../spec/members.js';
import type { SkillSource } from '../../../spec/skill.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import type { ImportPlan, PlannedAbout, PlannedSchema, PlannedSkill } from './plan.js';
import {
  type ImportedFiles,
  type ImportSource,
  type ImportTarget,
  isAccepted,
  isError,
  listRejected,
} from './sources.js';

/**
 * Plans the import of one namespace. Pure: `--dry-run` prints the plan, the import applies it.
 *
 * @see spec 22, IN
 */
export function planImport(files: ImportedFiles, target: ImportTarget, now: Date): ImportPlan {
  const { namespace, sources, skills: skillFiles, baseline } = files;
  const abouts = sources.flatMap((source) => planAbout(namespace, source, target, now));
  const skills = planSkills(files, target, now);
  const read = [...sources, ...skillFiles];
  const failed = listFailed(files, target);
  const recorded = new Set(failed.map(({ schema }) => schema));
  const recordedFiles = new Set(sources.flatMap(({ schema, file }) => (recorded.has(schema) ? [file] : [])));
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
    rejected: listRejected(read).map((refused) => ({
      ...refused,
      ...(recordedFiles.has(refused.file) && { recorded: true as const }),
    })),
    members: planMembers({ files, abouts, skills, failed, target, now }),
    warnings: [
      ...read.flatMap(({ problems }) => problems.filter((found) => !isError(found))),
      ...warnOfSecondAbout(sources, abouts),
    ],
  };
}

function planSchema(source: ImportSource, target: ImportTarget, now: Date): PlannedSchema[] {
  const { schema, bytes, main, isEvaluated } = source;
  if (!main || !isAccepted(source)) return [];
  const hash = hashSchema(main);
  const known = target.schemas.get(schema);
  const fileName = planSnapshotName({ name: schema, hash, extension: 'mjs', bytes, known, now });
  return [{ schema, hash, fileName, bytes, evaluated: isEvaluated ? main : null }];
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
  const refused = files.sources.filter((source) => !isAccepted(source));
  const held = new Set(files.recordsFailed ? refused.map(({ schema }) => schema) : []);
  return files.skills.flatMap((file): PlannedSkill[] => {
    if (!file.skill || !isAccepted(file)) return [];
    const { name: skill, bytes } = file;
    const current = homeOf(target.members, skill);
    // Where failing files are recorded, a schema stays a member although its file fails, and so its skills stay with it.
    const schema =
      current !== null && held.has(current)
        ? current
        : chooseSkillHome({ namespace: files.namespace, skill: file.skill, schemas, current });
    const hash = hashSkill(file.skill);
    const known = target.skills.get(`${schema}.${skill}`);
    const fileName = planSnapshotName({ name: skill, hash, extension: 'mjs', bytes, known, now });
    return [{ schema, skill, hash, fileName, bytes }];
  });
}

/** The schema under which a skill is already stored, and where it stays (decision D13); null for a new skill. */
function homeOf(members: MemberList | null, skill: string): string | null {
  const known = members?.skills?.find((id) => splitId(id)[1] === skill);
  return known === undefined ? null : splitId(known)[0];
}

function warnOfSecondAbout(sources: readonly ImportSource[], abouts: readonly PlannedAbout[]): Problem[] {
  const [first, ...others] = sortedUnique(abouts.map(({ schema }) => schema));
  return others.map((schema) => {
    const file = sources.find((source) => source.schema === schema)?.file ?? schema;
    return problem('IMP-009', { file, path: 'main.resources.about' }, { first: first ?? '', schema });
  });
}

/** The member list after an import; null if it would equal the newest one (decision D20). */
function planMembers({
  files,
  abouts,
  skills,
  failed,
  target,
  now,
}: {
  files: ImportedFiles;
  abouts: readonly PlannedAbout[];
  skills: readonly PlannedSkill[];
  failed: readonly FailedSchema[];
  target: ImportTarget;
  now: Date;
}): ImportPlan['members'] {
  const { namespace, sources, wholeFolder } = files;
  const before = target.members;
  // A file that no longer passes the gate still exists: its earlier version stays a member.
  const kept = sources.filter(({ schema }) => before?.schemas.includes(schema));
  const named = [...kept, ...sources.filter(isAccepted)].map(({ schema }) => schema);
  const schemas = sortedUnique([...(wholeFolder ? [] : (before?.schemas ?? [])), ...named]);
  // Without a schema, no skill could be read either.
  const readsSkills = wholeFolder && (!files.recordsFailed || sources.some(isAccepted));
  const skillIds = readsSkills
    ? [...skills.map(({ schema, skill }) => `${schema}.${skill}`), ...refusedSkills(before, files, skills)]
    : (before?.skills ?? []);
  const about = aboutSchema({ sources, abouts, before, wholeFolder });
  const list: MemberList = {
    namespace,
    schemas,
    ...(skillIds.length > 0 && { skills: sortedUnique(skillIds) }),
    ...(about !== null && { about }),
    ...(failed.length > 0 && { failed: [...failed] }),
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

/** Known skills whose file still exists but was refused: their earlier versions stay, like those of refused schemas. */
function refusedSkills(
  before: MemberList | null,
  files: ImportedFiles,
  planned: readonly PlannedSkill[],
): string[] {
  return files.skills
    .filter(({ name }) => !planned.some(({ skill }) => skill === name))
    .flatMap(({ name }) => (before?.skills ?? []).filter((id) => splitId(id)[1] === name));
}

/**
 * The first schema by name that declares an About. If a single file is imported, the other schemas count as they did
 * before, and so does a refused file.
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

function sortedUnique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/**
 * Chooses the schema in whose folder a namespace skill is stored (decision D13): the one with the most tools that the
 * skill requires, or the first by name if there is a tie. The place is sticky: the skill stays there, with its
 * gradings, as long as that schema is a member.
 *
 * @param namespace the skill's namespace
 * @param skill a skill that has passed the gate
 * @param schemas tools of the namespace's members, by schema; at least one
 * @param current the schema under which the island stores the skill, null if it is new
 * @throws RangeError for a namespace without schemas, which no import allows
 */
export function chooseSkillHome({
  namespace,
  skill,
  schemas,
  current,
}: {
  readonly namespace: string;
  readonly skill: Pick<SkillSource, 'requires'>;
  readonly schemas: MembersBySchema;
  readonly current: string | null;
}): string {
  if (current !== null && Object.hasOwn(schemas, current)) return current;
  const required = skill.requires?.tools ?? [];
  // A tool name that several schemas share counts for each of them.
  const owners = required.flatMap((text) =>
    resolveReference({ text, kind: 'tool', namespace, members: schemas }).map(schemaOf),
  );
  const [home] = Object.keys(schemas)
    .map((schema) => ({ schema, count: owners.filter((owner) => owner === schema).length }))
    .sort((a, b) => b.count - a.count || byCodeUnit(a.schema, b.schema));
  if (!home) throw new RangeError('a skill can not be filed in a namespace without schemas');
  return home.schema;
}

/** The schema in a tool's name, which ends at the first dot: schema names contain none. */
function schemaOf(member: string): string {
  return member.slice(0, member.indexOf('.'));
}

/**
 * The schemas whose files do not pass the gate, sorted by name, as the member list records them (spec 22). Two kinds of
 * file are only refused: one whose name cannot become a folder of the island has no place there, and one with the bytes
 * of the newest snapshot holds nothing that did not pass before.
 *
 * @param target its newest member list counts for the files that a single file says nothing about
 */
function listFailed(
  { sources, wholeFolder, recordsFailed }: Pick<ImportedFiles, 'sources' | 'wholeFolder' | 'recordsFailed'>,
  { members: before, schemas: known }: Pick<ImportTarget, 'members' | 'schemas'>,
): FailedSchema[] {
  if (!recordsFailed) return [];
  const read = new Set(sources.map(({ schema }) => schema));
  const others = wholeFolder ? [] : (before?.failed ?? []).filter(({ schema }) => !read.has(schema));
  const isNew = ({ schema, fileSha256 }: ImportSource) => known.get(schema)?.newestSha256 !== fileSha256;
  const failed = sources
    .filter((source) => !isAccepted(source) && isSchemaName(source.schema) && isNew(source))
    .map(toFailed);
  return [...others, ...failed].sort((a, b) => byCodeUnit(a.schema, b.schema));
}

/** Name of a schema's file in its provider folder: the island holds no path of this machine. */
function fileNameOf(schema: string): string {
  return `${schema}.mjs`;
}

function toFailed({ schema, fileSha256, problems }: ImportSource): FailedSchema {
  return {
    schema,
    file: fileNameOf(schema),
    fileSha256,
    problems: problems.filter(isError).slice(0, FAILED_FILE_LIMITS.problems).map(toRecorded),
  };
}

function toRecorded(found: Problem): FailedSchema['problems'][number] {
  const { message } = describeProblem(found);
  const line = found.where?.line;
  return {
    code: found.code,
    message: cut(message),
    ...(line !== undefined && { line }),
  };
}

/** The beginning of a text; a character of two halves is not cut apart. */
function cut(text: string): string {
  return text.slice(0, FAILED_FILE_LIMITS.characters).replace(/[\uD800-\uDBFF]$/, '');
}
