import { basename } from 'node:path';
import { type CatalogueSchema, keysOf, namesOf, type SearchedItem } from '../../catalogue/logic/catalogue.js';
import { readSchema } from '../../catalogue/read-catalogue.js';
import { fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { isObject, isText, memberOf } from '../../rules/schema/schema-members.js';
import { findUnknownTools, type Task } from '../../tasks/logic/task.js';
import { readTasks } from '../../tasks/read-tasks.js';
import { groupBy } from '../../values/group-by.js';
import { isRecord } from '../../values/is-record.js';
import { readServers, type ServerSource, type ServerSources } from '../lint/run.js';
import { type Among, addDistractors } from './add-distractors.js';
import { type OfferedTool, offerTools } from './logic/offer.js';
import { isStated } from './logic/stated-values.js';
import type { TrialTask } from './logic/trial-lines.js';

/** What a trial is about: tools, and tasks for them. */
export interface TrialTarget {
  readonly name: string;
  readonly tools: readonly OfferedTool[];
  readonly tasks: readonly TrialTask[];
  /** The same tools as a search sees them; null if there is no search. */
  readonly searched: readonly SearchedItem[] | null;
}

export interface TargetOptions extends ServerSources {
  /** Task file; null: the tests of the target's schemas. */
  readonly tasks?: string | null | undefined;
  /** Other tools that are offered too; none by default. */
  readonly among?: Among | undefined;
}

/**
 * Reads the target of a trial. A provider folder is one target, with the tools of all its schemas. Among other tools, all
 * have the names under which FlowMCP offers them.
 *
 * @param seed decides which other tools are offered
 * @returns the target with warnings; or without it, everything that keeps it from being read as a whole: what lint
 *   reports, DST codes, TRI-001 to TRI-003, TRI-015
 * @throws GradingError TRI-014 for several targets, NET-020 for an allowed host that is not a host
 */
export async function readTarget(
  sources: TargetOptions,
  seed: number,
): Promise<{ readonly target: TrialTarget | null; readonly problems: readonly Problem[] }> {
  const { tasks: taskFile = null, among } = sources;
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
  const schemas = servers.flatMap(({ schema }) => (schema ? [readSchema(schema.file)] : []));
  const rename = renameDoubles(servers);
  const own = among ? searchedItems(servers, schemas, rename) : null;
  const tools = offerTools(
    servers.flatMap((source) =>
      source.server.snapshot.tools.map((tool) =>
        isRecord(tool) && isText(tool.name) ? { ...tool, name: rename(source, tool.name) } : tool,
      ),
    ),
  );
  const read =
    taskFile === null ? readTests(servers, schemas, own ? null : rename) : await readTaskFile(taskFile);
  const names = own ? [...namesOf(own).keys()] : tools.map(({ name }) => name);
  const found = [...problems, ...read.problems, ...findUnknownTools(read.tasks, new Set(names))];
  if (found.some(isError)) return { target: null, problems: found };
  const name = first.schema?.folder ?? first.server.target;
  const tasks = read.tasks.map((task): TrialTask => {
    const given = Object.entries(task.arguments);
    const scored = taskFile === null ? given.filter(([, value]) => isStated(value, task.task)) : given;
    const { id, arguments: all, place } = task;
    return {
      id,
      task: task.task,
      tool: toolOf(task),
      arguments: all,
      scored: scored.map(([key]) => key),
      place,
    };
  });
  if (!among || !own) return { target: { name, tools, tasks, searched: null }, problems: found };
  const schemaIds = new Set(schemas.map(({ schemaId }) => schemaId));
  const added = await addDistractors({ items: own, schemaIds, seed }, among);
  const all = [...found, ...added.problems];
  if (all.some(isError)) return { target: null, problems: all };
  const target = {
    name,
    tools: offerTools(added.items.map(toDefinition)),
    tasks: renameTools(tasks, own),
    searched: among.what === 'search' ? added.items : null,
  };
  return { target, problems: all };
}

function toolOf({ tool }: Task): TrialTask['tool'] {
  return tool === null || typeof tool === 'string' ? tool : [...tool];
}

/** Several schemas are one target if they are those of one provider folder. */
function requireOneTarget(servers: readonly ServerSource[]): void {
  const names = new Set(servers.map(({ server, schema }) => schema?.folder ?? server.target));
  if (names.size === 1) return;
  throw fatal('TRI-014', undefined, {
    found: `${names.size}, such as ${[...names].slice(0, 2).join(' and ')}`,
  });
}

/** The tools of the target, with the input schemas that lint sees: in these, shared lists are looked up. */
function searchedItems(
  servers: readonly ServerSource[],
  schemas: readonly CatalogueSchema[],
  rename: Rename,
): SearchedItem[] {
  return servers.flatMap((source, at) => {
    const { snapshot } = source.server;
    const known = schemas[at]?.items.filter(({ kind }) => kind === 'tool');
    return snapshot.tools.flatMap((tool, place) => {
      const item = known ? known[place] : describeTool(tool, memberOf(snapshot.serverInfo, 'name'));
      const inputSchema = memberOf(tool, 'inputSchema');
      if (!item) return [];
      const name = rename(source, item.name);
      const wireName = name === item.name ? item.wireName : `${name.split('.')[0]}.${item.wireName}`;
      return [{ ...item, wireName, ...(isObject(inputSchema) && { inputSchema }) }];
    });
  });
}

/** A tool of a server is searched like one of a namespace with the server's name. */
function describeTool(tool: unknown, server: unknown): SearchedItem | null {
  const [name, description] = [memberOf(tool, 'name'), memberOf(tool, 'description')];
  if (!isText(name)) return null;
  return {
    ...{ kind: 'tool', address: name, name, wireName: name, tags: [], title: '' },
    keys: keysOf(memberOf(tool, 'inputSchema')),
    description: isText(description) ? description : '',
    namespace: isText(server) ? server : '',
  };
}

function toDefinition({ wireName: name, description, inputSchema }: SearchedItem) {
  return { name, ...(description !== '' && { description }), inputSchema };
}

/** Gives tasks the offered names. A name that no tool has stays: the list may name a tool of another version. */
function renameTools(tasks: readonly TrialTask[], items: readonly SearchedItem[]): TrialTask[] {
  const named = namesOf(items);
  const wire = new Map(items.map(({ address, wireName }) => [address, wireName]));
  const rename = (name: string) => (named.get(name) ?? []).map((address) => wire.get(address) ?? name);
  return tasks.map((task) => {
    if (task.tool === null) return task;
    const names = [task.tool].flat().flatMap((name) => (named.has(name) ? rename(name) : [name]));
    const [first = '', ...others] = new Set(names);
    return { ...task, tool: others.length === 0 ? first : [first, ...others] };
  });
}

type Rename = (source: ServerSource, name: string) => string;

/** Names a tool in reports and tasks: `‹schema›.‹tool›` if several schemas of the folder have one of that name. */
function renameDoubles(servers: readonly ServerSource[]): Rename {
  const nameOf = (tool: unknown) => (isRecord(tool) && isText(tool.name) ? [tool.name] : []);
  const owners = groupBy(
    servers.flatMap(({ server, schema }) =>
      [...new Set(server.snapshot.tools.flatMap(nameOf))].map((name) => ({ name, file: schema?.file })),
    ),
    ({ name }) => name,
  );
  return ({ schema }, name) =>
    schema && (owners.get(name)?.length ?? 0) > 1 ? `${basename(schema.file, '.mjs')}.${name}` : name;
}

interface ReadTasks {
  readonly tasks: readonly Task[];
  readonly problems: readonly Problem[];
}

/** @param rename null: tools are named by their addresses */
function readTests(
  servers: readonly ServerSource[],
  schemas: readonly CatalogueSchema[],
  rename: Rename | null,
): ReadTasks {
  const tasks = servers.flatMap((source, at) =>
    (schemas[at]?.tasks ?? []).map((task) => ({
      ...task,
      tool: rename ? rename(source, String(task.tool)) : task.wanted,
    })),
  );
  const problems = schemas.flatMap((one) => one.problems);
  if (tasks.length > 0) return { tasks, problems };
  const reason = schemas.length > 0 ? 'no tool has a test' : 'a server brings no tests';
  return { tasks, problems: [...problems, problem('TRI-001', undefined, { reason })] };
}

async function readTaskFile(file: string): Promise<ReadTasks> {
  const { records, problems } = await readTasks(file);
  return { tasks: records, problems };
}
