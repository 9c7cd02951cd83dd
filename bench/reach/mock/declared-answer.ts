import { isRecord } from '../../../packages/core/src/values/is-record.js';

/** The answer of a tool that declares none. */
export const PLAIN_ANSWER = { ok: 1, data: [{ id: 1 }] };

const DEEPEST = 20;

/** A value that a declared output describes; null if it says nothing of the value's shape. */
export function declaredAnswer(schema: unknown): unknown {
  return isRecord(schema) ? describe(schema, 0) : null;
}

function describe(schema: unknown, level: number): unknown {
  if (!isRecord(schema) || level > DEEPEST) return 'text';
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  if (schema.type === 'array' || isRecord(schema.items)) return [describe(schema.items, level + 1)];
  if (schema.type === 'object' || isRecord(schema.properties)) return describeObject(schema, level);
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  return schema.type === 'boolean' ? true : 'text';
}

function describeObject({ properties }: Record<string, unknown>, level: number): unknown {
  const members = isRecord(properties) ? Object.entries(properties) : [];
  // An answer that is well holds no error.
  const own = members.filter(([name]) => members.length === 1 || !/^errors?$/i.test(name));
  if (own.length === 0) return { id: 1 };
  return Object.fromEntries(own.map(([name, schema]) => [name, describe(schema, level + 1)]));
}
