import { defaultText, readAs, splitCall } from '../../rules/schema/parameter-type.js';
import type { ParameterDefinition } from '../../spec/schema-main.js';
import { usesUserValue } from './placeholders.js';

/** Does the caller give this parameter a value? */
export function isUserParameter({ position }: ParameterDefinition): boolean {
  return typeof position.value === 'string' && usesUserValue(position.value);
}

/** `default(…)` makes a parameter optional too (Schemas-Spec 02, Option Rules). */
export function isOptional(parameter: ParameterDefinition): boolean {
  return options(parameter).includes('optional()') || defaultOf(parameter) !== undefined;
}

/** The declared default as a request has it, undefined where there is none. */
export function defaultOf(parameter: ParameterDefinition): unknown {
  const text = defaultText(options(parameter));
  return text === undefined ? undefined : typed(text, parameter);
}

/** The declared default as whoever calls the tool means it: 5, not "5" (Schemas-Spec 02). */
export function typedDefaultOf(parameter: ParameterDefinition): unknown {
  const text = defaultText(options(parameter));
  return text === undefined ? undefined : readAs(kindOf(parameter), text);
}

/** A text in the type its primitive names; a number only in a JSON body: an address has "007" and "1.10" as they were written. */
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
