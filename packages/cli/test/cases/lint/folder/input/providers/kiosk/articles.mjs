export const main = {
    namespace: 'kiosk',
    name: 'Articles',
    version: '4.0.0',
    tools: {
        getArticle: {
            description: 'Describes one article: its name, its price and how many are left.',
            parameters: [
                {
                    position: { key: 'number', value: '{{USER_PARAM}}', location: 'query' },
                    z: { primitive: 'number()', options: [ 'min(1)' ] },
                    description: 'Number of the article'
                }
            ],
            tests: [ { _description: 'The first article', number: nextNumber() } ]
        }
    }
}
