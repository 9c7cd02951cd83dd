import type { ServerSnapshot, SnapshotPath } from '../../rules/mcp/lint.js';
import { KINDS, splitCall } from '../../rules/schema/parameter-type.js';
import {
  isText,
  isTextList,
  type Members,
  memberOf,
  objectMembers,
} from '../../rules/schema/schema-members.js';
import type { ValuePath } from '../../sources/logic/module-reading.js';
import { isOptional, listEnumValues, typedDefaultOf } from '../../sources/logic/parameter-options.js';
import { usesUserValue } from '../../sources/logic/placeholder.js';
import type { ParameterDefinition } from '../../spec/schema-main.js';
import type { SharedLists } from '../../spec/shared-list.js';

/** A schema as a server would describe it. */
export interface ProjectedSchema {
  readonly snapshot: ServerSnapshot;
  /** Maps a part of the snapshot to its place in the schema, as a path below the export. */
  readonly placeOf: (path: SnapshotPath) => ValuePath;
}

/** An item of one of the lists, and the origin of its parts. */
interface Projection {
  readonly item: Members;
  readonly placeOf: (path: SnapshotPath) => ValuePath;
}

/**
 * Projects a FlowMCP schema to what MCP clients see: its tools under their own names, each with the parameters that the
 * caller supplies; its resources, one for each query (Schemas-Spec 13) or document; and its prompts (Schemas-Spec 12).
 * The server has the name of the namespace and the version of the schema (decision 0047).
 *
 * @param main a value in which {@link findUnreadable} finds no problem
 * @param lists the lists that enums refer to; an enum with a missing list becomes a plain string
 */
export function projectSchema(main: Members, lists: SharedLists): ProjectedSchema {
  const namespace = memberOf(main, 'namespace');
  const name = isText(namespace) ? namespace : memberOf(main, 'name');
  const offered = {
    tools: objectMembers(memberOf(main, 'tools'), ['tools']).map(({ name, value, path }) =>
      projectTool({ name, tool: value, path, lists }),
    ),
    resources: objectMembers(memberOf(main, 'resources'), ['resources']).flatMap((resource) =>
      projectResource(resource, String(name)),
    ),
    prompts: objectMembers(memberOf(main, 'prompts'), ['prompts']).map(projectPrompt),
  };
  const itemsOf = (projections: readonly Projection[]) => projections.map(({ item }) => item);
  return {
    snapshot: {
      serverInfo: members({ name, version: memberOf(main, 'version') }),
      tools: itemsOf(offered.tools),
      resources: itemsOf(offered.resources),
      prompts: itemsOf(offered.prompts),
    },
    placeOf([list, at, ...rest]) {
      if (list === 'serverInfo') return at === 'version' ? ['version'] : ['namespace'];
      const projections: Readonly<Record<string, readonly Projection[]>> = offered;
      const found = Object.hasOwn(projections, String(list)) ? projections[String(list)] : undefined;
      return found?.[Number(at)]?.placeOf(rest) ?? [];
    },
  };
}

interface ToolSource {
  readonly name: string;
  readonly tool: Members;
  readonly path: ValuePath;
  readonly lists: SharedLists;
}

function projectTool({ name, tool, path, lists }: ToolSource): Projection {
  const parameters = userParametersOf(tool).map(({ value, at }) => ({
    ...projectParameter(value, lists),
    at,
  }));
  // If two parameters share a key, only the later one becomes an input.
  const byKey = new Map(parameters.map((parameter) => [parameter.key, parameter]));
  const required = [...byKey.values()].filter((one) => one.required).map(({ key }) => key);
  const inputSchema = {
    type: 'object',
    properties: Object.fromEntries([...byKey].map(([key, { schema }]) => [key, schema])),
    ...(required.length > 0 && { required }),
  };
  const isDescribed = Array.isArray(memberOf(tool, 'parameters'));
  return {
    item: members({
      name,
      description: memberOf(tool, 'description'),
      inputSchema: isDescribed ? inputSchema : undefined,
    }),
    placeOf([part, inner, key, member]) {
      if (part === 'description') return [...path, 'description'];
      if (part !== 'inputSchema') return path;
      const named = inner === 'required' ? required[Number(key)] : key;
      const parameter = inner === undefined ? undefined : byKey.get(String(named));
      const all = [...path, 'parameters'];
      return parameter ? [...all, parameter.at, ...placeInParameter(member)] : all;
    },
  };
}

/**
 * Parameters that the caller supplies. The runtime fills in the others, which no client sees (Schemas-Spec 02, Value
 * Types).
 */
function userParametersOf(tool: Members): { readonly value: Members; readonly at: number }[] {
  const parameters = memberOf(tool, 'parameters');
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((value: Members, at) => {
    const given = memberOf(memberOf(value, 'position'), 'value');
    return typeof given === 'string' && usesUserValue(given) ? [{ value, at }] : [];
  });
}

function placeInParameter(member: string | number | undefined): ValuePath {
  if (member === undefined) return [];
  if (member === 'description') return ['description'];
  return member === 'type' || member === 'enum' ? ['z', 'primitive'] : ['z', 'options'];
}

function projectResource(
  { name, value, path }: { readonly name: string; readonly value: Members; readonly path: ValuePath },
  namespace: string,
): Projection[] {
  const uri = `flowmcp://${namespace}/resource/${name}`;
  const queries = objectMembers(memberOf(value, 'queries'), [...path, 'queries']);
  if (queries.length > 0) {
    return queries.map((query) => {
      const mimeType = memberOf(memberOf(query.value, 'output'), 'mimeType');
      const description = memberOf(query.value, 'description');
      const item = members({ uri: `${uri}/${query.name}`, name: query.name, description, mimeType });
      return { item, placeOf: ([part]) => placeInResource(query.path, part, ['output', 'mimeType']) };
    });
  }
  const mimeType = memberOf(value, 'source') === 'markdown' ? 'text/markdown' : undefined;
  const item = members({ uri, name, description: memberOf(value, 'description'), mimeType });
  return [{ item, placeOf: ([part]) => placeInResource(path, part, []) }];
}

function placeInResource(path: ValuePath, part: string | number | undefined, mimeType: ValuePath): ValuePath {
  if (part === 'description') return [...path, 'description'];
  return part === 'mimeType' ? [...path, ...mimeType] : path;
}

/** The arguments of a prompt are in the file with its content, outside the schema. */
function projectPrompt({ name, value, path }: { name: string; value: Members; path: ValuePath }): Projection {
  const item = members({
    name: memberOf(value, 'name') ?? name,
    description: memberOf(value, 'description'),
  });
  return { item, placeOf: ([part]) => (part === 'description' ? [...path, 'description'] : path) };
}

/** Drops undefined fields, as JSON does. */
function members(found: Members): Members {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** JSON Schema of one input. */
type PropertySchema = Readonly<Record<string, unknown>>;

interface ProjectedParameter {
  readonly key: string;
  readonly schema: PropertySchema;
  readonly required: boolean;
}

/**
 * The definition of a parameter as clients of a FlowMCP server see it: its z block as JSON Schema (Schemas-Spec 02, Z
 * Block). If the primitive is unknown, the type is left out.
 *
 * @param parameter as written in the schema; apart from `position.key`, it may have any content
 */
function projectParameter(parameter: Members, lists: SharedLists): ProjectedParameter {
  const definition = toDefinition(parameter);
  const kind = splitCall(definition.z.primitive)?.[0] ?? '';
  const description = memberOf(parameter, 'description') ?? memberOf(memberOf(parameter, 'z'), 'description');
  const fallback = typedDefaultOf(definition);
  return {
    key: definition.position.key,
    schema: {
      ...(KINDS.has(kind) && describeKind(kind, definition, lists)),
      ...describeLimits(kind, definition),
      ...(description !== undefined && { description }),
      ...(fallback !== undefined && { default: fallback }),
    },
    required: !isOptional(definition),
  };
}

function toDefinition(parameter: Members): ParameterDefinition {
  const position = memberOf(parameter, 'position');
  const z = memberOf(parameter, 'z');
  const primitive = memberOf(z, 'primitive');
  const options = memberOf(z, 'options');
  return {
    position: { key: String(memberOf(position, 'key')), value: '', location: 'query' },
    z: {
      primitive: typeof primitive === 'string' ? primitive.trim() : '',
      options: isTextList(options) ? options : [],
    },
  };
}

function describeKind(kind: string, definition: ParameterDefinition, lists: SharedLists): PropertySchema {
  if (kind === 'array') return { type: 'array', items: { type: 'string' } };
  if (kind !== 'enum') return { type: kind };
  const values = listEnumValues(definition, lists) ?? [];
  return { type: 'string', ...(values.length > 0 && { enum: values }) };
}

/** Ignores options that have no meaning for a type, as the specification requires (Option Rules 2 and 3). */
function describeLimits(kind: string, { z }: ParameterDefinition): PropertySchema {
  const options = new Map((z.options ?? []).flatMap((text) => [splitCall(text)].filter((one) => !!one)));
  const [min, max, length] = ['min', 'max', 'length'].map((name) => numberIn(options.get(name)));
  if (kind === 'number') return known({ minimum: min, maximum: max });
  if (kind === 'array') return known({ minItems: length, maxItems: length });
  if (kind !== 'string') return {};
  return known({
    minLength: length ?? min,
    maxLength: length ?? max,
    pattern: patternIn(options.get('regex')),
  });
}

function known(members: PropertySchema): PropertySchema {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function numberIn(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Reads a pattern that is written alone or between slashes: this is in use, although the specification does not provide
 * for it. JSON Schema has no flags, so a pattern with flags is dropped.
 */
function patternIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [undefined, text, ''];
  return flags === '' ? pattern : undefined;
}
