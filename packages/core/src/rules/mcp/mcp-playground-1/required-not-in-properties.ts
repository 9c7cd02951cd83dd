import { defineLintRule, exampleTool } from '../define.js';
import { membersOf, propertiesOf, quote } from '../members.js';

const properties = { article: { type: 'string', description: 'Number of the article.' } };

export const rule = defineLintRule({
  id: 'required-not-in-properties',
  subject: 'tool',
  severity: 'error',
  title: 'A required parameter is not among the properties',
  why: 'The schema requires a value but says nothing about it. A model cannot know what to send, and a call without it is rejected. The usual cause is a misspelled or renamed parameter.',
  fix: 'Add the parameter to `properties`, or remove its name from `required`.',
  check: ({ item }) => {
    const known = propertiesOf(item);
    const required = membersOf(item.inputSchema)?.required;
    if (!known || !Array.isArray(required)) return [];
    return required.flatMap((entry: unknown, at) => {
      if (typeof entry === 'string' && Object.hasOwn(known, entry)) return [];
      const path = ['inputSchema', 'required', at];
      if (typeof entry !== 'string') return [{ path, detail: 'the entry is not text' }];
      return [{ path, detail: quote(entry), property: entry }];
    });
  },
  examples: {
    pass: { tools: [exampleTool()] },
    fail: {
      tools: [exampleTool({ inputSchema: { type: 'object', properties, required: ['article', 'curency'] } })],
    },
  },
});
