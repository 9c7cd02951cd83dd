import type { MemberList } from '../../model/members.js';
import type { Problem } from '../../model/problem.js';
import { problem } from '../../tables/error-codes.js';
import { canonicalJson, hashAbout, hashSchema, hashSkill, hashValue } from '../hash.js';
import { splitId } from '../names.js';
import { planSnapshotName } from '../plan-snapshot.js';
import { chooseSkillHome } from '../skill-home.js';
import type { ImportPlan, PlannedAbout, PlannedSchema, PlannedSkill } from './plan.js';
import { planMembers, sortedUnique } from './plan-members.js';
import {
  type ImportedFiles,
  type ImportSource,
  type ImportTarget,
  isAccepted,
  isError,
  listRejected,
} from './sources.js';

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
    rejected: listRejected(read),
    members: planMembers({ files, abouts, skills, target, now }),
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
