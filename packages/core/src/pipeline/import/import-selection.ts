import type { SelectionSource } from '../../adapters/schema-source/find-selections.js';
import { planSelection, type SelectionPlan } from '../../engine/import/plan-selection.js';
import { listLeftOut, type RetiredPart } from '../../engine/import/retired.js';
import { isError } from '../../engine/import/sources.js';
import { levelOf } from '../../engine/selection/selection-skill.js';
import { readSelectionIndex } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { withLock } from '../../island/lock.js';
import {
  definitionFolder,
  FILE_NAMES,
  selectionAboutFolder,
  selectionFolder,
  selectionSkillFolder,
} from '../../island/paths.js';
import type { Problem } from '../../model/problem.js';
import type { SelectionDefinition } from '../../model/selection.js';
import { fatal } from '../../tables/error-codes.js';
import { recordFacts } from '../audit/record-facts.js';
import { declaresAbout, skillName } from '../load-selection.js';
import { rebuildSelection } from '../rebuild-selection.js';
import { checkPersonas } from './check-personas.js';
import type { ProviderLookup } from './provider-contents.js';
import { readSelectionSource, type SelectionReading } from './read-selection-source.js';
import { readSelectionTarget } from './read-selection-target.js';
import type { ImportedSelection, ImportOptions } from './result.js';

interface SelectionInput {
  readonly source: SelectionSource;
  readonly options: ImportOptions;
  /** Files that this command has taken selections from, by id. */
  readonly claimed: Map<string, string>;
  readonly providers: ProviderLookup;
}

/**
 * Imports one selection with its About and its skills.
 *
 * @param errors takes up what is wrong with its files
 * @returns null where nothing was taken
 */
export async function importSelection(
  input: SelectionInput,
  errors: Problem[],
): Promise<ImportedSelection | null> {
  const { source, options, claimed, providers } = input;
  const { island, dryRun = false, keepGoing = false, strict = false, personaIds } = options;
  const read = readSelectionSource(source, { providers, personaIds, strict });
  const problems = [...read.problems, ...checkPersonas({ ...read, source, personaIds, strict })];
  const found = [...problems, ...read.skills.flatMap((skill) => skill.problems)].filter(isError);
  errors.push(...found);
  const { definition } = read;
  if (!definition) return null;
  const { selectionId } = definition;
  const other = claimed.get(selectionId);
  if (other !== undefined) throw fatal('IMP-012', { file: source.file }, { selection: selectionId, other });
  claimed.set(selectionId, source.file);
  // A warning that `strict` raised may be of the definition itself: then there is nothing to keep going with.
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
  const now = (options.now ?? (() => new Date()))();
  // A damaged index would stop the rebuild after everything else was written.
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
  const retired = target.current
    ? listLeftOut(partsOf(target.current), partsOf(plan.definition.value), { selectionId, index })
    : [];
  return describe(plan, read, retired);
}

function partsOf(definition: SelectionDefinition) {
  return {
    skills: definition.skills.map(({ file }) => skillName(file)),
    about: declaresAbout(definition),
  };
}

/**
 * The definition last: it never names what is not there yet.
 *
 * @returns their paths
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
