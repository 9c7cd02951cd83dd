import { basename } from 'node:path';
import { type CatalogueSchema, keysOf, namesOf, type SearchedItem } from '../../catalogue/logic/catalogue.js';
import { readSchema } from '../../catalogue/read-catalogue.js';
import type { Island } from '../../island/island.js';
import { splitId } from '../../island/logic/names.js';
import { fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { isObject, isText, memberOf } from '../../rules/schema/schema-members.js';
import type { Target } from '../../target/logic/target.js';
import { findUnknownTools, type Task } from '../../tasks/logic/task.js';
import { readTasks } from '../../tasks/read-tasks.js';
import { hashShownTools, readTargetSchemas, toolsOfSchema } from '../../trials/island-tools.js';
import { type OfferedTool, offerTools } from '../../trials/logic/offer.js';
import type { TrialTask } from '../../trials/logic/trial-lines.js';
import { groupBy } from '../../values/group-by.js';
import { isRecord } from '../../values/is-record.js';
import { readServers, type ServerSource, type ServerSources } from '../lint/run.js';
import { type Among, addDistractors } from './add-distractors.js';
import { isStated } from './logic/stated-values.js';

/** What a trial is about: tools, and tasks for them. */
export interface TrialTarget {
  readonly name: string;
  readonly tools: readonly OfferedTool[];
  readonly tasks: readonly TrialTask[];
  /** The same tools as a search sees them; null if there is no search. */
  readonly searched: readonly SearchedItem[] | null;
  /** Hash of its own tools, if it is a target of an island; see `hashShownTools`. */
  readonly shown: string | null;
  /** What the folder of its trials is named after, if it is a server; null for schemas. */
  readonly server: string | null;
}

/** Where a target is read: as lint reads servers and schemas, or in an island. */
export type TargetSource =
  | { readonly kind: 'servers'; readonly sources: ServerSources }
  | { readonly kind: 'island'; readonly island: Island; readonly target: Target };

export interface TargetOptions {
  /** Task file; null: the tests of the target's schemas. */
  readonly tasks?: string | null | undefined;
  /** Other tools that are offered too; none by default. */
  readonly among?: Among | undefined;
  /** Decides which other tools are offered. */
  readonly seed: number;
}

/**
 * Reads the target of a trial. A provider folder is one target, with the tools of all its schemas. Among other tools, and
 * in a selection, all have the names under which FlowMCP offers them.
 *
 * @returns the target with warnings; or without it, everything that keeps it from being read as a whole: what lint
 *   reports, damaged snapshots (IDX-012), DST codes, TRI-001 to TRI-003, TRI-015, TRI-019
 * @throws GradingError TRI-014 for several targets, NET-020 for an allowed host that is not a host
 */
export async function readTarget(
  source: TargetSource,
  { tasks: taskFile = null, among, seed }: TargetOptions,
): Promise<{ readonly target: TrialTarget | null; readonly problems: readonly Problem[] }> {
  const { parts, problems, ...about } =
    source.kind === 'servers' ? await readServed(source.sources) : await readStored(source);
  if (problems.some(isError)) return { target: null, problems };
  const isSelection = source.kind === 'island' && source.target.flow === 'selection';
  const rename = renameDoubles(parts, isSelection);
  const own = among || isSelection ? searchedItems(parts, rename) : null;
  const tools = own
    ? offerTools(own.map(toDefinition))
    : offerTools(
        parts.flatMap((part) =>
          part.tools.map((tool) =>
            isRecord(tool) && isText(tool.name) ? { ...tool, name: rename(part, tool.name) } : tool,
          ),
        ),
      );
  const read = taskFile === null ? readTests(parts, own ? null : rename) : await readTaskFile(taskFile);
  const names = own ? [...namesOf(own).keys()] : tools.map(({ name }) => name);
  const found = [...problems, ...read.problems, ...findUnknownTools(read.tasks, new Set(names))];
  if (found.some(isError)) return { target: null, problems: found };
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
  if (!own) return { target: { ...about, tools, tasks, searched: null }, problems: found };
  const named = { ...about, tools, tasks: renameTools(tasks, own), searched: null };
  if (!among) return { target: named, problems: found };
  const schemaIds = new Set(parts.flatMap(({ schema }) => schema?.schemaId ?? []));
  const added = await addDistractors({ items: own, schemaIds, seed }, among);
  const all = [...found, ...added.problems];
  if (all.some(isError)) return { target: null, problems: all };
  const target = {
    ...named,
    tools: offerTools(added.items.map(toDefinition)),
    searched: among.what === 'search' ? added.items : null,
  };
  return { target, problems: all };
}

const isError = ({ severity }: Problem) => severity === 'error';

/** A server, or one of the schemas of a target. */
interface Part {
  /** As clients see them. */
  readonly tools: readonly unknown[];
  /** Name of the server. */
  readonly server: unknown;
  readonly schema: CatalogueSchema | null;
  /** Name of the schema's file. */
  readonly file: string;
}

type Parts = { readonly parts: readonly Part[]; readonly problems: readonly Problem[] } & Pick<
  TrialTarget,
  'name' | 'shown' | 'server'
>;

async function readServed(sources: ServerSources): Promise<Parts> {
  const { servers, problems } = await readServers(sources);
  const [first] = servers;
  const none = first || problems.some(isError) ? [] : [problem('IMP-023')];
  if (!problems.some(isError)) requireOneTarget(servers);
  const parts = servers.map(({ server, schema }) => ({
    tools: server.snapshot.tools,
    server: memberOf(server.snapshot.serverInfo, 'name'),
    schema: schema && readSchema(schema.file),
    file: basename(schema?.file ?? '', '.mjs'),
  }));
  const target = first?.server.target ?? '';
  const server = parts[0]?.server;
  return {
    ...{ parts, problems: [...problems, ...none], shown: null },
    name: first?.schema?.folder ?? target,
    server: first?.schema ? null : isText(server) ? server : target,
  };
}

async function readStored({ island, target }: Extract<TargetSource, { kind: 'island' }>): Promise<Parts> {
  const { schemas, errors } = await readTargetSchemas(island, target);
  const parts = schemas.map((schema) => ({
    tools: toolsOfSchema(schema).map(({ name, description, inputSchema }) => ({
      name,
      ...(description !== '' && { description }),
      inputSchema,
    })),
    ...{ server: null, schema, file: splitId(schema.schemaId)[1] },
  }));
  return { parts, problems: errors, name: target.name, shown: hashShownTools(schemas), server: null };
}

function toolOf({ tool }: Task): TrialTask['tool'] {
  return tool === null || typeof tool === 'string' ? tool : [...tool];
}

/** Several schemas are one target if they are those of one provider folder. */
function requireOneTarget(servers: readonly ServerSource[]): void {
  const names = new Set(servers.map(({ server, schema }) => schema?.folder ?? server.target));
  if (names.size <= 1) return;
  throw fatal('TRI-014', undefined, {
    found: `${names.size}, such as ${[...names].slice(0, 2).join(' and ')}`,
  });
}

/** The tools of the target, with the input schemas that clients see: in these, shared lists are looked up. */
function searchedItems(parts: readonly Part[], rename: Rename): SearchedItem[] {
  return parts.flatMap((part) => {
    const known = part.schema && toolsOfSchema(part.schema);
    return part.tools.flatMap((tool, place) => {
      const item = known ? known[place] : describeTool(tool, part.server);
      const inputSchema = memberOf(tool, 'inputSchema');
      if (!item) return [];
      const name = rename(part, item.name);
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

type Rename = (part: Part, name: string) => string;

/**
 * Names a tool in reports and tasks: `‹schema›.‹tool›` if several schemas have one of that name; in a selection, several
 * of one namespace.
 */
function renameDoubles(parts: readonly Part[], isSelection: boolean): Rename {
  const nameOf = (tool: unknown) => (isRecord(tool) && isText(tool.name) ? [tool.name] : []);
  const keyOf = ({ schema }: Part, name: string) =>
    isSelection ? `${schema && splitId(schema.schemaId)[0]}/${name}` : name;
  const owners = groupBy(
    parts.flatMap((part) => [...new Set(part.tools.flatMap(nameOf))].map((name) => keyOf(part, name))),
    (key) => key,
  );
  return (part, name) =>
    part.schema && (owners.get(keyOf(part, name))?.length ?? 0) > 1 ? `${part.file}.${name}` : name;
}

interface ReadTasks {
  readonly tasks: readonly Task[];
  readonly problems: readonly Problem[];
}

/** @param rename null: tools are named by their addresses */
function readTests(parts: readonly Part[], rename: Rename | null): ReadTasks {
  const tasks = parts.flatMap((part) =>
    (part.schema?.tasks ?? []).map((task) => ({
      ...task,
      tool: rename ? rename(part, String(task.tool)) : task.wanted,
    })),
  );
  const schemas = parts.flatMap(({ schema }) => schema ?? []);
  const problems = schemas.flatMap((one) => one.problems);
  if (tasks.length > 0) return { tasks, problems };
  const reason = schemas.length > 0 ? 'no tool has a test' : 'a server brings no tests';
  return { tasks, problems: [...problems, problem('TRI-001', undefined, { reason })] };
}

async function readTaskFile(file: string): Promise<ReadTasks> {
  const { records, problems } = await readTasks(file);
  return { tasks: records, problems };
}
