// What migrate makes of a schema text, and which plans are refused before anything is written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/features/edit/logic/edits.js';
import { planMigration } from '../../../src/features/edit/logic/migrate/plan-migration.js';
import { type FileToEdit, planFile } from '../../../src/features/edit/plan-file.js';
import { foretellMigration } from '../../../src/features/edit/run.js';
import { READING_LIMITS } from '../../../src/sources/logic/module-reading.js';
import { evaluateModule } from '../../../src/sources/parse-module.js';
import { parseSource } from '../../../src/sources/parse-source.js';

const input = (text: string, more: Partial<FileToEdit> = {}): FileToEdit => ({
  text,
  file: 'demo.mjs',
  kind: 'migrate',
  lists: [],
  schemasSpec: '4.2',
  only: null,
  hasSkill: (name) => name !== 'gone',
  ...more,
});

const plan = (text: string, only?: readonly string[]) =>
  planFile(input(text, { only: only ? new Set(only) : null }));

/** A whole schema around the members that a case is about. */
const around = (members: string, head = 'export const main') =>
  `${head} = {\n    namespace: 'demo',\n    name: 'Demo',\n    description: 'Items.',\n${members}\n};\n`;

const tools = (tool: string, key = 'tools') =>
  `    root: 'https://api.example.org',\n    ${key}: {\n        getItems: {\n${tool}\n        }\n    }`;

const TOOL = "            method: 'GET', path: '/items', description: 'Lists items.', parameters: []";

/** The text below the description, where each case differs. */
const changed = (text: string) => plan(text).after;

it.each(['migrate', 'fix'] as const)('%s leaves a file with a key as it is', (kind) => {
  const key = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k'].join('_');
  const text = around(`    version: '3.0.0', // ${key}\n${tools(TOOL)}`, 'export const schema');
  const planned = planFile(input(text, { kind }));
  expect(planned).toMatchObject({ edits: [], after: text, validAfter: false });
  expect(planned.byHand).toMatchObject([{ code: 'GATE-025', where: { file: 'demo.mjs', line: 5 } }]);
});

describe('migrate', () => {
  it.each([
    ['a version in other quotes', '    version: "3.0.0",', '    version: "4.0.0",'],
    ['a version in a template', '    version: `2.1.0`,', '    version: `4.0.0`,'],
    ['a quoted key', "    'version': '3.0.0',", "    'version': '4.0.0',"],
    ['flowMCP alone', "    flowMCP: '1.2.0',", "    version: '4.0.0',"],
    ['flowMCP under a quoted key', '    "flowMCP": "1.2.0",', '    "version": "4.0.0",'],
    ['flowMCP beside version', "    version: '1.0.0',\n    flowMCP: '1.0.0',", "    version: '4.0.0',"],
    [
      'flowMCP beside a version of its own',
      "    flowMCP: '1.2.0', version: 'beta',",
      "    version: '4.0.0',",
    ],
    ['empty skills on a line', "    version: '3.0.0',\n    skills: {},", "    version: '4.0.0',"],
    [
      'skills that are found by their place',
      "    version: '3.0.0',\n    skills: {\n        'ask-it': { file: './skills/ask-it.mjs' }\n    },",
      "    version: '4.0.0',",
    ],
    [
      'a comment beside a removed member',
      "    version: '3.0.0',\n    // skills of 3.x\n    skills: {}, // found by place\n    /* tools */",
      "    version: '4.0.0',\n    // skills of 3.x\n    // found by place\n    /* tools */",
    ],
    [
      'removed members between others on a line',
      "    version: '3.0.0', skills: [], handlers: {}, tags: [],",
      "    version: '4.0.0', tags: [],",
    ],
  ])('%s', (_, before, after) => {
    const rest = `\n${tools(TOOL)}`;
    const { validAfter, byHand } = plan(around(`${before}${rest}`));
    expect(changed(around(`${before}${rest}`))).toBe(around(`${after}${rest}`));
    expect({ validAfter, byHand }).toEqual({ validAfter: true, byHand: [] });
  });

  it.each([
    [
      'the last member, with the comma before it',
      `    version: '3.0.0',\n${tools(TOOL)},\n    skills: {}`,
      `    version: '4.0.0',\n${tools(TOOL)}`,
    ],
    [
      'several last members, and a comment between them',
      `    version: '3.0.0',\n${tools(TOOL)}, // the tools, all\n    handlers: {},\n    // gone, but for this\n    skills: {} // and this`,
      `    version: '4.0.0',\n${tools(TOOL)} // the tools, all\n    // gone, but for this\n    // and this`,
    ],
    [
      'the last member on the line of another',
      `    version: '3.0.0',\n${tools(TOOL)}, skills: {}`,
      `    version: '4.0.0',\n${tools(TOOL)}`,
    ],
    [
      'a last member with a comma of its own',
      `    version: '3.0.0',\n${tools(TOOL)},\n    skills: {},`,
      `    version: '4.0.0',\n${tools(TOOL)},`,
    ],
    [
      'names of 1.x and 2.x in tools',
      `    version: '2.0.0',\n${tools("            requestMethod: 'get', route: '/items', description: 'Lists items.', parameters: [],\n            modifiers: []", 'routes')}`,
      `    version: '4.0.0',\n${tools("            method: 'GET', path: '/items', description: 'Lists items.', parameters: []")}`,
    ],
    [
      'a method in lower case',
      `    version: '3.0.0',\n${tools(TOOL.replace('GET', 'get'))}`,
      `    version: '4.0.0',\n${tools(TOOL)}`,
    ],
    [
      'slashes at the end of a root',
      `    version: '3.0.0',\n${tools(TOOL).replace('.org', '.org//')}`,
      `    version: '4.0.0',\n${tools(TOOL)}`,
    ],
  ])('%s', (_, before, after) => {
    const { validAfter, byHand } = plan(around(before));
    expect(changed(around(before))).toBe(around(after));
    expect({ validAfter, byHand }).toEqual({ validAfter: true, byHand: [] });
  });

  it.each([
    ['export const schema', 'export const main'],
    ['const schema', 'const schema', 'export { schema };\n', 'export { schema as main };\n'],
    ['const old', 'const old', 'export { old as schema };\n', 'export { old as main };\n'],
  ])('exports %s under its name of today', (before, after, behind = '', behindAfter = '') => {
    const members = `    version: '4.0.0',\n${tools(TOOL)}`;
    const { after: text, validAfter } = plan(around(members, before) + behind);
    expect({ text, validAfter }).toEqual({ text: around(members, after) + behindAfter, validAfter: true });
  });

  it('keeps a byte-order mark, CRLF and a missing line end', () => {
    const windows = (text: string) => `\uFEFF${text.trimEnd().replaceAll('\n', '\r\n')}`;
    const before = around(
      `    version: '3.0.0',\n    skills: {}, // none\n    handlers: {},\n${tools(TOOL)}`,
    );
    const after = around(`    version: '4.0.0',\n    // none\n${tools(TOOL)}`);
    expect(changed(windows(before))).toBe(windows(after));
  });

  it('makes only the changes that are asked for', () => {
    const members = (version: string, skills: string) =>
      around(`    version: '${version}',\n${skills}${tools(TOOL)}`);
    const text = members('3.0.0', '    skills: {},\n');
    expect(plan(text, ['skills']).after).toBe(members('3.0.0', ''));
    expect(plan(text, ['version']).after).toBe(members('4.0.0', '    skills: {},\n'));
    expect(plan(text, ['root'])).toMatchObject({ after: text, edits: [], validAfter: false });
  });

  it('names each edit with the line it changes', () => {
    const text = around(`    version: '3.0.0',\n${tools(TOOL)},\n    skills: {}`);
    expect(plan(text)).toMatchObject({
      from: '3.0.0',
      edits: [
        { code: 'version', line: 5 },
        { code: 'skills', line: 11 },
        { code: 'skills', line: 12 },
      ],
    });
  });

  it.each([
    ['a 4.x schema', around(`    version: '4.0.0',\n${tools(TOOL)}`), []],
    ['a version that is none of ours', around(`    version: '5.0.0',\n${tools(TOOL)}`), ['VAL014']],
    [
      'an agent',
      "export const main = { version: '3.0.0', model: 'm', systemPrompt: 's', skills: {} };\n",
      ['SRC-012'],
    ],
    ['a list', "export const list = { meta: { name: 'a', version: '3.0.0' }, entries: [] };\n", ['SRC-012']],
    ['no JavaScript', 'export const main = {', ['SRC-001']],
  ])('leaves %s as it is', (_, text, codes) => {
    const planned = plan(text);
    expect(planned).toMatchObject({ edits: [], after: text });
    expect(planned.byHand.map(({ code }) => code)).toEqual(codes);
    expect(planned.skipped ?? false).toBe(codes.includes('SRC-012'));
  });

  it.each([
    [
      'tools beside routes',
      around(`    version: '3.0.0',\n${tools(TOOL)},\n    routes: {}`),
      ['VAL017 main.routes'],
    ],
    [
      'handlers inside main',
      around(
        `    flowMCP: '1.2.0',\n${tools(`${TOOL},\n            modifiers: [{ phase: 'post', handlerName: 'x' }]`)},\n    handlers: { x: async () => ({}) }`,
      ),
      ['FIX-006 main.tools.getItems.modifiers', 'FIX-006 main.handlers'],
    ],
    [
      'a skill elsewhere',
      around(`    version: '3.0.0',\n    skills: { a: { file: './other/a.mjs' } },\n${tools(TOOL)}`),
      ['VAL016 main.skills'],
    ],
    [
      'a skill under another name than its file',
      around(`    version: '3.0.0',\n    skills: { a: { file: './skills/b.mjs' } },\n${tools(TOOL)}`),
      ['VAL016 main.skills'],
    ],
    [
      'a skill that says more than its file',
      around(
        `    version: '3.0.0',\n    skills: { a: { file: './skills/a.mjs', description: 'x' } },\n${tools(TOOL)}`,
      ),
      ['VAL016 main.skills'],
    ],
    [
      'a skill whose file is gone',
      around(`    version: '3.0.0',\n    skills: { gone: { file: './skills/gone.mjs' } },\n${tools(TOOL)}`),
      ['VAL016 main.skills'],
    ],
    [
      'a skill in a folder above',
      around(`    version: '3.0.0',\n    skills: { '../a': { file: './skills/../a.mjs' } },\n${tools(TOOL)}`),
      ['VAL016 main.skills'],
    ],
    [
      'a comment inside a member that would go',
      around(`    version: '3.0.0',\n    skills: { /* none yet */ },\n${tools(TOOL)}`),
      ['FIX-002 main.skills'],
    ],
    [
      'a version that is a constant',
      `const VERSION = '3.0.0';\n${around(`    version: VERSION,\n${tools(TOOL)}`)}`,
      ['FIX-002 main.version'],
    ],
    [
      'a member that is spread',
      `const rest = { skills: {} };\n${around(`    version: '4.0.0',\n    ...rest,\n${tools(TOOL)}`)}`,
      ['FIX-002 main.skills'],
    ],
    [
      'a value that other code uses',
      `${around(`    version: '3.0.0',\n${tools(TOOL, 'routes')}`)}export const handlers = () => ({ getItems: { preRequest: (a) => main.routes && a } });\n`,
      ['FIX-002 main'],
    ],
    [
      'a root where a path begins with none',
      around(`    version: '3.0.0',\n${tools(TOOL.replace('/items', 'items')).replace('.org', '.org/')}`),
      ['VAL015 main.root', 'VAL033 main.tools.getItems.path'],
    ],
    [
      'what the gate finds once the old names are gone',
      around(`    version: '2.0.0',\n${tools(TOOL.replace('parameters: []', 'parameters: {}'), 'routes')}`),
      ['VAL035 main.tools.getItems.parameters'],
    ],
  ])('leaves by hand: %s', (_, text, left) => {
    const { byHand, validAfter } = plan(text);
    expect(byHand.map(({ code, where }) => `${code} ${where?.path}`)).toEqual(left);
    expect(validAfter).toBe(false);
  });

  it.each([
    ['the root', TOOL, 'root', ".org/'"],
    ['a method', TOOL.replace('GET', 'get'), 'tools.getItems.method', ".org'"],
    ['the version', TOOL, 'version', ".org'"],
  ])('changes nothing in a value from which a handler reads %s', (_, tool, read, end) => {
    const members = around(`    version: '3.0.0',\n${tools(tool).replace(".org'", end)}`, 'const main');
    for (const [exported, local] of [
      ['export { main };', 'main'],
      ['export { main as schema }; const alias = main;', 'alias'],
    ]) {
      const text = `${members}${exported}\nexport const handlers = () => ({ getItems: { preRequest: () => ${local}.${read} } });\n`;
      const planned = plan(text);
      expect(planned).toMatchObject({ edits: [], after: text });
      expect(planned.byHand.map(({ code }) => code)).toEqual(['FIX-002']);
    }
  });

  it.each([
    ['in a query', 'https://api.example.org/v1?x=/'],
    ['of a scheme alone', 'https://'],
  ])('keeps the slash %s', (_, root) => {
    const text = around(`    version: '4.0.0',\n${tools(TOOL).replace('https://api.example.org', root)}`);
    expect(changed(text)).toBe(text);
  });

  it('places an error of the edited text where it is in the text as it is', () => {
    const text = around(
      `    version: '3.0.0',\n    skills: {},\n    handlers: {}, root: 'https://api.example.org', tools: {\n        getItems: { method: 'GET', path: 1, description: 'x', parameters: [], modifiers: [] } }`,
    );
    const { byHand } = plan(text);
    const [found] = byHand;
    const line = text.split('\n')[(found?.where?.line ?? 0) - 1] ?? '';
    expect(line.slice((found?.where?.column ?? 0) - 1)).toMatch(/^1, description/);
    expect(byHand).toHaveLength(1);
  });
});

describe('a plan', () => {
  const text = `${around(`    version: '3.0.0',\n${tools(TOOL)}`)}export const handlers = () => ({});\n`;
  const value = { ...(evaluated(text) as object), version: '4.0.0' };
  const at = text.indexOf('3.0.0');
  const edit = { start: at, end: at + 5, text: '4.0.0', code: 'version' };

  it.each([
    ['that breaks the text', { edits: [{ ...edit, text: "'" }], value }, /not valid JavaScript/],
    ['whose text says something else', { edits: [{ ...edit, text: '4.1.0' }], value }, /\/version "4\.1\.0"/],
    [
      'that changes handlers',
      { edits: [edit, { start: text.length - 5, end: text.length - 5, text: ' ', code: 'x' }], value },
      /handlers/,
    ],
    [
      'that adds an error',
      {
        edits: [
          edit,
          { start: text.indexOf('/items'), end: text.indexOf('/items') + 1, text: '', code: 'x' },
        ],
        value: JSON.parse(JSON.stringify(value).replace('/items', 'items')),
      },
      /VAL033/,
    ],
  ])('%s is refused', (_, made, reason) => {
    const planned = planFile(input(text), () => ({ byHand: [], before: evaluated(text), ...made }));
    expect(planned).toMatchObject({ after: text, edits: [], validAfter: false });
    expect(planned.byHand).toMatchObject([{ code: 'FIX-001', where: { file: 'demo.mjs' } }]);
    expect(planned.byHand[0]?.args?.reason).toMatch(reason);
  });

  it('as planned is taken', () => {
    expect(
      planFile(input(text), () => ({ edits: [edit], byHand: [], before: evaluated(text), value })),
    ).toMatchObject({
      after: text.replace('3.0.0', '4.0.0'),
      validAfter: true,
    });
  });
});

describe('what migrate would reach', () => {
  const foretell = (members: string) =>
    foretellMigration({ text: around(members), file: 'demo.mjs', lists: [], schemasSpec: '4.2' });

  it.each([
    [`    version: '3.0.0',\n${tools(TOOL)}`, '"flowmcp migrate" makes it valid'],
    [
      `    version: '3.0.0',\n${tools(TOOL).replace('https', 'http')}`,
      '"flowmcp migrate" leaves 1 problem: VAL015',
    ],
    [
      `    version: '3.0.0',\n${tools(TOOL.replace('/items', 'items').replace('[]', '{}')).replace('https', 'http')}`,
      '"flowmcp migrate" leaves 3 problems: VAL015, VAL033, VAL035',
    ],
  ])('is said in one sentence', (members, sentence) => {
    expect(foretell(members)).toBe(sentence);
  });
});

describe('any old schema', () => {
  const blank = fc.constantFrom('', ' ', '\n', '\n  ', ' /* a, comment */ ', ' // b, c\n');
  const member = fc.constantFrom(
    "version: '3.0.0'",
    "flowMCP: '1.2.0'",
    'skills: {}',
    "skills: { a: { file: './skills/a.mjs' } }",
    'handlers: {}',
    "routes: { a: { requestMethod: 'get', route: '/a', modifiers: [], parameters: [] } }",
    "tools: { b: { method: 'POST', route: '/b', modifiers: [] /* x */, } }",
    "root: 'https://a.example/'",
    "name: 'a'",
    '...{}',
  );
  const eol = fc.constantFrom('\n', '\r\n');
  const schema = fc
    .tuple(
      fc.uniqueArray(member, { selector: (text) => text.split(':')[0] }),
      fc.array(blank),
      fc.boolean(),
      eol,
    )
    .map(([members, blanks, hasComma, lineEnd]) => {
      const gap = (at: number) => blanks[at % (blanks.length || 1)] ?? '';
      const inside = members.map((text, at) => `${gap(2 * at)}${text}${gap(2 * at + 1)}`).join(',');
      const text = `export const main = {${inside}${hasComma && members.length > 0 ? ',' : ''}};`;
      return text.replaceAll('\n', lineEnd);
    });

  it('is the same outside its edits', () => {
    fc.assert(
      fc.property(schema, (text) => {
        const { edits, parsed } = migrationOf(text);
        let rest = '';
        let from = 0;
        for (const { start, end } of edits) {
          rest += parsed.source.slice(from, start);
          from = end;
          expect(parsed.comments.some((comment) => comment.start < end && comment.end > start)).toBe(false);
        }
        const marked = applyEdits(
          parsed.source,
          edits.map((edit) => ({ ...edit, text: edit.text === '' ? '' : `«${edit.text}»` })),
        );
        expect(marked.replace(/«[^»]*»/g, '')).toBe(rest + parsed.source.slice(from));
      }),
    );
  });

  it('is changed once, as planned', () => {
    fc.assert(
      fc.property(schema, (text) => {
        const first = plan(text);
        expect(first.byHand.map(({ code }) => code)).not.toContain('FIX-001');
        expect(plan(first.after)).toMatchObject({ edits: [], after: first.after });
      }),
    );
  });
});

function evaluated(text: string): unknown {
  const parsed = parseSource(text, READING_LIMITS);
  return 'code' in parsed ? parsed : evaluateModule(parsed, { exports: ['main', 'schema'] }).value;
}

function migrationOf(text: string) {
  const parsed = parseSource(text, READING_LIMITS);
  if ('code' in parsed) throw new Error(`${parsed.code}: ${text}`);
  const reading = evaluateModule(parsed, { exports: ['main', 'schema'] });
  return {
    parsed,
    edits: planMigration({ module: parsed, reading, only: null, hasSkill: () => true }).edits,
  };
}
