/**
 * Returns the highest of some schema versions; it applies to everything that concerns all of the schemas (grading-rules
 * §9).
 *
 * @throws Error if the list is empty: a caller always has something to grade, and that has a version
 */
export function highestVersion(versions: readonly string[]): string {
  const highest = [...versions].sort(compareVersions).at(-1);
  if (highest === undefined) throw new Error('nothing has a version here');
  return highest;
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  return (left ?? []).reduce((order, part, at) => order || part - (right?.[at] ?? 0), 0);
}
