import type { MemberList } from '../../model/members.js';
import { canonicalJson, hashValue } from '../hash.js';
import { formatSnapshotName, nextTimestamp, splitId } from '../names.js';
import type { ImportPlan, PlannedAbout, PlannedSkill } from './plan.js';
import { type ImportedFiles, type ImportSource, type ImportTarget, isAccepted } from './sources.js';

/**
 * The member list an import leaves behind; null where the newest one says the same (decision D20).
 */
export function planMembers({
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
    .flatMap(({ name }) => (before?.skills ?? []).filter((id) => splitId(id)[1] === name));
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

export function sortedUnique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
