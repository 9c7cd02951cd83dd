import type { Material } from '../../../documents/quoted-text.js';
import type { TestRecord, ToolFacts } from '../../../spec/facts.js';
import type { ParameterDefinition, SchemaMain, ToolDefinition } from '../../../spec/schema-main.js';
import { capList, capPrimitive, capText } from './cap.js';
import { type NamedSchema, namespaceToolsMaterial, toolLine, toolsOf } from './material/namespace-tools.js';
import { count, json, LIMITS, pretty, section } from './material/render.js';

/** Limits on a tool's records in a prompt: number of records, characters of each response. */
const RECORDS_SHOWN = 10;
const RESPONSE_SHOWN = 1_500;

/** single-test: the tool's definition and what the pretest recorded about it. */
export function buildSingleTestMaterial(input: {
  readonly main: SchemaMain;
  readonly tool: string;
  readonly facts: Pick<ToolFacts, 'working' | 'total' | 'bar'>;
  readonly records: readonly TestRecord[];
}): Material[] {
  const { main, tool, facts, records } = input;
  const tools = toolsOf(main);
  const definition = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (definition === undefined) throw new Error(`the schema has no tool ${tool}`);
  const { working, total, bar } = facts;
  return [
    { title: `Definition of the tool ${tool}`, text: pretty(toolView(tool, definition)) },
    {
      title: `Recorded tests; a response is cut after ${RESPONSE_SHOWN} characters of JSON`,
      text: section([
        JSON.stringify({ working, total, workingTestsExpected: bar }),
        ...capList(records.map(recordLines), RECORDS_SHOWN),
      ]),
    },
  ];
}

/** tools-aggregate-schema: the schema without its tools, then one line per tool. */
export function buildToolsAggregateSchemaMaterial({ main }: { readonly main: SchemaMain }): Material[] {
  const { name, description, tags, requiredServerParams, docs } = main;
  const tools = Object.entries(toolsOf(main));
  return [
    {
      title: 'The schema',
      text: pretty({ name, description, tags, requiredServerParams, docs, tools: tools.length }),
    },
    {
      title: 'Its tools, one per line',
      text: section(tools.map(([tool, definition]) => toolLine(tool, definition))),
    },
  ];
}

/** tools-aggregate-namespace: the tools of every schema, with descriptions cut so that all fit. */
export function buildToolsAggregateNamespaceMaterial(input: {
  readonly schemas: readonly NamedSchema[];
}): Material[] {
  return [namespaceToolsMaterial(input.schemas)];
}

/** namespace-description: the schemas' descriptions of their provider. */
export function buildNamespaceDescriptionMaterial(input: {
  readonly namespace: string;
  readonly schemas: readonly NamedSchema[];
}): Material[] {
  const lines = input.schemas.map(({ schema, main }) => {
    const { name, description, docs, tags } = main;
    return json({ schema, name, description, docs, tags, host: hostOf(main.root) });
  });
  const title = `Metadata of the namespace ${input.namespace}: ${count(lines.length, 'schema')}, one per line`;
  return [{ title, text: section(lines) }];
}

function toolView(
  tool: string,
  { method, path, description, parameters, output, tests }: ToolDefinition,
): unknown {
  return { tool, method, path, description, parameters: parameters.map(parameterView), output, tests };
}

function parameterView({ position, z, description }: ParameterDefinition): unknown {
  return { ...position, z: { ...z, primitive: capPrimitive(z.primitive, LIMITS.enumValues) }, description };
}

function recordLines(record: TestRecord): string {
  const { test, description, status, httpStatus, responseBytes, error, response } = record;
  const excerpt = capText(JSON.stringify(response) ?? 'null', RESPONSE_SHOWN);
  return `${json({ test, description, status, httpStatus, responseBytes, error })}\nresponse: ${excerpt}`;
}

/** Returns the host as written. It is not parsed as a URL, because it may contain `{{…}}`. */
function hostOf(root: string | undefined): string {
  if (root === undefined) return 'none declared';
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(root)?.[1];
  return authority?.slice(authority.lastIndexOf('@') + 1) ?? 'not written as a URL';
}
