/**
 * Characters of a value's JSON text. Counted without writing the text, so that neither its length nor the depth of
 * what a server sends can hurt.
 *
 * @param json a tree of JSON values; undefined has no text
 */
export function jsonLength(json: unknown): number {
  let length = 0;
  const open: unknown[] = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      length += 2 + Math.max(0, value.length - 1);
      for (const item of value) open.push(item ?? null);
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      length += 2 + Math.max(0, members.length - 1);
      for (const [key, member] of members) {
        length += JSON.stringify(key).length + 1;
        open.push(member);
      }
    } else length += JSON.stringify(value)?.length ?? 0;
  }
  return length;
}
