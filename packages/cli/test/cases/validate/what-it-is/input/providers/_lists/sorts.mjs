export const list = {
  meta: {
    name: 'sorts',
    version: '1.0.0',
    description: 'Sorts of apples.',
    fields: [{ key: 'code', type: 'string', description: 'Code of the sort' }],
  },
  entries: [{ code: 'early' }, { code: 'late' }, { code: 'keeping' }],
};
