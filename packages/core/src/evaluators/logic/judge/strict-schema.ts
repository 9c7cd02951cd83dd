import { isRecord } from '../../../values/is-record.js';

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The part of a JSON Schema (2020-12) that the strict structured output of every provider supports: types, closed
 * objects with every property required, lists of one kind of item, enum, anyOf, and the limits of a number (some strict
 * modes do not enforce those). It demands less than the schema: lengths, order and conditions are left to the check of
 * the answer. An optional property may be null in this form; see {@link withoutAddedNulls}.
 *
 * @param schema must have an object as its root, and no `$ref` to anything but its own `$defs`
 */
export function strictSchema(schema: JsonSchema): Record<string, unknown> {
  return translate(schema, definitionsOf(schema));
}

/**
 * Removes from an answer the nulls that {@link strictSchema} makes a provider write for missing properties.
 *
 * @param schema the schema behind the strict form
 */
export function withoutAddedNulls(answer: unknown, schema: JsonSchema): unknown {
  return prune(answer, schema, definitionsOf(schema));
}

type Definitions = Readonly<Record<string, unknown>>;

function translate(schema: unknown, definitions: Definitions): Record<string, unknown> {
  const { anyOf, const: constant, enum: values, ...rest } = resolve(schema, definitions);
  if (constant !== undefined) return constantSchema(constant);
  if (Array.isArray(values)) return { type: 'string', enum: values };
  if (Array.isArray(anyOf))
    return alternatives(anyOf.map((item) => translate(item, definitions)).filter(isHeld));
  if (rest.type === 'object') return objectSchema(rest, definitions);
  if (rest.type === 'array') return { type: 'array', items: itemSchema(rest, definitions) };
  const { type, minimum, maximum } = rest;
  return { type, ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

function objectSchema(schema: JsonSchema, definitions: Definitions): Record<string, unknown> {
  const required = listOf(schema.required);
  const properties = Object.entries(recordOf(schema.properties)).map(([key, value]) => {
    const strict = translate(value, definitions);
    return [key, required.includes(key) ? strict : alternatives([strict, { type: 'null' }])] as const;
  });
  return closedObject(Object.fromEntries(properties));
}

/** Merges items that differ only in an enum: providers allow only a few alternatives. */
function itemSchema(schema: JsonSchema, definitions: Definitions): Record<string, unknown> {
  const items = Array.isArray(schema.prefixItems) ? schema.prefixItems : [schema.items];
  const byShape = new Map<string, Record<string, unknown>>();
  for (const item of items) {
    const strict = translate(item, definitions);
    const shape = JSON.stringify(strict, (key, value) => (key === 'enum' ? null : value));
    const known = byShape.get(shape);
    byShape.set(shape, known === undefined ? strict : (unite(known, strict) as Record<string, unknown>));
  }
  return alternatives([...byShape.values()]);
}

/** Merges two schemas of the same shape; the result accepts the enum values of both. */
function unite(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((item, at) => unite(item, other[at]));
  if (!isRecord(one) || !isRecord(other)) return one;
  return Object.fromEntries(
    Object.entries(one).map(([key, value]) => [
      key,
      key === 'enum' ? [...new Set([...listOf(value), ...listOf(other[key])])] : unite(value, other[key]),
    ]),
  );
}

function constantSchema(constant: unknown): Record<string, unknown> {
  if (!isRecord(constant)) return { type: 'string', enum: [constant] };
  return closedObject(
    Object.fromEntries(Object.entries(constant).map(([key, value]) => [key, constantSchema(value)])),
  );
}

/** Removes duplicates and flattens nested alternatives. */
function alternatives(schemas: readonly Record<string, unknown>[]): Record<string, unknown> {
  const flat = schemas.flatMap((schema) => (Array.isArray(schema.anyOf) ? schema.anyOf : [schema]));
  const distinct = [...new Map(flat.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? (distinct[0] as Record<string, unknown>) : { anyOf: distinct };
}

/** Whether the strict form can express an alternative; it cannot express an object with arbitrary content. */
function isHeld(schema: Record<string, unknown>): boolean {
  return schema.type !== 'object' || Object.keys(recordOf(schema.properties)).length > 0;
}

function prune(value: unknown, schema: unknown, definitions: Definitions): unknown {
  const { anyOf, properties, required, prefixItems, items } = resolve(schema, definitions);
  if (Array.isArray(anyOf)) {
    return anyOf.reduce<unknown>((pruned, item) => prune(pruned, item, definitions), value);
  }
  if (Array.isArray(value)) {
    const places = listOf(prefixItems);
    return value.map((item, at) => prune(item, places[at] ?? items, definitions));
  }
  if (!isRecord(value) || !isRecord(properties)) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) => item !== null || !Object.hasOwn(properties, key) || listOf(required).includes(key),
  );
  return Object.fromEntries(
    kept.map(([key, item]) => [
      key,
      Object.hasOwn(properties, key) ? prune(item, properties[key], definitions) : item,
    ]),
  );
}

/** Inlines the target of a `$ref`; a property that is in both schemas gets the keywords of both. */
function resolve(schema: unknown, definitions: Definitions): JsonSchema {
  const { $ref, ...own } = recordOf(schema);
  if (typeof $ref !== 'string') return own;
  const target = resolve(definitions[$ref.replace('#/$defs/', '')], definitions);
  const properties = { ...recordOf(target.properties) };
  for (const [key, value] of Object.entries(recordOf(own.properties))) {
    properties[key] = { ...recordOf(properties[key]), ...recordOf(value) };
  }
  return { ...target, ...own, properties };
}

function definitionsOf(schema: JsonSchema): Definitions {
  return recordOf(schema.$defs);
}

/** An object of exactly these properties, all of them required. */
export function closedObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
