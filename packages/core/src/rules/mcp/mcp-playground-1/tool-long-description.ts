import { defineLintRule, described, exampleTool } from '../define.js';
import { foundAt, trimmedText } from '../members.js';
import { scoring } from './scoring.js';

export const rule = defineLintRule({
  id: 'tool-long-description',
  subject: 'tool',
  severity: 'warning',
  title: 'The description of the tool is very long',
  why: 'The descriptions of all tools are sent with every request to the model, whichever tool it needs. A long one costs tokens every time and draws attention away from the others.',
  fix: `Keep what helps to choose and call the tool, and move the rest to the parameters or the documentation. More than ${scoring.longAbove} characters count as long; 300 are usually enough.`,
  check: ({ item }) => {
    const { length } = trimmedText(item.description);
    if (length <= scoring.longAbove) return [];
    return foundAt(item, 'description', `${length} of at most ${scoring.longAbove} characters`);
  },
  examples: {
    pass: { tools: [exampleTool()] },
    fail: described('Gives the current price of an article. '.repeat(13)),
  },
});
