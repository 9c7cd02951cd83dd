import { defineLintRule } from '../define.js';
import { foundAt, isMissing } from '../members.js';

const resource = { uri: 'file:///prices.csv', description: 'All prices of today.', mimeType: 'text/csv' };

export const rule = defineLintRule({
  id: 'resource-no-name',
  subject: 'resource',
  severity: 'warning',
  title: 'The resource has no name',
  why: 'People choose a resource from a list of names. Without a name, they see an address, and strict clients reject the list.',
  fix: 'Give the resource a short name that says what it contains.',
  check: ({ item }) => (isMissing(item.name) ? foundAt(item, 'name') : []),
  examples: {
    pass: { resources: [{ ...resource, name: 'Prices' }] },
    fail: { resources: [resource] },
  },
});
