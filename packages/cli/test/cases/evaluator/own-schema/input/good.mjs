// An invented provider. It shows what a good schema looks like, and is what `npm start` grades.
export const main = {
    namespace: 'tidewatch',
    name: 'Tidewatch Stations',
    description: 'Tide gauge stations and their measured water levels, published by Tidewatch, the harbour survey office of the Lyre coast. Read-only and without a key. Only gauges that are in service are included; measured levels are kept for no longer than one day, so there is no history.',
    version: '4.0.0',
    root: 'https://api.tidewatch.example/v1',
    docs: ['https://api.tidewatch.example/docs/stations'],
    tags: ['tide', 'station', 'water-level'],
    termsOfService: 'https://api.tidewatch.example/terms',
    tools: {
        listStations: {
            method: 'GET',
            path: '/stations',
            description: 'Lists the tide gauge stations in service, sorted by id, and returns id, name, region and position of each. Without a region all regions are covered. Returns at most 50 stations; a limit outside 1 to 50 is answered with 400.',
            parameters: [
                { position: { key: 'region', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'enum(north-coast,estuary,islands,south-coast)', options: ['optional()'] }, description: 'Region of the coast; any other value is answered with 400' },
                { position: { key: 'limit', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'number()', options: ['optional()', 'min(1)', 'max(50)'] }, description: 'Largest number of stations to return, 50 when left out' }
            ],
            tests: [
                { _description: 'All stations of the estuary', region: 'estuary' },
                { _description: 'First station of the islands only', region: 'islands', limit: 1 },
                { _description: 'Five stations of the whole coast', limit: 5 }
            ],
            output: {
                mimeType: 'application/json',
                schema: {
                    type: 'array',
                    items: {
                        type: 'object',
                        properties: {
                            id: { type: 'string', description: 'Identifier of the station' },
                            name: { type: 'string', description: 'Name as it stands on the chart' },
                            region: { type: 'string', description: 'Region of the coast' },
                            latitude: { type: 'number', description: 'Degrees north, WGS 84' },
                            longitude: { type: 'number', description: 'Degrees east, WGS 84' }
                        }
                    }
                }
            },
            meta: { isReadOnly: true, isConcurrencySafe: true, isDestructive: false, searchHint: 'tide gauge stations by region', aliases: ['listGauges'], alwaysLoad: false }
        },
        getStation: {
            method: 'GET',
            path: '/stations/{{stationId}}',
            description: 'Returns one tide gauge station with its name, region, position, chart datum and year of installation. The id is one that listStations returns; an unknown id is answered with 404.',
            parameters: [
                { position: { key: 'stationId', value: '{{USER_PARAM}}', location: 'insert' }, z: { primitive: 'string()', options: ['min(3)', 'max(40)'] }, description: 'Identifier of the station as listStations returns it' }
            ],
            tests: [
                { _description: 'Gauge at the mouth of the estuary', stationId: 'marlock-quay' },
                { _description: 'Oldest gauge of the north coast', stationId: 'kilbray-harbour' },
                { _description: 'Gauge on an island pier', stationId: 'orra-pier' }
            ],
            output: {
                mimeType: 'application/json',
                schema: {
                    type: 'object',
                    properties: {
                        id: { type: 'string', description: 'Identifier of the station' },
                        name: { type: 'string', description: 'Name as it stands on the chart' },
                        region: { type: 'string', description: 'Region of the coast' },
                        latitude: { type: 'number', description: 'Degrees north, WGS 84' },
                        longitude: { type: 'number', description: 'Degrees east, WGS 84' },
                        chartDatum: { type: 'number', description: 'Chart datum below mean sea level, in metres' },
                        installedIn: { type: 'number', description: 'Year of installation' }
                    }
                }
            },
            meta: { isReadOnly: true, isConcurrencySafe: true, isDestructive: false, searchHint: 'one tide gauge station by id', aliases: [], alwaysLoad: false }
        },
        getWaterLevel: {
            method: 'GET',
            path: '/stations/{{stationId}}/level',
            description: 'Returns the newest measured water level of one station above chart datum, with the time of the measurement and whether the water is rising. Levels come in metres unless another unit is asked for. An unknown stationId is answered with 404, an unknown unit with 400.',
            parameters: [
                { position: { key: 'stationId', value: '{{USER_PARAM}}', location: 'insert' }, z: { primitive: 'string()', options: ['min(3)', 'max(40)'] }, description: 'Identifier of the station as listStations returns it' },
                { position: { key: 'unit', value: '{{USER_PARAM}}', location: 'query' }, z: { primitive: 'enum(metre,foot)', options: ['optional()', 'default(metre)'] }, description: 'Unit of the level' }
            ],
            tests: [
                { _description: 'Level in the estuary, default unit', stationId: 'marlock-quay' },
                { _description: 'Level on the south coast in feet', stationId: 'dunmere-beach', unit: 'foot' },
                { _description: 'Level in the islands in metres', stationId: 'vessay-sound', unit: 'metre' }
            ],
            output: {
                mimeType: 'application/json',
                schema: {
                    type: 'object',
                    properties: {
                        stationId: { type: 'string', description: 'Identifier of the station' },
                        measuredAt: { type: 'string', description: 'Time of the measurement, ISO 8601 in UTC' },
                        level: { type: 'number', description: 'Water level above chart datum' },
                        unit: { type: 'string', enum: ['metre', 'foot'], description: 'Unit of the level' },
                        rising: { type: 'boolean', description: 'Whether the water is rising' }
                    }
                }
            },
            meta: { isReadOnly: true, isConcurrencySafe: true, isDestructive: false, searchHint: 'measured water level of a station', aliases: ['currentLevel'], alwaysLoad: false }
        }
    },
    resources: {
        about: {
            source: 'markdown',
            origin: 'inline',
            name: 'tidewatch-about.md',
            description: 'What Tidewatch measures and predicts for the Lyre coast, what it leaves out, and for whom.'
        }
    }
}
