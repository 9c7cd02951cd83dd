import type { SchemasSpec } from '../../spec/books/book.js';
import type { Report } from '../rule.js';
import { URL_SOURCES } from './resources-by-url.js';
import { defineSchemaRule } from './rule.js';
import { describeFound, isObject, isText, type Member, memberOf, resourcesOf } from './schema-members.js';

const MAX_RESOURCES = 2;
const ADVISED_QUERIES = 4;
const MAX_QUERIES = 7;
const CAMEL_CASE = /^[a-z][a-zA-Z0-9]*$/;
const SOURCES = ['sqlite', 'markdown', 'http'];
const ORIGINS = new Set<unknown>(['global', 'project', 'inline']);

/**
 * Declarations of resources (chapters 09 and 13). The chapters and the reference differ: a database is named by
 * `database` (09, reference) or by `origin` and `name` (13); both are accepted. Whether its file exists (RES020)
 * cannot be seen from the declaration.
 */
export const rule = defineSchemaRule({
  codes: {
    RES001: {
      severity: 'error',
      text: '{member} is {found}; resources must be an object of objects, each with the source {sources}',
      hint: 'Write `resources: { name: { source: "markdown", … } }`.',
      fails: [
        { set: { 'resources.history.source': 'sqlite-gtfs' } },
        { set: { resources: [] } },
        { set: { 'resources.history': null } },
      ],
    },
    RES002: {
      severity: 'error',
      text: 'the description of the resource is {found}; text was expected',
      hint: 'Say what the resource contains.',
      fails: [{ remove: ['resources.history.description'] }],
    },
    RES003: {
      severity: 'error',
      text: 'database is {found}; a relative path ending with .db was expected',
      hint: 'Write `database: "./resources/name.db"`.',
      fails: [{ set: { 'resources.history.database': '/data/x.db' } }],
    },
    RES004: {
      severity: 'error',
      text: 'database points outside its folder: {found}',
      hint: 'Leave out "..".',
      fails: [{ set: { 'resources.history.database': '../x.db' } }],
    },
    RES005: {
      severity: 'error',
      text: 'the schema has {count} resources; at most {limit} are allowed',
      hint: 'Split it into several schemas of the same namespace.',
      fails: [{ copy: { 'resources.history': ['third'] } }],
    },
    RES006: {
      severity: 'warning',
      text: 'the resource has {count} queries; chapter 09 allows 4, chapter 13 allows 7',
      hint: 'Use no more than 4 if every runtime should accept the schema.',
      fails: [{ copy: { 'resources.history.queries.byStation': ['more0', 'more1', 'more2', 'more3'] } }],
    },
    RES017: {
      severity: 'error',
      text: 'the resource name "{name}" is not in camelCase',
      hint: 'Begin with a lower-case letter and use letters and digits only.',
      fails: [{ remove: ['resources.history'], copy: { 'resources.history': ['old-data'] } }],
    },
    RES018: {
      severity: 'error',
      text: 'the query name "{name}" is not in camelCase',
      hint: 'Begin with a lower-case letter and use letters and digits only.',
      fails: [{ copy: { 'resources.history.queries.byStation': ['by-station'] } }],
    },
    RES024: {
      severity: 'error',
      text: 'url is {found}; an https:// address was expected',
      hint: 'Give the address that the file is fetched from.',
      fails: [
        {
          set: {
            'resources.history.source': 'http',
            'resources.history.url': 'http://example.org/x.db',
            'resources.history.path': './x.db',
          },
        },
      ],
    },
    RES025: {
      severity: 'error',
      text: 'mode is {found}; in-memory or file-based was expected',
      hint: 'Use in-memory for a database that is only read, file-based for one that may be written.',
      fails: [{ set: { 'resources.history.mode': 'cached' } }],
    },
    RES026: {
      severity: 'error',
      text: 'origin is {found}; global, project or inline was expected',
      hint: 'Say where the file is.',
      fails: [{ set: { 'resources.about.origin': 'remote' } }],
    },
    RES027: {
      severity: 'error',
      text: 'name is {found}; a file name ending with {extension} was expected',
      hint: 'Name the file, without folders.',
      fails: [
        { set: { 'resources.about.name': '../about.md' } },
        { set: { 'resources.history.name': 'x.sqlite' } },
      ],
    },
    RES028: {
      severity: 'error',
      text: 'the resource has {count} queries; at most {limit} are allowed',
      hint: 'Keep the ones that are used.',
      fails: [
        {
          copy: {
            'resources.history.queries.byStation': [
              'more0',
              'more1',
              'more2',
              'more3',
              'more4',
              'more5',
              'more6',
            ],
          },
        },
      ],
    },
    RES036: {
      severity: 'error',
      text: 'path is {found}; the local file for the fetched resource was expected',
      hint: 'Write `path: "./resources/name.db"`.',
      fails: [
        {
          set: { 'resources.history.source': 'http', 'resources.history.url': 'https://example.org/x.db' },
          remove: ['resources.history.path'],
        },
      ],
    },
    RES037: {
      severity: 'error',
      text: 'a file-based database has the origin {found}; project was expected',
      hint: 'If a database is written to, keep it in the project.',
      fails: [{ set: { 'resources.history.mode': 'file-based' } }],
    },
    RES038: {
      severity: 'error',
      text: 'a Markdown resource must not have a mode',
      hint: 'Remove it.',
      fails: [{ set: { 'resources.about.mode': 'in-memory' } }],
    },
    RES039: {
      severity: 'error',
      text: 'a Markdown resource must not have {member}',
      hint: 'Remove it: text cannot be queried.',
      fails: [{ set: { 'resources.about.database': 'x.db' } }],
    },
    RES040: {
      severity: 'warning',
      text: 'a database is shipped with the schema (origin inline)',
      hint: 'Use global or project, so that no private data gets into the repository.',
      fails: [{ set: { 'resources.history.origin': 'inline' } }],
    },
    RES041: {
      severity: 'error',
      text: 'queries is {found}; an object of queries was expected',
      hint: 'Write `queries: { name: { sql, … } }`.',
      fails: [{ set: { 'resources.history.queries': [] } }],
    },
  },
  check({ main, schemasSpec }, report) {
    const resources = memberOf(main, 'resources');
    if (resources !== undefined) checkResources(resources, schemasSpec, report);
    for (const resource of resourcesOf(main)) {
      const source = memberOf(resource.value, 'source');
      if (source === 'sqlite') checkDatabase(resource, report);
      if (source === 'markdown') checkMarkdown(resource, report);
      if (source === 'http') checkFetched(resource, report);
      if (source === 'sqlite' || source === 'http') checkQueries(resource, report);
    }
  },
});
type OwnReport = Report<typeof rule.codes>;

function checkResources(resources: unknown, schemasSpec: SchemasSpec, report: OwnReport): void {
  const known: readonly unknown[] = [...SOURCES, ...URL_SOURCES[schemasSpec]];
  const sources = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`;
  if (!isObject(resources)) {
    report('RES001', ['resources'], { member: 'resources', found: describeFound(resources), sources });
    return;
  }
  const count = Object.keys(resources).length;
  if (count > MAX_RESOURCES) report('RES005', ['resources'], { count, limit: MAX_RESOURCES });
  for (const [name, resource] of Object.entries(resources)) {
    const path = ['resources', name];
    if (!CAMEL_CASE.test(name)) report('RES017', path, { name });
    if (isInlineAbout(name, resource)) continue;
    if (!isObject(resource)) {
      report('RES001', path, { member: `resources.${name}`, found: describeFound(resource), sources });
      continue;
    }
    const source = memberOf(resource, 'source');
    if (!known.includes(source)) {
      report('RES001', [...path, 'source'], { member: 'source', found: describeFound(source), sources });
    }
    const description = memberOf(resource, 'description');
    if (!isText(description)) {
      report('RES002', [...path, 'description'], { found: describeFound(description) });
    }
  }
}

function checkFetched({ value, path }: Member, report: OwnReport): void {
  const url = memberOf(value, 'url');
  if (typeof url !== 'string' || !/^https:\/\/./.test(url)) {
    report('RES024', [...path, 'url'], { found: describeFound(url) });
  }
  const local = memberOf(value, 'path');
  if (!isText(local)) report('RES036', [...path, 'path'], { found: describeFound(local) });
}

function checkQueries({ value, path }: Member, report: OwnReport): void {
  const queries = memberOf(value, 'queries');
  const at = [...path, 'queries'];
  if (!isObject(queries)) {
    report('RES041', at, { found: describeFound(queries) });
    return;
  }
  const count = Object.keys(queries).length;
  if (count > MAX_QUERIES) report('RES028', at, { count, limit: MAX_QUERIES });
  else if (count > ADVISED_QUERIES) report('RES006', at, { count });
  for (const [name, query] of Object.entries(queries)) {
    if (!CAMEL_CASE.test(name)) report('RES018', [...at, name], { name });
    if (!isObject(query)) {
      report('RES041', [...at, name], { found: `an object with ${describeFound(query)}` });
    }
  }
}

/** The import writes the text of an inline About to the About's file, so the resource needs no other field. */
function isInlineAbout(name: string, resource: unknown): boolean {
  if (name !== 'about') return false;
  return [resource, memberOf(resource, 'content'), memberOf(resource, 'text')].some(isText);
}

function checkDatabase({ value, path }: Member, report: OwnReport): void {
  const [mode, origin] = [memberOf(value, 'mode'), memberOf(value, 'origin')];
  const database = memberOf(value, 'database');
  if (database === undefined) {
    checkOrigin(origin, path, report);
    checkName(memberOf(value, 'name'), '.db', path, report);
  } else {
    const found = describeFound(database);
    const relative = isText(database) && database.endsWith('.db') && !/^([/\\~]|[A-Za-z]:)/.test(database);
    if (!relative) report('RES003', [...path, 'database'], { found });
    if (isText(database) && database.split(/[/\\]/).includes('..')) {
      report('RES004', [...path, 'database'], { found });
    }
  }
  if (mode !== 'in-memory' && mode !== 'file-based' && (mode !== undefined || database === undefined)) {
    report('RES025', [...path, 'mode'], { found: describeFound(mode) });
  }
  if (mode === 'file-based' && origin !== undefined && origin !== 'project') {
    report('RES037', [...path, 'origin'], { found: describeFound(origin) });
  }
  if (origin === 'inline') report('RES040', [...path, 'origin']);
}

function checkMarkdown({ name, value, path }: Member, report: OwnReport): void {
  if (isInlineAbout(name, value)) return;
  checkOrigin(memberOf(value, 'origin'), path, report);
  checkName(memberOf(value, 'name'), '.md', path, report);
  if (Object.hasOwn(value, 'mode')) report('RES038', [...path, 'mode']);
  for (const member of ['queries', 'database']) {
    if (Object.hasOwn(value, member)) report('RES039', [...path, member], { member });
  }
}

function checkOrigin(origin: unknown, path: Member['path'], report: OwnReport): void {
  if (!ORIGINS.has(origin)) report('RES026', [...path, 'origin'], { found: describeFound(origin) });
}

/** Checks that a file name cannot lead out of the resource folder. */
function checkName(name: unknown, extension: string, path: Member['path'], report: OwnReport): void {
  const fits = isText(name) && name.endsWith(extension) && !/[/\\]/.test(name) && name !== extension;
  if (!fits) report('RES027', [...path, 'name'], { found: describeFound(name), extension });
}
