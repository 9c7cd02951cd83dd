export const main = {
    namespace: 'lyre',
  name: 'Lyre Gauges',
    description: 'Gauges of the Lyre coast, with their region and position. Only those in service are included.',
    version: '4.0.0',
    root: 'https://api.tidewatch.example/v1',
    docs: ['https://api.tidewatch.example/docs/stations'],
  tags: ['gauge'],
    termsOfService: 'https://api.tidewatch.example/terms',
    tools: {
        listGauges: {
            method: 'GET',
            path: '/stations',
            description: 'The best available list of gauges: lightning-fast access to each with its region and position.',
            parameters: [
                { position: { key: 'region', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'enum(north-coast,estuary,islands,south-coast)', options: [] }, description: 'Region of the coast' }
            ],
            tests: [
                { _description: 'Gauges of the estuary', region: 'estuary' },
                { _description: 'Gauges of the islands', region: 'islands' },
                { _description: 'Gauges of the south coast', region: 'south-coast' }
            ],
            output: {
                mimeType: 'application/json',
                schema: { type: 'array', items: { type: 'object', properties: { id: { type: 'string', description: 'Identifier of the gauge' } } } }
            },
            meta: { isReadOnly: true, isConcurrencySafe: true, isDestructive: false, searchHint: 'gauges by region', aliases: [], alwaysLoad: false }
        }
    }
};
