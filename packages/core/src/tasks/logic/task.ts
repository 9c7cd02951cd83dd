import { problem } from '../../problems/error-codes.js';
import type { Problem, Where } from '../../problems/problem.js';
import {
  describeFound,
  isObject,
  isText,
  type Members,
  memberOf,
  toolsOf,
} from '../../rules/schema/schema-members.js';
import type { ModuleReading, ValuePath } from '../../sources/logic/module-reading.js';
import { stringifyExact } from '../../values/exact-json.js';
import { nearestNames } from '../../values/nearest-names.js';
import { formatValuePath } from '../../values/value-path.js';

/** Something a user wants, and the tool that does it. */
export interface Task {
  /** Unique among the tasks of one source. */
  readonly id: string;
  /** What the user says. */
  readonly task: string;
  /** Name of the wanted tool; a list if any of several will do; null if none should be called. */
  readonly tool: string | readonly string[] | null;
  /** Of a test: all of its values, whether or not the text states them. Empty if there are none. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The test in its schema file, or the line in its task file. */
  readonly place: Where;
}

/** A schema whose tests become tasks. */
export interface TestedSchema {
  /** `‹namespace›.‹schema›`: with it, ids differ between the schemas of a catalogue. */
  readonly schemaId: string;
  /** As shown in places. */
  readonly file: string;
  /** Its value may be any object. */
  readonly reading: ModuleReading;
}

/**
 * Makes a task of each test of each tool: its `_description` is the text, its other members are the arguments. The id of
 * the n-th test is `‹namespace›.‹schema›.‹tool›#‹n›`, counted from 1.
 *
 * @returns tasks in the order of the schema, and a warning for each test that cannot be one: TST002 (no text), or what
 *   kept it from being read
 */
export function listTestTasks({ schemaId, file, reading }: TestedSchema): {
  readonly tasks: readonly Task[];
  readonly problems: readonly Problem[];
} {
  const root = reading.exportName ?? 'main';
  const placeOf = (path: ValuePath): Where => ({
    file,
    path: formatValuePath(root, path),
    ...reading.locate(path),
  });
  const tasks: Task[] = [];
  const unread = new Set(reading.refused.filter(isInTests).map((path) => formatValuePath(root, path)));
  const problems: Problem[] = reading.problems
    .filter(({ where }) => where?.path !== undefined && unread.has(where.path))
    .map((found) => ({ ...found, severity: 'warning', where: { file, ...found.where } }));
  for (const { name, value: tool, path } of toolsOf(isObject(reading.value) ? reading.value : {})) {
    const tests = memberOf(tool, 'tests');
    for (const [at, test] of (Array.isArray(tests) ? (tests as unknown[]) : []).entries()) {
      const place = placeOf([...path, 'tests', at]);
      // What could not be read is undefined, and has a problem of its own.
      if (test === undefined) continue;
      const text = memberOf(test, '_description');
      if (isObject(test) && isText(text)) {
        const { _description: _, ...values } = test;
        tasks.push({ id: `${schemaId}.${name}#${at + 1}`, task: text, tool: name, arguments: values, place });
      } else if (!unread.has(formatValuePath(root, [...path, 'tests', at, '_description']))) {
        const [member, found] = isObject(test) ? ['_description', text] : ['the test', test];
        const args = { member, found: describeFound(found) };
        problems.push({ ...problem('TST002', place, args), severity: 'warning' });
      }
    }
  }
  return { tasks, problems };
}

function isInTests([first, , third]: ValuePath): boolean {
  return first === 'tools' && third === 'tests';
}

const KEYS = new Set(['id', 'task', 'tool', 'arguments']);

/**
 * Reads a line of a task file.
 *
 * @param place the line
 * @returns the task, or TRI-002 with everything that is wrong with it
 */
export function parseTask(record: Members, place: Where): { readonly record: Task } | Problem {
  const { id, task, tool, arguments: values = {} } = record;
  const reasons = [
    ...(isText(id) ? [] : [`"id" is ${describeFound(id)}; text was expected`]),
    ...(isText(task) ? [] : [`"task" is ${describeFound(task)}; text was expected`]),
    ...(isTool(tool)
      ? []
      : [`"tool" is ${describeFound(tool)}; a name, a list of names or null was expected`]),
    ...(isObject(values) ? [] : [`"arguments" is ${describeFound(values)}; an object was expected`]),
    ...(tool === null && isObject(values) && Object.keys(values).length > 0
      ? ['"arguments" are given, but "tool" is null']
      : []),
    ...describeUnknown(Object.keys(record).filter((key) => !KEYS.has(key))),
  ];
  if (reasons.length > 0 || !isText(id) || !isText(task) || !isTool(tool) || !isObject(values)) {
    return problem('TRI-002', place, { reason: reasons.join('; ') });
  }
  return { record: { id, task, tool, arguments: plain(values), place } };
}

/** A line may have thousands of keys, each of any length. */
const MOST_KEYS = 5;
const LONGEST_KEY = 60;

function describeUnknown(keys: readonly string[]): string[] {
  const shown = keys
    .slice(0, MOST_KEYS)
    .map((key) => `${JSON.stringify(key.slice(0, LONGEST_KEY))} is not a member of a task`);
  return keys.length > MOST_KEYS ? [...shown, `${keys.length - MOST_KEYS} more keys`] : shown;
}

function isTool(tool: unknown): tool is Task['tool'] {
  return tool === null || isText(tool) || (Array.isArray(tool) && tool.length > 0 && tool.every(isText));
}

/** Numbers as JavaScript has them: no value of a call keeps the digits of a file. */
function plain(values: Members): Members {
  return JSON.parse(stringifyExact(values)) as Members;
}

/**
 * Holds tasks against the tools that are there.
 *
 * @param names the names of these tools
 * @returns TRI-003 for each task none of whose tools is there
 */
export function findUnknownTools(tasks: readonly Task[], names: ReadonlySet<string>): Problem[] {
  return tasks.flatMap(({ id, tool, place }) => {
    const wanted = tool === null ? [] : [tool].flat();
    if (wanted.length === 0 || wanted.some((name) => names.has(name))) return [];
    const near = [...new Set(wanted.flatMap((name) => nearestNames(name, [...names])))];
    const suggestion =
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : 'Write the name as its schema or its server does, or null if no tool should be called.';
    return problem('TRI-003', place, {
      ...{ task: id, suggestion },
      tool: wanted.map((name) => JSON.stringify(name)).join(' or '),
    });
  });
}
