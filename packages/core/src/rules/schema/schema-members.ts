import { beginningOf } from '../../keys/logic/key-form-text.js';
import type { ValuePath } from '../../sources/logic/module-reading.js';

/** Access to an unvalidated `main` that never throws: members of the wrong shape count as missing. */

export type Members = Readonly<Record<string, unknown>>;

export interface Member {
  readonly name: string;
  readonly value: Members;
  readonly path: ValuePath;
}

export interface Item {
  readonly value: Members;
  readonly path: ValuePath;
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** An own member; undefined if there is none, whatever the prototype holds. */
export function memberOf(owner: unknown, key: string): unknown {
  return isObject(owner) && Object.hasOwn(owner, key) ? owner[key] : undefined;
}

/** The members of an object that are objects themselves. */
export function objectMembers(owner: unknown, path: ValuePath): readonly Member[] {
  if (!isObject(owner)) return [];
  return Object.entries(owner).flatMap(([name, value]) =>
    isObject(value) ? [{ name, value, path: [...path, name] }] : [],
  );
}

/** The items of a list that are objects. */
export function objectItems(list: unknown, path: ValuePath): readonly Item[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, at) => (isObject(value) ? [{ value, path: [...path, at] }] : []));
}

export function toolsOf(main: Members): readonly Member[] {
  return objectMembers(memberOf(main, 'tools'), ['tools']);
}

export function parametersOf({ value, path }: Item): readonly Item[] {
  return objectItems(memberOf(value, 'parameters'), [...path, 'parameters']);
}

export function resourcesOf(main: Members): readonly Member[] {
  return objectMembers(memberOf(main, 'resources'), ['resources']);
}

export function queriesOf(main: Members): readonly Member[] {
  return resourcesOf(main).flatMap(({ value, path }) =>
    objectMembers(memberOf(value, 'queries'), [...path, 'queries']),
  );
}

/** Exports that a message names. */
const MOST_EXPORTS = 5;

/** Describes the exports of a module in a message: `nothing`, or the names of the first few. */
export function describeExports(exports: readonly string[]): string {
  if (exports.length === 0) return 'nothing';
  const left = exports.length - MOST_EXPORTS;
  return [...exports.slice(0, MOST_EXPORTS), ...(left > 0 ? [`${left} more`] : [])].join(', ');
}

const LONGEST_QUOTE = 80;

/** Describes a value in a message: `missing`, `null`, `a list`, `"text"`, `42`. */
export function describeFound(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return String(value);
  const { shown, isCut } = beginningOf(value, LONGEST_QUOTE);
  return JSON.stringify(isCut ? `${shown}…` : shown);
}
