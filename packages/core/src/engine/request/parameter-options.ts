import type { ParameterDefinition } from '../../model/schema-main.js';
import { usesUserValue } from './placeholders.js';

/** Does the caller give this parameter a value? */
export function isUserParameter({ position }: ParameterDefinition): boolean {
  return typeof position.value === 'string' && usesUserValue(position.value);
}

/** `default(…)` makes a parameter optional too (Schemas-Spec 02, Option Rules). */
export function isOptional(parameter: ParameterDefinition): boolean {
  return options(parameter).includes('optional()') || defaultOf(parameter) !== undefined;
}

/** The declared default in its primitive's type, undefined where there is none. */
export function defaultOf(parameter: ParameterDefinition): unknown {
  const text = options(parameter)
    .map((option) => /^default\(([\s\S]*)\)$/.exec(option)?.[1])
    .find((found) => found !== undefined);
  return text === undefined ? undefined : typed(unquoted(text), parameter);
}

/**
 * Gives a text the type its primitive names; text that does not read as that type stays text. A number
 * becomes one only in a JSON body: in an address "007" and "1.10" are to arrive as they were written.
 */
export function typed(text: string, { position, z }: ParameterDefinition): unknown {
  if (z.primitive.startsWith('number')) {
    const numeric = position.location === 'body' && text.trim() !== '' && Number.isFinite(Number(text));
    return numeric ? Number(text) : text;
  }
  if (z.primitive.startsWith('boolean')) return text === 'true' ? true : text === 'false' ? false : text;
  if (z.primitive.startsWith('array')) return parseAs(text, Array.isArray) ?? text.split(',');
  if (z.primitive.startsWith('object')) return parseAs(text, (value) => typeof value === 'object') ?? text;
  return text;
}

function options({ z }: ParameterDefinition): string[] {
  return (z.options ?? []).map((option) => option.trim());
}

/** Authors write default(usd) and default("usd") for the same text. */
function unquoted(text: string): string {
  return /^(["'])([\s\S]*)\1$/.exec(text)?.[2] ?? text;
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
