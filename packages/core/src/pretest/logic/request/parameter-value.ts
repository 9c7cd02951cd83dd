import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { allowsValue, parseParameterType } from '../../../rules/schema/parameter-type.js';
import { describeFound } from '../../../rules/schema/schema-members.js';
import { defaultOf, isOptional, isUserParameter, typed } from '../../../sources/logic/parameter-options.js';
import {
  fillSlots,
  hasSlots,
  isUserValue,
  type OpenSlot,
  type ServerParams,
} from '../../../sources/logic/placeholders.js';
import type { ParameterDefinition, ToolDefinition, ToolTest } from '../../../spec/schema-main.js';

export type ParameterValue =
  /** `open`: placeholders in the value that are still unfilled. */
  | { readonly kind: 'value'; readonly value: unknown; readonly open?: readonly OpenSlot[] }
  | { readonly kind: 'omitted' }
  | { readonly kind: 'problem'; readonly problem: Problem };

/**
 * The value that one parameter sends: the test's value, the default, a constant or a server parameter; a string may
 * combine several of these. A missing required value is a problem, never the text "undefined".
 */
export function resolveParameter(
  parameter: ParameterDefinition,
  test: ToolTest,
  server: ServerParams,
): ParameterValue {
  const { key, value: template } = parameter.position;
  if (typeof template !== 'string') return { kind: 'value', value: template };
  if (!hasSlots(template)) return { kind: 'value', value: typed(template, parameter) };
  const user = isUserParameter(parameter) ? userValue(parameter, test) : undefined;
  if (user !== undefined && user.kind !== 'value') return user;
  if (user && isUserValue(template)) return user;
  const own = (name: string) => (user && name === 'USER_PARAM' ? asText(user.value) : null);
  const { text, open } = fillSlots(template, { place: key, server, own });
  return { kind: 'value', value: text, open };
}

/** The caller's value for a parameter, its default, or nothing. `null` in a test does not count as a value. */
export function userValue(parameter: ParameterDefinition, test: ToolTest): ParameterValue {
  const { key } = parameter.position;
  const given = Object.hasOwn(test, key) ? test[key] : undefined;
  if (given !== undefined && given !== null) return { kind: 'value', value: given };
  const fallback = defaultOf(parameter);
  if (fallback !== undefined) return { kind: 'value', value: fallback };
  if (isOptional(parameter)) return { kind: 'omitted' };
  return { kind: 'problem', problem: problem('DPT-121', undefined, { key }) };
}

/**
 * The problem with the first of a test's values that its parameter does not allow, as `validate` reports it; null if
 * all are allowed. A runtime would refuse a call with a forbidden value, so that call is not made.
 */
export function findForbiddenValue(tool: ToolDefinition, test: ToolTest): Problem | null {
  for (const parameter of tool.parameters.filter(isUserParameter)) {
    const { key } = parameter.position;
    const value = Object.hasOwn(test, key) ? test[key] : undefined;
    const type = value === undefined ? undefined : parseParameterType(parameter);
    if (type && !allowsValue(type, value)) {
      return problem('TST004', undefined, { key, found: describeFound(value), expected: type.text });
    }
  }
  return null;
}

/**
 * A value as text, for a path, query or string. Lists are joined by commas, as Schemas-Spec 10 does with
 * `ids: ['bitcoin']`. To send a key repeatedly, a schema has to repeat the parameter (02, Location Rules 2).
 */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
