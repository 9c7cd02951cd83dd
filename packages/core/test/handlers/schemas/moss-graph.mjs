// Queries as a body, answers in layers, and the many ways in which code ends without data.
const kind = {
  position: { key: 'kind', value: '{{USER_PARAM}}', location: 'body' },
  z: { primitive: 'string()', options: ['optional()'] },
};
const first = {
  position: { key: 'first', value: '{{USER_PARAM}}', location: 'body' },
  z: { primitive: 'string()', options: ['optional()'] },
};
const graph = {
  method: 'POST',
  path: '/graph',
  description: 'Asks the graph.',
  parameters: [kind, first],
  tests: [{ kind: 'a' }],
};

export const main = {
  namespace: 'mossgraph',
  name: 'Moss graph',
  description: 'Mosses by query.',
  version: '4.0.0',
  root: 'https://graph.moss.example',
  tools: {
    find: { ...graph, tests: [{ kind: 'peat', first: '3' }, { kind: 'ä"\\n' }, {}] },
    fails: graph,
    empty: graph,
    nothing: graph,
    refuses: graph,
  },
};

export const handlers = () => ({
  find: {
    preRequest: async ({ struct, payload }) => {
      struct.body = {
        query: `{ mosses( kind: ${JSON.stringify(payload.kind ?? null)} ) { name } }`,
        variables: { first: parseInt(payload.first ?? '10', 10) },
      };
      return { struct, payload };
    },
    postRequest: async ({ response, struct }) => {
      const edges = response?.data?.mosses?.edges;
      if (!Array.isArray(edges))
        return { response: { error: response?.errors?.[0]?.message ?? 'no edges', sent: struct.body.query } };
      const byName = Object.groupBy(
        edges.map(({ node }) => node),
        (node) => String(node?.name)[0],
      );
      return {
        response: {
          groups: Object.keys(byName).length,
          names: edges.map(({ node }) => `${node?.name}`.padEnd(3, '.')).join('|'),
        },
      };
    },
  },
  fails: { postRequest: async ({ response }) => ({ response: response.data.mosses.none.at.all }) },
  empty: { postRequest: async () => ({ response: [] }) },
  nothing: { postRequest: () => undefined },
  refuses: { preRequest: async () => Promise.reject(new RangeError('not this kind')) },
});
