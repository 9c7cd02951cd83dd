import { isRecord } from '../../values/is-record.js';

export type OutputMatch = { readonly matches: true } | { readonly matches: false; readonly where: string };

const FITS = { matches: true } as const;

/**
 * Compares a value with a declared output schema (the subset of Schemas-Spec 04). Mismatches are a value of another
 * type, null unless `nullable` is true, a value outside `enum`, and a whole answer with only undeclared properties.
 * Missing and extra properties are not mismatches. `format` and keywords outside the subset are not judged. `where` is
 * the first mismatch in the order of the schema: `data.items[2].price: expected number, found string`.
 */
export function matchOutput(schema: unknown, value: unknown): OutputMatch {
  if (isAnotherAnswer(schema, value)) return mismatch('data', 'none of the declared properties is there');
  return matchAt(schema, value, 'data');
}

/**
 * An API may leave properties out; but an answer that has properties and none of the declared ones is not the answer
 * that was declared.
 */
function isAnotherAnswer(schema: unknown, value: unknown): boolean {
  if (!isRecord(schema) || !isRecord(schema.properties) || !isRecord(value)) return false;
  const declared = Object.keys(schema.properties);
  const found = Object.keys(value);
  return declared.length > 0 && found.length > 0 && !declared.some((key) => Object.hasOwn(value, key));
}

function matchAt(schema: unknown, value: unknown, path: string): OutputMatch {
  if (!isRecord(schema)) return FITS;
  if (value === null) {
    return schema.nullable === true || typeof schema.type !== 'string'
      ? FITS
      : mismatch(path, `expected ${schema.type}, found null (not declared nullable)`);
  }
  const expected = schema.type;
  if (typeof expected === 'string' && !hasType(value, expected)) {
    return mismatch(path, `expected ${expected}, found ${typeName(value)}`);
  }
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => sameValue(one, value))) {
    return mismatch(path, 'the value is not in enum');
  }
  if (Array.isArray(value)) return matchItems(schema.items, value, path);
  return isRecord(value) && isRecord(schema.properties)
    ? matchProperties(schema.properties, value, path)
    : FITS;
}

function matchItems(schema: unknown, items: readonly unknown[], path: string): OutputMatch {
  for (const [at, item] of items.entries()) {
    const found = matchAt(schema, item, `${path}[${at}]`);
    if (!found.matches) return found;
  }
  return FITS;
}

function matchProperties(
  properties: Record<string, unknown>,
  value: Record<string, unknown>,
  path: string,
): OutputMatch {
  const declared = Object.entries(properties);
  for (const [key, schema] of declared) {
    if (!Object.hasOwn(value, key)) continue;
    const found = matchAt(schema, value[key], `${path}.${key}`);
    if (!found.matches) return found;
  }
  return FITS;
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'string' || type === 'number' || type === 'boolean') return typeof value === type;
  return true;
}

/** Both are JSON values, so comparing their text is enough; in practice enum values are scalars. */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function mismatch(path: string, what: string): OutputMatch {
  return { matches: false, where: `${path}: ${what}` };
}
