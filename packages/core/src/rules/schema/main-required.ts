import type { HandlersReading } from '../../sources/logic/module-reading.js';
import type { SchemaRule } from './rule.js';
import { describeFound, isObject, isText, type Members, memberOf } from './schema-members.js';

const NAMESPACE = /^[a-z][a-z0-9-]*$/;
const VERSION = /^4\.\d+\.\d+$/;
const ROOT = /^https:\/\/.*[^/]$/s;

/** Chapter 01, with the reference's own members; routes and skills have rules that say more. */
const MAIN_KEYS = new Set([
  ...['namespace', 'name', 'description', 'version', 'schemaVersion', 'schemaHash', 'root', 'tools'],
  ...['resources', 'docs', 'tags', 'requiredServerParams', 'requiredLibraries', 'headers', 'sharedLists'],
  ...[
    'termsOfService',
    'termsOfServiceCheckedAt',
    'termsOfServiceLanguage',
    'dataLicense',
    'dataLicenseName',
  ],
  ...['meta', 'handlers', 'routes', 'skills'],
]);

/** Identity, root and tools of `main` (chapter 09, Required Fields). */
export const mainRequiredRules: readonly SchemaRule[] = [
  {
    codes: ['VAL003'],
    check({ main }, report) {
      for (const key of Object.keys(main)) if (!MAIN_KEYS.has(key)) report('VAL003', [key], { key });
    },
  },
  {
    codes: ['VAL010', 'VAL011', 'VAL012', 'VAL013', 'VAL014'],
    check({ main }, report) {
      const namespace = memberOf(main, 'namespace');
      if (!isText(namespace)) report('VAL010', ['namespace'], { found: describeFound(namespace) });
      else if (!NAMESPACE.test(namespace)) {
        report('VAL011', ['namespace'], { found: describeFound(namespace) });
      }
      for (const [code, key] of [
        ['VAL012', 'name'],
        ['VAL013', 'description'],
      ] as const) {
        const value = memberOf(main, key);
        if (!isText(value)) report(code, [key], { found: describeFound(value) });
      }
      const version = memberOf(main, 'version');
      if (typeof version !== 'string' || !VERSION.test(version)) {
        report('VAL014', ['version'], { found: describeFound(version) });
      }
    },
  },
  {
    codes: ['VAL015'],
    check({ main, reading }, report) {
      const root = memberOf(main, 'root');
      const tools = memberOf(main, 'tools');
      const names = isObject(tools) ? Object.keys(tools) : [];
      if (root === undefined && names.length === 0) return;
      if (root === '' && executeAll(reading.handlers, names)) return;
      if (typeof root !== 'string' || !ROOT.test(root)) {
        report('VAL015', ['root'], { found: describeFound(root) });
      }
    },
  },
  {
    codes: ['VAL016', 'VAL017', 'VAL018'],
    check({ main }, report) {
      const tools = memberOf(main, 'tools');
      const resources = memberOf(main, 'resources');
      if (isObject(tools))
        reportTools(tools, resources, (member, value) => {
          report('VAL016', member, { member: member.join('.'), found: describeFound(value) });
        });
      else if (tools !== undefined || !hasMembers(resources)) {
        report('VAL016', ['tools'], { member: 'tools', found: describeFound(tools) });
      }
      if (Object.hasOwn(main, 'skills')) {
        report('VAL016', ['skills'], { member: 'skills', found: describeFound(memberOf(main, 'skills')) });
      }
      if (!Object.hasOwn(main, 'routes')) return;
      report('VAL018', ['routes']);
      if (tools !== undefined) report('VAL017', ['routes']);
    },
  },
];

function reportTools(
  tools: Members,
  resources: unknown,
  report: (member: readonly string[], value: unknown) => void,
): void {
  if (!hasMembers(tools) && !hasMembers(resources)) report(['tools'], tools);
  for (const [name, tool] of Object.entries(tools)) if (!isObject(tool)) report(['tools', name], tool);
}

function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

/** May each of these tools do without an address? What can not be read is given the benefit of the doubt. */
function executeAll(handlers: HandlersReading, names: readonly string[]): boolean {
  if (handlers.kind === 'none') return names.length === 0;
  if (handlers.kind === 'unreadable') return true;
  const executing = new Set(handlers.executing ?? handlers.tools);
  return names.every((name) => executing.has(name));
}
