import { basename } from 'node:path';
import { fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { isText, memberOf } from '../../rules/schema/schema-members.js';
import { readSource } from '../../sources/read-schema-file.js';
import { findUnknownTools, listTestTasks, type Task } from '../../tasks/logic/task.js';
import { readTasks } from '../../tasks/read-tasks.js';
import { groupBy } from '../../values/group-by.js';
import { isRecord } from '../../values/is-record.js';
import { readServers, type ServerSource, type ServerSources } from '../lint/run.js';
import { type OfferedTool, offerTools } from './logic/offer.js';
import { isStated } from './logic/stated-values.js';
import type { TrialTask } from './logic/trial-lines.js';

/** What a trial is about: tools, and tasks for them. */
export interface TrialTarget {
  readonly name: string;
  readonly tools: readonly OfferedTool[];
  readonly tasks: readonly TrialTask[];
}

/**
 * Reads the target of a trial. A provider folder is one target, with the tools of all its schemas.
 *
 * @param taskFile tasks to use instead of the tests of schemas
 * @returns the target with warnings; or without it, everything that keeps it from being read as a whole: what lint
 *   reports, DST codes, TRI-001 to TRI-003
 * @throws GradingError TRI-014 for several targets, NET-020 for an allowed host that is not a host
 */
export async function readTarget(
  sources: ServerSources,
  taskFile: string | null,
): Promise<{ readonly target: TrialTarget | null; readonly problems: readonly Problem[] }> {
  const { servers, problems } = await readServers(sources);
  const isError = ({ severity }: Problem) => severity === 'error';
  const [first] = servers;
  if (!first || problems.some(isError)) {
    return {
      target: null,
      problems: first || problems.some(isError) ? problems : [...problems, problem('IMP-023')],
    };
  }
  requireOneTarget(servers);
  const rename = renameTools(servers);
  const tools = offerTools(
    servers.flatMap((source) =>
      source.server.snapshot.tools.map((tool) =>
        isRecord(tool) && isText(tool.name) ? { ...tool, name: rename(source, tool.name) } : tool,
      ),
    ),
  );
  const read = taskFile === null ? readTests(servers, rename) : await readTaskFile(taskFile);
  const unknown = findUnknownTools(read.tasks, new Set(tools.map(({ name }) => name)));
  const found = [...problems, ...read.problems, ...unknown];
  if (found.some(isError)) return { target: null, problems: found };
  const name = first.schema?.folder ?? first.server.target;
  const tasks = read.tasks.map((task): TrialTask => {
    const given = Object.entries(task.arguments);
    const scored = taskFile === null ? given.filter(([, value]) => isStated(value, task.task)) : given;
    const tool = task.tool === null || typeof task.tool === 'string' ? task.tool : [...task.tool];
    return { ...task, tool, scored: scored.map(([key]) => key) };
  });
  return { target: { name, tools, tasks }, problems: found };
}

/** Several schemas are one target if they are those of one provider folder. */
function requireOneTarget(servers: readonly ServerSource[]): void {
  const names = new Set(servers.map(({ server, schema }) => schema?.folder ?? server.target));
  if (names.size === 1) return;
  throw fatal('TRI-014', undefined, {
    found: `${names.size}, such as ${[...names].slice(0, 2).join(' and ')}`,
  });
}

/** Names a tool in reports and tasks: `‹schema›.‹tool›` if several schemas of the folder have one of that name. */
function renameTools(servers: readonly ServerSource[]): (source: ServerSource, name: string) => string {
  const nameOf = (tool: unknown) => (isRecord(tool) && isText(tool.name) ? [tool.name] : []);
  const owners = groupBy(
    servers.flatMap(({ server, schema }) =>
      [...new Set(server.snapshot.tools.flatMap(nameOf))].map((name) => ({ name, file: schema?.file })),
    ),
    ({ name }) => name,
  );
  return ({ schema }, name) =>
    schema && (owners.get(name)?.length ?? 0) > 1 ? `${schemaName(schema.file)}.${name}` : name;
}

function schemaName(file: string): string {
  return basename(file, '.mjs');
}

interface ReadTasks {
  readonly tasks: readonly Task[];
  readonly problems: readonly Problem[];
}

function readTests(servers: readonly ServerSource[], rename: ReturnType<typeof renameTools>): ReadTasks {
  const read = servers.flatMap((source) => {
    const { schema } = source;
    if (!schema) return [];
    const { reading } = readSource(schema.file);
    const namespace = memberOf(reading.value, 'namespace');
    const schemaId = `${isText(namespace) ? namespace : 'schema'}.${schemaName(schema.file)}`;
    const { tasks, problems } = listTestTasks({ schemaId, file: schema.file, reading });
    return { tasks: tasks.map((task) => ({ ...task, tool: rename(source, String(task.tool)) })), problems };
  });
  const tasks = read.flatMap((one) => one.tasks);
  const problems = read.flatMap((one) => one.problems);
  if (tasks.length > 0) return { tasks, problems };
  const reason = read.length > 0 ? 'no tool has a test' : 'a server brings no tests';
  return { tasks, problems: [...problems, problem('TRI-001', undefined, { reason })] };
}

async function readTaskFile(file: string): Promise<ReadTasks> {
  const { records, problems } = await readTasks(file);
  return { tasks: records, problems };
}
