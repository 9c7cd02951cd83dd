import { defaultText, readAs, splitCall } from '../../rules/schema/parameter-type.js';
import type { ParameterDefinition } from '../../spec/schema-main.js';
import { usesUserValue } from './placeholders.js';

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
 * Converts a text to the type its primitive names. Numbers are converted in a JSON body only: an address keeps "007"
 * and "1.10" as written.
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
