import { exampleTool } from '../define.js';
import { isBlank } from '../members.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'server-no-name',
  subject: 'server',
  class: 'smell',
  group: 'server',
  loss: 0.5,
  severity: 'warning',
  title: 'The server does not state its name',
  why: 'Clients show the name where users choose servers and grant permissions; without one, the server cannot be told from another.',
  fix: 'Set `serverInfo.name` to a short name that users recognise.',
  evidence: [],
  check: ({ about, snapshot }) =>
    isBlank(about.name) ? [{ path: snapshot.serverInfo === undefined ? [] : ['serverInfo'] }] : [],
  examples: {
    pass: { tools: [exampleTool()] },
    fail: { tools: [exampleTool()], serverInfo: { version: '1.4.0' } },
  },
  mutate: (_, snapshot) => {
    snapshot.serverInfo = { ...(snapshot.serverInfo as object), name: ' ' };
    return true;
  },
});
