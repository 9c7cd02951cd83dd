import { z } from 'zod';
import { isRecord } from '../../values/is-record.js';
import type { OfferedTool } from './offer.js';
import { hasLongText, longestChecked, withoutPatterns } from './patterns.js';
import type { TrialAttempt, TrialTask } from './trial-lines.js';

/** How an attempt ended, in the order of a report. */
export const OUTCOMES = [
  'success',
  'wrong-arguments',
  'invalid-call',
  'not-found',
  'wrong-tool',
  'unknown-tool',
  'several-calls',
  'no-call',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Arguments of a call against a tool's input schema: null if they fit it, else the first reason why not. */
type Check = (input: unknown) => string | null;

/** Checks of a server's tools by name; null: the schema cannot be checked, and any arguments pass. */
export type Checks = (name: string) => Check | null;

/** Builds each tool's check when it is first needed. */
export function createChecks(tools: readonly OfferedTool[]): Checks {
  const schemas = new Map([...tools].reverse().map(({ name, inputSchema }) => [name, inputSchema]));
  const built = new Map<string, Check | null>();
  return (name) => {
    const known = built.get(name);
    if (known !== undefined) return known;
    const schema = schemas.get(name);
    const check = schema ? buildCheck(schema, () => built.set(name, null)) : null;
    built.set(name, check);
    return check;
  };
}

/**
 * @param onEndless called when arguments show that the schema refers to itself without end; they pass
 * @returns null if the schema cannot be checked. Texts that would keep one of its patterns busy are not held against
 *   them; where one might never end, none of its patterns is tried
 */
export function buildCheck(schema: OfferedTool['inputSchema'], onEndless = () => {}): Check | null {
  if (hasLooseBranch(schema)) return null;
  let plain: Check | null | undefined;
  let longest: number;
  let type: z.ZodType;
  try {
    longest = longestChecked(schema);
    type = z.fromJSONSchema(schema);
  } catch {
    // Not a schema that can be checked; the report names such tools.
    return null;
  }
  if (longest === 0) return buildCheck(withoutPatterns(schema), onEndless);
  const { required, properties } = schema;
  // Zod passes over required keys that it knows nothing else about.
  const needed = (Array.isArray(required) ? required : []).filter(
    (key): key is string => typeof key === 'string' && !hasDefault(properties, key),
  );
  return (input) => {
    if (longest < Number.POSITIVE_INFINITY && hasLongText(input, longest)) {
      plain ??= buildCheck(withoutPatterns(schema), onEndless);
      return plain?.(input) ?? null;
    }
    const lacking = isRecord(input) ? needed.find((key) => !Object.hasOwn(input, key)) : undefined;
    if (lacking !== undefined) return `arguments.${lacking}: it is required`;
    let issue: z.core.$ZodIssue | undefined;
    try {
      issue = type.safeParse(input).error?.issues[0];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      onEndless();
      return null;
    }
    return issue ? `${['arguments', ...issue.path].join('.')}: ${issue.message}` : null;
  };
}

function hasDefault(properties: unknown, key: string): boolean {
  const property = isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : null;
  return isRecord(property) && Object.hasOwn(property, 'default');
}

/**
 * Whether a schema has alternatives such as `{"required": ["a"]}`. Zod passes over the keys of a branch that has no type,
 * or does not declare them: every branch would fit everything.
 */
function hasLooseBranch(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasLooseBranch);
  if (!isRecord(schema)) return false;
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) =>
    Array.isArray(some) ? some : [],
  );
  return branches.some(isLoose) || Object.values(schema).some(hasLooseBranch);
}

function isLoose(branch: unknown): boolean {
  if (!isRecord(branch) || (branch.required === undefined && branch.properties === undefined)) return false;
  const declared = isRecord(branch.properties) ? branch.properties : {};
  const required = Array.isArray(branch.required) ? branch.required : [];
  return branch.type === undefined || required.some((key) => !Object.hasOwn(declared, String(key)));
}

/** @returns the tools that do a task; empty if none does */
export function wantedTools({ tool }: Pick<TrialTask, 'tool'>): readonly string[] {
  return tool === null ? [] : [tool].flat();
}

/** Judges one attempt. The schema is checked before the values: a call against it would be refused by the server. */
export function judgeAttempt(
  task: TrialTask,
  { calls, queries = [] }: Pick<TrialAttempt, 'calls' | 'queries'>,
  checks: Checks,
): Outcome {
  const wanted = wantedTools(task);
  const [call] = calls;
  if (calls.length > 1) return 'several-calls';
  if (!call && wanted.length === 0) return 'success';
  const isRight = call && call.invalid !== 'unknown' && wanted.includes(call.name);
  if (!isRight && isMissed(wanted, queries)) return 'not-found';
  if (!call) return 'no-call';
  if (call.invalid === 'unknown') return 'unknown-tool';
  if (!isRight) return 'wrong-tool';
  if (call.invalid === 'unreadable') return 'invalid-call';
  if ((checks(call.name)?.(call.input) ?? null) !== null) return 'invalid-call';
  return rightArguments(task, call.input) === task.scored.length ? 'success' : 'wrong-arguments';
}

/** Whether a model searched, and was shown no tool that does the task: it had no choice to make. */
function isMissed(wanted: readonly string[], queries: NonNullable<TrialAttempt['queries']>): boolean {
  const isShown = queries.some(({ hits }) => hits.some((name) => wanted.includes(name)));
  return wanted.length > 0 && queries.length > 0 && !isShown;
}

/** Number of scored arguments whose value is right. Other arguments are free. */
export function rightArguments({ arguments: wanted, scored }: TrialTask, input: unknown): number {
  if (!isRecord(input)) return 0;
  return scored.filter((name) => Object.hasOwn(input, name) && isSame(wanted[name], input[name])).length;
}

/** Numbers by value, even where one is text; text trimmed and in any case; lists in order; objects by member. */
function isSame(wanted: unknown, found: unknown): boolean {
  if (isScalar(wanted) && isScalar(found)) {
    const [one = '', other = ''] = [wanted, found].map((value) => String(value).trim().toLowerCase());
    // Of two texts, "007" and "7" are different ids.
    const isNumber = typeof wanted === 'number' || typeof found === 'number';
    return one === other || (isNumber && one !== '' && other !== '' && Number(one) === Number(other));
  }
  if (Array.isArray(wanted) && Array.isArray(found)) {
    return wanted.length === found.length && wanted.every((item, at) => isSame(item, found[at]));
  }
  if (isRecord(wanted) && isRecord(found)) {
    const names = Object.keys(wanted);
    return (
      names.length === Object.keys(found).length &&
      names.every((name) => Object.hasOwn(found, name) && isSame(wanted[name], found[name]))
    );
  }
  return wanted === found;
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
