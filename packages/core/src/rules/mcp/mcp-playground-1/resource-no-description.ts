import { defineLintRule } from '../define.js';
import { foundAt, isBlank } from '../members.js';

const resource = { uri: 'file:///prices.csv', name: 'Prices', mimeType: 'text/csv' };

export const rule = defineLintRule({
  id: 'resource-no-description',
  subject: 'resource',
  severity: 'warning',
  title: 'The resource has no description',
  why: 'Whether a resource is worth reading has to be known before it is read: it takes room in the context of the model.',
  fix: 'Say what the resource holds, how current it is and what it is good for.',
  check: ({ item }) => (isBlank(item.description) ? foundAt(item, 'description') : []),
  examples: {
    pass: { resources: [{ ...resource, description: 'All prices of today.' }] },
    fail: { resources: [{ ...resource, description: ' ' }] },
  },
});
