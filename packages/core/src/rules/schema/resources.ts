import type { Report, SchemaRule } from './rule.js';
import { describeFound, isObject, isText, type Member, memberOf, resourcesOf } from './schema-members.js';

const MAX_RESOURCES = 2;
const ADVISED_QUERIES = 4;
const MAX_QUERIES = 7;
const CAMEL_CASE = /^[a-z][a-zA-Z0-9]*$/;
const SOURCES = new Set<unknown>(['sqlite', 'markdown', 'http']);
const ORIGINS = new Set<unknown>(['global', 'project', 'inline']);

/**
 * Resources as they are declared (chapters 09 and 13). The chapters and the reference differ: a
 * database is named by `database` (09, reference) or by `origin` and `name` (13); both are accepted.
 * Whether its file exists (RES020) is nothing the declaration tells.
 */
export const resourceRules: readonly SchemaRule[] = [
  {
    codes: ['RES001', 'RES002', 'RES005', 'RES017'],
    check({ main }, report) {
      const resources = memberOf(main, 'resources');
      if (resources === undefined) return;
      if (!isObject(resources)) {
        report('RES001', ['resources'], { member: 'resources', found: describeFound(resources) });
        return;
      }
      const count = Object.keys(resources).length;
      if (count > MAX_RESOURCES) report('RES005', ['resources'], { count, limit: MAX_RESOURCES });
      for (const [name, resource] of Object.entries(resources)) {
        const path = ['resources', name];
        if (!CAMEL_CASE.test(name)) report('RES017', path, { name });
        if (isInlineAbout(name, resource)) continue;
        if (!isObject(resource)) {
          report('RES001', path, { member: `resources.${name}`, found: describeFound(resource) });
          continue;
        }
        const source = memberOf(resource, 'source');
        if (!SOURCES.has(source)) {
          report('RES001', [...path, 'source'], { member: 'source', found: describeFound(source) });
        }
        const description = memberOf(resource, 'description');
        if (!isText(description)) {
          report('RES002', [...path, 'description'], { found: describeFound(description) });
        }
      }
    },
  },
  {
    codes: ['RES003', 'RES004', 'RES025', 'RES026', 'RES027', 'RES037', 'RES040'],
    check({ main }, report) {
      for (const resource of resourcesOf(main)) {
        if (memberOf(resource.value, 'source') === 'sqlite') checkDatabase(resource, report);
      }
    },
  },
  {
    codes: ['RES026', 'RES027', 'RES038', 'RES039'],
    check({ main }, report) {
      for (const resource of resourcesOf(main)) {
        if (memberOf(resource.value, 'source') === 'markdown') checkMarkdown(resource, report);
      }
    },
  },
  {
    codes: ['RES024', 'RES036'],
    check({ main }, report) {
      for (const { value, path } of resourcesOf(main)) {
        if (memberOf(value, 'source') !== 'http') continue;
        const url = memberOf(value, 'url');
        if (typeof url !== 'string' || !/^https:\/\/./.test(url)) {
          report('RES024', [...path, 'url'], { found: describeFound(url) });
        }
        const local = memberOf(value, 'path');
        if (!isText(local)) report('RES036', [...path, 'path'], { found: describeFound(local) });
      }
    },
  },
  {
    codes: ['RES006', 'RES018', 'RES028', 'RES041'],
    check({ main }, report) {
      for (const { value, path } of resourcesOf(main)) {
        const source = memberOf(value, 'source');
        if (source !== 'sqlite' && source !== 'http') continue;
        const queries = memberOf(value, 'queries');
        const at = [...path, 'queries'];
        if (!isObject(queries)) {
          report('RES041', at, { found: describeFound(queries) });
          continue;
        }
        const count = Object.keys(queries).length;
        if (count > MAX_QUERIES) report('RES028', at, { count, limit: MAX_QUERIES });
        else if (count > ADVISED_QUERIES) report('RES006', at, { count });
        for (const [name, query] of Object.entries(queries)) {
          if (!CAMEL_CASE.test(name)) report('RES018', [...at, name], { name });
          if (!isObject(query))
            report('RES041', [...at, name], { found: `an object with ${describeFound(query)}` });
        }
      }
    },
  },
];

/** An About given as text is put into its file at import; nothing else of it is needed. */
function isInlineAbout(name: string, resource: unknown): boolean {
  if (name !== 'about') return false;
  return [resource, memberOf(resource, 'content'), memberOf(resource, 'text')].some(isText);
}

function checkDatabase({ value, path }: Member, report: Report): void {
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

function checkMarkdown({ name, value, path }: Member, report: Report): void {
  if (isInlineAbout(name, value)) return;
  checkOrigin(memberOf(value, 'origin'), path, report);
  checkName(memberOf(value, 'name'), '.md', path, report);
  if (Object.hasOwn(value, 'mode')) report('RES038', [...path, 'mode']);
  for (const member of ['queries', 'database']) {
    if (Object.hasOwn(value, member)) report('RES039', [...path, member], { member });
  }
}

function checkOrigin(origin: unknown, path: Member['path'], report: Report): void {
  if (!ORIGINS.has(origin)) report('RES026', [...path, 'origin'], { found: describeFound(origin) });
}

/** A file name, never a way out of the resource folder. */
function checkName(name: unknown, extension: string, path: Member['path'], report: Report): void {
  const fits = isText(name) && name.endsWith(extension) && !/[/\\]/.test(name) && name !== extension;
  if (!fits) report('RES027', [...path, 'name'], { found: describeFound(name), extension });
}
