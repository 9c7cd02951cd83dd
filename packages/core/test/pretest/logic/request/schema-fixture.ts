import type { ParameterDefinition, SchemaMain, ToolDefinition } from '../../../../src/spec/schema-main.js';
import type { SharedLists } from '../../../../src/spec/shared-list.js';

export const noLists: SharedLists = { resolved: {}, unresolved: [] };

type Location = ParameterDefinition['position']['location'];

/** `user('id', 'insert', 'number()', 'default(1)')` */
export function user(
  key: string,
  location: Location = 'query',
  primitive = 'string()',
  ...options: string[]
): ParameterDefinition {
  return { position: { key, value: '{{USER_PARAM}}', location }, z: { primitive, options } };
}

export function fixed(
  key: string,
  value: string | number | boolean,
  location: Location = 'query',
  primitive = 'string()',
): ParameterDefinition {
  return { position: { key, value, location }, z: { primitive, options: [] } };
}

export function toolWith(
  parameters: ParameterDefinition[],
  more: Partial<ToolDefinition> = {},
): ToolDefinition {
  return { method: 'GET', path: '/x', description: 'A tool.', parameters, ...more };
}

export function mainWith(more: Partial<SchemaMain> = {}): SchemaMain {
  return {
    namespace: 'demo',
    name: 'Demo',
    description: 'A schema.',
    version: '4.0.0',
    root: 'https://api.example.org',
    ...more,
  };
}
