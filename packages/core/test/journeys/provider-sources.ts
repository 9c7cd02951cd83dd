import type { ParameterDefinition, SchemaMain, ToolDefinition } from '../../src/spec/schema-main.js';

/** Provider sources as text: the content of imported folders. */

export const API = 'https://api.example.org';

const META = {
  isReadOnly: true,
  isConcurrencySafe: true,
  isDestructive: false,
  searchHint: 'items',
  aliases: [],
  alwaysLoad: false,
};

export function userParameter(
  key: string,
  location: ParameterDefinition['position']['location'] = 'query',
): ParameterDefinition {
  return { position: { key, value: '{{USER_PARAM}}', location }, z: { primitive: 'string()', options: [] } };
}

/** A tool that calls one path of the API three times, with different values. */
export function toolAt(path: string, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    method: 'GET',
    path,
    description: `Lists the items of ${path} for one query.`,
    parameters: [userParameter('q')],
    tests: ['one', 'two', 'three'].map((q) => ({ _description: `Items for ${q}`, q })),
    output: {
      mimeType: 'application/json',
      schema: { type: 'object', properties: { name: { type: 'string' } } },
    },
    meta: META,
    ...more,
  };
}

export function schemaMain(more: Partial<SchemaMain> = {}): SchemaMain {
  return {
    namespace: 'demo',
    name: 'Demo',
    description: 'Items of a demonstration API.',
    version: '4.0.0',
    root: API,
    docs: [],
    termsOfService: 'https://example.org/terms',
    tags: ['items'],
    tools: { getItems: toolAt('/ok'), findItems: toolAt('/ok') },
    ...more,
  };
}

/** The text of a schema module. */
export function schemaText(more: Partial<SchemaMain> = {}, rest = ''): string {
  return `export const main = ${JSON.stringify(schemaMain(more), null, 2)}\n${rest}`;
}

/** The three schemas of a small provider, each with some tools. */
export function providerFiles(tools: readonly string[] = ['getItems', 'findItems']): Record<string, string> {
  return Object.fromEntries(
    ['alpha', 'beta', 'gamma'].map((schema) => [
      `${schema}.mjs`,
      schemaText({
        name: schema,
        description: `Items of the ${schema} part.`,
        tools: Object.fromEntries(tools.map((tool) => [tool, toolAt('/ok')])),
      }),
    ]),
  );
}
