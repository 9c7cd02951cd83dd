const DAYS = [{ _description: 'One day', day: '2024-05-01' }];

export const main = {
    namespace: 'ferry',
    name: 'Ferries',
    description: 'Lines and departures of ferries.',
    version: '4.0',
    docs: ['https://ferry.example.org/docs'],
    termsOfService: 'https://ferry.example.org/terms',
    root: 'https://api.ferry.example.org',
    tools: {
        getDepartures: {
            method: 'GET',
            path: '/departures',
            description: 'The departures of a line.',
            parameters: [
                { position: { key: 'line', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } },
                { position: { key: 'side', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'enum(north,south)', options: [] } },
                { position: { key: 'limit', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'number()', options: ['min(1)', 'max(50)'] } }
            ],
            tests: [
                // The busiest line
                { _description: 'From the north', line: 'F1', side: 'north', limit: 5 }
            ]
        },
        getLine: {
            method: 'GET',
            path: '/lines',
            description: 'One line.',
            parameters: [
                { position: { key: 'line', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } }
            ],
            tests: [{ _description: 'A night line', line: 'a-very-long-name-of-a-line-that-runs-at-night' }]
        },
        getDay: {
            method: 'GET',
            path: '/days',
            description: 'What runs on a day.',
            parameters: [
                { position: { key: 'day', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } }
            ],
            tests: DAYS
        },
        getHolidays: {
            method: 'GET',
            path: '/holidays',
            description: 'The holidays around a day.',
            parameters: [
                { position: { key: 'day', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'string()', options: [] } }
            ],
            tests: [
                { _description: 'A new year', day: '2024-01-01' },
                { _description: 'An ordinary day', day: '2024-05-02' },
                { _description: 'A leap day', day: '2024-02-29' }
            ]
        }
    }
};
