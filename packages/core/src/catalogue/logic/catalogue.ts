import type { Problem } from '../../problems/problem.js';
import type { Members } from '../../rules/schema/schema-members.js';
import {
  isObject,
  isText,
  isTextList,
  memberOf,
  objectMembers,
  toolsOf,
} from '../../rules/schema/schema-members.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import type { SharedLists } from '../../spec/shared-list.js';
import { listTestTasks, type Task } from '../../tasks/logic/task.js';
import { projectSchema } from './project-schema.js';

/** A tool as a search sees it, or a query of a resource, which flowmcp-cli lists among the tools. */
export interface SearchedItem {
  readonly kind: 'tool' | 'resource';
  /** `‹namespace›/tool/‹schema›.‹tool›`, as commands on the island take it. */
  readonly address: string;
  /** As its author wrote it. */
  readonly name: string;
  /** As FlowMCP servers offer it. */
  readonly wireName: string;
  readonly description: string;
  /** Keys of the parameters that the caller supplies. */
  readonly keys: readonly string[];
  /** JSON Schema of these parameters; absent: nothing declares any. Shared lists are looked up for a trial's target only. */
  readonly inputSchema?: Members;
  readonly namespace: string;
  /** Of the schema. */
  readonly tags: readonly string[];
  /** The title of the schema, from `main.name`. */
  readonly title: string;
}

/** A task from a test or a file, with the addresses of the tools that do it. */
export interface AddressedTask extends Task {
  readonly wanted: readonly string[];
}

/** What is searched in one schema, and what its tests ask for. */
export interface CatalogueSchema {
  /** `‹namespace›.‹schema›`. */
  readonly schemaId: string;
  readonly items: readonly SearchedItem[];
  readonly tasks: readonly AddressedTask[];
  /** Warnings about tests that are not tasks. */
  readonly problems: readonly Problem[];
}

interface ReadSchema {
  /** As shown in places. */
  readonly file: string;
  /** Name of the file without its extension. */
  readonly schema: string;
  /** Used if the schema states no namespace. */
  readonly folder: string;
  /** Its value is an object with a shape that clients could be shown. */
  readonly reading: ModuleReading;
  /** Lists that its enums refer to; by default none, and such an enum takes any text. */
  readonly lists?: SharedLists;
}

/** Which lists a schema refers to does not change how its tools are found. */
const NO_LISTS: SharedLists = { resolved: {}, unresolved: [] };

/** Collects the tools, queries and tests of a schema. */
export function describeSchema({
  file,
  schema,
  folder,
  reading,
  lists = NO_LISTS,
}: ReadSchema): CatalogueSchema {
  const main = reading.value as Members;
  const namespace = textOf(main, 'namespace') || folder;
  const tags = memberOf(main, 'tags');
  const shared = { namespace, tags: isTextList(tags) ? tags : [], title: textOf(main, 'name') };
  const addressOf = (kind: SearchedItem['kind'], name: string) => `${namespace}/${kind}/${schema}.${name}`;
  const projected = projectSchema(main, lists).snapshot.tools;
  const tools = toolsOf(main).map(({ name, value }, at): SearchedItem => {
    const inputSchema = memberOf(projected[at], 'inputSchema');
    return {
      ...{ kind: 'tool', address: addressOf('tool', name), name, wireName: toWireName(name, namespace) },
      ...{ description: textOf(value, 'description'), keys: keysOf(inputSchema), ...shared },
      ...(isObject(inputSchema) && { inputSchema }),
    };
  });
  const queries = objectMembers(memberOf(main, 'resources'), []).flatMap(({ value: resource }) =>
    objectMembers(memberOf(resource, 'queries'), []).map(
      ({ name, value }): SearchedItem => ({
        ...{ kind: 'resource', address: addressOf('resource', name), name, wireName: `${name}_${namespace}` },
        description: textOf(value, 'description') || textOf(resource, 'description'),
        ...{ keys: [], ...shared },
      }),
    ),
  );
  const schemaId = `${namespace}.${schema}`;
  const { tasks, problems } = listTestTasks({ schemaId, file, reading });
  return {
    schemaId,
    items: [...tools, ...queries],
    tasks: tasks.map((task) => ({ ...task, wanted: [addressOf('tool', String(task.tool))] })),
    problems,
  };
}

function textOf(owner: unknown, key: string): string {
  const value = memberOf(owner, key);
  return isText(value) ? value : '';
}

/** Keys of the parameters in an input schema. */
export function keysOf(inputSchema: unknown): string[] {
  return Object.keys(memberOf(inputSchema, 'properties') ?? {});
}

const LONGEST_NAME = 63;

/** The name under which FlowMCP's runtime offers a tool: `getFirstPrice` of `defillama` is `get_first_price_defillama`. */
function toWireName(name: string, namespace: string): string {
  return `${snake(name)}_${snake(namespace)}`
    .slice(0, LONGEST_NAME)
    .replaceAll(':', '')
    .replaceAll(/[-/]/g, '_');
}

function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

/**
 * Gives the tasks of a file the tools they want: by address, by the author's name or by FlowMCP's, among the tools of the
 * targets. A name that several tools have means any of them.
 */
export function addressTasks(tasks: readonly Task[], items: readonly SearchedItem[]): AddressedTask[] {
  const named = namesOf(items);
  return tasks.map((task) => ({
    ...task,
    wanted: [task.tool ?? []].flat().flatMap((name) => named.get(name) ?? []),
  }));
}

/** The names by which a task file may refer to tools, each with the addresses it stands for. */
export function namesOf(items: readonly SearchedItem[]): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const { kind, address, name, wireName } of items) {
    if (kind !== 'tool') continue;
    for (const each of new Set([address, name, wireName])) {
      named.set(each, [...(named.get(each) ?? []), address]);
    }
  }
  return named;
}
