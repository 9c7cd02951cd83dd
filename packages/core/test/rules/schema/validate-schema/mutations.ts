import { buildGoodMain, GOOD_HANDLERS, type Mutation, REMOVED } from './good-schema.js';

/** One change each to the good schema, and the code it must raise: nothing else may be said. */

const good = buildGoodMain();
const REPORT = 'tools.getReport';
const SEND = 'tools.sendReport';
const withHandlers = (handlers: string) => (text: string) => text.replace(GOOD_HANDLERS, handlers);
const copies = (prefix: string, count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, value]));
const nest = (depth: number): object =>
  depth === 1 ? { type: 'string' } : { type: 'object', properties: { deeper: nest(depth - 1) } };

const MODULE: readonly Mutation[] = [
  { code: 'VAL001', rewrite: (text) => text.replace('export const main', 'const main') },
  { code: 'VAL002', rewrite: () => 'export const main = [];' },
  { code: 'SRC-006', rewrite: (text) => text.replace('const main', 'const schema') },
  { code: 'SRC-007', rewrite: (text) => text.replace('"name": "Weather"', '"name": "", "name": "Weather"') },
  { code: 'VAL004', rewrite: withHandlers('export const handlers = {};') },
  { code: 'VAL005', rewrite: withHandlers('export const handlers = () => ({ nobody: {} });') },
  { code: 'SEC017', rewrite: (text) => text.replace('"Weather"', '"Weather", "meta": { x: 1e999 }') },
  {
    code: 'SEC017',
    note: 'a function',
    rewrite: (text) => text.replace(/"tags": \[[^\]]*\]/, '"tags": () => 1'),
  },
];

const MAIN: readonly Mutation[] = [
  { code: 'VAL003', set: { prompts: {} } },
  { code: 'VAL010', set: { namespace: REMOVED } },
  { code: 'VAL011', set: { namespace: 'Weather_Data' } },
  { code: 'VAL012', set: { name: '' } },
  { code: 'VAL013', set: { description: 1 } },
  { code: 'VAL014', set: { version: '3.0.0' } },
  { code: 'VAL014', note: 'more than a version', set: { version: '4.0.0-beta' } },
  { code: 'VAL015', set: { root: REMOVED } },
  { code: 'VAL015', note: 'http', set: { root: 'http://api.example.org' } },
  { code: 'VAL015', note: 'slash', set: { root: 'https://api.example.org/' } },
  { code: 'VAL015', note: 'empty', set: { root: '' } },
  { code: 'VAL016', set: { tools: [] }, also: ['VAL005'] },
  { code: 'VAL016', note: 'no tool', set: { [SEND]: null } },
  { code: 'VAL016', note: 'skills', set: { skills: {} } },
  { code: 'VAL017', set: { routes: {} }, also: ['VAL018'] },
  { code: 'VAL018', set: { routes: good.tools, tools: REMOVED }, also: ['VAL005'] },
  { code: 'VAL020', set: { docs: 'https://example.org' } },
  { code: 'VAL021', set: { tags: ['a', null] } },
  { code: 'VAL022', set: { requiredServerParams: {} } },
  { code: 'VAL023', set: { headers: [] } },
  { code: 'VAL023', note: 'a number', set: { 'headers.Age': 1 } },
  { code: 'VAL024', set: { 'sharedLists.1': null } },
  { code: 'VAL025', set: { requiredLibraries: [1] } },
  { code: 'VAL026', set: { requiredLibraries: ['left-pad'] } },
  { code: 'VAL027', set: { docs: [] } },
  { code: 'VAL028', set: { termsOfService: null } },
];

const TOOLS: readonly Mutation[] = [
  { code: 'VAL030', set: { 'tools.send_report': good.tools.sendReport } },
  { code: 'VAL031', set: copies('tools.more', 7, good.tools.sendReport) },
  { code: 'VAL032', set: { [`${REPORT}.method`]: 'get' } },
  { code: 'VAL033', set: { [`${SEND}.path`]: 'reports' } },
  { code: 'VAL034', set: { [`${REPORT}.description`]: ' ' } },
  {
    code: 'VAL035',
    set: { [`${SEND}.parameters`]: {}, [`${SEND}.tests`]: [1, 2, 3].map((n) => ({ _description: `${n}` })) },
  },
  { code: 'VAL036', set: { [`${REPORT}.output`]: REMOVED } },
  { code: 'VAL037', set: { [`${REPORT}.async`]: true } },
  { code: 'VAL076', set: { [`${REPORT}.summary`]: 'x' } },
  { code: 'GATE-001', set: { [`${REPORT}.preload.ttl`]: 0 } },
  { code: 'GATE-001', note: 'no object', set: { [`${REPORT}.preload`]: true } },
  { code: 'VAL060', set: { [`${REPORT}.output.mimeType`]: 'text/html' } },
  { code: 'VAL061', set: { [`${REPORT}.output`]: null } },
  { code: 'VAL061', note: 'no schema', set: { [`${REPORT}.output`]: { mimeType: 'text/plain' } } },
  { code: 'VAL061', note: 'a property', set: { [`${REPORT}.output.schema.properties.days`]: null } },
  { code: 'VAL062', set: { [`${SEND}.output.mimeType`]: 'application/json' } },
  { code: 'VAL062', note: 'an image', set: { [`${SEND}.output.mimeType`]: 'image/png' } },
  { code: 'VAL063', set: { [`${REPORT}.output.schema`]: nest(5) } },
  { code: 'VAL064', set: { [`${SEND}.output.schema.properties`]: {} } },
  { code: 'VAL065', set: { [`${SEND}.output.schema.items`]: { type: 'string' } } },
  { code: 'GATE-003', set: { [`${REPORT}.output.schema.properties.days.items.type`]: 'integer' } },
  { code: 'VAL100', set: { [`${REPORT}.meta`]: REMOVED } },
  { code: 'VAL101', set: { [`${REPORT}.meta.isReadOnly`]: 'yes' } },
  { code: 'VAL102', set: { [`${REPORT}.meta.isConcurrencySafe`]: null } },
  { code: 'VAL103', set: { [`${REPORT}.meta.isDestructive`]: 0 } },
  { code: 'VAL104', set: { [`${REPORT}.meta.searchHint`]: '' } },
  { code: 'VAL105', set: { [`${REPORT}.meta.aliases`]: [1] } },
  { code: 'VAL106', set: { [`${REPORT}.meta.alwaysLoad`]: REMOVED } },
  {
    code: 'VAL101',
    note: 'meta is no object',
    set: { [`${REPORT}.meta`]: null },
    also: ['VAL102', 'VAL103', 'VAL104', 'VAL105', 'VAL106'],
  },
];

const parameter = (at: number, member: string) => `${REPORT}.parameters.${at}${member && `.${member}`}`;

const PARAMETERS: readonly Mutation[] = [
  { code: 'VAL040', set: { [parameter(4, '')]: null } },
  { code: 'VAL040', note: 'no z', set: { [parameter(1, 'z')]: REMOVED } },
  { code: 'VAL041', set: { [parameter(3, 'position.key')]: 1 } },
  { code: 'VAL042', set: { [parameter(3, 'position.value')]: 1 } },
  { code: 'VAL043', set: { [parameter(1, 'position.location')]: 'path' } },
  { code: 'VAL044', set: { [parameter(1, 'z.primitive')]: 'text()' } },
  { code: 'VAL044', note: 'no parentheses', set: { [parameter(1, 'z.primitive')]: 'string' } },
  { code: 'VAL044', note: 'null', set: { [parameter(1, 'z.primitive')]: null } },
  { code: 'VAL045', set: { [parameter(3, 'z.options')]: REMOVED } },
  { code: 'VAL046', set: { [parameter(2, 'z.primitive')]: 'enum(metric,imperial,)' } },
  { code: 'VAL046', note: 'nothing', set: { [parameter(3, 'z.primitive')]: 'enum()' } },
  { code: 'VAL047', set: { [parameter(3, 'z.primitive')]: 'string({{stations:code}})' } },
  { code: 'VAL048', set: { [parameter(0, 'z.primitive')]: 'enum({{stations:code}},{{places:name}})' } },
  { code: 'VAL049', set: { [parameter(0, 'z.primitive')]: 'enum({{stations:id}})' } },
  { code: 'VAL050', set: { [`${REPORT}.path`]: '/stations/{{station}}/days/:dayOfYear' } },
  { code: 'VAL070', set: { 'sharedLists.1': { version: '1.0.0' } } },
  { code: 'VAL071', set: { 'sharedLists.0.version': 'latest' }, also: ['VAL073'] },
  { code: 'VAL072', lists: [] },
  { code: 'VAL073', set: { 'sharedLists.0.version': '2.0.0' } },
  { code: 'VAL074', set: { 'sharedLists.0.filter': { exists: true } } },
  { code: 'VAL074', note: 'no test', set: { 'sharedLists.0.filter': { key: 'code' } } },
  {
    code: 'VAL075',
    rewrite: (text) => withHandlers('')(text).replace('enum({{stations:code}})', 'string()'),
  },
  { code: 'VAL077', set: { [parameter(1, 'required')]: true } },
  { code: 'VAL107', set: { [parameter(0, 'z.primitive')]: 'enum(N1,S1,E1)' } },
  { code: 'GATE-002', set: { [`${SEND}.method`]: 'DELETE' }, also: ['GATE-002'] },
  { code: 'GATE-019', set: { [parameter(1, 'position.value')]: '{{ DAY }}' } },
  {
    code: 'GATE-019',
    note: 'in a longer text',
    set: { [parameter(2, 'position.value')]: 'x:{{stations:code}}' },
  },
  {
    code: 'GATE-019',
    note: 'a key',
    set: { [parameter(3, 'position.value')]: '{{SERVER_PARAM:WEATHER_API_KEY}}{{SERVER_PARAM:OTHER_KEY}}' },
  },
  {
    code: 'GATE-020',
    set: { [`${SEND}.parameters.1.z.options`]: ['optional()', 'min(10)', 'max(1)'] },
    also: ['TST004'],
  },
  { code: 'GATE-021', set: { [parameter(2, 'z.options')]: ['default(kelvin)'] } },
  { code: 'GATE-021', note: 'no number', set: { [`${SEND}.parameters.1.z.options`]: ['default(abc)'] } },
  {
    code: 'GATE-021',
    note: 'above max',
    set: { [`${SEND}.parameters.1.z.options`]: ['max(5)', 'default(6)'] },
  },
  {
    code: 'GATE-021',
    note: 'too short',
    set: { [`${SEND}.parameters.0.z.options`]: ['min(2)', 'default(x)'] },
  },
];

const TESTS: readonly Mutation[] = [
  { code: 'TST001', set: { [`${SEND}.tests`]: (tests: unknown[]) => tests.slice(1) } },
  { code: 'TST001', note: 'none', set: { [`${SEND}.tests`]: REMOVED } },
  { code: 'TST002', set: { [`${REPORT}.tests.0._description`]: REMOVED } },
  { code: 'TST002', note: 'null', set: { [`${REPORT}.tests.3`]: null } },
  { code: 'TST002', note: 'no list', set: { [`${REPORT}.tests`]: {} } },
  { code: 'TST003', set: { [`${REPORT}.tests.0.day`]: REMOVED } },
  { code: 'TST004', set: { [`${REPORT}.tests.0.day`]: 20240101 } },
  { code: 'TST004', note: 'length', set: { [`${REPORT}.tests.0.day`]: '1.1.24' } },
  { code: 'TST004', note: 'enum', set: { [`${REPORT}.tests.0.unit`]: 'kelvin' } },
  { code: 'TST004', note: 'min', set: { [`${SEND}.tests.0.text`]: 'x' } },
  { code: 'TST005', rewrite: (text) => text.replace('"level": 2', '"level": undefined') },
  { code: 'TST006', set: { [`${REPORT}.tests.0.key`]: 'x' } },
  { code: 'TST006', note: 'constructor', set: { [`${REPORT}.tests.0.constructor`]: 'x' } },
  { code: 'TST007', set: { [`${REPORT}.tests.1.unit`]: 'metric' } },
  { code: 'TST008', set: { [`${SEND}.tests.1.level`]: REMOVED } },
];

const HISTORY = 'resources.history';
const QUERY = `${HISTORY}.queries.byStation`;
const byStation = good.resources.history.queries.byStation;
const untested = [1, 2, 3].map((n) => ({ _description: `${n}` }));
const fetched = {
  [`${HISTORY}.source`]: 'http',
  [`${HISTORY}.url`]: 'https://example.org/x.db',
  [`${HISTORY}.path`]: './x.db',
};

const RESOURCES: readonly Mutation[] = [
  { code: 'RES001', set: { [`${HISTORY}.source`]: 'sqlite-gtfs' } },
  { code: 'RES001', note: 'a list', set: { resources: [] } },
  { code: 'RES001', note: 'null', set: { [HISTORY]: null } },
  { code: 'RES002', set: { [`${HISTORY}.description`]: REMOVED } },
  { code: 'RES003', set: { [`${HISTORY}.database`]: '/data/x.db' } },
  { code: 'RES004', set: { [`${HISTORY}.database`]: '../x.db' } },
  { code: 'RES005', set: { 'resources.third': good.resources.history } },
  { code: 'RES006', set: copies(`${HISTORY}.queries.more`, 4, byStation) },
  { code: 'RES007', set: { [`${QUERY}.sql`]: null } },
  { code: 'RES008', set: { [`${QUERY}.description`]: REMOVED } },
  {
    code: 'RES009',
    set: { [`${QUERY}.parameters`]: null, [`${QUERY}.tests`]: untested },
  },
  { code: 'RES010', set: { [`${QUERY}.output.mimeType`]: REMOVED } },
  { code: 'RES011', set: { [`${QUERY}.tests`]: [] } },
  { code: 'RES012', set: { [`${QUERY}.sql`]: 'EXPLAIN SELECT ?' } },
  { code: 'RES013', set: { [`${QUERY}.sql`]: 'SELECT ?; drop table reports' } },
  { code: 'RES014', set: { [`${QUERY}.sql`]: 'SELECT ?, ?' } },
  { code: 'RES015', set: { [`${QUERY}.parameters.0.position.location`]: 'query' } },
  {
    code: 'RES016',
    set: { [`${QUERY}.parameters.0.position.value`]: '{{SERVER_PARAM:KEY}}', [`${QUERY}.tests`]: untested },
  },
  { code: 'RES017', set: { 'resources.old-data': good.resources.history, [HISTORY]: REMOVED } },
  { code: 'RES018', set: { [`${HISTORY}.queries.by-station`]: byStation } },
  {
    code: 'RES019',
    set: {
      [`${QUERY}.parameters.0.z.primitive`]: 'array()',
      [`${QUERY}.tests`]: untested.map((test) => ({ ...test, station: [] })),
    },
  },
  { code: 'RES021', set: { [`${QUERY}.output.schema.type`]: 'object' } },
  { code: 'RES022', set: { [`${QUERY}.tests.0.station`]: 1 } },
  { code: 'RES023', rewrite: (text) => text.replace(/("station": )"N1"(\s+\})/, '$1undefined$2') },
  { code: 'RES024', set: { ...fetched, [`${HISTORY}.url`]: 'http://example.org/x.db' } },
  { code: 'RES025', set: { [`${HISTORY}.mode`]: 'cached' } },
  { code: 'RES026', set: { 'resources.about.origin': 'remote' } },
  { code: 'RES027', set: { 'resources.about.name': '../about.md' } },
  { code: 'RES027', note: 'database', set: { [`${HISTORY}.name`]: 'x.sqlite' } },
  { code: 'RES028', set: copies(`${HISTORY}.queries.more`, 7, byStation) },
  { code: 'RES036', set: { ...fetched, [`${HISTORY}.path`]: REMOVED } },
  { code: 'RES037', set: { [`${HISTORY}.mode`]: 'file-based' } },
  { code: 'RES038', set: { 'resources.about.mode': 'in-memory' } },
  { code: 'RES039', set: { 'resources.about.database': 'x.db' } },
  { code: 'RES040', set: { [`${HISTORY}.origin`]: 'inline' } },
  { code: 'RES041', set: { [`${HISTORY}.queries`]: [] } },
];

export const MUTATIONS: readonly Mutation[] = [
  ...MODULE,
  ...MAIN,
  ...TOOLS,
  ...PARAMETERS,
  ...TESTS,
  ...RESOURCES,
];
