/** Node's code of an operation that failed: ENOENT, EACCES, ENOSPC …; undefined for every other error, which is a bug. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
