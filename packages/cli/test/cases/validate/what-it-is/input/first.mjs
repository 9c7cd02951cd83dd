const root = 'https://api.' + 'mill'.concat('.example');
export const schema = { namespace: 'mill', flowMCP: '1.2.0', root, routes: {} };
