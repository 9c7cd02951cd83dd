import { defineLintRule, exampleTool } from '../define.js';
import { foundAt, quote } from '../members.js';

/** Allows any length: the limit that the protocol sets is not part of this rule. */
const NAME = /^[a-z][a-z0-9_-]*$/i;

export const rule = defineLintRule({
  id: 'tool-name-convention',
  subject: 'tool',
  severity: 'info',
  title: 'The name of the tool contains unusual characters',
  why: 'Clients turn tool names into identifiers of their own, and some models accept only letters, digits, `_` and `-`. Newer revisions of the protocol also allow a dot; not every client does.',
  fix: 'Start the name with a letter from a to z, followed by letters, digits, `_` or `-`.',
  check: ({ item }) => {
    if (typeof item.name !== 'string') return foundAt(item, 'name', 'there is no name');
    return NAME.test(item.name) ? [] : foundAt(item, 'name', quote(item.name));
  },
  examples: {
    pass: { tools: [exampleTool({ name: 'getPrice' }), exampleTool({ name: 'get-price_v2' })] },
    fail: { tools: [exampleTool({ name: 'prices.get' })] },
  },
});
