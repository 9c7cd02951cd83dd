import type { ValuePath } from '../../sources/logic/module-reading.js';
import { HASH_PATTERN, TIMESTAMP_PATTERN } from '../../spec/name-patterns.js';
import { isObject, type Members, memberOf } from '../schema/schema-members.js';
import { listEntries } from './references.js';

/**
 * A skill that a selection registers, in any form. `key` is the name it is registered under, if given; `isKey` means
 * that this name itself is the reference.
 */
export type SkillEntry = { readonly path: ValuePath } & (
  | { readonly kind: 'reference'; readonly text: string; readonly isKey: boolean }
  | {
      readonly kind: 'file';
      readonly file: unknown;
      readonly key: string | null;
      readonly filePath: ValuePath;
    }
  | { readonly kind: 'inline'; readonly skill: Members; readonly key: string | null }
  | { readonly kind: 'unknown'; readonly value: unknown }
);

/**
 * The skills of a selection in every known form: a list or an object of names (`find-a-berth`), references
 * (`ns/skill/name`), `{ file }`, `{ name: … }` and whole skill objects.
 */
export function listSkillEntries(selection: unknown): readonly SkillEntry[] {
  return listEntries(selection, 'skills').flatMap(({ value, path, key }) => {
    if (key !== null) return [toEntry(value, path, key)];
    if (!isMap(value)) return [toEntry(value, path, null)];
    return Object.entries(value).map(([name, item]) => toEntry(item, [...path, name], name));
  });
}

function toEntry(value: unknown, path: ValuePath, key: string | null): SkillEntry {
  if (value === null && key !== null) return { kind: 'reference', text: key, isKey: true, path };
  if (typeof value === 'string' && key === null)
    return { kind: 'reference', text: value, isKey: false, path };
  if (!isObject(value)) return { kind: 'unknown', value, path };
  if (Object.hasOwn(value, 'file')) {
    return { kind: 'file', file: memberOf(value, 'file'), key, path, filePath: [...path, 'file'] };
  }
  return { kind: 'inline', skill: value, key, path };
}

/** Whether an item is merely a map from names to contents. */
function isMap(value: unknown): value is Members {
  if (!isObject(value)) return false;
  const members = Object.values(value);
  return (
    members.length > 0 &&
    members.every(
      (member) => isObject(member) && (Object.hasOwn(member, 'file') || Object.hasOwn(member, 'content')),
    )
  );
}

const SNAPSHOT = new RegExp(`^(.+)--${TIMESTAMP_PATTERN}--${HASH_PATTERN}$`);

/** Base name of a skill file without extension, and without the version in a snapshot's name (spec 16). */
export function skillNameOf(path: string): { readonly name: string; readonly isSnapshot: boolean } {
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.mjs$/, '');
  const name = SNAPSHOT.exec(base)?.[1];
  return { name: name ?? base, isSnapshot: name !== undefined };
}

/**
 * The path without its `.` steps (`skills/a.mjs` for `./skills/a.mjs`); null for a path that is not below the folder.
 */
export function pathInFolder(file: string): string | null {
  const steps = file.split('/').filter((step) => step !== '.');
  const isBelow = !/[\\\0:]/.test(file) && steps.every((step) => step !== '' && step !== '..');
  return isBelow && steps.length > 0 ? steps.join('/') : null;
}
