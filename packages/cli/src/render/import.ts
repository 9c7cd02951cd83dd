import type { ImportResult } from '@flowmcp/grading-core/commands';
import { counted } from './count.js';

type Imported = ImportResult['results'][number];

/** More namespaces than this are summed up. */
const SHOWN_ONE_BY_ONE = 10;

/** What an import did, or would do, to each namespace. */
export function describeImport({ results, errors, dryRun }: ImportResult): string {
  const [was, would] = dryRun ? ['would be imported', 'would import'] : ['imported', 'imported'];
  if (results.length === 0) return `nothing ${dryRun ? 'would be' : 'was'} imported`;
  const lines = results.length > SHOWN_ONE_BY_ONE ? [] : results.map((found) => describeOne(found, would));
  if (results.length === 1) return lines.join('\n');
  const count = (key: 'imported' | 'skipped') => results.reduce((sum, found) => sum + found[key].length, 0);
  // Also the files whose namespace is not known, so that they stand in no result.
  const refused = new Set(errors.flatMap(({ where }) => where?.file ?? []));
  const sum = [
    `${counted(count('imported'), 'schema')} ${was}`,
    `${count('skipped')} unchanged`,
    `${refused.size} refused`,
  ].join(', ');
  return [...lines, `${counted(results.length, 'namespace')}: ${sum}`].join('\n');
}

function describeOne(
  { namespace, imported, skipped, skills, about, rejected }: Imported,
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
    ...(about === null ? [] : [`    about ${about}`]),
    ...rejected.map(({ file }) => `  ! ${file}`),
  ].join('\n');
}
