import { heldBy, standAt } from '../../grade/tool-standing.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import {
  defaultOf,
  isOptional,
  isUserParameter,
  listEnumValues,
} from '../../sources/logic/parameter-options.js';
import type { ParameterSets, SpecRules, ToolShape } from '../../spec/books/book.js';
import type { DocsFact, TestRecord, ToolFacts } from '../../spec/facts.js';
import { mergeGathered } from '../../spec/gathered.js';
import { canonicalJson } from '../../spec/hash.js';
import type { ParameterDefinition, ToolDefinition, ToolTest } from '../../spec/schema-main.js';
import type { SharedLists } from '../../spec/shared-list.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { countBy } from '../../values/group-by.js';
import type { ClassifiedTest } from './classify-outcome.js';
import { asText, userValue } from './request/parameter-value.js';

interface Evidence {
  readonly tool: ToolDefinition;
  readonly lists: SharedLists;
  /** In any order; each record's `test` is the number of its declared test, counted from 1. */
  readonly tests: readonly ClassifiedTest[];
  readonly docs: DocsFact | null;
  /** Why no test was sent, or null. */
  readonly notRun: Problem | null;
  /** Decides how many tests have to work (decision D17: every declared test of a tool without parameters counts). */
  readonly spec: SpecRules;
}

/**
 * The facts of one tool: the number of its working tests compared with the bar, and the reason if the tool is blocked.
 * `working` counts each parameter set once (decision D17), `total` the declared tests. The caller that stores the
 * records fills `records`.
 */
export function judgeTool({ tool, lists, tests, docs, notRun, spec }: Evidence): ToolFacts {
  const declared = tool.tests ?? [];
  const shape = shapeOfTool(tool, lists);
  const bar = spec.bar(shape);
  const working = countDistinct(tool, workingTests(declared, tests));
  const held = notRun ?? (working < bar ? silenceOf(tests) : null);
  const found = { working, total: declared.length };
  const libraries = tests.find(({ record }) => record.libraries)?.record.libraries ?? [];
  return {
    ...found,
    ...standAt(
      { shape, spec },
      { ...found, held: held && holdWith(held, tests), failures: listFailures(tests, working) },
    ),
    docs,
    ...judgeOutput(tests),
    ...listRemarks(tests),
    records: [],
    ...(libraries.length > 0 && { libraries }),
    gathered: mergeGathered([...tests.map(({ record }) => record.gathered), docs?.gathered]),
  };
}

function workingTests(declared: readonly ToolTest[], tests: readonly ClassifiedTest[]): ToolTest[] {
  return tests
    .filter(({ record }) => record.working)
    .map(({ record }) => declared[record.test - 1])
    .filter((test) => test !== undefined);
}

/** Why no test tells anything of the tool; null if one does. */
function silenceOf(tests: readonly ClassifiedTest[]): Problem | null {
  const untold = tests.find((test) => test.untold)?.untold;
  if (untold) return untold;
  const silent = tests.length > 0 && tests.every(({ record }) => record.status === 'unreachable');
  return silent ? problem('DPT-102') : null;
}

/** A missing library says nothing about the tests that do not use it, so the number of those that work is named as well. */
function holdWith(held: Problem, tests: readonly ClassifiedTest[]): ReturnType<typeof heldBy> {
  const said = heldBy(held);
  const working = tests.filter(({ record }) => record.working).length;
  if (held.code !== 'DPT-147' || working === 0) return said;
  return { ...said, reason: `${said.reason} (${working} of ${tests.length} tests work without it)` };
}

/** Why tests do not count, in a few words, so that users need not open the records. */
function listFailures(tests: readonly ClassifiedTest[], working: number): string[] {
  const failed = tests.filter(({ record }) => !record.working);
  const counts = countBy(failed, ({ record }) => causeOf(record));
  const repeated = tests.length - failed.length - working;
  if (repeated > 0) counts.set('same values as another test', repeated);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || byCodeUnit(a[0], b[0]))
    .map(([cause, count]) => `${count} × ${cause}`);
}

function causeOf({ status, httpStatus, error }: TestRecord): string {
  if (status === 'empty') return 'no data';
  if (status === 'http-error' || status === 'transient') return `HTTP ${httpStatus}`;
  if (status === 'unreachable') return 'no answer';
  return error ?? status;
}

function listRemarks(tests: readonly ClassifiedTest[]): Pick<ToolFacts, 'remarks'> {
  const remarks = tests.flatMap(({ record, remarks }) =>
    remarks.map((remark) => ({ test: record.test, ...remark })),
  );
  return remarks.length === 0 ? {} : { remarks };
}

function judgeOutput(tests: readonly ClassifiedTest[]): Pick<ToolFacts, 'outputMatches' | 'outputMismatch'> {
  const judged = tests.filter(({ output }) => output !== null);
  if (judged.length === 0) return { outputMatches: null };
  for (const { record, output } of judged) {
    if (output && !output.matches) {
      return { outputMatches: false, outputMismatch: `test ${record.test}, ${output.where}` };
    }
  }
  return { outputMatches: true };
}

/** All that the bar of a tool depends on. */
export function shapeOfTool(tool: ToolDefinition, lists: SharedLists): ToolShape {
  const required = userParameters(tool).filter((parameter) => !isOptional(parameter)).length;
  return { sets: possibleParameterSets(tool, lists), required };
}

/**
 * How many different requests the callers of a tool can make. The result is a number only if every parameter is an enum
 * or a boolean; leaving out an optional parameter counts as one more value, unless its default is among the values.
 */
export function possibleParameterSets(tool: ToolDefinition, lists: SharedLists): ParameterSets {
  const parameters = userParameters(tool);
  if (parameters.length === 0) return 'parameterless';
  const counts = parameters.map((parameter) => choices(parameter, lists));
  return counts.reduce((a, b) => (a === 'many' || b === 'many' ? 'many' : a * b), 1);
}

/** Number of tests that count: each parameter set counts once, but without parameters every test counts. */
export function countDistinct(tool: ToolDefinition, tests: readonly ToolTest[]): number {
  const parameters = userParameters(tool);
  if (parameters.length === 0) return tests.length;
  return new Set(tests.map((test) => parameterSetOf(parameters, test))).size;
}

/** The parameters whose values a caller supplies, each key once. */
export function userParameters(tool: ToolDefinition): ParameterDefinition[] {
  const byKey = new Map(tool.parameters.filter(isUserParameter).map((one) => [one.position.key, one]));
  return [...byKey.values()];
}

/** The parameter set that is sent: with defaults, and as text, so that 5 and "5" are the same request. */
export function parameterSetOf(parameters: readonly ParameterDefinition[], test: ToolTest): string {
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
