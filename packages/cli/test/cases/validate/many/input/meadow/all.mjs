export const main = {
    namespace: 'meadow',
    name: 'Meadow',
    description: 'What grows on a meadow.',
    version: '4.0.0',
    root: 'https://api.meadow.example',
    requiredServerParams: ['MEADOW_KEY'],
    headers: { Authorization: 'Bearer {{MEADOW_TOKEN}}' },
    tools: {
        listHerbs: { method: 'GET', path: '/herbs', description: 'All herbs.', parameters: [], tests: [] },
        listGrasses: { method: 'GET', path: '/grasses', description: 'All grasses.', parameters: [], tests: [] },
        listMosses: { method: 'GET', path: '/mosses', description: 'All mosses.', parameters: [], tests: [] },
        listFungi: { method: 'GET', path: '/fungi', description: 'All fungi.', parameters: [], tests: [] },
        listBees: { method: 'GET', path: '/bees', description: 'All bees.', parameters: [], tests: [] },
        listBirds: { method: 'GET', path: '/birds', description: 'All birds.', parameters: [], tests: [] },
        getHerb: { method: 'GET', path: '/herbs/{{id}}', description: 'One herb.', parameters: [], tests: [] },
        getBird: { method: 'FETCH', path: '/birds/:id', description: 'One bird.', parameters: [], tests: [] }
    }
}
