import type { ParameterDefinition, ToolDefinition, ToolTest } from '../../model/schema-main.js';
import type { SharedLists } from '../../model/shared-list.js';
import { scoringSystem } from '../../tables/scoring-system-1.0.0.js';
import { canonicalJson } from '../hash.js';
import { listEnumValues } from './expand-enum.js';
import { defaultOf, isOptional, isUserParameter } from './parameter-options.js';
import { asText, userValue } from './parameter-value.js';

export type ParameterSets = number | 'many' | 'parameterless';

/**
 * How many different requests the callers of a tool can make. A number only where every parameter is an
 * enum or a boolean; leaving an optional one out counts as one more, unless its default is among the values.
 */
export function possibleParameterSets(tool: ToolDefinition, lists: SharedLists): ParameterSets {
  const parameters = userParameters(tool);
  if (parameters.length === 0) return 'parameterless';
  const counts = parameters.map((parameter) => choices(parameter, lists));
  return counts.reduce((a, b) => (a === 'many' || b === 'many' ? 'many' : a * b), 1);
}

/** Working tests a tool needs (decision D17: a parameterless tool's declared runs all count). */
export function workingBar(sets: ParameterSets): number {
  return typeof sets === 'number' ? Math.min(scoringSystem.workingTests, sets) : scoringSystem.workingTests;
}

/** Tests that count: each parameter set once where others are possible. */
export function countDistinct(tool: ToolDefinition, tests: readonly ToolTest[]): number {
  const parameters = userParameters(tool);
  if (parameters.length === 0) return tests.length;
  return new Set(tests.map((test) => parameterSetOf(parameters, test))).size;
}

function userParameters(tool: ToolDefinition): ParameterDefinition[] {
  const byKey = new Map(tool.parameters.filter(isUserParameter).map((one) => [one.position.key, one]));
  return [...byKey.values()];
}

/** What is really asked: with defaults put in, and as text, so that 5 and "5" are the same request. */
function parameterSetOf(parameters: readonly ParameterDefinition[], test: ToolTest): string {
  return canonicalJson(
    parameters.map((parameter) => {
      const found = userValue(parameter, test);
      return [parameter.position.key, found.kind === 'value' ? asText(found.value) : null];
    }),
  );
}

function choices(parameter: ParameterDefinition, lists: SharedLists): number | 'many' {
  const values = finiteValues(parameter, lists);
  if (values === null || values.length === 0) return 'many';
  const fallback = defaultOf(parameter);
  const omission = fallback === undefined ? isOptional(parameter) : !values.includes(asText(fallback));
  return values.length + (omission ? 1 : 0);
}

function finiteValues(parameter: ParameterDefinition, lists: SharedLists): readonly string[] | null {
  if (/^boolean\b/.test(parameter.z.primitive)) return ['true', 'false'];
  return listEnumValues(parameter, lists);
}
