import type { Report } from '../rule.js';
import { defineSchemaRule } from './rule.js';
import { describeFound, type Item, isObject, memberOf, toolsOf } from './schema-members.js';

const TYPES_BY_MIME: ReadonlyMap<unknown, readonly unknown[]> = new Map([
  ['application/json', ['object', 'array']],
  ['image/png', ['string']],
  ['text/plain', ['string']],
]);
const TYPES = new Set<unknown>(['string', 'number', 'boolean', 'object', 'array']);
const MAX_DEPTH = 4;

/** Declared output of a tool (chapter 04; chapter 09, Output Schema Rules). */
export const rule = defineSchemaRule({
  codes: {
    VAL060: {
      severity: 'error',
      text: 'output.mimeType is {found}; application/json, image/png or text/plain was expected',
      hint: 'Name the type of what the tool returns after its handlers have run.',
      fails: [{ set: { 'tools.getReport.output.mimeType': 'text/html' } }],
    },
    VAL061: {
      severity: 'error',
      text: 'this part of the output is {found}; a schema object with a type was expected',
      hint: 'The types are string, number, boolean, object and array; properties contains one schema per name.',
      fails: [
        { set: { 'tools.getReport.output': null } },
        { set: { 'tools.getReport.output': { mimeType: 'text/plain' } } },
        { set: { 'tools.getReport.output.schema.properties.days': null } },
      ],
    },
    VAL062: {
      severity: 'error',
      text: 'the output has the type {mimeType} but is described as {found}',
      hint: 'Describe JSON as an object or array, plain text as a string, and an image as a string with the format base64.',
      fails: [
        { set: { 'tools.sendReport.output.mimeType': 'application/json' } },
        { set: { 'tools.sendReport.output.mimeType': 'image/png' } },
      ],
    },
    VAL063: {
      severity: 'warning',
      text: 'the output is described {depth} levels deep; no more than 4 are recommended',
      hint: 'Describe what an agent needs; leave deeper parts as object or array.',
      fails: [
        {
          set: {
            'tools.getReport.output.schema': {
              type: 'object',
              properties: {
                deeper: {
                  type: 'object',
                  properties: {
                    deeper: {
                      type: 'object',
                      properties: { deeper: { type: 'object', properties: { deeper: { type: 'string' } } } },
                    },
                  },
                },
              },
            },
          },
        },
      ],
    },
    VAL064: {
      severity: 'error',
      text: 'properties is given, but the type is {found}',
      hint: 'Only an object has properties.',
      fails: [{ set: { 'tools.sendReport.output.schema.properties': {} } }],
    },
    VAL065: {
      severity: 'error',
      text: 'items is given, but the type is {found}',
      hint: 'Only an array has items.',
      fails: [{ set: { 'tools.sendReport.output.schema.items': { type: 'string' } } }],
    },
    'GATE-003': {
      severity: 'warning',
      text: 'this part of the output has the type {found}; string, number, boolean, object or array was expected',
      hint: 'Use number for whole numbers, and nullable for values that may be null.',
      fails: [{ set: { 'tools.getReport.output.schema.properties.days.items.type': 'integer' } }],
    },
  },
  check({ main }, report) {
    for (const { value: tool, path } of toolsOf(main)) {
      const output = memberOf(tool, 'output');
      if (output !== undefined) checkOutput(output, [...path, 'output'], report);
    }
  },
});
type OwnReport = Report<typeof rule.codes>;

function checkOutput(output: unknown, path: Item['path'], report: OwnReport): void {
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

/** Checks a part and everything below it; returns the number of levels. */
function checkPart(part: unknown, path: Item['path'], report: OwnReport, isRoot = false): number {
  if (!isObject(part)) {
    report('VAL061', path, { found: describeFound(part) });
    return 1;
  }
  const type = memberOf(part, 'type');
  const found = describeFound(type);
  // The outermost type is checked elsewhere, together with the MIME type.
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
