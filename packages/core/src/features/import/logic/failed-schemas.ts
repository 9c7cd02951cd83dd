import { isSchemaName } from '../../../island/logic/names.js';
import { describeProblem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { FAILED_FILE_LIMITS, type FailedSchema } from '../../../spec/members.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import { type ImportedFiles, type ImportSource, type ImportTarget, isAccepted, isError } from './sources.js';

/**
 * The schemas whose files do not pass the gate, sorted by name, as the member list records them (spec 22). Two kinds of
 * file are only refused: one whose name cannot become a folder of the island has no place there, and one with the bytes
 * of the newest snapshot holds nothing that did not pass before.
 *
 * @param target its newest member list counts for the files that a single file says nothing about
 */
export function listFailed(
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
export function fileNameOf(schema: string): string {
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
