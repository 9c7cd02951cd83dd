export const main = {
  namespace: 'orchard',
  name: 'Orchard',
  description: 'Apples of an invented orchard: what is ripe, and since when.',
  version: '4.0.0',
  root: 'https://api.orchard.example/v2',
  docs: ['https://api.orchard.example/docs'],
  termsOfService: 'no-tos-found',
  tools: {
    listPressed: {
      method: 'GET',
      path: '/pressed',
      description: 'Lists the apples that are ripe today, oldest first.',
      parameters: [
        {
          position: { key: 'sort', value: '{{USER_PARAM}}', location: 'query' },
          z: { primitive: 'enum({{sorts:code}})', options: [] },
        },
      ],
      tests: [
        { _description: 'Early apples', sort: 'early' },
        { _description: 'Late apples', sort: 'late' },
        { _description: 'Keeping apples', sort: 'keeping' },
      ],
      output: { mimeType: 'application/json', schema: { type: 'array', items: { type: 'object' } } },
      meta: {
        isReadOnly: true,
        isConcurrencySafe: true,
        isDestructive: false,
        searchHint: 'ripe apples today',
        aliases: [],
        alwaysLoad: false,
      },
    },
  },
};
