// Aliases from a shared list, a path that the handler fills, headers, and a flattened answer.
export const main = {
  namespace: 'birdcounts',
  name: 'Bird counts',
  description: 'Counts of birds at a place.',
  version: '4.0.0',
  root: 'https://api.birdcounts.example',
  requiredServerParams: ['BIRD_KEY'],
  headers: { 'X-Key': '{{SERVER_PARAM:BIRD_KEY}}' },
  sharedLists: [{ ref: 'places', version: '1.0.0' }],
  tools: {
    counts: {
      method: 'GET',
      path: '/:place/counts',
      description: 'Counts of one place.',
      parameters: [
        {
          position: { key: 'place', value: '{{USER_PARAM}}', location: 'insert' },
          z: { primitive: 'string()', options: [] },
        },
        {
          position: { key: 'limit', value: '{{USER_PARAM}}', location: 'query' },
          z: { primitive: 'number()', options: ['default(5)'] },
        },
      ],
      tests: [{ place: 'marsh' }, { place: 'dune', limit: 2 }, { place: 'nowhere' }],
    },
    plain: { method: 'GET', path: '/plain', description: 'As it comes.', parameters: [], tests: [{}] },
  },
};

export const handlers = ({ sharedLists }) => {
  const codeOf = (alias) => {
    const found = sharedLists.places.find((place) => place.alias === alias);
    if (!found) throw new Error(`no place is called ${alias}`);
    return found.code;
  };
  return {
    counts: {
      preRequest: async ({ struct, payload }) => {
        const url = struct.url.replace(`/${payload.place}/`, `/${codeOf(payload.place)}/`);
        return {
          struct: { ...struct, url, headers: { ...struct.headers, Accept: 'application/json' } },
          payload,
        };
      },
      postRequest: async ({ response, struct, payload }) => {
        const species = (response?.data?.species ?? []).map(({ name, seen, ...rest }) => ({
          name: name?.trim?.().toLowerCase() ?? null,
          seen: Number(seen) || 0,
          more: Object.keys(rest).sort(),
        }));
        const total = species.reduce((sum, { seen }) => sum + seen, 0);
        return {
          response: {
            place: payload.place,
            limit: payload.limit,
            from: new URL(struct.url).pathname,
            total,
            species,
          },
        };
      },
    },
  };
};
