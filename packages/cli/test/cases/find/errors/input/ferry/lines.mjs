export const main = {
  namespace: 'ferry',
  name: 'Lines',
  version: '4.0.0',
  tools: { getLine: { method: 'GET', path: '/line', description: 'A ferry line', parameters: [] } },
};
