import { defineLintRule } from '../define.js';
import { foundAt, isBlank } from '../members.js';

const resource = { uri: 'file:///prices.csv', name: 'Prices', mimeType: 'text/csv' };

export const rule = defineLintRule({
  id: 'resource-no-description',
  subject: 'resource',
  severity: 'warning',
  title: 'The resource has no description',
  why: 'A resource takes up space in the context of the model, so it has to be clear whether it is worth reading before it is read.',
  fix: 'Say what the resource contains, how current it is and what it is useful for.',
  check: ({ item }) => (isBlank(item.description) ? foundAt(item, 'description') : []),
  examples: {
    pass: { resources: [{ ...resource, description: 'All prices of today.' }] },
    fail: { resources: [{ ...resource, description: ' ' }] },
  },
});
