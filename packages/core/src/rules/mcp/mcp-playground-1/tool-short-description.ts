import { defineLintRule, described, exampleTool } from '../define.js';
import { foundAt, trimmedText } from '../members.js';
import { scoring } from './scoring.js';

export const rule = defineLintRule({
  id: 'tool-short-description',
  subject: 'tool',
  severity: 'warning',
  title: 'The description of the tool is very short',
  why: 'A word or two rarely say more than the name does, so a model cannot tell this tool apart from the others.',
  fix: `Say what the tool returns and when it is the right one. Fewer than ${scoring.shortBelow} characters count as short; with ${scoring.bonus.descriptionLength} or more in every tool, the server earns the bonus.`,
  check: ({ item }) => {
    const { length } = trimmedText(item.description);
    if (length === 0 || length >= scoring.shortBelow) return [];
    return foundAt(item, 'description', `${length} of at least ${scoring.shortBelow} characters`);
  },
  examples: {
    pass: { tools: [exampleTool()] },
    fail: described('Price.'),
  },
});
