import {
  allowsValue,
  KINDS,
  LIST_REFERENCE,
  listValues,
  parseParameterType,
  readAs,
  splitCall,
} from './parameter-type.js';
import type { Report, SchemaRule } from './rule.js';
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
const PARAMETER_KEYS = new Set(['position', 'z', 'description']);

/** Parameters of tools and of queries (chapter 09, Parameter Rules; chapter 02). */
export const parameterRules: readonly SchemaRule[] = [
  {
    codes: ['VAL040', 'VAL077'],
    check({ main }, report) {
      for (const owner of [...toolsOf(main), ...queriesOf(main)]) {
        const parameters = memberOf(owner.value, 'parameters');
        if (!Array.isArray(parameters)) continue;
        for (const [at, parameter] of parameters.entries()) {
          checkShape(parameter, [...owner.path, 'parameters', at], report);
        }
      }
    },
  },
  {
    codes: ['VAL041', 'VAL042', 'VAL043', 'VAL044', 'VAL045', 'VAL046', 'VAL047'],
    check({ main }, report) {
      for (const tool of toolsOf(main)) {
        for (const parameter of parametersOf(tool)) {
          checkPosition(parameter, report);
          const position = memberOf(parameter.value, 'position');
          const location = memberOf(position, 'location');
          if (isObject(position) && !LOCATIONS.has(location)) {
            report('VAL043', [...parameter.path, 'position', 'location'], { found: describeFound(location) });
          }
          checkType(parameter, report);
        }
      }
      for (const query of queriesOf(main)) {
        for (const parameter of parametersOf(query)) {
          checkPosition(parameter, report);
          checkType(parameter, report);
        }
      }
    },
  },
  {
    codes: ['GATE-020', 'GATE-021'],
    check({ main }, report) {
      for (const owner of [...toolsOf(main), ...queriesOf(main)]) {
        for (const parameter of parametersOf(owner)) checkLimits(parameter, report);
      }
    },
  },
  {
    codes: ['VAL050', 'GATE-002'],
    check({ main }, report) {
      for (const tool of toolsOf(main)) {
        const address = `${textOf(memberOf(main, 'root'))}${textOf(memberOf(tool.value, 'path'))}`;
        const method = memberOf(tool.value, 'method');
        for (const { value, path } of parametersOf(tool)) {
          const position = memberOf(value, 'position');
          const key = memberOf(position, 'key');
          const location = memberOf(position, 'location');
          if (!isText(key)) continue;
          if (location === 'insert' && !hasPlace(address, key))
            report('VAL050', [...path, 'position'], { key });
          if (location === 'body' && (method === 'GET' || method === 'DELETE')) {
            report('GATE-002', [...path, 'position', 'location'], { key, method });
          }
        }
      }
    },
  },
];

function checkShape(parameter: unknown, path: Item['path'], report: Report): void {
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

function checkPosition({ value, path }: Item, report: Report): void {
  const position = memberOf(value, 'position');
  if (!isObject(position)) return;
  const key = memberOf(position, 'key');
  if (!isText(key)) report('VAL041', [...path, 'position', 'key'], { found: describeFound(key) });
  const given = memberOf(position, 'value');
  if (typeof given !== 'string') {
    report('VAL042', [...path, 'position', 'value'], { found: describeFound(given) });
  }
}

function checkType({ value, path }: Item, report: Report): void {
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

/** What no value, or not even the default, can meet. */
function checkLimits({ value, path }: Item, report: Report): void {
  const type = parseParameterType(value);
  if (!type) return;
  const at = [...path, 'z', 'options'];
  const { min, max, kind, default: text } = type;
  if (min !== undefined && max !== undefined && min > max) report('GATE-020', at, { min, max });
  if (text !== undefined && !allowsValue(type, readAs(kind, text))) {
    report('GATE-021', at, { found: describeFound(text), expected: type.text });
  }
}

/** `enum()` alone is filled by a `values(…)` option. */
function hasGap(inside: string, options: unknown): boolean {
  const named = (isTextList(options) ? options : []).flatMap((option) => {
    const [name, values] = splitCall(option) ?? [];
    return name === 'values' && values !== undefined ? [values] : [];
  });
  return listValues(inside === '' ? (named[0] ?? '') : inside).includes('');
}

/** `{{key}}` or `:key`, the latter not as the beginning of a longer name. */
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
