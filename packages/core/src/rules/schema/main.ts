import type { HandlersReading } from '../../sources/logic/module-reading.js';
import { defineSchemaRule } from './rule.js';
import { describeFound, isObject, isText, type Members, memberOf } from './schema-members.js';

const NAMESPACE = /^[a-z][a-z0-9-]*$/;
const VERSION = /^4\.\d+\.\d+$/;
const ROOT = /^https:\/\/.*[^/]$/s;

/**
 * Fields from chapter 01, prompts (chapter 12), and those of the reference implementation; routes and skills have their
 * own rules.
 */
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
  ...['meta', 'handlers', 'prompts', 'routes', 'skills'],
]);

/** Required fields of `main`: identity, root and tools (chapter 09, Required Fields). */
export const rule = defineSchemaRule({
  codes: {
    VAL003: {
      severity: 'error',
      text: 'main has an unknown member "{key}"',
      hint: 'Remove it or correct its spelling; the members are listed in chapter 01 of the Schemas-Spec.',
      fails: [{ set: { tols: {} } }],
    },
    'GATE-022': {
      severity: 'warning',
      text: 'main has prompts: they are neither checked nor graded, and current runtimes refuse the schema',
      hint: 'Leave them out until a runtime accepts them; chapter 12 of the Schemas-Spec describes them.',
      why: 'Chapters 00, 12, 13 and 16 make prompts a part of main, chapter 01 does not list them, and the runtime refuses them as an unknown member since its commit ac1493a.',
      fails: [{ set: { prompts: {} } }, { set: { prompts: [] } }],
    },
    VAL010: {
      severity: 'error',
      text: 'the namespace is {found}; text was expected',
      hint: 'Name the provider, in lower case: `namespace: "coingecko"`.',
      fails: [{ remove: ['namespace'] }],
    },
    VAL011: {
      severity: 'error',
      text: 'the namespace is {found}; lower-case letters, digits and hyphens, beginning with a letter, were expected',
      hint: 'Write it in lower case, with hyphens instead of underscores, dots or spaces.',
      fails: [{ set: { namespace: 'Weather_Data' } }],
    },
    VAL012: {
      severity: 'error',
      text: 'the name of the schema is {found}; text was expected',
      hint: 'Give the schema a name people can read.',
      fails: [{ set: { name: '' } }],
    },
    VAL013: {
      severity: 'error',
      text: 'the description of the schema is {found}; text was expected',
      hint: 'Say in a sentence or two what the schema is for.',
      fails: [{ set: { description: 1 } }],
    },
    VAL014: {
      severity: 'error',
      text: 'the version is {found}; 4.x.y was expected',
      hint: 'It is the version of the schema format: write "4.0.0" if the schema follows 4.x. Other generations are not read.',
      fails: [
        { set: { version: '3.0.0' } },
        { set: { version: '4.0.0-beta' } },
        { set: { version: '5.0.0' } },
      ],
    },
    VAL015: {
      severity: 'error',
      text: 'the root is {found}; an https:// address without a trailing slash was expected',
      hint: 'Write the base address of the API. It may be empty only if each tool has an executeRequest handler.',
      fails: [
        { remove: ['root'] },
        { set: { root: 'http://api.example.org' } },
        { set: { root: 'https://api.example.org/' } },
        { set: { root: '' } },
      ],
    },
    VAL016: {
      severity: 'error',
      text: '{member} is {found}; in main, tools must be an object of objects (empty only if there are resources), and skills are not allowed',
      hint: 'Write `tools: { name: { … } }`; move skills to providers/<namespace>/skills/.',
      fails: [
        { set: { tools: [] }, also: ['VAL005'] },
        { set: { 'tools.sendReport': null } },
        { set: { skills: {} } },
      ],
    },
    VAL017: {
      severity: 'error',
      text: 'main has both tools and routes',
      hint: 'Keep tools and remove routes.',
      fails: [{ set: { routes: {} }, also: ['VAL018'] }],
    },
    VAL018: {
      severity: 'warning',
      text: 'main.routes is the old name of main.tools and is ignored',
      hint: 'Rename routes to tools.',
      fails: [{ remove: ['tools'], copy: { tools: ['routes'] }, also: ['VAL005'] }],
    },
  },
  check({ main, reading }, report) {
    for (const key of Object.keys(main)) if (!MAIN_KEYS.has(key)) report('VAL003', [key], { key });

    if ((memberOf(main, 'prompts') ?? null) !== null) report('GATE-022', ['prompts']);

    const namespace = memberOf(main, 'namespace');
    if (!isText(namespace)) report('VAL010', ['namespace'], { found: describeFound(namespace) });
    else if (!NAMESPACE.test(namespace)) {
      report('VAL011', ['namespace'], { found: describeFound(namespace) });
    }
    const name = memberOf(main, 'name');
    if (!isText(name)) report('VAL012', ['name'], { found: describeFound(name) });
    const description = memberOf(main, 'description');
    if (!isText(description)) report('VAL013', ['description'], { found: describeFound(description) });
    const version = memberOf(main, 'version');
    if (typeof version !== 'string' || !VERSION.test(version)) {
      report('VAL014', ['version'], { found: describeVersion(version) });
    }
    const root = memberOf(main, 'root');
    if (!isRoot(root, main, reading.handlers)) report('VAL015', ['root'], { found: describeFound(root) });

    for (const { path, value } of misplacedIn(main)) {
      report('VAL016', path, { member: path.join('.'), found: describeFound(value) });
    }
    if (!Object.hasOwn(main, 'routes')) return;
    report('VAL018', ['routes']);
    if (memberOf(main, 'tools') !== undefined) report('VAL017', ['routes']);
  },
});

function describeVersion(version: unknown): string {
  const found = describeFound(version);
  const isNewer = typeof version === 'string' && /^(?:[5-9]|[1-9]\d+)\.\d/.test(version);
  return isNewer ? `${found}, which is newer than what is read here` : found;
}

function isRoot(root: unknown, main: Members, handlers: HandlersReading): boolean {
  const tools = memberOf(main, 'tools');
  const names = isObject(tools) ? Object.keys(tools) : [];
  if (root === undefined && names.length === 0) return true;
  if (root === '' && executeAll(handlers, names)) return true;
  return typeof root === 'string' && ROOT.test(root);
}

/**
 * Whether all these tools make their requests in handlers and so need no address; unreadable handlers get the benefit
 * of the doubt.
 */
function executeAll(handlers: HandlersReading, names: readonly string[]): boolean {
  if (handlers.kind === 'none') return names.length === 0;
  if (handlers.kind === 'unreadable') return true;
  const executing = new Set(handlers.executing ?? handlers.tools);
  return names.every((name) => executing.has(name));
}

/** Tools that are missing or not objects, and skills, which belong in separate files. */
function misplacedIn(main: Members): { readonly path: readonly string[]; readonly value: unknown }[] {
  const tools = memberOf(main, 'tools');
  const found = [];
  const isEmpty = !hasMembers(tools) && !hasMembers(memberOf(main, 'resources'));
  if (isEmpty || (tools !== undefined && !isObject(tools))) found.push({ path: ['tools'], value: tools });
  for (const [name, tool] of Object.entries(isObject(tools) ? tools : {})) {
    if (!isObject(tool)) found.push({ path: ['tools', name], value: tool });
  }
  if (Object.hasOwn(main, 'skills')) found.push({ path: ['skills'], value: memberOf(main, 'skills') });
  return found;
}

function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}
