export const main = {
    namespace: 'lamplight',
    name: 'Streets',
    version: '4.0.0',
    tools: {
        listStreets: { description: listText(), parameters: [] }
    }
}
