/**
 * Node's error code for a failed operation: ENOENT, EACCES, ENOSPC …; undefined for any other error, which is a bug.
 */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
