import type { Report, SchemaRule } from './rule.js';
import { describeFound, type Item, isObject, memberOf, toolsOf } from './schema-members.js';

const TYPES_BY_MIME: ReadonlyMap<unknown, readonly unknown[]> = new Map([
  ['application/json', ['object', 'array']],
  ['image/png', ['string']],
  ['text/plain', ['string']],
]);
const TYPES = new Set<unknown>(['string', 'number', 'boolean', 'object', 'array']);
const MAX_DEPTH = 4;

/** What a tool says it returns (chapter 04; chapter 09, Output Schema Rules). */
export const outputRules: readonly SchemaRule[] = [
  {
    codes: ['VAL060', 'VAL061', 'VAL062', 'VAL063', 'VAL064', 'VAL065', 'GATE-003'],
    check({ main }, report) {
      for (const { value: tool, path } of toolsOf(main)) {
        const output = memberOf(tool, 'output');
        if (output !== undefined) checkOutput(output, [...path, 'output'], report);
      }
    },
  },
];

function checkOutput(output: unknown, path: Item['path'], report: Report): void {
  if (!isObject(output)) {
    report('VAL061', path, { found: describeFound(output) });
    return;
  }
  const mimeType = memberOf(output, 'mimeType');
  const allowed = TYPES_BY_MIME.get(mimeType);
  if (!allowed) report('VAL060', [...path, 'mimeType'], { found: describeFound(mimeType) });
  const schema = memberOf(output, 'schema');
  const at = [...path, 'schema'];
  if (!isObject(schema)) {
    report('VAL061', at, { found: describeFound(schema) });
    return;
  }
  const type = memberOf(schema, 'type');
  if (!TYPES.has(type)) report('VAL061', [...at, 'type'], { found: describeFound(type) });
  else if (allowed && typeof mimeType === 'string') {
    const plainImage = mimeType === 'image/png' && memberOf(schema, 'format') !== 'base64';
    if (!allowed.includes(type) || plainImage) {
      const found = plainImage && type === 'string' ? 'a string without format base64' : describeFound(type);
      report('VAL062', [...at, 'type'], { mimeType, found });
    }
  }
  const depth = checkPart(schema, at, report, true);
  if (depth > MAX_DEPTH) report('VAL063', at, { depth });
}

/** Checks a part and what is below it; returns how many levels it has. */
function checkPart(part: unknown, path: Item['path'], report: Report, isRoot = false): number {
  if (!isObject(part)) {
    report('VAL061', path, { found: describeFound(part) });
    return 1;
  }
  const type = memberOf(part, 'type');
  const found = describeFound(type);
  // The outermost type is judged with the MIME type.
  if (!isRoot && !TYPES.has(type)) report('GATE-003', path, { found });
  let below = 0;
  const properties = memberOf(part, 'properties');
  if (properties !== undefined) {
    const at = [...path, 'properties'];
    if (type !== 'object') report('VAL064', at, { found });
    if (!isObject(properties)) report('VAL061', at, { found: describeFound(properties) });
    else {
      for (const [key, property] of Object.entries(properties)) {
        below = Math.max(below, checkPart(property, [...at, key], report));
      }
    }
  }
  const items = memberOf(part, 'items');
  if (items !== undefined) {
    const at = [...path, 'items'];
    if (type !== 'array') report('VAL065', at, { found });
    below = Math.max(below, checkPart(items, at, report));
  }
  return below + 1;
}
