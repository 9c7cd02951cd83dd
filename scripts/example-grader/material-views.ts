import { jsonLines, list, members, objects, text, texts, wholeJson } from './loose-json.js';
import { parseQuotations, parseQuotedJson } from './quoted-material.js';

/** What the heuristics look at, taken from the quoted material of one prompt. */

export interface Parameter {
  readonly key: string;
  /** Filled in by the caller. */
  readonly isAsked: boolean;
  /** Type and options as text, e.g. `number() min(1) max(50)`. */
  readonly type: string;
  readonly description: string;
}

export interface ToolRecord {
  readonly worked: boolean;
  /** JSON, perhaps cut. */
  readonly response: string;
}

export interface ToolMaterial {
  readonly tool: string;
  readonly method: string;
  readonly path: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly tests: readonly Readonly<Record<string, unknown>>[];
  /** Declared output schema; undefined where none is. */
  readonly output: Readonly<Record<string, unknown>> | undefined;
  readonly records: readonly ToolRecord[];
}

export interface ToolLine {
  readonly tool: string;
  readonly path: string;
  readonly description: string;
  /** Keys. */
  readonly parameters: readonly string[];
}

export interface SchemaMaterial {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly requiredServerParams: readonly string[];
  readonly tools: readonly ToolLine[];
}

export interface NamespaceMaterial {
  readonly namespace: string;
  readonly schemas: readonly { readonly schema: string; readonly description: string }[];
  readonly tools: readonly { readonly tool: string; readonly description: string }[];
}

export interface SchemaIdentity {
  readonly schema: string;
  readonly name: string;
  readonly description: string;
  readonly docs: readonly string[];
  readonly tags: readonly string[];
  readonly host: string;
}

export interface DescriptionMaterial {
  readonly namespace: string;
  readonly schemas: readonly SchemaIdentity[];
}

/** Each view is null where its material is not in the prompt or was cut so that it can not be read. */
export function viewTool(prompt: string): ToolMaterial | null {
  const quotations = parseQuotations(prompt);
  const definition = members(wholeJson(quotations, 'Definition of the tool'));
  if (!definition) return null;
  const schema = members(members(definition.output)?.schema);
  return {
    tool: text(definition.tool),
    method: text(definition.method),
    path: text(definition.path),
    description: text(definition.description),
    parameters: list(definition.parameters).map(viewParameter),
    tests: objects(list(definition.tests)),
    output: schema,
    records: viewRecords(quotations.find(({ title }) => title.startsWith('Recorded tests'))?.lines ?? []),
  };
}

export function viewSchema(prompt: string): SchemaMaterial | null {
  const quotations = parseQuotations(prompt);
  const schema = members(wholeJson(quotations, 'The schema'));
  const tools = quotations.find(({ title }) => title.startsWith('Its tools'));
  if (!schema || !tools) return null;
  return {
    name: text(schema.name),
    description: text(schema.description),
    tags: texts(schema.tags),
    requiredServerParams: texts(schema.requiredServerParams),
    tools: jsonLines(tools).map((line) => ({
      tool: text(line.tool),
      path: text(line.path),
      description: text(line.description),
      parameters: texts(line.parameters).map((parameter) => parameter.split(':')[0] ?? ''),
    })),
  };
}

export function viewNamespace(prompt: string, namespace: string): NamespaceMaterial | null {
  const [only] = parseQuotations(prompt);
  if (!only) return null;
  const lines = jsonLines(only).map((line) => ({ ...line, description: text(line.description) }));
  return {
    namespace,
    schemas: lines.flatMap((line) => ('schema' in line ? { ...line, schema: text(line.schema) } : [])),
    tools: lines.flatMap((line) => ('tool' in line ? { ...line, tool: text(line.tool) } : [])),
  };
}

export function viewDescription(prompt: string, namespace: string): DescriptionMaterial | null {
  const [only] = parseQuotations(prompt);
  if (!only) return null;
  const schemas = jsonLines(only).map(({ schema, name, description, docs, tags, host }) => ({
    schema: text(schema),
    name: text(name),
    description: text(description),
    docs: texts(docs),
    tags: texts(tags),
    host: text(host),
  }));
  return { namespace, schemas };
}

function viewParameter(value: unknown): Parameter {
  const parameter = members(value) ?? {};
  const z = members(parameter.z) ?? {};
  return {
    key: text(parameter.key),
    isAsked: text(parameter.value).includes('{{USER_PARAM}}'),
    type: [text(z.primitive), ...texts(z.options)].join(' '),
    // Older schemas describe a parameter inside of its z block.
    description: text(parameter.description) || text(z.description),
  };
}

/** After the line with the counts: per record one line of facts, then one with the answer. */
function viewRecords(lines: readonly string[]): ToolRecord[] {
  return lines.flatMap((line, at) => {
    const facts = members(parseQuotedJson(line));
    if (!facts || !('test' in facts)) return [];
    const answer = /^response: (.*)$/.exec(lines[at + 1] ?? '')?.[1] ?? '';
    return [{ worked: facts.status === 'working', response: answer }];
  });
}
