/** No document of ours has keys that need a longer pointer; the nearest place that fits is shown instead. */
const LONGEST = 500;

/**
 * A place in a JSON document (RFC 6901), such as `/areas/0/answers/2/score`; the empty text stands for the
 * whole document.
 */
export function formatPointer(path: readonly PropertyKey[]): string {
  let pointer = '';
  for (const key of path) {
    const longer = `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (longer.length > LONGEST) return pointer;
    pointer = longer;
  }
  return pointer;
}
