import type { Problem } from '../../../src/problems/problem.js';
import type { SchemaChange } from '../../../src/rules/schema/rule.js';
import { validateSchema } from '../../../src/rules/schema/validate-schema.js';
import { parseModule } from '../../../src/sources/parse-module.js';
import type { SchemasSpec } from '../../../src/spec/books/book.js';
import type { SharedList } from '../../../src/spec/shared-list.js';
import { applyChange, changeText } from '../change.js';

const user = (key: string, location: string | undefined, primitive: string, ...options: string[]) => ({
  position: { key, value: '{{USER_PARAM}}', ...(location && { location }) },
  z: { primitive, options },
});

/** One schema that nothing can be said against: tools, resources, lists, tests, metadata. */
export function buildGoodMain() {
  return {
    namespace: 'weather',
    name: 'Weather',
    description: 'Weather reports by station.',
    version: '4.0.0',
    root: 'https://api.example.org/v1',
    docs: ['https://example.org/docs'],
    termsOfService: 'https://example.org/terms',
    tags: ['weather'],
    requiredServerParams: ['WEATHER_API_KEY'],
    requiredLibraries: ['moment'],
    headers: { Accept: 'application/json' },
    sharedLists: [{ ref: 'stations', version: '1.0.0', filter: { key: 'code', exists: true } }],
    tools: { getReport: buildReportTool(), sendReport: buildSendTool() },
    resources: {
      about: {
        source: 'markdown',
        origin: 'inline',
        name: 'weather-about.md',
        description: 'About weather.',
      },
      history: buildHistory(),
    },
  };
}

function buildReportTool() {
  return {
    method: 'GET',
    path: '/stations/{{station}}/days/:day',
    description: 'The report of a station.',
    parameters: [
      user('station', 'insert', 'enum({{stations:code}})'),
      user('day', 'insert', 'string()', 'length(10)'),
      user('unit', 'query', 'enum(metric,imperial)', 'default(metric)'),
      {
        position: { key: 'key', value: '{{SERVER_PARAM:WEATHER_API_KEY}}', location: 'query' },
        z: { primitive: 'string()', options: [] },
      },
    ],
    output: {
      mimeType: 'application/json',
      schema: { type: 'object', properties: { days: { type: 'array', items: { type: 'number' } } } },
    },
    preload: { enabled: true, ttl: 60 },
    tests: [
      { _description: 'North', station: 'N1', day: '2024-01-01', unit: 'metric' },
      { _description: 'South', station: 'S1', day: '2024-06-01', unit: 'imperial' },
      { _description: 'East', station: 'E1', day: '2024-09-01' },
    ],
    meta: {
      isReadOnly: true,
      isConcurrencySafe: true,
      isDestructive: false,
      searchHint: 'weather report',
      aliases: ['report'],
      alwaysLoad: false,
    },
  };
}

function buildSendTool() {
  return {
    method: 'POST',
    path: '/reports',
    description: 'Sends a report.',
    parameters: [
      user('text', 'body', 'string()', 'min(2)', 'max(20)'),
      user('level', 'body', 'number()', 'optional()'),
    ],
    output: { mimeType: 'text/plain', schema: { type: 'string' } },
    tests: [
      { _description: 'Short', text: 'rain' },
      { _description: 'Long', text: 'rain all day', level: 2 },
      { _description: 'Umlaut', text: 'Föhn' },
    ],
    meta: { ...buildReportTool().meta, isReadOnly: false },
  };
}

function buildHistory() {
  return {
    source: 'sqlite',
    mode: 'in-memory',
    origin: 'global',
    name: 'weather-history.db',
    description: 'Reports of the past.',
    queries: {
      byStation: {
        sql: "SELECT day FROM reports WHERE station = ? AND note <> '?; DROP'",
        description: 'Days with a report.',
        parameters: [user('station', undefined, 'string()', 'min(2)')],
        output: { mimeType: 'application/json', schema: { type: 'array', items: { type: 'object' } } },
        tests: [
          { _description: 'North', station: 'N1' },
          { _description: 'South', station: 'S1' },
          { _description: 'East', station: 'E1' },
        ],
      },
    },
  };
}

export const GOOD_LISTS: readonly SharedList[] = [
  {
    name: 'stations',
    version: '1.0.0',
    entries: [
      { code: 'N1', place: 'north' },
      { code: 'S1', place: 'south' },
      { code: 'E1', place: 'east' },
    ],
  },
];

const HANDLERS = 'export const handlers = () => ({ getReport: { postRequest: () => ({}) } });';

export function printModule(main: unknown, handlers: string = HANDLERS): string {
  return `export const main = ${JSON.stringify(main, null, 2)};\n\n${handlers}\n`;
}

/** The text of the good schema after a change; the lists are the gate's. */
export function printChanged(change: SchemaChange): string {
  const main = buildGoodMain();
  applyChange(main, change);
  return changeText(printModule(main, change.handlers), change);
}

interface JudgedUnder {
  readonly lists?: readonly SharedList[] | undefined;
  readonly strict?: boolean;
  readonly schemasSpec?: SchemasSpec | undefined;
}

export function judgeText(
  text: string,
  { lists = GOOD_LISTS, strict = false, schemasSpec = '4.2' }: JudgedUnder = {},
): Problem[] {
  const reading = parseModule(text, { exports: ['main', 'schema'] });
  return validateSchema({ reading, file: 'weather.mjs', lists, schemasSpec, strict });
}

export function judgeSchema(change: SchemaChange): Problem[] {
  const { lists, schemasSpec } = change;
  return judgeText(printChanged(change), { lists, schemasSpec });
}
