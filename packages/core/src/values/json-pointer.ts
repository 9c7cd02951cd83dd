/** Longer pointers are of keys that no document of ours has; the place is then the nearest one that can be shown. */
const LONGEST = 500;

/** A place in a JSON document (RFC 6901): `/areas/0/answers/2/score`; the document as a whole is the empty text. */
export function formatPointer(path: readonly PropertyKey[]): string {
  let pointer = '';
  for (const key of path) {
    const longer = `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (longer.length > LONGEST) return pointer;
    pointer = longer;
  }
  return pointer;
}
