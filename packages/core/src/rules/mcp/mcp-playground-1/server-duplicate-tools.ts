import { defineLintRule, exampleTool } from '../define.js';
import { membersOf, quote } from '../members.js';

/** Maximum number of names that the message lists. */
const MOST_LISTED = 5;

export const rule = defineLintRule({
  id: 'server-duplicate-tools',
  subject: 'server',
  severity: 'error',
  title: 'Several tools have the same name',
  why: 'A tool is called by its name, so if two have the same name, one of them can never be called. Each client decides for itself which one.',
  fix: 'Give each tool a unique name; if several servers are combined into one, put the name of the part in front.',
  check: ({ snapshot }) => {
    const seen = new Set<string>();
    const repeated = new Set<string>();
    let first: number | undefined;
    for (const [at, tool] of snapshot.tools.entries()) {
      const name = membersOf(tool)?.name;
      if (typeof name !== 'string') continue;
      if (seen.has(name)) {
        repeated.add(name);
        first ??= at;
      }
      seen.add(name);
    }
    return first === undefined ? [] : [{ path: ['tools', first, 'name'], detail: listNames([...repeated]) }];
  },
  examples: {
    pass: { tools: [exampleTool(), exampleTool({ name: 'Get_Price' })] },
    fail: { tools: [exampleTool(), exampleTool()] },
  },
});

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, MOST_LISTED).map(quote).join(', ');
  return names.length > MOST_LISTED ? `${listed} and ${names.length - MOST_LISTED} more` : listed;
}
