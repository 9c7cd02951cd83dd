import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { groupBy } from '../../values/group-by.js';
import { isRecord } from '../../values/is-record.js';
import type { OfferedTool } from './offer.js';
import type { TrialHeader, TrialTask } from './trial-lines.js';
import { buildCheck, type Checks, createChecks, wantedTools } from './verdict.js';

export interface CheckedTasks {
  /** Tasks that a model is asked, in their order. */
  readonly toAsk: readonly TrialTask[];
  /** Why no answer to a task could be right, by id. */
  readonly unsound: ReadonlyMap<string, Unsound>;
  /** Required values that a task does not give, by id; only of sound tasks. */
  readonly open: ReadonlyMap<string, readonly string[]>;
  /** Of the tools on offer; building them takes longer than all else here. */
  readonly checks: Checks;
}

export type Unsound =
  /** Its own arguments do not fit the schema of its tool. */
  | { readonly kind: 'contradicts'; readonly reason: string }
  /** Several tasks have its text, and want different tools: their ids, its own among them. */
  | { readonly kind: 'two-tools'; readonly group: readonly string[] };

/** The parts of a trial that decide which tasks are asked. */
interface TasksToCheck extends Pick<TrialHeader, 'settings'> {
  readonly tools: readonly OfferedTool[];
  readonly tasks: readonly TrialTask[];
}

/** Answers each task with its own values, before a model is asked: where that fails, no model can succeed. */
export function checkTasks({ tools, tasks, settings }: TasksToCheck): CheckedTasks {
  const schemas = new Map([...tools].reverse().map(({ name, inputSchema }) => [name, inputSchema]));
  const checks = createChecks(tools);
  const contradictions = findContradictions(tasks, checks, schemas);
  const doubles = findTwoTools(tasks);
  const unsound = new Map<string, Unsound>([...doubles, ...contradictions]);
  const sound = tasks.filter(({ id }) => !unsound.has(id));
  const open = new Map(
    sound.flatMap((task) => {
      const values = openValues(task, schemas);
      return values.length > 0 ? [[task.id, values] as const] : [];
    }),
  );
  const toAsk = settings.selfContained ? sound.filter(({ id }) => !open.has(id)) : sound;
  return { toAsk, unsound, open, checks };
}

type Schemas = ReadonlyMap<string, OfferedTool['inputSchema']>;

function findContradictions(
  tasks: readonly TrialTask[],
  checks: Checks,
  schemas: Schemas,
): [string, Unsound][] {
  return tasks.flatMap((task): [string, Unsound][] => {
    const { id, arguments: input } = task;
    // Of several tools that do it, one whose schema fits is enough.
    const offered = wantedTools(task).filter((name) => schemas.has(name));
    const reasons = offered.map((name) => {
      const stranger = task.scored.find((key) => isStranger(key, schemas.get(name)));
      if (stranger !== undefined) return `arguments.${stranger}: ${name} has no such parameter`;
      const refused = checks(name)?.(input) ?? null;
      const { required = [], ...schema } = schemas.get(name) ?? {};
      const isGiven = !Array.isArray(required) || required.every((key) => Object.hasOwn(input, String(key)));
      // A value that is not given is open; it does not contradict the schema.
      return refused === null || isGiven ? refused : (buildCheck(schema)?.(input) ?? null);
    });
    const [reason = null] = reasons;
    return reason === null || reasons.includes(null) ? [] : [[id, { kind: 'contradicts', reason }]];
  });
}

/** Members by which a schema may take keys that its `properties` do not name. */
const OPEN_ENDED = ['patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'if'];

function isStranger(key: string, schema: OfferedTool['inputSchema'] = {}): boolean {
  const { properties, additionalProperties = false } = schema;
  const isOpen = additionalProperties !== false || OPEN_ENDED.some((member) => Object.hasOwn(schema, member));
  return !isOpen && isRecord(properties) && !Object.hasOwn(properties, key);
}

/** Tasks of the same text that no one tool does all of. */
function findTwoTools(tasks: readonly TrialTask[]): [string, Unsound][] {
  const same = groupBy(tasks, ({ task }) => task.trim().toLowerCase().replace(/\s+/g, ' '));
  return [...same.values()].flatMap((group) => {
    const isShared = (tool: string | null) =>
      group.every((task) => (tool === null ? task.tool === null : wantedTools(task).includes(tool)));
    const [first] = group;
    const candidates = first ? (first.tool === null ? [null] : wantedTools(first)) : [];
    if (candidates.some(isShared)) return [];
    const ids = group.map(({ id }) => id);
    return ids.map((id): [string, Unsound] => [id, { kind: 'two-tools', group: ids }]);
  });
}

/** Required parameters of the task's tool whose value it does not give. */
function openValues(task: TrialTask, schemas: Schemas): string[] {
  const name = wantedTools(task).find((one) => schemas.has(one));
  const required = name === undefined ? [] : schemas.get(name)?.required;
  if (!Array.isArray(required)) return [];
  return required.filter((key): key is string => typeof key === 'string' && !task.scored.includes(key));
}

const MOST_NAMED = 5;

/** What is to be mended in tasks before a model is asked: TRI-004, TRI-006 and TRI-005. */
export function taskProblems(tasks: readonly TrialTask[], { unsound, open }: CheckedTasks): Problem[] {
  const found = tasks.flatMap(({ id, place }) => {
    const why = unsound.get(id);
    if (!why) return [];
    return why.kind === 'contradicts'
      ? problem('TRI-004', place, { task: id, reason: why.reason })
      : problem('TRI-006', place, { task: id, others: othersOf(id, why.group) });
  });
  if (open.size === 0) return found;
  const args = { count: open.size, all: tasks.length, tasks: listOf([...open.keys()]) };
  return [...found, problem('TRI-005', undefined, args)];
}

function listOf(names: readonly string[], all = names.length): string {
  const more = all - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Names few of a group that may be large. */
function othersOf(id: string, group: readonly string[]): string {
  const first = group.slice(0, MOST_NAMED + 1).filter((other) => other !== id);
  return listOf(first, group.length - 1);
}
