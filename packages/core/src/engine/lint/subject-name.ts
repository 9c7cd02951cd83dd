/** A longer name is no name: it would stand in every issue about its owner. */
const LONGEST = 200;

/** A name as issues call its owner by; undefined where it is none. */
export function subjectName(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  // Not in the middle of a character that has two units.
  return name.length > LONGEST ? `${name.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…` : name;
}
