import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/**
 * A unified diff that `git apply` takes, or an empty text if nothing changes.
 *
 * @param file path below the folder where the patch is to be applied, with slashes
 */
export function renderDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  return createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
