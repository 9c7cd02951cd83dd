import { rule as earlier } from '../mcp-playground-1/server-no-version.js';
import { foundInServerInfo, isMissing } from '../members.js';
import { defineShareRule } from '../share-rule.js';

const { id, severity, title, why, fix, examples } = earlier;

export const rule = defineShareRule({
  ...{ id, severity, title, why, fix, examples },
  subject: 'server',
  class: 'smell',
  group: 'server',
  loss: 0.5,
  lift: 'state the version',
  evidence: [],
  right: 'by definition',
  check: ({ about: item, snapshot }) =>
    isMissing(item.version) ? foundInServerInfo({ snapshot, item }, 'version') : [],
  mutate: (_, snapshot) => {
    snapshot.serverInfo = { ...(snapshot.serverInfo as object), version: null };
    return true;
  },
});
