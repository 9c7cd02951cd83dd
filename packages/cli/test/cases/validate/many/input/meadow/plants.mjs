export const main = {
    namespace: 'meadow',
    name: 'Meadow meadow',
    description: 'Plants of a meadow and when they are in flower, for walkers.',
    version: '4.0.0',
    root: 'https://api.meadow.example',
    docs: [],
    tags: ['plant'],
    tools: {
        getItem: {
            method: 'GET',
            path: '/plants/{{plant}}',
            description: 'Returns one plant of the meadow with the months in which it is in flower.',
            parameters: [
                { position: { key: 'plant', value: '{{USER_PARAM}}', location: 'insert' }, z: { primitive: 'string()', options: [] } }
            ],
            tests: [
                { _description: 'A plant of spring', plant: 'cowslip' },
                { _description: 'A plant of summer', plant: 'yarrow' },
                { _description: 'A plant of autumn', plant: 'meadow-saffron' }
            ],
            output: { mimeType: 'application/json', schema: { type: 'object', properties: { name: { type: 'string' } } } }
        }
    }
}
