/**
 * The highest of some schema versions: the one of what is about all of them (grading-rules §9).
 *
 * @throws Error without any: who asks has something to grade, and all of that has a version
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
