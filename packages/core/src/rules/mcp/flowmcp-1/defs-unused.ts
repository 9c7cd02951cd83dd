import { groupBy } from '../../../values/group-by.js';
import { isRecord } from '../../../values/is-record.js';
import { exampleSchema, exampleTool } from '../define.js';
import type { Members } from '../members.js';
import { jsonLength } from '../reading/estimate-tokens.js';
import { findTarget, own, schemaNodes } from '../reading/schema-nodes.js';
import { defineShareRule, type SchemaNode } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'defs-unused',
  subject: 'schema',
  class: 'smell',
  group: 'schemas',
  loss: 0.5,
  severity: 'warning',
  title: 'The schema has definitions that nothing uses',
  why: 'Definitions without a reference change nothing about what is allowed, but a model reads them in every request: they cost tokens and distract.',
  fix: 'Remove the unused members of `$defs` or `definitions`. Mostly a generator copies all of them into each tool.',
  lift: 'remove unused definitions from {n} schema{s}',
  evidence: [],
  right: 24,
  check: ({ tool, node }) => {
    if (node.path.length > 1) return [];
    const nodes = tool.nodes.filter(({ path }) => path[0] === node.path[0]);
    const definitions = nodes.filter(({ schema, definition }) => definition === schema);
    if (definitions.length === 0) return [];
    const used = usedDefinitions(nodes);
    const unused = definitions.filter(({ schema }) => !used.has(schema));
    if (unused.length === 0) return [];
    const share = unused.reduce((sum, { schema }) => sum + jsonLength(schema), 0) / jsonLength(node.root);
    const detail = `${unused.length} of ${definitions.length}, ${Math.round(100 * share)} % of its characters`;
    return [{ detail }];
  },
  examples: {
    pass: { tools: [exampleTool({ inputSchema: schemaWith({ $ref: '#/$defs/unit' }) })] },
    fail: { tools: [exampleTool({ inputSchema: schemaWith({ type: 'string' }) })] },
  },
  mutate: ({ inputSchema }) => {
    if (!isRecord(inputSchema)) return false;
    const $defs = isRecord(inputSchema.$defs) ? inputSchema.$defs : {};
    inputSchema.$defs = { ...$defs, added_definition: { type: 'string' } };
    return true;
  },
});

/** The definitions that references from outside of all definitions lead to, directly or through others. */
function usedDefinitions(nodes: readonly SchemaNode[]): ReadonlySet<Members> {
  const bySchema = new Map(nodes.map((node) => [node.schema, node]));
  const inside = groupBy(nodes, ({ definition }) => definition);
  const used = new Set<Members>();
  const open = nodes.filter(({ definition }) => definition === null);
  while (open.length > 0) {
    const node = open.pop() as SchemaNode;
    for (const key of ['$ref', '$dynamicRef']) {
      const ref = own(node.schema, key);
      const target = typeof ref === 'string' ? findTarget(ref, node) : 'external';
      if (typeof target === 'string') continue;
      const found = bySchema.get(target.schema);
      const reached = found ? found.definition : target.schema;
      if (reached === null || used.has(reached)) continue;
      used.add(reached);
      // A reference may lead to where no schema is expected.
      const next = found ? (inside.get(reached) ?? []) : schemaNodes(target.schema, target.path);
      for (const one of next) open.push(one);
    }
  }
  return used;
}

function schemaWith(unit: Readonly<Record<string, unknown>>) {
  return {
    ...exampleSchema({ unit: { ...unit, description: 'Unit of the price.' } }),
    $defs: { unit: { type: 'string' } },
  };
}
