export const main = {
  namespace: 'twice',
  name: 'One',
  version: '4.0.0',
  tools: {
    getOne: { method: 'GET', path: '/', description: 'One', parameters: [], tests: [{ _description: 'Get one' }, {}] },
  },
};
