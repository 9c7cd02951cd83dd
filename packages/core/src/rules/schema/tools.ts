import type { SchemaRule } from './rule.js';
import { describeFound, isObject, isText, memberOf, toolsOf } from './schema-members.js';

const MAX_TOOLS = 8;
const CAMEL_CASE = /^[a-z][a-zA-Z0-9]*$/;
const METHODS = new Set<unknown>(['GET', 'POST', 'PUT', 'DELETE']);
const TOOL_KEYS = new Set([
  ...['method', 'path', 'description', 'parameters', 'output', 'outputSchema', 'preload', 'tests', 'meta'],
  'async',
]);

/** Tools (chapter 09, Tool Rules). */
export const toolRules: readonly SchemaRule[] = [
  {
    codes: ['VAL031'],
    check({ main }, report) {
      const tools = memberOf(main, 'tools');
      const count = isObject(tools) ? Object.keys(tools).length : 0;
      if (count > MAX_TOOLS) report('VAL031', ['tools'], { count, limit: MAX_TOOLS });
    },
  },
  {
    codes: ['VAL030', 'VAL076', 'VAL037'],
    check({ main }, report) {
      for (const { name, value, path } of toolsOf(main)) {
        if (!CAMEL_CASE.test(name)) report('VAL030', path, { name });
        for (const key of Object.keys(value)) {
          if (!TOOL_KEYS.has(key)) report('VAL076', [...path, key], { key });
        }
        if (Object.hasOwn(value, 'async')) report('VAL037', [...path, 'async']);
      }
    },
  },
  {
    codes: ['VAL032', 'VAL033', 'VAL034', 'VAL035', 'VAL036'],
    check({ main }, report) {
      for (const { value: tool, path } of toolsOf(main)) {
        const method = memberOf(tool, 'method');
        if (!METHODS.has(method)) report('VAL032', [...path, 'method'], { found: describeFound(method) });
        const route = memberOf(tool, 'path');
        if (typeof route !== 'string' || !route.startsWith('/')) {
          report('VAL033', [...path, 'path'], { found: describeFound(route) });
        }
        const description = memberOf(tool, 'description');
        if (!isText(description)) {
          report('VAL034', [...path, 'description'], { found: describeFound(description) });
        }
        const parameters = memberOf(tool, 'parameters');
        if (!Array.isArray(parameters)) {
          report('VAL035', [...path, 'parameters'], { found: describeFound(parameters) });
        }
        if (memberOf(tool, 'output') === undefined) report('VAL036', path);
      }
    },
  },
  {
    // Chapter 11 numbers its rules VAL060-065, which the registry of chapter 09 gives to the output.
    codes: ['GATE-001'],
    check({ main }, report) {
      for (const { value: tool, path } of toolsOf(main)) {
        const preload = memberOf(tool, 'preload');
        if (preload === undefined || isPreload(preload)) continue;
        const found = isObject(preload) ? JSON.stringify(preload).slice(0, 80) : describeFound(preload);
        report('GATE-001', [...path, 'preload'], { found });
      }
    },
  },
];

function isPreload(preload: unknown): boolean {
  const ttl = memberOf(preload, 'ttl');
  const description = memberOf(preload, 'description');
  return (
    typeof memberOf(preload, 'enabled') === 'boolean' &&
    typeof ttl === 'number' &&
    Number.isInteger(ttl) &&
    ttl > 0 &&
    (description === undefined || typeof description === 'string')
  );
}
