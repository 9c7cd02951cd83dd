import { defineLintRule } from '../define.js';
import { foundAt, isMissing } from '../members.js';

const resource = { uri: 'file:///prices.csv', name: 'Prices', description: 'All prices of today.' };

export const rule = defineLintRule({
  id: 'resource-no-mimetype',
  subject: 'resource',
  severity: 'info',
  title: 'The resource has no MIME type',
  why: 'The MIME type shows a client how to display the content, or that it cannot, before the content is fetched.',
  fix: 'Add the `mimeType`, for example `text/csv` or `application/json`.',
  check: ({ item }) => (isMissing(item.mimeType) ? foundAt(item, 'mimeType') : []),
  examples: {
    pass: { resources: [{ ...resource, mimeType: 'text/csv' }] },
    fail: { resources: [resource] },
  },
});
