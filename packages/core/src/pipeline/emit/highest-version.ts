/** The highest of some schema versions: the one of what is about all of them (grading-rules §9). */
export function highestVersion(versions: readonly string[]): string {
  return [...versions].sort(compareVersions).at(-1) ?? '4.0.0';
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  return (left ?? []).reduce((order, part, at) => order || part - (right?.[at] ?? 0), 0);
}
