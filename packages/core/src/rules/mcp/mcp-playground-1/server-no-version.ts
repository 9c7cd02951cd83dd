import { defineLintRule, exampleTool } from '../define.js';
import { foundInServerInfo, isMissing } from '../members.js';

export const rule = defineLintRule({
  id: 'server-no-version',
  subject: 'server',
  severity: 'warning',
  title: 'The server does not state its version',
  why: 'When tools change their names or arguments, the version is what a client, a log or a bug report can refer to.',
  fix: 'Give `serverInfo` a `version` and increase it with every release.',
  check: (view) => (isMissing(view.item.version) ? foundInServerInfo(view, 'version') : []),
  examples: {
    pass: { serverInfo: { name: 'prices', version: '1.4.0' }, tools: [exampleTool()] },
    fail: { serverInfo: { name: 'prices', version: '' }, tools: [exampleTool()] },
  },
});
