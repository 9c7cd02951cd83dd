import { isRecord } from '../../../values/is-record.js';
import { type Members, quote } from '../members.js';
import { own } from './schema-nodes.js';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
  array: Array.isArray,
  null: (value) => value === null,
};

/** Whether a `type` of JSON Schema has this name. */
function isTypeName(type: unknown): type is string {
  return typeof type === 'string' && Object.hasOwn(TYPES, type);
}

/** The types that a schema allows; undefined if it names none, or one that JSON Schema does not define. */
export function typesOf(schema: Members): readonly string[] | undefined {
  const type = own(schema, 'type');
  if (isTypeName(type)) return [type];
  const types = [type].flat();
  return types.length > 0 && types.every(isTypeName) ? types : undefined;
}

export function hasSomeType(value: unknown, types: readonly string[]): boolean {
  return types.some((type) => TYPES[type]?.(value));
}

/** A value in a message; of a list or an object only what it is, unless it is a list of scalars. */
export function showValue(value: unknown): string {
  if (isRecord(value)) return 'an object';
  if (Array.isArray(value) && value.some((member) => typeof member === 'object' && member !== null)) {
    return 'a list';
  }
  return typeof value === 'string' ? quote(value) : quote(JSON.stringify(value)).slice(1, -1);
}
