import type { HandlersReading, ValuePath } from '../../sources/logic/module-reading.js';
import { placeholdersIn } from '../../sources/logic/placeholder.js';
import type { Report } from '../rule.js';
import { undeclaredIn } from './parameter-type.js';
import { defineSchemaRule, type SchemaRuleInput } from './rule.js';
import {
  isObject,
  isText,
  type Member,
  type Members,
  memberOf,
  parametersOf,
  toolsOf,
} from './schema-members.js';

/**
 * Placeholders in the path of an address: `{{name}}`, which the runtime fills, `:name` as the beginning of a segment,
 * and `{name}`, which other tools fill but FlowMCP does not. A colon elsewhere belongs to a name (`claims:search`,
 * `:all:`), and braces around a number to a pattern.
 */
const PATH_SLOT = /\{\{([^{}]*)\}\}|\{([A-Za-z][\w-]*)\}|(?<=\/):([A-Za-z_]\w*)(?![\w:])/g;

/** The request of a tool: what fills its placeholders, and where its values go (chapters 02 and 09, Parameter Rules). */
export const rule = defineSchemaRule({
  codes: {
    VAL050: {
      severity: 'warning',
      text: 'the insert parameter "{key}" has no place in the path',
      hint: 'Put :{key} where its value belongs, or build the address in a preRequest.',
      fails: [
        { set: { 'tools.getReport.path': '/stations/{{station}}/days/:dayOfYear' }, also: ['GATE-006'] },
        { set: { 'tools.getReport.path': '/stations/{{station}}' } },
      ],
    },
    'GATE-002': {
      severity: 'warning',
      text: 'the parameter "{key}" goes into the body of a {method} request, which has no body',
      hint: 'Use the location query, or the method POST or PUT.',
      fails: [{ set: { 'tools.sendReport.method': 'DELETE' }, also: ['GATE-002'] }],
    },
    'GATE-006': {
      severity: 'warning',
      text: 'nothing fills {slot} in the address of the tool "{tool}"',
      hint: 'Add a parameter with that key and the location insert, or declare the key in main.requiredServerParams and write it as {{KEY}}.',
      why: 'A request whose address still contains a placeholder is not sent, or asks for something that does not exist.',
      fails: [
        { set: { 'tools.sendReport.path': '/reports/{{id}}' } },
        { set: { 'tools.sendReport.path': '/reports/:id' } },
        { set: { 'tools.sendReport.path': '/reports?key={{OTHER_KEY}}' } },
        { set: { root: 'https://{{region}}.example.org' }, also: ['GATE-006'] },
      ],
    },
    'GATE-019': {
      severity: 'warning',
      text: '{slot} is not declared anywhere, so only handler code can fill it',
      hint: 'Write {{USER_PARAM}} for a value from the caller, or declare the key in main.requiredServerParams. A request that still contains it is not sent.',
      fails: [
        { set: { 'tools.getReport.parameters.1.position.value': '{{ DAY }}' } },
        { set: { 'tools.getReport.parameters.2.position.value': 'x:{{stations:code}}' } },
        {
          set: {
            'tools.getReport.parameters.3.position.value':
              '{{SERVER_PARAM:WEATHER_API_KEY}}{{SERVER_PARAM:OTHER_KEY}}',
          },
        },
        { set: { 'headers.Authorization': 'Bearer {{OTHER_KEY}}' } },
      ],
    },
    'GATE-028': {
      severity: 'info',
      text: 'the insert parameter "{key}" has no place in the path; whether handler code uses it could not be read',
      hint: 'If no handler builds the address, put :{key} where its value belongs.',
      fails: [
        {
          set: { 'tools.getReport.path': '/stations/{{station}}' },
          handlers: 'export const handlers = build();',
        },
      ],
    },
    'GATE-029': {
      severity: 'warning',
      text: 'the key "{key}" is declared but used nowhere',
      hint: 'Remove it from requiredServerParams, or write {{SERVER_PARAM:{key}}} where it belongs: users are asked for every declared key.',
      fails: [{ set: { 'requiredServerParams.1': 'OTHER_KEY' }, handlers: '' }],
    },
  },
  check(input, report) {
    const { main } = input;
    const builds = buildersOf(input.reading.handlers);
    checkHeaders(main, report);
    for (const { name, value, path } of toolsOf(main)) {
      const tool = { name, value, path, address: addressOf(value, main), builds: builds(name) };
      const parameters = parametersOf(tool).map((parameter) => ({
        path: parameter.path,
        position: memberOf(parameter.value, 'position'),
      }));
      const places = findPlaces(tool.address, parameters);
      for (const parameter of parameters) checkParameter(parameter, { tool, main, places }, report);
      if (tool.builds === 'no') checkAddress(tool, main, places, report);
    }
    checkKeys(input, report);
  },
});
type OwnReport = Report<typeof rule.codes>;

/** Whether handler code may build the request of a tool. */
type Builds = 'yes' | 'no' | 'unknown';

interface Tool extends Member {
  /** Root and path. */
  readonly address: string;
  readonly builds: Builds;
}

interface Parameter {
  readonly path: ValuePath;
  readonly position: unknown;
}

/** What the insert parameters of a tool fill in its address. */
interface Places {
  readonly inserts: ReadonlySet<string>;
  /** Those of `inserts` that the address contains as `{{key}}` or `:key`. */
  readonly placed: ReadonlySet<string>;
  /** Offsets of the `:key` in the address. */
  readonly colons: ReadonlySet<number>;
}

function buildersOf(handlers: HandlersReading): (tool: string) => Builds {
  if (handlers.kind === 'unreadable') return () => 'unknown';
  const tools = new Set(handlers.kind === 'none' ? [] : (handlers.requesting ?? handlers.tools));
  return (tool) => (tools.has(tool) ? 'yes' : 'no');
}

function findPlaces(address: string, parameters: readonly Parameter[]): Places {
  // A location that is not valid has a code of its own.
  const inserts = new Set(
    parameters.flatMap(({ position }) => {
      const [key, location] = [memberOf(position, 'key'), memberOf(position, 'location')];
      return isText(key) && location !== 'query' && location !== 'body' ? [key] : [];
    }),
  );
  const braced = new Set([...address.matchAll(PATH_SLOT)].map(([, name]) => name?.trim()));
  const placed = new Set([...inserts].filter((key) => braced.has(key)));
  const colons = new Set<number>();
  for (const key of inserts) {
    for (let at = address.indexOf(`:${key}`); at >= 0; at = address.indexOf(`:${key}`, at + 1)) {
      // `:id` is not the beginning of `:idType`.
      if (/\w/.test(address[at + key.length + 1] ?? '')) continue;
      placed.add(key);
      colons.add(at);
    }
  }
  return { inserts, placed, colons };
}

function checkHeaders(main: Members, report: OwnReport): void {
  const headers = memberOf(main, 'headers');
  for (const [name, value] of Object.entries(isObject(headers) ? headers : {})) {
    const [first] = undeclaredIn(value, main);
    if (first) report('GATE-019', ['headers', name], { slot: first.slot });
  }
}

function checkParameter(
  { position, path }: Parameter,
  { tool, main, places }: { tool: Tool; main: Members; places: Places },
  report: OwnReport,
): void {
  const [first] = undeclaredIn(memberOf(position, 'value'), main);
  if (first) report('GATE-019', [...path, 'position', 'value'], { slot: first.slot });
  const [key, location] = [memberOf(position, 'key'), memberOf(position, 'location')];
  if (!isText(key) || tool.builds === 'yes') return;
  const method = memberOf(tool.value, 'method');
  if (location === 'body' && tool.builds === 'no' && (method === 'GET' || method === 'DELETE')) {
    report('GATE-002', [...path, 'position', 'location'], { key, method });
  }
  if (location !== 'insert' || places.placed.has(key)) return;
  report(tool.builds === 'no' ? 'VAL050' : 'GATE-028', [...path, 'position'], { key });
}

/** Reports placeholders in the address that neither an insert parameter nor a declared key fills. */
function checkAddress(tool: Tool, main: Members, { inserts, colons }: Places, report: OwnReport): void {
  const [path = '', ...query] = tool.address.split('?');
  const fragmentAt = path.includes('#') ? path.indexOf('#') : path.length;
  const undeclared = new Set(undeclaredIn(path, main, inserts).map(({ slot }) => slot));
  const open = [...path.matchAll(PATH_SLOT)].filter(({ 0: slot, 1: braced, 2: single, index }) => {
    if (single !== undefined) return !inserts.has(single);
    // What follows a `#` is not sent.
    if (braced === undefined) return index < fragmentAt && !colons.has(index);
    return undeclared.has(slot) || (placeholdersIn(slot).length === 0 && !inserts.has(braced.trim()));
  });
  const inQuery = undeclaredIn(query.join('?'), main, inserts);
  for (const slot of new Set([...open.map(([slot]) => slot), ...inQuery.map(({ slot }) => slot)])) {
    report('GATE-006', [...tool.path, 'path'], { slot, tool: tool.name });
  }
}

/** Reports declared keys that no placeholder names. Handler code gets every key, and is not searched for them. */
function checkKeys({ main, reading }: SchemaRuleInput, report: OwnReport): void {
  const declared = memberOf(main, 'requiredServerParams');
  if (!Array.isArray(declared) || reading.handlers.kind !== 'none' || reading.refused.length > 0) return;
  const used = new Set<string>();
  visitTexts(main, (text) => {
    for (const { name } of placeholdersIn(text)) used.add(name.replace(/^SERVER_PARAM:/, ''));
  });
  for (const [at, key] of declared.entries()) {
    if (isText(key) && !used.has(key)) report('GATE-029', ['requiredServerParams', at], { key });
  }
}

function visitTexts(value: unknown, onText: (text: string) => void): void {
  if (typeof value === 'string') onText(value);
  else if (Array.isArray(value) || isObject(value)) {
    for (const member of Object.values(value)) visitTexts(member, onText);
  }
}

function addressOf(tool: Members, main: Members): string {
  return [memberOf(main, 'root'), memberOf(tool, 'path')].filter((part) => typeof part === 'string').join('');
}
