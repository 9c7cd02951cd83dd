import type { SchemasSpec } from '../../spec/books/book.js';
import { defineSchemaRule } from './rule.js';
import { describeFound, isObject, isText, isTextList, memberOf, toolsOf } from './schema-members.js';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Code, name and expected type of each field (chapter 19, Meta Fields). */
const META_MEMBERS = [
  ['VAL101', 'isReadOnly', isBoolean],
  ['VAL102', 'isConcurrencySafe', isBoolean],
  ['VAL103', 'isDestructive', isBoolean],
  ['VAL104', 'searchHint', isText],
  ['VAL105', 'aliases', isTextList],
  ['VAL106', 'alwaysLoad', isBoolean],
] as const;
/** Whether a version asks for the block; where it is optional, it must still be complete (chapter 19, Meta Block). */
const ASKS_FOR_META: Readonly<Record<SchemasSpec, boolean>> = { '4.2': true, '4.3': false };

/**
 * The MCP metadata of tools. A block must be complete; a missing one is filled in at runtime, and null counts as missing.
 */
export const rule = defineSchemaRule({
  codes: {
    VAL100: {
      severity: 'warning',
      text: 'tools without a meta block, for which default values are used: {count} of {total}',
      hint: 'Add meta. Without it, a GET counts as read-only and safe to repeat, and everything else as destructive.',
      fails: [{ remove: ['tools.getReport.meta'] }, { set: { 'tools.getReport.meta': null } }],
    },
    'GATE-023': {
      severity: 'error',
      text: 'meta is {found}; an object was expected',
      hint: 'Write `meta: { isReadOnly, isConcurrencySafe, isDestructive, searchHint, aliases, alwaysLoad }`, or leave it out.',
      fails: [{ set: { 'tools.getReport.meta': [] } }, { set: { 'tools.getReport.meta': 'x' } }],
    },
    VAL101: {
      severity: 'error',
      text: 'meta.isReadOnly is {found}; true or false was expected',
      hint: 'Set it to true if the tool changes nothing.',
      fails: [
        { set: { 'tools.getReport.meta.isReadOnly': 'yes' } },
        { set: { 'tools.getReport.meta': {} }, also: ['VAL102', 'VAL103', 'VAL104', 'VAL105', 'VAL106'] },
      ],
    },
    VAL102: {
      severity: 'error',
      text: 'meta.isConcurrencySafe is {found}; true or false was expected',
      hint: 'Set it to true if several calls may run at once.',
      fails: [{ set: { 'tools.getReport.meta.isConcurrencySafe': null } }],
    },
    VAL103: {
      severity: 'error',
      text: 'meta.isDestructive is {found}; true or false was expected',
      hint: 'Set it to true if the tool can do something that cannot be undone.',
      fails: [{ set: { 'tools.getReport.meta.isDestructive': 0 } }],
    },
    VAL104: {
      severity: 'error',
      text: 'meta.searchHint is {found}; text was expected',
      hint: 'Give the words an agent would search for.',
      fails: [{ set: { 'tools.getReport.meta.searchHint': '' } }],
    },
    VAL105: {
      severity: 'error',
      text: 'meta.aliases is {found}; a list of strings was expected',
      hint: 'Write [] if there is no other name.',
      fails: [{ set: { 'tools.getReport.meta.aliases': [1] } }],
    },
    VAL106: {
      severity: 'error',
      text: 'meta.alwaysLoad is {found}; true or false was expected',
      hint: 'Set it to false, unless nearly every session needs the tool.',
      fails: [{ remove: ['tools.getReport.meta.alwaysLoad'] }],
    },
  },
  check({ main, schemasSpec }, report) {
    const tools = toolsOf(main);
    const without = tools.filter(({ value }) => (memberOf(value, 'meta') ?? null) === null);
    const [first] = ASKS_FOR_META[schemasSpec] ? without : [];
    if (first) report('VAL100', first.path, { count: without.length, total: tools.length });
    for (const { value: tool, path } of tools) {
      const meta = memberOf(tool, 'meta');
      if (meta === undefined || meta === null) continue;
      if (!isObject(meta)) {
        report('GATE-023', [...path, 'meta'], { found: describeFound(meta) });
        continue;
      }
      for (const [code, key, fits] of META_MEMBERS) {
        const value = memberOf(meta, key);
        if (!fits(value)) report(code, [...path, 'meta', key], { found: describeFound(value) });
      }
    }
  },
});
