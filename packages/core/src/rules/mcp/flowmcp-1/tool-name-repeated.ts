import { exampleTool } from '../define.js';
import { foundAt, quote } from '../members.js';
import { oncePer } from '../reading/once-per.js';
import { defineShareRule, type ReadItem, type ReadServer } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'tool-name-repeated',
  subject: 'tool',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'An earlier tool has the same name',
  why: 'A tool is called by its name, so one of the two can never be called. Each client decides for itself which one.',
  fix: 'Give each tool a name of its own; if several servers are combined into one, put the name of the part in front.',
  lift: 'rename {n} repeated tool{s}',
  evidence: [],
  check: (tool, server) => {
    const { name } = tool.item;
    if (typeof name !== 'string' || firstOfName(server).get(name) === tool) return [];
    return foundAt(tool.item, 'name', quote(name));
  },
  examples: {
    pass: { tools: [exampleTool(), exampleTool({ name: 'get_stock', description: 'Counts one article.' })] },
    fail: { tools: [exampleTool(), exampleTool({ description: 'Counts the pieces of one article.' })] },
  },
  mutate: (tool, { tools }) => {
    const [first] = tools;
    if (first === undefined || first === tool || typeof first.name !== 'string') return false;
    tool.name = first.name;
    return true;
  },
});

const firstOfName = oncePer(({ tools }: ReadServer): ReadonlyMap<unknown, ReadItem> => {
  return new Map(tools.map((tool) => [tool.item.name, tool] as const).reverse());
});
