/**
 * Whether a path lies in a folder, decided on the text alone. Both kinds of separator count; a relative
 * path is meant below the folder; a path with `..` never counts as inside.
 */
export function isInside(root: string, path: string): boolean {
  const below = segmentsOf(path);
  if (below.includes('..') || below.length === 0) return false;
  if (!isAbsolute(path)) return true;
  const above = segmentsOf(root);
  return below.length > above.length && above.every((segment, at) => segment === below[at]);
}

function segmentsOf(path: string): string[] {
  return path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.');
}

function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:)/.test(path);
}
