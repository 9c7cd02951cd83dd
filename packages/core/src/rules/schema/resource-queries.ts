import type { Report, SchemaRule } from './rule.js';
import {
  describeFound,
  isObject,
  isText,
  type Member,
  memberOf,
  objectMembers,
  parametersOf,
  queriesOf,
  resourcesOf,
} from './schema-members.js';

const NOT_SCALAR = /^(array|object)\(/;
const FORBIDDEN =
  /\b(ATTACH\s+DATABASE|LOAD_EXTENSION|PRAGMA|CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|REPLACE\s+INTO|TRUNCATE)\b/i;
/** Each part also ends with the text, so that a part left open is not tried again from every place in it. */
const QUOTED = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*(?:''[^']*)*'?|"[^"]*(?:""[^"]*)*"?/g;
/** The reference lets the caller write the whole statement where a query is nothing but this. */
const DYNAMIC = '{{DYNAMIC_SQL}}';

/** Queries of resources (chapters 09 and 13). */
export const resourceQueryRules: readonly SchemaRule[] = [
  {
    codes: ['RES007', 'RES008', 'RES009', 'RES010', 'RES021'],
    check({ main }, report) {
      for (const query of queriesOf(main)) checkMembers(query, report);
    },
  },
  {
    codes: ['RES012', 'RES013', 'RES014'],
    check({ main }, report) {
      for (const { value: resource, path } of resourcesOf(main)) {
        const writes = memberOf(resource, 'mode') === 'file-based';
        for (const query of objectMembers(memberOf(resource, 'queries'), [...path, 'queries'])) {
          checkStatement(query, writes, report);
        }
      }
    },
  },
  {
    codes: ['RES015', 'RES016', 'RES019'],
    check({ main }, report) {
      for (const { value, path } of queriesOf(main).flatMap(parametersOf)) {
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
    },
  },
];

function checkMembers({ value, path }: Member, report: Report): void {
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
    const found = isObject(output) ? 'an object without one of them' : describeFound(output);
    report('RES010', [...path, 'output'], { found });
  } else if (memberOf(schema, 'type') !== 'array') {
    report('RES021', [...path, 'output', 'schema', 'type'], {
      found: describeFound(memberOf(schema, 'type')),
    });
  }
}

function checkStatement({ value, path }: Member, writes: boolean, report: Report): void {
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

/** SQL without comments and quoted texts: what is quoted is no statement and no placeholder. */
function withoutTexts(sql: string): string {
  return sql.replace(QUOTED, ' ');
}
