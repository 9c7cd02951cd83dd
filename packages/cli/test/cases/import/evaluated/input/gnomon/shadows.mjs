const days = [ '2026-03-20', '2026-06-21', '2026-12-21' ]

export const main = {
    namespace: 'gnomon',
    name: 'Gnomon Shadows',
    description: 'How long a stick throws its shadow, by place and day.',
    version: '4.0.0',
    root: 'https://api.gnomon.example',
    docs: [ 'https://gnomon.example/docs' ],
    termsOfService: 'no-tos-found',
    tags: [ 'sun' ],
    tools: {
        getShadow: {
            method: 'GET',
            path: '/shadow',
            description: 'Length of the shadow of a stick of one metre at noon.',
            parameters: [
                { position: { key: 'day', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } }
            ],
            tests: days.map( ( day ) => ( { _description: `Noon of ${day}`, day } ) ),
            meta: { isReadOnly: true, isConcurrencySafe: true, isDestructive: false, searchHint: 'shadow', aliases: [], alwaysLoad: false }
        }
    }
}
