import { beginningOf } from '../../keys/logic/key-form-text.js';
import { usesUserValue } from '../../sources/logic/placeholder.js';
import type { Report } from '../rule.js';
import {
  allowsValue,
  KINDS,
  LIST_REFERENCE,
  listValues,
  parseParameterType,
  readAs,
  splitCall,
} from './parameter-type.js';
import { defineSchemaRule } from './rule.js';
import {
  describeFound,
  type Item,
  isObject,
  isText,
  isTextList,
  memberOf,
  parametersOf,
  queriesOf,
  toolsOf,
} from './schema-members.js';

const LOCATIONS = new Set<unknown>(['insert', 'query', 'body']);
/** Names of the locations in messages. */
const PLACES: ReadonlyMap<string, string> = new Map([['insert', 'address']]);
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
      hint: 'List the values without gaps: enum(a,b).',
      fails: [
        { set: { 'tools.getReport.parameters.2.z.primitive': 'enum(metric,imperial,)' } },
        { set: { 'tools.getReport.parameters.3.z.primitive': 'enum()' } },
      ],
    },
    'GATE-027': {
      severity: 'warning',
      text: 'enum() gets its values from the option {option}, which current runtimes do not know',
      hint: 'Write the values into the type, as in enum(a,b), and remove the option.',
      why: 'Chapter 02 lists no option values(…), and the runtime throws at it. The reference accepts the schema, so this is no error.',
      fails: [
        {
          set: {
            'tools.getReport.parameters.2.z': {
              primitive: 'enum()',
              options: ['values(metric,imperial)', 'default(metric)'],
            },
          },
        },
      ],
    },
    VAL047: {
      severity: 'error',
      text: '{found} refers to a shared list outside enum()',
      hint: 'Use enum({{list:field}}).',
      fails: [{ set: { 'tools.getReport.parameters.3.z.primitive': 'string({{stations:code}})' } }],
    },
    VAL077: {
      severity: 'error',
      text: 'the parameter has an unknown member "{key}"',
      hint: 'Remove it or correct its spelling.',
      fails: [{ set: { 'tools.getReport.parameters.1.required': true } }],
    },
    'GATE-009': {
      severity: 'warning',
      text: 'the parameter "{key}" occurs twice in the {location}',
      hint: 'Remove or rename one of the two: a caller can give only one value for a key.',
      fails: [
        {
          set: {
            'tools.sendReport.parameters.2': {
              position: { key: 'level', value: '{{USER_PARAM}}', location: 'body' },
              z: { primitive: 'number()', options: ['optional()'] },
            },
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
      for (const parameter of parametersOf(tool)) checkLocation(parameter, report);
      checkKeys(tool, report);
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
  } else if (kind === 'enum') {
    const option = inside === '' ? findValuesOption(options) : undefined;
    const values = option === undefined ? inside : splitCall(option)?.[1];
    if (listValues(values ?? '').includes('')) report('VAL046', at, { found });
    else if (option !== undefined) report('GATE-027', at, { option: beginningOf(option, 80).shown });
  }
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

/** Only the parameters of tools have a location. */
function checkLocation({ value, path }: Item, report: OwnReport): void {
  const position = memberOf(value, 'position');
  if (!isObject(position)) return;
  const location = memberOf(position, 'location');
  if (LOCATIONS.has(location)) return;
  report('VAL043', [...path, 'position', 'location'], { found: describeFound(location) });
}

function findValuesOption(options: unknown): string | undefined {
  return (isTextList(options) ? options : []).find((option) => splitCall(option)?.[0] === 'values');
}

/** Reports a key that occurs twice. An address may repeat a key only with fixed values (`?include=a&include=b`). */
function checkKeys(tool: Item, report: OwnReport): void {
  const fixed = new Map<string, boolean>();
  for (const { value, path } of parametersOf(tool)) {
    const position = memberOf(value, 'position');
    const [key, location] = [memberOf(position, 'key'), memberOf(position, 'location')];
    if (!isText(key) || typeof location !== 'string' || !LOCATIONS.has(location)) continue;
    const given = memberOf(position, 'value');
    const isFixed = location === 'query' && typeof given === 'string' && !usesUserValue(given);
    const known = fixed.get(`${location} ${key}`);
    fixed.set(`${location} ${key}`, isFixed && (known ?? true));
    if (known === undefined || (known && isFixed)) continue;
    report('GATE-009', [...path, 'position', 'key'], { key, location: PLACES.get(location) ?? location });
  }
}
