export const main = {
    namespace: 'lamplight',
    name: 'Lamps',
    description: 'Street lamps of a small town.',
    version: '4.0.0',
    root: 'https://api.lamplight.example',
    tools: {
        getLamp: {
            method: 'GET',
            path: '/lamps/{{lampId}}',
            description: 'Lamp.',
            parameters: [
                {
                    position: { key: 'lampId', value: '{{USER_PARAM}}', location: 'insert' },
                    z: { primitive: 'string()', options: [ 'length(8)' ] }
                }
            ]
        },
        listLamps: {
            method: 'GET',
            path: '/lamps',
            description: 'Lists the lamps of a street with their state, at most 100, sorted by house number.',
            parameters: [
                {
                    position: { key: 'street', value: '{{USER_PARAM}}', location: 'query' },
                    z: { primitive: 'string()', options: [ 'optional()' ] },
                    description: 'Name of the street; without it all streets'
                }
            ]
        }
    }
}
