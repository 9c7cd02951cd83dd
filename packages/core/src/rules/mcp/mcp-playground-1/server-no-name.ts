import { defineLintRule, exampleTool } from '../define.js';
import { foundInServerInfo, isMissing } from '../members.js';

export const rule = defineLintRule({
  id: 'server-no-name',
  subject: 'server',
  severity: 'warning',
  title: 'The server does not state its name',
  why: 'Lists of servers and logs show the name. If several servers are connected, one without a name cannot be told apart from the others.',
  fix: 'Give `serverInfo` a `name` in the answer to `initialize`.',
  check: (view) => (isMissing(view.item.name) ? foundInServerInfo(view, 'name') : []),
  examples: {
    pass: { serverInfo: { name: 'prices', version: '1.4.0' }, tools: [exampleTool()] },
    fail: { serverInfo: { version: '1.4.0' }, tools: [exampleTool()] },
  },
});
