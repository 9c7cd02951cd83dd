import { beginningOf } from '../../keys/logic/key-form-text.js';
import { METHODS, RENAMED_MEMBERS } from '../../spec/schema-main.js';
import { defineSchemaRule } from './rule.js';
import { describeFound, isObject, isText, memberOf, toolsOf } from './schema-members.js';

const MAX_TOOLS = 8;
const CAMEL_CASE = /^[a-z][a-zA-Z0-9]*$/;
const TOOL_KEYS = new Set([
  ...['method', 'path', 'description', 'parameters', 'output', 'outputSchema', 'preload', 'tests', 'meta'],
  'async',
]);

/** Tools (chapter 09, Tool Rules). */
export const rule = defineSchemaRule({
  codes: {
    VAL030: {
      severity: 'warning',
      text: 'the tool name "{name}" is not in camelCase',
      hint: 'Begin with a lower-case letter and use letters and digits only.',
      fails: [{ copy: { 'tools.sendReport': ['send_report'] }, also: ['GATE-024'] }],
    },
    VAL031: {
      severity: 'error',
      text: 'the schema has {count} tools; at most {limit} are allowed',
      hint: 'Split it into several schemas of the same namespace.',
      fails: [
        {
          copy: { 'tools.sendReport': ['more0', 'more1', 'more2', 'more3', 'more4', 'more5', 'more6'] },
          also: Array.from({ length: 7 }, () => 'GATE-024'),
        },
      ],
    },
    VAL032: {
      severity: 'error',
      text: 'the method is {found}; GET, POST, PUT or DELETE was expected',
      hint: 'Write `method: "GET"`, or POST, PUT or DELETE in its place.',
      fails: [{ set: { 'tools.getReport.method': 'get' } }],
    },
    VAL033: {
      severity: 'error',
      text: 'the path is {found}; text beginning with / was expected',
      hint: 'Write the part of the address that follows the root, with its leading slash.',
      fails: [{ set: { 'tools.sendReport.path': 'reports' } }],
    },
    VAL034: {
      severity: 'error',
      text: 'the description of the tool is {found}; text was expected',
      hint: 'Say what the tool returns and when to use it.',
      fails: [{ set: { 'tools.getReport.description': ' ' } }],
    },
    VAL035: {
      severity: 'error',
      text: 'parameters is {found}; a list was expected',
      hint: 'Write `parameters: []` for a tool without input.',
      fails: [
        {
          set: {
            'tools.sendReport.parameters': {},
            'tools.sendReport.tests': [{ _description: '1' }, { _description: '2' }, { _description: '3' }],
          },
        },
      ],
    },
    VAL036: {
      severity: 'warning',
      text: 'the tool does not say what it returns',
      hint: 'Add output with mimeType and schema.',
      fails: [{ remove: ['tools.getReport.output'] }],
    },
    VAL037: {
      severity: 'info',
      text: 'async is reserved and has no effect',
      hint: 'Remove it.',
      fails: [{ set: { 'tools.getReport.async': true } }],
    },
    'GATE-024': {
      severity: 'warning',
      text: 'the tools "{other}" and "{name}" have the same method, path and description',
      hint: 'Say in their descriptions how they differ, or remove one: an agent cannot choose between them.',
      fails: [{ copy: { 'tools.getReport': ['getReportAgain'] } }],
    },
    VAL076: {
      severity: 'error',
      text: 'the tool has an unknown member "{key}"',
      hint: '{remedy}',
      fails: [
        { set: { 'tools.getReport.summary': 'x' } },
        { set: { 'tools.getReport.requestMethod': 'GET' } },
        { set: { 'tools.getReport.constructor': 1 } },
      ],
    },
    'GATE-001': {
      severity: 'error',
      text: 'preload is {found}; an object with enabled (true or false), ttl (whole seconds above 0) and optionally a description was expected',
      hint: 'Write `preload: { enabled: true, ttl: 3600 }` or leave it out.',
      fails: [{ set: { 'tools.getReport.preload.ttl': 0 } }, { set: { 'tools.getReport.preload': true } }],
    },
  },
  check({ main }, report) {
    const tools = memberOf(main, 'tools');
    const count = isObject(tools) ? Object.keys(tools).length : 0;
    if (count > MAX_TOOLS) report('VAL031', ['tools'], { count, limit: MAX_TOOLS });
    const known = new Map<string, string>();
    for (const { name, value: tool, path } of toolsOf(main)) {
      if (!CAMEL_CASE.test(name)) report('VAL030', path, { name });
      for (const key of Object.keys(tool)) {
        if (!TOOL_KEYS.has(key)) report('VAL076', [...path, key], { key, remedy: remedyFor(key) });
      }
      if (Object.hasOwn(tool, 'async')) report('VAL037', [...path, 'async']);

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
      const call = [method, route, description];
      if (call.every(isText)) {
        const other = known.get(call.join('\n'));
        if (other === undefined) known.set(call.join('\n'), name);
        else report('GATE-024', path, { other, name });
      }
      const parameters = memberOf(tool, 'parameters');
      if (!Array.isArray(parameters)) {
        report('VAL035', [...path, 'parameters'], { found: describeFound(parameters) });
      }
      if (memberOf(tool, 'output') === undefined) report('VAL036', path);

      const preload = memberOf(tool, 'preload');
      if (preload === undefined || isPreload(preload)) continue;
      const found = isObject(preload)
        ? beginningOf(JSON.stringify(preload), 80).shown
        : describeFound(preload);
      report('GATE-001', [...path, 'preload'], { found });
    }
  },
});

function remedyFor(key: string): string {
  const now = new Map(Object.entries(RENAMED_MEMBERS)).get(key);
  return now === undefined
    ? 'Remove it or correct its spelling.'
    : `Write ${now} instead: ${key} belongs to FlowMCP 1.x.`;
}

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
