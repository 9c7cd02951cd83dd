import type { ImportResult } from '@flowmcp/grading-core/features/import/run';
import { counted } from '../terminal/layout.js';

type Imported = ImportResult['results'][number];
type ImportedNamespace = Extract<Imported, { flow: 'provider' }>;
type ImportedSelection = Extract<Imported, { flow: 'selection' }>;

/** If there are more items of one kind than this, they are summarized. */
const SHOWN_ONE_BY_ONE = 10;

/** Describes what an import did, or would do, to each namespace and each selection. */
export function describeImport({ results, errors, dryRun }: ImportResult): string {
  const [was, would] = dryRun ? ['would be imported', 'would import'] : ['imported', 'imported'];
  if (results.length === 0) return `nothing ${dryRun ? 'would be' : 'was'} imported`;
  const namespaces = results.filter((found) => found.flow === 'provider');
  const selections = results.filter((found) => found.flow === 'selection');
  const lines = [
    ...fewOf(namespaces).map((found) => describeNamespace(found, would)),
    ...fewOf(selections).map((found) => describeSelection(found, was)),
  ];
  if (results.length === 1) return lines.join('\n');
  // Also counts files whose namespace is unknown: no result contains them.
  const refused = new Set(
    errors.flatMap(({ severity, where }) => (severity === 'error' && where?.file ? [where.file] : [])),
  );
  const sums = [
    ...sumUp(namespaces, 'namespace', (count) => `${counted(count, 'schema')} ${was}`),
    ...sumUp(selections, 'selection', (count) => `${count} ${was}`),
  ];
  return [...lines, `${sums.join('\n')}, ${refused.size} refused`].join('\n');
}

function fewOf<T>(results: readonly T[]): readonly T[] {
  return results.length > SHOWN_ONE_BY_ONE ? [] : results;
}

function sumUp(
  results: readonly Imported[],
  kind: string,
  describeImported: (count: number) => string,
): string[] {
  if (results.length === 0) return [];
  const count = (key: 'imported' | 'skipped') => results.reduce((sum, found) => sum + found[key].length, 0);
  const words = [describeImported(count('imported')), `${count('skipped')} unchanged`];
  return [`${counted(results.length, kind)}: ${words.join(', ')}`];
}

function describeNamespace(
  { namespace, imported, skipped, skills, lists, about, rejected, retired, renamedFrom }: ImportedNamespace,
  verb: string,
): string {
  const refused = rejected.length > 0 ? `, rejected ${rejected.length}` : '';
  return [
    `${namespace}: ${verb} ${imported.length}, unchanged ${skipped.length}${refused}`,
    ...imported.map(({ schema, hash }) => `  + ${schema} ${hash}`),
    ...skipped.map(({ schema, hash }) => `  = ${schema} ${hash}`),
    ...skills.map(
      ({ schema, skill, hash, snapshot }) => `  ${snapshot ? '+' : '='} skill ${schema}.${skill} ${hash}`,
    ),
    ...lists.map(
      ({ list, version, hash, snapshot }) => `  ${snapshot ? '+' : '='} list ${list} ${version} ${hash}`,
    ),
    ...(about === null ? [] : [`    about ${about}`]),
    ...rejected.map(({ file, recorded }) => `  ! ${file}${recorded ? ' (recorded as blocked)' : ''}`),
    ...(renamedFrom === undefined ? [] : [`  renamed: recorded as ${renamedFrom} until now`]),
    ...retired.map(describeRetired),
  ].join('\n');
}

function describeRetired({ kind, name, status, grade }: Imported['retired'][number]): string {
  const what = kind === 'schema' ? name : `${kind} ${name}`;
  return `  retired: ${what} (was ${grade ?? status})`;
}

function describeSelection(
  {
    selectionId,
    imported,
    skipped,
    skills,
    about,
    rejected,
    retired,
    members,
    notImported,
  }: ImportedSelection,
  verb: string,
): string {
  const state = imported.length > 0 ? `definition ${verb}` : 'definition unchanged';
  const refused = rejected.length > 0 ? `, rejected ${counted(rejected.length, 'skill')}` : '';
  const missing = notImported.length > 0 ? `; not imported: ${notImported.join(', ')}` : '';
  return [
    `${selectionId}: ${state}, ${members.length - notImported.length} of ${members.length} members imported${missing}${refused}`,
    ...imported.map(({ hash }) => `  + selection ${hash}`),
    ...skipped.map(({ hash }) => `  = selection ${hash}`),
    ...skills.map(
      ({ skill, level, hash, snapshot }) =>
        `  ${snapshot ? '+' : '='} skill ${skill} ${level ?? '(no level)'} ${hash}`,
    ),
    about === null
      ? `    no domain knowledge: nothing in it is graded until there is a resources/${selectionId}-about.md`
      : `    about ${about}`,
    ...rejected.map(({ file }) => `  ! ${file}`),
    ...retired.map(describeRetired),
  ].join('\n');
}
