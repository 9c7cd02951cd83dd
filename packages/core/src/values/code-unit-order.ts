/** Compares by code unit, which is the order of every listing, so that a listing is the same on every machine. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
