import type { ValuePath } from './logic/module-reading.js';

/** A value with its places. */
export interface PlacedValue {
  readonly value: unknown;
  /** The offset at which it is written. */
  readonly start: number;
  /** Number of values in it, itself included; long text counts as several. */
  readonly size: number;
  /** Whether a part of it was refused. */
  readonly broken: boolean;
  /** Members of an object or a list: those of primitives as their offset alone, and undefined for what was refused. */
  readonly members?: readonly PlacedMember[];
  /** Keys of an object's members; absent for a list. */
  readonly keys?: readonly string[];
}

/** Most values are primitives, and hundreds of modules are in memory at once. */
type PlacedMember = PlacedValue | number | undefined;

/** Builds the placed value of an object or a list from its members; only an object has `keys`. */
export function placeComposite(
  value: unknown,
  start: number,
  members: readonly (PlacedValue | undefined)[],
  keys?: readonly string[],
): PlacedValue {
  let size = 1;
  let broken = false;
  const kept = members.map((member) => {
    size += member?.size ?? 1;
    broken ||= !member || member.broken;
    return member && !member.members ? member.start : member;
  });
  return keys
    ? { value, start, size, broken, members: kept, keys }
    : { value, start, size, broken, members: kept };
}

/** How many values a text of so many characters counts as: every 64 characters are one more. */
export function sizeOfText(length: number): number {
  return 1 + (length >> 6);
}

/** Builds the placed value of a string, number, boolean, null or undefined. */
export function placePrimitive(value: unknown, start: number): PlacedValue {
  const size = typeof value === 'string' ? sizeOfText(value.length) : 1;
  return { value, start, size, broken: false };
}

/** With at least this many members, an index is faster than searching key by key. */
const MANY_KEYS = 16;
const indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function indexOf({ keys }: PlacedValue, step: string | number): number {
  if (!keys) return Number(step);
  if (keys.length < MANY_KEYS) return keys.indexOf(String(step));
  const index = indexes.get(keys) ?? new Map(keys.map((key, at) => [key, at]));
  indexes.set(keys, index);
  return index.get(String(step)) ?? -1;
}

/** A member by key or index; undefined if it is missing or was refused. */
export function findMember(owner: PlacedValue, step: string | number): PlacedValue | undefined {
  const member = owner.members?.[indexOf(owner, step)];
  if (typeof member !== 'number') return member;
  return placePrimitive(Reflect.get(Object(owner.value), step), member);
}

/** The members in source order. */
export function listMembers(owner: PlacedValue): readonly (PlacedValue | undefined)[] {
  const values: readonly unknown[] = owner.keys
    ? owner.keys.map((key) => (owner.value as Record<string, unknown>)[key])
    : (owner.value as readonly unknown[]);
  return (owner.members ?? []).map((member, at) =>
    typeof member === 'number' ? placePrimitive(values[at], member) : member,
  );
}

/** Offset of the value at a path, or of the nearest enclosing value. */
export function findOffset(root: PlacedValue, path: ValuePath): number {
  let here = root;
  for (const step of path) {
    const next = here.members?.[indexOf(here, step)];
    if (typeof next === 'number') return next;
    if (!next) break;
    here = next;
  }
  return here.start;
}
