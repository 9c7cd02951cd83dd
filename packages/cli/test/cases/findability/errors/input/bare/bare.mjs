export const main = {
  namespace: 'bare',
  name: 'Bare',
  version: '4.0.0',
  tools: { getBare: { method: 'GET', path: '/', description: 'Bare', parameters: [] } },
};
