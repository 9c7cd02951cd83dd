import { defineLintRule, exampleTool } from '../define.js';
import { foundAt, trimmedText } from '../members.js';

export const rule = defineLintRule({
  id: 'tool-description-is-name',
  subject: 'tool',
  severity: 'warning',
  title: 'The description of the tool only repeats its name',
  why: 'The model has already read the name. Repeating it says nothing about what the tool returns or what sets it apart.',
  fix: 'Say what the name cannot: which data, from where, for whom, and when another tool is the better choice.',
  check: ({ item: { name, description }, item }) => {
    const text = trimmedText(description);
    if (text === '' || typeof name !== 'string' || plainWords(text) !== plainWords(name)) return [];
    return foundAt(item, 'description');
  },
  examples: {
    pass: { tools: [exampleTool({ name: 'get_current_price' })] },
    fail: { tools: [exampleTool({ name: 'get_current_price', description: 'Get current-price' })] },
  },
});

function plainWords(text: string): string {
  return text.toLowerCase().replace(/[_-]/g, ' ');
}
