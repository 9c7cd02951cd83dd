import { exportedDataCodes, KEY_IN_COMMENT, visitNoJson } from '../exported-data.js';
import { defineSchemaRule } from './rule.js';
import { describeExports, describeFound, isObject, memberOf } from './schema-members.js';

/**
 * Exports of the module (chapter 09, Schema Structure Rules), which JSON must be able to represent (chapter 01, main
 * Export).
 */
export const rule = defineSchemaRule({
  codes: {
    VAL001: {
      severity: 'error',
      text: 'the module has no named export main; it exports {found}',
      hint: 'Write `export const main = { … }`; a default export is ignored.',
      fails: [{ replace: ['export const main', 'const main'] }],
    },
    VAL002: {
      severity: 'error',
      text: 'main is {found}; an object was expected',
      hint: 'Write `export const main = { namespace: …, tools: { … } }`.',
      fails: [{ text: 'export const main = [];' }],
    },
    VAL004: {
      severity: 'error',
      text: 'handlers is exported but is not a function',
      hint: 'Write `export const handlers = ({ sharedLists, libraries }) => ({ … })`, or leave it out.',
      fails: [{ handlers: 'export const handlers = {};' }],
    },
    VAL005: {
      severity: 'warning',
      text: 'handlers has an entry "{key}" that is neither a tool nor a resource of main',
      hint: 'Give it the name of the tool it belongs to, or remove it.',
      fails: [{ handlers: 'export const handlers = () => ({ nobody: {} });' }],
    },
    'SRC-006': {
      severity: 'warning',
      text: 'the schema is exported under its legacy name "schema"',
      hint: 'Write `export const main`; the FlowMCP runtime loads nothing else.',
      fails: [{ replace: ['const main', 'const schema'] }],
    },
    'SRC-007': {
      ...exportedDataCodes['SRC-007'],
      fails: [{ replace: ['"name": "Weather"', '"name": "", "name": "Weather"'] }],
    },
    'GATE-025': { ...exportedDataCodes['GATE-025'], fails: [KEY_IN_COMMENT] },
    SEC017: {
      ...exportedDataCodes.SEC017,
      fails: [
        { replace: ['"Weather"', '"Weather", "meta": { x: 1e999 }'] },
        { replace: ['"tags": [', '"tags": () => ['] },
      ],
    },
    TST005: {
      severity: 'error',
      text: 'the test contains {found}, which JSON cannot represent',
      hint: 'Use only strings, finite numbers, true, false, null, lists and objects.',
      fails: [{ replace: ['"level": 2', '"level": undefined'] }],
    },
    RES023: {
      severity: 'error',
      text: 'the test contains {found}, which JSON cannot represent',
      hint: 'Use only strings, finite numbers, true, false and null.',
      fails: [{ replace: ['"station": "N1"\n', '"station": undefined\n'] }],
    },
  },
  module({ reading: { exportName, exports, value, handlers, handlersAt, duplicateKeys, keyForms } }, report) {
    if (exportName === null) report('VAL001', [], { found: describeExports(exports) });
    else if (!isObject(value)) report('VAL002', [], { found: describeFound(value) });
    if (exportName === 'schema') report('SRC-006', []);
    if (handlers.kind === 'unreadable' && handlers.notAFunction) {
      report('VAL004', { where: { path: 'handlers', ...handlersAt } });
    }
    for (const { path, key } of duplicateKeys) report('SRC-007', [...path, key], { key });
    for (const where of keyForms) report('GATE-025', { where });
  },
  check({ reading: { handlers, handlersAt }, main }, report) {
    const named = handlers.kind === 'named' ? handlers.tools : [];
    const known = new Set(
      [memberOf(main, 'tools'), memberOf(main, 'resources')].flatMap((owner) =>
        isObject(owner) ? Object.keys(owner) : [],
      ),
    );
    for (const key of named.filter((name) => !known.has(name))) {
      report('VAL005', { where: { path: 'handlers', ...handlersAt } }, { key });
    }
    visitNoJson(main, [], (path, found) => report(codeFor(path), path, { found }));
  },
});

/**
 * The code for a value at this path. Tests have codes of their own: TST005 below `tools.x.tests`, RES023 below
 * `resources.x.queries.y.tests`.
 */
function codeFor(path: readonly (string | number)[]): 'TST005' | 'RES023' | 'SEC017' {
  if (path[0] === 'tools' && path[2] === 'tests') return 'TST005';
  return path[0] === 'resources' && path[4] === 'tests' ? 'RES023' : 'SEC017';
}
