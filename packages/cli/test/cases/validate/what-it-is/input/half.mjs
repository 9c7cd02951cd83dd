export const main = {
  namespace: 'cider',
  name: 'Cider',
  description: 'Barrels of an invented cider maker.',
  version: '4.0.0',
  root: 'https://api.cider.example',
  tools: {
    listBarrels: {
      requestMethod: 'GET',
      route: '/barrels',
      description: 'Lists all barrels.',
      parameters: [],
      modifiers: [{ phase: 'post', handlerName: 'shorten' }],
      tests: [],
    },
    getBarrel: { method: 'GET', path: '/barrels/1', description: 'One barrel.', parameters: [], tests: [] },
  },
};
