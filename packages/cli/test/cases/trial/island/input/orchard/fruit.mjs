const parameters = [{ position: { key: 'town', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } }]
const output = { mimeType: 'application/json', schema: { type: 'object', properties: { price: { type: 'number' } } } }

export const main = {
    namespace: 'orchard',
    name: 'Orchard',
    description: 'Prices of fruit in the towns around the orchard, for cooks.',
    version: '4.0.0',
    root: 'https://api.example.xyz',
    docs: [],
    tags: ['fruit'],
    tools: {
        getApples: {
            method: 'GET', path: '/apples', description: 'Returns what apples cost in a town today.', parameters, output,
            tests: [
                { _description: 'What do apples cost in Linnet?', town: 'Linnet' },
                { _description: 'Price of apples in Wren', town: 'Wren' }
            ]
        },
        getPears: {
            method: 'GET', path: '/pears', description: 'Returns what pears cost in a town today.', parameters, output,
            tests: [
                { _description: 'What do pears cost in Linnet?', town: 'Linnet' },
                { _description: 'Price of pears in Wren', town: 'Wren' }
            ]
        }
    }
}
