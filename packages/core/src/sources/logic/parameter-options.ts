import { defaultText, listValues, readAs, splitCall } from '../../rules/schema/parameter-type.js';
import type { ParameterDefinition } from '../../spec/schema-main.js';
import type { SharedLists } from '../../spec/shared-list.js';
import { usesUserValue } from './placeholder.js';

/** Checks whether the caller supplies the value of this parameter. */
export function isUserParameter({ position }: ParameterDefinition): boolean {
  return typeof position.value === 'string' && usesUserValue(position.value);
}

/**
 * Checks whether the caller may omit a parameter: `default(…)` makes it optional too (Schemas-Spec 02, Option Rules).
 */
export function isOptional(parameter: ParameterDefinition): boolean {
  return options(parameter).includes('optional()') || defaultOf(parameter) !== undefined;
}

/** The declared default as a request contains it; undefined if there is none. */
export function defaultOf(parameter: ParameterDefinition): unknown {
  const text = defaultText(options(parameter));
  return text === undefined ? undefined : typed(text, parameter);
}

/** The declared default as a caller of the tool would pass it: 5, not "5" (Schemas-Spec 02). */
export function typedDefaultOf(parameter: ParameterDefinition): unknown {
  const text = defaultText(options(parameter));
  return text === undefined ? undefined : readAs(kindOf(parameter), text);
}

/**
 * Converts a string to the type that the parameter's primitive names. Numbers are converted only in a JSON body: an
 * address keeps "007" and "1.10" as written.
 */
export function typed(text: string, parameter: ParameterDefinition): unknown {
  const kind = kindOf(parameter);
  return kind === 'number' && parameter.position.location !== 'body' ? text : readAs(kind, text);
}

function kindOf({ z }: ParameterDefinition): string {
  return splitCall(z.primitive)?.[0] ?? '';
}

function options({ z }: ParameterDefinition): string[] {
  return (z.options ?? []).map((option) => option.trim());
}

type EnumValues =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'unresolved'; readonly list: string; readonly field: string };

/**
 * The values of an `enum(…)`; null for any other primitive. A list reference `{{list:field}}` is replaced by that field
 * of every entry that has it; plain values and references may be mixed (Schemas-Spec 02, Interpolation Rules).
 */
export function expandEnum(primitive: string, lists: SharedLists): EnumValues | null {
  const inner = /^enum\(([\s\S]*)\)$/.exec(primitive.trim())?.[1];
  if (inner === undefined) return null;
  const values: string[] = [];
  for (const part of inner.split(',').map((text) => text.trim())) {
    const [, list, field] = /^\{\{([^{}:]+):([^{}]+)\}\}$/.exec(part) ?? [];
    if (list === undefined || field === undefined) {
      if (part !== '') values.push(part);
      continue;
    }
    const found = fieldValues(list, field, lists);
    if (found.length === 0) return { kind: 'unresolved', list, field };
    values.push(...found);
  }
  return { kind: 'values', values: [...new Set(values)] };
}

/**
 * The possible values of an enum parameter. If `enum()` names none, a `values(a,b)` option counts: the specification
 * does not have it, but 72 parameters of the public catalogue do.
 *
 * @returns null for other types, and if a list is not available
 */
export function listEnumValues({ z }: ParameterDefinition, lists: SharedLists): readonly string[] | null {
  const found = expandEnum(z.primitive, lists);
  if (found === null || found.kind === 'unresolved') return null;
  if (found.values.length > 0) return found.values;
  const listed = (z.options ?? []).map((option) => /^values\(([\s\S]*)\)$/.exec(option.trim())?.[1]);
  const values = listed.find((text) => text !== undefined);
  return values === undefined ? null : listValues(values);
}

function fieldValues(list: string, field: string, { resolved }: SharedLists): string[] {
  const entries = Object.hasOwn(resolved, list) ? (resolved[list] ?? []) : [];
  return entries
    .map((entry) => (Object.hasOwn(entry, field) ? entry[field] : null))
    .filter((value) => value !== null && value !== undefined)
    .map(String);
}
