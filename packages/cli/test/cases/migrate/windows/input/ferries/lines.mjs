// Lines of ferries.
export const main = {
    namespace: 'ferries',
    name: 'Ferry lines',
    description: 'Heights of high and low water by harbour.',
    version: '3.0.0',
    docs: [ 'https://ferries.example/docs' ],
    root: 'https://ferries.example/v1/',
    tools: {
        getLevels: {
            method: 'GET',
            path: '/levels',
            description: 'Heights of high and low water of one harbour.',
            parameters: []
        }
    },
    // Skills lie in ./skills.
    skills: {
        'read-a-tide': { file: './skills/read-a-tide.mjs' }
    } // one for now
};

export const handlers = () => ({
    getLevels: { postRequest: async ( { response } ) => ( { response } ) }
});
