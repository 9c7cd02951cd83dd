// A bell: 
export const main = {
    namespace: 'winds',
    name: 'Winds',
    description: 'Wind by harbour.',
    version: '4.0.0',
    root: 'https://winds.example',
    tools: {
        getWind: {
            method: 'get',
            path: '/wind',
            description: 'Wind of one harbour.',
            parameters: [
                { position: { key: 'harbour', value: '{{HARBOUR}}', location: 'query' }, z: { primitive: 'string()', options: [] } },
                { position: { key: 'unit', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'enum()', options: [ 'values(knots,kmh)' ] } }
            ],
            tests: [ { _description: 'Wind of one harbour', harbour: 'Husum', unit: 'knots' } ]
        }
    }
};
