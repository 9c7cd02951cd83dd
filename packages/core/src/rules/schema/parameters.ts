import type { Report } from '../rule.js';
import {
  allowsValue,
  KINDS,
  LIST_REFERENCE,
  listValues,
  parseParameterType,
  readAs,
  splitCall,
  undeclaredIn,
} from './parameter-type.js';
import { defineSchemaRule } from './rule.js';
import {
  describeFound,
  type Item,
  isObject,
  isText,
  isTextList,
  type Members,
  memberOf,
  parametersOf,
  queriesOf,
  toolsOf,
} from './schema-members.js';

const LOCATIONS = new Set<unknown>(['insert', 'query', 'body']);
const PARAMETER_KEYS = new Set(['position', 'z', 'description']);

/** Parameters of tools and of queries (chapter 09, Parameter Rules; chapter 02). */
export const rule = defineSchemaRule({
  codes: {
    VAL040: {
      severity: 'error',
      text: '{member} is {found}; an object that contains the objects position and z was expected',
      hint: 'Write `{ position: { key, value, location }, z: { primitive, options } }`.',
      fails: [
        { set: { 'tools.getReport.parameters.4': null } },
        { remove: ['tools.getReport.parameters.1.z'] },
      ],
    },
    VAL041: {
      severity: 'error',
      text: 'position.key is {found}; text was expected',
      hint: 'Name the parameter as the API does.',
      fails: [{ set: { 'tools.getReport.parameters.3.position.key': 1 } }],
    },
    VAL042: {
      severity: 'error',
      text: 'position.value is {found}; text was expected',
      hint: 'Write {{USER_PARAM}} for input, {{SERVER_PARAM:NAME}} for a key, or the fixed text.',
      fails: [{ set: { 'tools.getReport.parameters.3.position.value': 1 } }],
    },
    VAL043: {
      severity: 'error',
      text: 'position.location is {found}; insert, query or body was expected',
      hint: 'Say where the value goes.',
      fails: [{ set: { 'tools.getReport.parameters.1.position.location': 'path' } }],
    },
    VAL044: {
      severity: 'error',
      text: 'z.primitive is {found}; string(), number(), boolean(), array(), object() or enum(a,b) was expected',
      hint: 'Write the type with its parentheses; limits go into options.',
      fails: [
        { set: { 'tools.getReport.parameters.1.z.primitive': 'text()' } },
        { set: { 'tools.getReport.parameters.1.z.primitive': 'string' } },
        { set: { 'tools.getReport.parameters.1.z.primitive': null } },
      ],
    },
    VAL045: {
      severity: 'error',
      text: 'z.options is {found}; a list of strings was expected',
      hint: 'Write [] if there are none.',
      fails: [{ remove: ['tools.getReport.parameters.3.z.options'] }],
    },
    VAL046: {
      severity: 'error',
      text: '{found} contains an empty value',
      hint: 'List the values without gaps: enum(a,b). A values(…) option works as well.',
      fails: [
        { set: { 'tools.getReport.parameters.2.z.primitive': 'enum(metric,imperial,)' } },
        { set: { 'tools.getReport.parameters.3.z.primitive': 'enum()' } },
      ],
    },
    VAL047: {
      severity: 'error',
      text: '{found} refers to a shared list outside enum()',
      hint: 'Use enum({{list:field}}).',
      fails: [{ set: { 'tools.getReport.parameters.3.z.primitive': 'string({{stations:code}})' } }],
    },
    VAL050: {
      severity: 'warning',
      text: 'the insert parameter "{key}" has no place in the path',
      hint: 'Put {{{key}}} or :{key} where it belongs; a tool whose handler builds the address does not need it.',
      fails: [{ set: { 'tools.getReport.path': '/stations/{{station}}/days/:dayOfYear' } }],
    },
    VAL077: {
      severity: 'error',
      text: 'the parameter has an unknown member "{key}"',
      hint: 'Remove it or correct its spelling.',
      fails: [{ set: { 'tools.getReport.parameters.1.required': true } }],
    },
    'GATE-002': {
      severity: 'warning',
      text: 'the parameter "{key}" goes into the body of a {method} request, which has no body',
      hint: 'Use the location query, or the method POST or PUT.',
      fails: [{ set: { 'tools.sendReport.method': 'DELETE' }, also: ['GATE-002'] }],
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
      ],
    },
    'GATE-020': {
      severity: 'warning',
      text: 'no value is allowed: min({min}) is above max({max})',
      hint: 'Correct the limits.',
      fails: [
        {
          set: { 'tools.sendReport.parameters.1.z.options': ['optional()', 'min(10)', 'max(1)'] },
          also: ['TST004'],
        },
      ],
    },
    'GATE-021': {
      severity: 'warning',
      text: 'the default is {found}, which {expected} does not allow',
      hint: 'Correct the default, or the values that the parameter allows.',
      fails: [
        { set: { 'tools.getReport.parameters.2.z.options': ['default(kelvin)'] } },
        { set: { 'tools.sendReport.parameters.1.z.options': ['default(abc)'] } },
        { set: { 'tools.sendReport.parameters.1.z.options': ['max(5)', 'default(6)'] } },
        { set: { 'tools.sendReport.parameters.0.z.options': ['min(2)', 'default(x)'] } },
      ],
    },
  },
  check({ main }, report) {
    for (const owner of [...toolsOf(main), ...queriesOf(main)]) {
      const parameters = memberOf(owner.value, 'parameters');
      for (const [at, parameter] of Array.isArray(parameters) ? parameters.entries() : []) {
        checkShape(parameter, [...owner.path, 'parameters', at], report);
      }
      for (const parameter of parametersOf(owner)) {
        checkPosition(parameter, report);
        checkType(parameter, report);
        checkLimits(parameter, report);
      }
    }
    for (const tool of toolsOf(main)) {
      for (const parameter of parametersOf(tool)) {
        checkUse(parameter, tool.value, main, report);
        const template = memberOf(memberOf(parameter.value, 'position'), 'value');
        const [first] = undeclaredIn(template, main);
        if (first) report('GATE-019', [...parameter.path, 'position', 'value'], { slot: first.slot });
      }
    }
  },
});
type OwnReport = Report<typeof rule.codes>;

function checkShape(parameter: unknown, path: Item['path'], report: OwnReport): void {
  if (!isObject(parameter)) {
    report('VAL040', path, { member: 'the parameter', found: describeFound(parameter) });
    return;
  }
  for (const member of ['position', 'z']) {
    const value = memberOf(parameter, member);
    if (!isObject(value)) report('VAL040', [...path, member], { member, found: describeFound(value) });
  }
  for (const key of Object.keys(parameter)) {
    if (!PARAMETER_KEYS.has(key)) report('VAL077', [...path, key], { key });
  }
}

function checkPosition({ value, path }: Item, report: OwnReport): void {
  const position = memberOf(value, 'position');
  if (!isObject(position)) return;
  const key = memberOf(position, 'key');
  if (!isText(key)) report('VAL041', [...path, 'position', 'key'], { found: describeFound(key) });
  const given = memberOf(position, 'value');
  if (typeof given !== 'string') {
    report('VAL042', [...path, 'position', 'value'], { found: describeFound(given) });
  }
}

function checkType({ value, path }: Item, report: OwnReport): void {
  const z = memberOf(value, 'z');
  if (!isObject(z)) return;
  const options = memberOf(z, 'options');
  if (!isTextList(options)) report('VAL045', [...path, 'z', 'options'], { found: describeFound(options) });
  const primitive = memberOf(z, 'primitive');
  const at = [...path, 'z', 'primitive'];
  const found = describeFound(primitive);
  const [kind, inside] = (typeof primitive === 'string' ? splitCall(primitive) : undefined) ?? [];
  if (kind !== 'enum' && typeof primitive === 'string' && primitive.match(LIST_REFERENCE)) {
    report('VAL047', at, { found });
  } else if (kind === undefined || !KINDS.has(kind) || (kind !== 'enum' && inside !== '')) {
    report('VAL044', at, { found });
  } else if (kind === 'enum' && hasGap(inside ?? '', options)) report('VAL046', at, { found });
}

/** Reports constraints that no value can satisfy, or that the default does not satisfy. */
export function checkLimits({ value, path }: Item, report: OwnReport): void {
  const type = parseParameterType(value);
  if (!type) return;
  const at = [...path, 'z', 'options'];
  const { min, max, kind, default: text } = type;
  if (min !== undefined && max !== undefined && min > max) report('GATE-020', at, { min, max });
  if (text !== undefined && !allowsValue(type, readAs(kind, text))) {
    report('GATE-021', at, { found: describeFound(text), expected: type.text });
  }
}

/** Checks the position of a tool's parameter. */
function checkUse({ value, path }: Item, tool: Members, main: Members, report: OwnReport): void {
  const position = memberOf(value, 'position');
  if (!isObject(position)) return;
  const location = memberOf(position, 'location');
  if (!LOCATIONS.has(location)) {
    report('VAL043', [...path, 'position', 'location'], { found: describeFound(location) });
  }
  const key = memberOf(position, 'key');
  if (!isText(key)) return;
  const address = `${textOf(memberOf(main, 'root'))}${textOf(memberOf(tool, 'path'))}`;
  if (location === 'insert' && !hasPlace(address, key)) report('VAL050', [...path, 'position'], { key });
  const method = memberOf(tool, 'method');
  if (location === 'body' && (method === 'GET' || method === 'DELETE')) {
    report('GATE-002', [...path, 'position', 'location'], { key, method });
  }
}

/** Checks whether an enum has an empty value. An empty `enum()` gets its values from a `values(…)` option. */
function hasGap(inside: string, options: unknown): boolean {
  const named = (isTextList(options) ? options : []).flatMap((option) => {
    const [name, values] = splitCall(option) ?? [];
    return name === 'values' && values !== undefined ? [values] : [];
  });
  return listValues(inside === '' ? (named[0] ?? '') : inside).includes('');
}

/** Checks whether the address contains `{{key}}`, or `:key` that is not the beginning of a longer name. */
function hasPlace(address: string, key: string): boolean {
  if (address.includes(`{{${key}}}`)) return true;
  for (let at = address.indexOf(`:${key}`); at >= 0; at = address.indexOf(`:${key}`, at + 1)) {
    if (!/\w/.test(address[at + key.length + 1] ?? '')) return true;
  }
  return false;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
