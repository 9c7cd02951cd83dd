import type { Report } from '../rule.js';
import { defineSchemaRule } from './rule.js';
import {
  describeFound,
  type Item,
  isObject,
  isText,
  type Member,
  memberOf,
  objectMembers,
  parametersOf,
  resourcesOf,
} from './schema-members.js';

const NOT_SCALAR = /^(array|object)\(/;
const FORBIDDEN =
  /\b(ATTACH\s+DATABASE|LOAD_EXTENSION|PRAGMA|CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|REPLACE\s+INTO|TRUNCATE)\b/i;
/**
 * Each alternative also matches up to the end of the text; otherwise the search would retry an unclosed part from every
 * position in it.
 */
const QUOTED = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*(?:''[^']*)*'?|"[^"]*(?:""[^"]*)*"?/g;
/** A query that is only this placeholder lets the caller write the whole statement (reference implementation). */
const DYNAMIC = '{{DYNAMIC_SQL}}';

/** Queries of resources (chapters 09 and 13). */
export const rule = defineSchemaRule({
  codes: {
    RES007: {
      severity: 'error',
      text: 'sql is {found}; text was expected',
      hint: 'Write the statement that the query runs.',
      fails: [{ set: { 'resources.history.queries.byStation.sql': null } }],
    },
    RES008: {
      severity: 'error',
      text: 'the description of the query is {found}; text was expected',
      hint: 'Say what the query finds.',
      fails: [{ remove: ['resources.history.queries.byStation.description'] }],
    },
    RES009: {
      severity: 'error',
      text: 'the member "parameters" of the query is {found}; a list of objects with position and z was expected',
      hint: 'Write `parameters: []` for a query without input.',
      fails: [
        {
          set: {
            'resources.history.queries.byStation.parameters': null,
            'resources.history.queries.byStation.tests': [
              { _description: '1' },
              { _description: '2' },
              { _description: '3' },
            ],
          },
        },
      ],
    },
    RES010: {
      severity: 'error',
      text: 'the member "output" of the query is {found}; an object with mimeType and schema was expected',
      hint: 'Describe the rows the query returns.',
      fails: [{ remove: ['resources.history.queries.byStation.output.mimeType'] }],
    },
    RES012: {
      severity: 'error',
      text: 'the statement does not begin with SELECT or WITH',
      hint: 'A read-only database can only be queried; use the mode file-based to write.',
      fails: [{ set: { 'resources.history.queries.byStation.sql': 'EXPLAIN SELECT ?' } }],
    },
    RES013: {
      severity: 'error',
      text: 'the statement contains {found}',
      hint: 'A read-only database can only be queried; use the mode file-based to write.',
      fails: [{ set: { 'resources.history.queries.byStation.sql': 'SELECT ?; drop table reports' } }],
    },
    RES014: {
      severity: 'error',
      text: 'the statement has {placeholders} placeholders for {count} parameters',
      hint: 'Each ? takes one parameter, in order.',
      fails: [{ set: { 'resources.history.queries.byStation.sql': 'SELECT ?, ?' } }],
    },
    RES015: {
      severity: 'error',
      text: 'a query parameter must not have a location',
      hint: 'Remove it: the order of the parameters determines which ? each one fills.',
      fails: [{ set: { 'resources.history.queries.byStation.parameters.0.position.location': 'query' } }],
    },
    RES016: {
      severity: 'error',
      text: 'a query parameter must not use a server parameter',
      hint: 'A local database needs no key.',
      fails: [
        {
          set: {
            'resources.history.queries.byStation.parameters.0.position.value': '{{SERVER_PARAM:KEY}}',
            'resources.history.queries.byStation.tests': [
              { _description: '1' },
              { _description: '2' },
              { _description: '3' },
            ],
          },
        },
      ],
    },
    RES019: {
      severity: 'error',
      text: 'z.primitive of the query parameter is {found}; string(), number(), boolean() or enum(a,b) was expected',
      hint: 'SQL accepts only single values.',
      fails: [
        {
          set: {
            'resources.history.queries.byStation.parameters.0.z.primitive': 'array()',
            'resources.history.queries.byStation.tests': [
              { _description: '1', station: [] },
              { _description: '2', station: [] },
              { _description: '3', station: [] },
            ],
          },
        },
      ],
    },
    RES021: {
      severity: 'error',
      text: 'the type of the query output is {found}; array was expected',
      hint: 'A query returns rows.',
      fails: [{ set: { 'resources.history.queries.byStation.output.schema.type': 'object' } }],
    },
  },
  check({ main }, report) {
    for (const { value: resource, path } of resourcesOf(main)) {
      const writes = memberOf(resource, 'mode') === 'file-based';
      for (const query of objectMembers(memberOf(resource, 'queries'), [...path, 'queries'])) {
        checkMembers(query, report);
        checkStatement(query, writes, report);
        for (const parameter of parametersOf(query)) checkParameter(parameter, report);
      }
    }
  },
});
type OwnReport = Report<typeof rule.codes>;

function checkParameter({ value, path }: Item, report: OwnReport): void {
  const position = memberOf(value, 'position');
  const given = memberOf(position, 'value');
  if (isObject(position) && Object.hasOwn(position, 'location')) {
    report('RES015', [...path, 'position', 'location']);
  }
  if (typeof given === 'string' && given.includes('{{SERVER_PARAM:')) {
    report('RES016', [...path, 'position', 'value']);
  }
  const primitive = memberOf(memberOf(value, 'z'), 'primitive');
  if (typeof primitive === 'string' && NOT_SCALAR.test(primitive)) {
    report('RES019', [...path, 'z', 'primitive'], { found: describeFound(primitive) });
  }
}

function checkMembers({ value, path }: Member, report: OwnReport): void {
  const sql = memberOf(value, 'sql');
  if (!isText(sql)) report('RES007', [...path, 'sql'], { found: describeFound(sql) });
  const description = memberOf(value, 'description');
  if (!isText(description)) report('RES008', [...path, 'description'], { found: describeFound(description) });
  const parameters = memberOf(value, 'parameters');
  if (!Array.isArray(parameters)) {
    report('RES009', [...path, 'parameters'], { found: describeFound(parameters) });
  }
  const output = memberOf(value, 'output');
  const schema = memberOf(output, 'schema');
  if (!isText(memberOf(output, 'mimeType')) || !isObject(schema)) {
    const found = isObject(output) ? 'an object that lacks one of them' : describeFound(output);
    report('RES010', [...path, 'output'], { found });
  } else if (memberOf(schema, 'type') !== 'array') {
    report('RES021', [...path, 'output', 'schema', 'type'], {
      found: describeFound(memberOf(schema, 'type')),
    });
  }
}

function checkStatement({ value, path }: Member, writes: boolean, report: OwnReport): void {
  const sql = memberOf(value, 'sql');
  if (!isText(sql) || sql.includes(DYNAMIC)) return;
  const statement = withoutTexts(sql);
  const at = [...path, 'sql'];
  if (!writes) {
    if (!/^\s*(SELECT|WITH)\b/i.test(statement)) report('RES012', at);
    const found = FORBIDDEN.exec(statement)?.[0];
    if (found) report('RES013', at, { found: found.toUpperCase() });
  }
  const parameters = memberOf(value, 'parameters');
  const placeholders = statement.split('?').length - 1;
  if (Array.isArray(parameters) && parameters.length !== placeholders) {
    report('RES014', at, { placeholders, count: parameters.length });
  }
}

/** SQL without comments and quoted strings, which contain neither statements nor placeholders. */
function withoutTexts(sql: string): string {
  return sql.replace(QUOTED, ' ');
}
