import { splitWords } from '../../../../keys/logic/name-words.js';
import { countDistinct, parameterSetOf, userParameters } from '../../../../pretest/logic/judge-tool.js';
import { asText, findForbiddenValue } from '../../../../pretest/logic/request/parameter-value.js';
import { parseParameterType } from '../../../../rules/schema/parameter-type.js';
import { defaultOf, isOptional, listEnumValues } from '../../../../sources/logic/parameter-options.js';
import type { ParameterDefinition, ToolDefinition, ToolTest } from '../../../../spec/schema-main.js';
import type { SharedLists } from '../../../../spec/shared-list.js';

/** A tool with what its schema knows. */
export interface KnownTool {
  readonly name: string;
  readonly tool: ToolDefinition;
  readonly lists: SharedLists;
}

export interface Proposal {
  readonly source: 'values' | 'tool' | 'range';
  /** Where the values are from, in words: `chain from its enum`. */
  readonly from: string;
  readonly test: ToolTest;
}

/**
 * Proposes tests until a tool has `to` different parameter sets, as the pretest counts them. All start from the first test
 * that gives every required value:
 *
 * 1. another value of an enum, the other boolean
 * 2. the values of another tool's test that gives every required one, as a whole
 * 3. the minimum and the maximum of a number that has both
 *
 * Nothing is proposed for a tool that writes, takes no parameter or has no such test. A set that differs from the others in
 * nothing but its page or its layout does not count, and neither does one that spells out a default.
 *
 * @param others tools of the namespace, in the order in which their tests are taken
 */
export function proposeTests(
  { tool, lists }: KnownTool,
  { others, to }: { readonly others: readonly KnownTool[]; readonly to: number },
): Proposal[] {
  const given = tool.tests ?? [];
  const complete = given.find((test) => isComplete(tool, test));
  // A difference in one of these shows something.
  const parameters = userParameters(tool).filter(({ position }) => !isLayout(position.key));
  if (!onlyReads(tool) || !complete || parameters.length === 0) return [];
  const keys = userParameters(tool).map(({ position }) => position.key);
  const first = Object.fromEntries(Object.entries(complete).filter(([key]) => keys.includes(key)));
  const known = new Set(given.map((test) => parameterSetOf(parameters, test)));
  const proposals: Proposal[] = [];
  const missing = to - countDistinct(tool, given);
  for (const proposal of candidates({ tool, parameters, lists, first, others })) {
    if (proposals.length >= missing) break;
    const { test } = proposal;
    const set = parameterSetOf(parameters, test);
    if (known.has(set) || !isAllowed(tool, test, lists)) continue;
    known.add(set);
    proposals.push({ ...proposal, test: describe(tool, test) });
  }
  return proposals;
}

/** Checks whether neither the method nor the meta block says that a request may change something. */
function onlyReads({ method, meta }: ToolDefinition): boolean {
  return method === 'GET' && meta?.isReadOnly !== false && meta?.isDestructive !== true;
}

interface Beginning {
  readonly tool: ToolDefinition;
  /** Those that may be varied. */
  readonly parameters: readonly ParameterDefinition[];
  readonly lists: SharedLists;
  readonly first: ToolTest;
  readonly others: readonly KnownTool[];
}

function* candidates(beginning: Beginning): Generator<Proposal> {
  const { parameters, lists } = beginning;
  for (const parameter of parameters) {
    const { key } = parameter.position;
    const isBoolean = parseParameterType(parameter)?.kind === 'boolean';
    const values = isBoolean ? [true, false] : (listEnumValues(parameter, lists) ?? []);
    const from = isBoolean ? 'the other way' : 'from its enum';
    for (const value of values)
      yield* vary(beginning, parameter, { source: 'values', from: `${key} ${from}`, value });
  }
  yield* wholeSets(beginning);
  for (const parameter of parameters) {
    const { key } = parameter.position;
    const { kind, min, max } = parseParameterType(parameter) ?? {};
    if (kind !== 'number' || min === undefined || max === undefined) continue;
    yield* vary(beginning, parameter, { source: 'range', from: `${key} at its minimum`, value: min });
    yield* vary(beginning, parameter, { source: 'range', from: `${key} at its maximum`, value: max });
  }
}

function* vary(
  { first }: Beginning,
  parameter: ParameterDefinition,
  { value, ...said }: Pick<Proposal, 'source' | 'from'> & { readonly value: unknown },
): Generator<Proposal> {
  if (!isDefault(parameter, value)) yield { ...said, test: { ...first, [parameter.position.key]: value } };
}

/** Values that belong together: never a latitude from one test and a longitude from another. */
function* wholeSets({ tool, parameters, first, others }: Beginning): Generator<Proposal> {
  const required = userParameters(tool)
    .filter((parameter) => !isOptional(parameter))
    .map(({ position }) => position.key)
    .filter((key) => !isLayout(key));
  if (required.every(isAmbiguous)) return;
  const layout = Object.entries(first).filter(([key]) => isLayout(key));
  for (const other of others) {
    for (const test of other.tool.tests ?? []) {
      if (!required.every((key) => isGiven(test, key))) continue;
      const taken = parameters
        .filter((parameter) => isGiven(test, parameter.position.key))
        .filter((parameter) => !isDefault(parameter, test[parameter.position.key]))
        .map(({ position }) => position.key);
      const values = taken.map((key) => [key, test[key]] as const);
      const from = `${taken.join(', ')} from a test of ${other.name}`;
      yield { source: 'tool', from, test: Object.fromEntries([...values, ...layout]) };
    }
  }
}

function isComplete(tool: ToolDefinition, test: ToolTest): boolean {
  const required = userParameters(tool).filter((parameter) => !isOptional(parameter));
  return (
    required.every(({ position }) => isGiven(test, position.key)) && findForbiddenValue(tool, test) === null
  );
}

function isGiven(test: ToolTest, key: string): boolean {
  return Object.hasOwn(test, key) && test[key] !== null && test[key] !== undefined;
}

function isAllowed(tool: ToolDefinition, test: ToolTest, lists: SharedLists): boolean {
  return (
    findForbiddenValue(tool, test) === null &&
    tool.parameters.every((parameter) => {
      const value = test[parameter.position.key];
      return value === undefined || (listEnumValues(parameter, lists)?.includes(asText(value)) ?? true);
    })
  );
}

function isDefault(parameter: ParameterDefinition, value: unknown): boolean {
  const fallback = defaultOf(parameter);
  if (fallback === undefined) return false;
  const isNumber = parseParameterType(parameter)?.kind === 'number';
  return asText(fallback) === asText(value) || (isNumber && Number(fallback) === Number(value));
}

/** Words of the keys that decide how much of an answer comes, or in which form. */
const LAYOUT = new Set(
  'page pages paging pagination limit offset size rows per cursor skip format width height results records features decimals count rpp'.split(
    ' ',
  ),
);
/** Such keys whose words mean something else in other keys. */
const LAYOUT_KEYS =
  /^(?:(?:next|scroll|continuation|resumption)(?:id|key|token)?|lastkey|b?start(?:at|row|index|position)?|(?:max|since)id|startingafter|endingbefore|marker|batch|top|take|first(?:result)?|max|n|num|p|pg|ps)$/;
const GLUED =
  /(?:limit|offset|size|rows|cursor|skip|format|width|height|results|records?count|features|decimals|hits|perpage|pageno|pagenumber|pageindex|pagelength|maxitems)$/;

/** Checks whether a parameter decides only how much of an answer comes, or in which form. */
function isLayout(key: string): boolean {
  const words = splitWords(key).map((word) => word.toLowerCase());
  const joined = words.join('').replace(/[^a-z]/g, '');
  return words.some((word) => LAYOUT.has(word)) || LAYOUT_KEYS.test(joined) || GLUED.test(joined);
}

const AMBIGUOUS = new Set(
  'id q query name type search term keyword text value key code filter category'.split(' '),
);

/** Checks whether a key means something else in each tool. */
function isAmbiguous(key: string): boolean {
  return AMBIGUOUS.has(key.toLowerCase());
}

const LONGEST = 40;

/** Adds a description that states the values, and no purpose: that is for the author to say. */
function describe(tool: ToolDefinition, given: ToolTest): ToolTest {
  const keys = userParameters(tool).map(({ position }) => position.key);
  const values = keys.filter((key) => isGiven(given, key)).map((key) => [key, given[key]] as const);
  const text = values.map(([key, value]) => `${key} ${shorten(asText(value))}`).join(', ');
  return { _description: text, ...Object.fromEntries(values) };
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
}
