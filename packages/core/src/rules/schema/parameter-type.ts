import { beginningOf } from '../../keys/logic/key-form-text.js';
import { type Placeholder, placeholdersIn } from '../../sources/logic/placeholder.js';
import { isObject, isTextList, type Members, memberOf } from './schema-members.js';

/** What a parameter's `z` block allows (chapter 02, Z Block). */
export interface ParameterType {
  readonly kind: string;
  /** Values of an enum, without those that come from lists; empty for other kinds. */
  readonly values: ReadonlySet<string>;
  /** Whether a shared list adds further values, which are unknown here. */
  readonly drawsOnList: boolean;
  readonly optional: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly length: number | undefined;
  /** Text of the declared default; undefined if there is none. */
  readonly default: string | undefined;
  /** The type as written in the schema, for messages. */
  readonly text: string;
}

export const KINDS = new Set(['string', 'number', 'boolean', 'array', 'object', 'enum']);
const USER_VALUE = new Set(['USER_PARAM']);
export const LIST_REFERENCE = /\{\{([^{}:]+):([^{}]+)\}\}/g;

/** Splits `enum(a,b)` into `['enum', 'a,b']`; undefined for anything else. */
export function splitCall(text: string): readonly [name: string, inside: string] | undefined {
  const [, name, inside] = /^([a-zA-Z]+)\(([\s\S]*)\)$/.exec(text.trim()) ?? [];
  return name === undefined || inside === undefined ? undefined : [name, inside];
}

/** The type of a parameter; undefined if its `z` block cannot be read. */
export function parseParameterType(parameter: unknown): ParameterType | undefined {
  const z = memberOf(parameter, 'z');
  const primitive = memberOf(z, 'primitive');
  const given = memberOf(z, 'options');
  const call = typeof primitive === 'string' ? splitCall(primitive) : undefined;
  if (typeof primitive !== 'string' || !call || !KINDS.has(call[0])) return undefined;
  const options = new Map(
    (isTextList(given) ? given : []).flatMap((text) => {
      const option = splitCall(text);
      return option ? [option] : [];
    }),
  );
  const values = call[0] === 'enum' ? listValues(call[1] || options.get('values') || '') : [];
  return {
    kind: call[0],
    values: new Set(values.filter((value) => !isReference(value))),
    drawsOnList: values.some(isReference),
    optional: options.has('optional') || options.has('default'),
    min: numberOf(options.get('min')),
    max: numberOf(options.get('max')),
    length: numberOf(options.get('length')),
    default: defaultText(isTextList(given) ? given : []),
    text: beginningOf([primitive, ...(isTextList(given) ? given : [])].join(' '), 120).shown,
  };
}

/** The text in `default(…)`. Authors write default(usd) and default("usd") for the same string. */
export function defaultText(options: readonly string[]): string | undefined {
  const text = options
    .map((option) => /^default\(([\s\S]*)\)$/.exec(option.trim())?.[1])
    .find((found) => found !== undefined);
  return text === undefined ? undefined : (/^(["'])([\s\S]*)\1$/.exec(text)?.[2] ?? text);
}

/** Converts a string to a value of the given kind; it stays a string if that is impossible. */
export function readAs(kind: string, text: string): unknown {
  switch (kind) {
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'array':
      return parseAs(text, Array.isArray) ?? text.split(',');
    case 'object':
      return parseAs(text, (value) => typeof value === 'object') ?? text;
    default:
      return text;
  }
}

function parseAs(text: string, fits: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && fits(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Values of an enum as written; a missing value, as in `a,,b`, becomes an empty string. */
export function listValues(inside: string): readonly string[] {
  return inside.split(',').map((value) => value.trim());
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isNaN(value) ? undefined : value;
}

/**
 * Whether the type allows the value. The values of a shared list are unknown here, so an enum that refers to one
 * allows every string; `regex(…)` is outside the specification and ignored.
 */
export function allowsValue(type: ParameterType, value: unknown): boolean {
  switch (type.kind) {
    case 'string':
      return typeof value === 'string' && inRange(type, value.length) && hasLength(type, value.length);
    case 'number':
      return typeof value === 'number' && inRange(type, value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value) && hasLength(type, value.length);
    case 'object':
      return isObject(value);
    default:
      return typeof value === 'string' && (type.drawsOnList || type.values.has(value));
  }
}

function isReference(value: string): boolean {
  return value.includes('{{');
}

function inRange({ min, max }: ParameterType, value: number): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

function hasLength({ length }: ParameterType, value: number): boolean {
  return length === undefined || value === length;
}

/**
 * Placeholders in a text that are neither a declared server parameter nor one of the names that are filled there.
 *
 * @param filled default: the caller's value, as in the value of a parameter
 */
export function undeclaredIn(
  template: unknown,
  main: Members,
  filled: ReadonlySet<string> = USER_VALUE,
): Placeholder[] {
  const listed = memberOf(main, 'requiredServerParams') ?? [];
  // Without a valid list, no placeholder counts as undeclared; an invalid list has a separate code.
  if (!isTextList(listed)) return [];
  const declared = new Set(listed);
  return placeholdersIn(typeof template === 'string' ? template : '').filter(
    ({ name }) => !filled.has(name) && !declared.has(name.replace(/^SERVER_PARAM:/, '')),
  );
}
