import { defineLintRule, exampleTool } from '../define.js';
import { foundAt, quote } from '../members.js';

/** Any length: the protocol's own limit is not part of this rule. */
const NAME = /^[a-z][a-z0-9_-]*$/i;

export const rule = defineLintRule({
  id: 'tool-name-convention',
  subject: 'tool',
  severity: 'info',
  title: 'The name of the tool has unusual characters',
  why: 'Clients turn names of tools into identifiers of their own, and some models take letters, digits, `_` and `-` only. Newer revisions of the protocol allow a dot too; not every client does.',
  fix: 'Begin the name with a letter from a to z and go on with letters, digits, `_` or `-`.',
  check: ({ item }) => {
    if (typeof item.name !== 'string') return foundAt(item, 'name', 'it has none');
    return NAME.test(item.name) ? [] : foundAt(item, 'name', quote(item.name));
  },
  examples: {
    pass: { tools: [exampleTool({ name: 'getPrice' }), exampleTool({ name: 'get-price_v2' })] },
    fail: { tools: [exampleTool({ name: 'prices.get' })] },
  },
});
