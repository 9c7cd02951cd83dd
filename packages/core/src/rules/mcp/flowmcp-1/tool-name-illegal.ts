import { exampleTool } from '../define.js';
import { foundAt, quote } from '../members.js';
import { defineShareRule } from '../share-rule.js';

const ALLOWED = /^[A-Za-z0-9_.-]{1,128}$/;

export const rule = defineShareRule({
  id: 'tool-name-illegal',
  subject: 'tool',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The protocol does not allow this tool name',
  why: 'Clients pass the name on to the interface of a model, which accepts few characters. Other names are rejected or changed on the way, and then the tool cannot be called.',
  fix: 'Use 1 to 128 letters and digits of ASCII, underscores, hyphens and dots.',
  lift: 'rename {n} tool{s}',
  evidence: [
    {
      source: 'MCP specification 2025-11-25, Tool Names (SEP-986)',
      says: 'Names have 1 to 128 characters, of A-Z, a-z, 0-9, underscore, hyphen and dot.',
    },
  ],
  check: ({ item }) => {
    const { name } = item;
    if (typeof name !== 'string') return foundAt(item, 'name', 'there is none');
    return ALLOWED.test(name) ? [] : foundAt(item, 'name', quote(name));
  },
  examples: {
    pass: { tools: [exampleTool({ name: 'prices.getPrice-v2' })] },
    fail: { tools: [exampleTool({ name: 'prices/get_price' })] },
  },
  mutate: (tool) => {
    tool.name = `${String(tool.name)}:now`;
    return true;
  },
});
