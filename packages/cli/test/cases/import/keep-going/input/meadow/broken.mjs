export const main = {
    namespace: 'Meadow',
    name: 'Meadow',
    version: '5.0.0',
    root: 'http://api.meadow.example/',
    tools: {
        getItem: {
            method: 'FETCH',
            description: '',
            parameters: [null, { position: { key: 'plant', value: '{{USER_PARAM}}', location: 'cookie' }, z: {} }],
            tests: []
        }
    }
}
