import type { ValuePath } from '../../sources/logic/module-reading.js';
import { isObject, memberOf } from '../schema/schema-members.js';

export type ReferenceType = 'tool' | 'resource' | 'prompt' | 'skill';

/** The parts of `namespace/type/name` (Schemas-Spec 16). Names of production tools may hold slashes themselves. */
export interface Reference {
  readonly namespace: string;
  readonly type: string;
  readonly name: string;
}

/** null for a short form; parts may be empty. */
export function parseReference(text: string): Reference | null {
  const first = text.indexOf('/');
  const second = first < 0 ? -1 : text.indexOf('/', first + 1);
  if (second < 0) return null;
  return {
    namespace: text.slice(0, first),
    type: text.slice(first + 1, second),
    name: text.slice(second + 1),
  };
}

export interface ListEntry {
  readonly value: unknown;
  readonly path: ValuePath;
  /** The key, where the entries are the members of an object. */
  readonly key: string | null;
}

/** The entries of a list, or of the object some write in its place (Schemas-Spec 09, VAL110); none of anything else. */
export function listEntries(selection: unknown, list: string): readonly ListEntry[] {
  const value = memberOf(selection, list);
  if (Array.isArray(value)) {
    return value.map((item: unknown, at) => ({ value: item, path: [list, at], key: null }));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).map(([key, item]) => ({ value: item, path: [list, key], key }));
}

/** The text of an entry that refers to something elsewhere: a text, or the key of null. */
export function referenceText({ value, key }: ListEntry): string | null {
  if (key === null) return typeof value === 'string' ? value : null;
  return value === null ? key : null;
}
