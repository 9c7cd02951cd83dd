export const main = {
  namespace: 'meadow',
  name: 'Trees',
  description: 'Trees that grow on a meadow.',
  version: '4.0.0',
  root: 'https://api.example.org',
  tools: {
    getPlant: {
      method: 'GET',
      path: '/plants/daisy',
      description: 'What is known of the daisy.',
      parameters: [],
      tests: [{ _description: 'daisy' }],
    },
  },
};
