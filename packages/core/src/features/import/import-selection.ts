import { readSelectionIndex, readTrusted } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { recordFacts } from '../../island/journal/record-facts.js';
import { listSnapshots } from '../../island/list-namespace.js';
import { withLock } from '../../island/lock.js';
import { formatSnapshotName } from '../../island/logic/names.js';
import {
  aboutName,
  definitionFolder,
  FILE_NAMES,
  selectionAboutFolder,
  selectionFolder,
  selectionSkillFolder,
} from '../../island/logic/paths.js';
import { fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { resolvePersona } from '../../rules/about/personas-section.js';
import type { SelectionSource } from '../../sources/find-sources.js';
import { describeKind } from '../../sources/logic/source-kind.js';
import { type SelectionDefinition, skillName } from '../../spec/selection.js';
import { selectionDefinition } from '../../spec/selection-definition.js';
import { declaresAbout } from '../../target/load-selection.js';
import { levelOf } from '../../target/logic/selection/skills.js';
import { rebuildSelection } from '../../target/rebuild/rebuild.js';
import { planSelection, type SelectionPlan, type SelectionTarget } from './logic/plan-selection.js';
import { listRetired, type RetiredPart } from './logic/retired.js';
import { isError } from './logic/sources.js';
import type { ProviderLookup } from './provider-contents.js';
import { readSelectionSource, type SelectionReading } from './read-selection-source.js';
import { raiseAll } from './read-sources.js';
import { readKnown, tellSetAside } from './read-target.js';
import type { ImportedSelection, ImportOptions } from './result.js';

interface SelectionInput {
  readonly source: SelectionSource;
  readonly options: ImportOptions;
  /** Files from which this command has imported selections, by id. */
  readonly claimed: Map<string, string>;
  readonly providers: ProviderLookup;
}

/**
 * Imports one selection with its About and its skills.
 *
 * @param errors receives the problems of its files
 * @returns null if nothing was imported
 */
export async function importSelection(
  input: SelectionInput,
  errors: Problem[],
): Promise<ImportedSelection | null> {
  const { source, options, claimed, providers } = input;
  const { island, dryRun = false, keepGoing = false, strict = false, personaIds } = options;
  const read = readSelectionSource(source, { providers, personaIds, strict });
  const other = read.other && describeKind(read.other.kind, read.other);
  if (other) errors.push(other);
  const problems = [...read.problems, ...checkPersonas({ ...read, source, personaIds, strict })];
  const found = [...problems, ...read.skills.flatMap((skill) => skill.problems)].filter(isError);
  errors.push(...found);
  const { definition } = read;
  if (!definition) return null;
  const { selectionId } = definition;
  const before = claimed.get(selectionId);
  if (before !== undefined)
    throw fatal('IMP-012', { file: source.file }, { selection: selectionId, other: before });
  claimed.set(selectionId, source.file);
  // `strict` may have turned a warning about the definition itself into an error; in that case, `keepGoing` cannot
  // help.
  if (problems.some(isError) || (found.length > 0 && !keepGoing)) return null;
  const run = () => write({ ...input, read: { ...read, definition, problems } });
  if (dryRun) return run();
  return withLock({ island, target: selectionFolder(selectionId), command: 'grading import' }, run);
}

function write({
  source,
  options,
  read,
}: SelectionInput & { read: SelectionReading & { definition: SelectionDefinition } }): ImportedSelection {
  const { island, dryRun = false } = options;
  const { definition, skills } = read;
  const { selectionId, namespace } = definition;
  const now = (options.now ?? island.now)();
  // Read the index now: if it is damaged, the rebuild would fail only after everything else was written.
  const index = readSelectionIndex(island, selectionFolder(selectionId));
  const target = readSelectionTarget(
    island,
    selectionId,
    skills.map(({ name }) => name),
  );
  if (target.current && target.current.namespace !== namespace) {
    const args = { selection: selectionId, namespace, owner: target.current.namespace };
    throw fatal('IMP-013', { file: source.file }, args);
  }
  const plan = planSelection(read, target, now);
  if (!dryRun) {
    const own = createSnapshots(island, selectionId, plan);
    recordFacts(island, selectionFolder(selectionId), { own, now });
    rebuildSelection({ island, selectionId, now });
  }
  const before = target.current && partsOf(target.current);
  const retired = listRetired(before, partsOf(plan.definition.value), { name: selectionId, index });
  const early = tellSetAside(island, selectionFolder(selectionId));
  return describe(plan, { ...read, problems: [...read.problems, ...early] }, retired);
}

function partsOf(definition: SelectionDefinition) {
  return {
    skills: definition.skills.map(({ file }) => skillName(file)),
    about: declaresAbout(definition),
  };
}

/**
 * Writes the definition last, so that it never names a file that does not exist yet.
 *
 * @returns the paths of the files
 */
function createSnapshots(
  island: Island,
  selectionId: string,
  { about, skills, definition }: SelectionPlan,
): string[] {
  const place = (
    folder: string,
    { fileName, bytes }: Pick<SelectionPlan['definition'], 'fileName' | 'bytes'>,
  ) => (fileName === null ? [] : [{ path: `${folder}/${fileName}`, bytes }]);
  const parts = [
    ...(about ? place(selectionAboutFolder(selectionId), about) : []),
    ...skills.flatMap((skill) => place(selectionSkillFolder(selectionId, skill.skill), skill)),
  ];
  const whole = place(definitionFolder(selectionId), definition);
  island.createAll(parts);
  island.createAll(whole);
  return [...parts, ...whole].map(({ path }) => path);
}

function describe(
  { definition, about, skills, rejected, warnings }: SelectionPlan,
  read: SelectionReading,
  retired: readonly RetiredPart[],
): ImportedSelection {
  const { value, hash, fileName } = definition;
  const { selectionId } = value;
  const levels = new Map(read.skills.map(({ name, skill }) => [name, skill && levelOf(skill)]));
  return {
    flow: 'selection',
    selectionId,
    imported: fileName
      ? [{ schema: selectionId, hash, snapshot: `${definitionFolder(selectionId)}/${fileName}` }]
      : [],
    skipped: fileName ? [] : [{ schema: selectionId, hash }],
    rejected,
    retired,
    skills: skills.map(({ skill, hash, fileName }) => ({
      skill,
      level: levels.get(skill) ?? null,
      hash,
      snapshot: fileName && `${selectionSkillFolder(selectionId, skill)}/${fileName}`,
    })),
    about: about ? selectionAboutFolder(selectionId) : null,
    members: value.members.map(({ schemaId }) => schemaId),
    notImported: read.notImported,
    indexPath: `${selectionFolder(selectionId)}/${FILE_NAMES.index}`,
    warnings: [...read.problems.filter((found) => !isError(found)), ...warnings],
  };
}

/**
 * Checks the personas of a selection: reports PER-001 for each persona that no run could resolve, and IMP-014 if
 * personas were given to the command although the definition already names some. Both are warnings here: an About may
 * be added later, and one command may import many selections.
 */
function checkPersonas({
  definition,
  about,
  source: { file },
  personaIds = [],
  strict,
}: {
  readonly definition: SelectionDefinition | null;
  readonly about: Uint8Array | null;
  readonly source: SelectionSource;
  readonly personaIds: readonly string[] | undefined;
  readonly strict: boolean;
}): readonly Problem[] {
  if (!definition) return [];
  const { selectionId: selection, personaIds: own } = definition;
  const where = { file, path: 'selection.personaIds' };
  const text = about && new TextDecoder().decode(about);
  const unresolved = own.flatMap((personaId): Problem[] => {
    const found = resolvePersona({ personaId, about: text, where });
    return 'problem' in found ? [{ ...found.problem, severity: 'warning' }] : [];
  });
  const unused = personaIds.filter((id) => !own.includes(id));
  const args = { selection, own: own.join(', '), given: unused.join(', ') };
  return raiseAll([...unresolved, ...(unused.length > 0 ? [problem('IMP-014', where, args)] : [])], strict);
}

/**
 * The stored parts of a selection, for comparison with the parts to import.
 *
 * @param skills names of the skills to import
 * @throws GradingError IDX-012 if the newest definition is damaged
 */
function readSelectionTarget(
  island: Island,
  selectionId: string,
  skills: readonly string[],
): SelectionTarget {
  const folder = definitionFolder(selectionId);
  const newest = listSnapshots(island, folder, selectionId).at(-1);
  return {
    current: newest
      ? readTrusted(island, `${folder}/${formatSnapshotName(newest)}`, selectionDefinition)
      : null,
    definition: readKnown(island, folder, selectionId),
    about: readKnown(island, selectionAboutFolder(selectionId), aboutName(selectionId)),
    skills: new Map(
      skills.map((skill) => [skill, readKnown(island, selectionSkillFolder(selectionId, skill), skill)]),
    ),
  };
}
