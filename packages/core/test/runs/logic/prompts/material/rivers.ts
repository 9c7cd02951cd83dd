import type { NamedSchema } from '../../../../../src/runs/logic/prompts/material/namespace.js';
import type { SchemaMain } from '../../../../../src/spec/schema-main.js';
import type { SkillSource } from '../../../../../src/spec/skill.js';

/** A small namespace with two schemas, an About and a skill. */
export const ABOUT = {
  schema: 'gauges',
  text: '# Rivers\n\nFive tools.\n\n## Limitations\n\n- no forecasts\n',
};

export function schemaOf(
  schema: string,
  tools: readonly string[],
  over: Partial<SchemaMain> = {},
): NamedSchema {
  const definition = { method: 'GET', path: '/', description: 'Returns it.', parameters: [] } as const;
  const main: SchemaMain = {
    namespace: 'rivers',
    name: schema,
    description: `About ${schema}.`,
    version: 'flowmcp/4.0.0',
    tools: Object.fromEntries(tools.map((tool) => [tool, definition])),
    ...over,
  };
  return { schema, main };
}

export const SCHEMAS = [
  schemaOf('gauges', ['getLevel', 'listGauges'], {
    resources: { about: { source: 'markdown' } },
    termsOfService: 'https://rivers.example/terms',
  }),
  schemaOf('marks', ['getMark'], { termsOfService: null }),
];

export const SKILL: SkillSource = {
  name: 'flood-watch',
  type: 'namespace',
  version: 'flowmcp/4.0.0',
  description: 'Reports which flood marks are exceeded.',
  whenToUse: 'When somebody asks about high water.',
  requires: { tools: ['getLevel', 'getMark'], resources: ['about'] },
  input: [{ key: 'gauge', type: 'string', description: 'name of the gauge', required: true }],
  output: 'A table of gauges.',
  content: '## Steps\n\nRead {{resource:about}}, then call {{tool:getLevel}} for {{input:gauge}}.',
};
