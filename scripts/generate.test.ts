// No generated file is stale, and the generators write what they should.
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { areas } from '../packages/core/src/questions/areas.js';
import { questions } from '../packages/core/src/questions/registry.generated.js';
import { defaultRuleSet, ruleSets } from '../packages/core/src/rules/mcp/rule-sets.js';
import { AREAS } from '../packages/core/src/spec/vocabulary.js';
import { buildAreaSchemas } from './generate/area-schemas.js';
import { renderBookRegistry } from './generate/book-registry.js';
import { documentShapes } from './generate/document-shapes.js';
import { buildJsonSchemas } from './generate/json-schemas.js';
import { renderLintPages } from './generate/lint-pages.js';
import { cell } from './generate/markdown.js';
import {
  listStale,
  planBookRegistry,
  planDocuments,
  planFindingRegistry,
  planGateRegistries,
  planLintRegistries,
  planRegistry,
  planSelectionFindingRegistry,
  planTestCatalogue,
} from './generate/plan.js';
import { renderRegistry } from './generate/registry.js';
import { renderFindingRegistry, renderGateRegistry, renderLintRegistry } from './generate/rule-registries.js';
import { readPurpose, renderTestsPage } from './generate/tests-page.js';
import { filesBelow, ROOT } from './source-files.js';

const isOwnTest = (path: string) => path.endsWith('.test.ts') && !/\/(node_modules|dist)\//.test(path);

test('no generated file is stale (else: npm run generate)', async () => {
  const files = [
    planRegistry(),
    planBookRegistry(),
    planFindingRegistry(),
    planSelectionFindingRegistry(),
    ...planGateRegistries(),
    ...planLintRegistries(),
    ...(await planDocuments()),
  ];
  const stale = listStale(files).map((file) => file.path);
  expect(stale, 'stale: run `npm run generate` and commit what it writes').toEqual([]);
  expect(files.length).toBeGreaterThan(20);
});

test('a changed file counts as stale', () => {
  const file = planRegistry();
  expect(listStale([{ ...file, text: `${file.text}\n` }])).toHaveLength(1);
  expect(listStale([{ path: 'docs/catalog/not-there.md', text: '' }])).toHaveLength(1);
});

test("the registry lists questions by the specification's order of areas, whatever their folders are called", () => {
  const text = renderRegistry([
    'about-namespace/01-c.ts',
    'single-test/02-b.ts',
    'single-test/01-a.ts',
    'define.ts',
  ]);
  const places = ["'./single-test/01-a.js'", "'./single-test/02-b.js'", "'./about-namespace/01-c.js'"].map(
    (part) => text.indexOf(part),
  );
  expect(places).toEqual([...places].sort((left, right) => left - right));
  expect(places[0]).toBeGreaterThan(0);
  expect(text).not.toContain('define');
});

test('the registry of findings lists rules by name and omits their helpers', () => {
  const text = renderFindingRegistry(['registry.generated.ts', 'material/terms.ts', 'b-c.ts', 'a.ts']);
  expect([...text.matchAll(/from '(.*)'/g)].map(([, path]) => path)).toEqual([
    '../finding.js',
    './a.js',
    './b-c.js',
  ]);
  expect(text).toContain('export const findingCodes = {\n  [finding_a.code]: finding_a,\n');
  expect(text).toContain('  finding_a,\n  finding_b_c,\n];');
});

test('the registry of a gate lists its rules by name, and gathers their codes', () => {
  const text = renderGateRegistry('schema', ['b-c.ts', 'a.ts']);
  expect([...text.matchAll(/from '(.*)'/g)].map(([, path]) => path)).toEqual(['./a.js', './b-c.js']);
  expect(text).toContain('export const schemaRules = [\n  rule_a,\n  rule_b_c,\n];');
  expect(text).toContain('export const schemaCodes = {\n  ...rule_a.codes,\n  ...rule_b_c.codes,\n};');
});

test('the registry of a lint rule set lists rules under their names and omits the set itself', () => {
  const text = renderLintRegistry('mcp-playground-1', [
    'rule-set.ts',
    'scoring.ts',
    'registry.generated.ts',
    'b-c.ts',
    'a.ts',
  ]);
  expect([...text.matchAll(/from '(.*)'/g)].map(([, path]) => path)).toEqual([
    '../lint.js',
    './a.js',
    './b-c.js',
  ]);
  expect(text).toContain("  'a': rule_a,\n  'b-c': rule_b_c,\n}");
});

test('every lint rule has its own page, and no other page is left', async () => {
  const planned = (await planDocuments()).map(({ path }) => path);
  const pages = planned.filter((path) => path.startsWith('docs/catalog/lint')).sort();
  expect(pages).toHaveLength(ruleSets.reduce((sum, { rules }) => sum + 1 + rules.length, 0));
  expect(pages).toEqual(['docs/catalog/lint.md', ...filesBelow('docs/catalog/lint')].sort());
});

test('the index of a lint rule set links to its pages, those of a second set in a folder of their own', () => {
  const second = { ...defaultRuleSet, id: 'example/2' };
  const pages = renderLintPages({ ruleSets: [defaultRuleSet, second], defaultRuleSet });
  const paths = pages.map(({ path }) => path);
  expect(new Set(paths).size).toBe(2 * (1 + defaultRuleSet.rules.length));
  const indexes = pages.filter(({ text }) => text.startsWith('# Lint rules: '));
  expect(indexes.map(({ path }) => path)).toEqual(['docs/catalog/lint.md', 'docs/catalog/lint/example-2.md']);
  const linked = indexes.map(({ path, text }) => [path, ...linksOf(path, text.slice(text.indexOf('\n| ')))]);
  expect(linked.flat()).toEqual(paths);
  const dangling = pages
    .flatMap(({ path, text }) => linksOf(path, text))
    .filter((to) => !paths.includes(to) && !existsSync(`${ROOT}${to}`));
  expect(dangling).toEqual([]);
});

function linksOf(page: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => posix.join(posix.dirname(page), to));
}

test.each([
  [['single-test/1-a.ts'], /not named as a question/],
  [['no-such-area/01-a.ts'], /no area "no-such-area"/],
])('%j is refused', (files, message) => {
  expect(() => renderRegistry(files)).toThrow(message);
});

test('every schema compiles and refuses a document that is none of its kind', () => {
  for (const { path, text } of buildJsonSchemas(documentShapes)) {
    const schema = JSON.parse(text);
    expect(schema.$schema, path).toBe('https://json-schema.org/draft/2020-12/schema');
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    // A configuration may be empty.
    const other = path.includes('lint-config') ? { rule: 'flowmcp/1' } : {};
    expect(ajv.compile(schema)(other), path).toBe(false);
  }
});

test('each of the eleven areas has its schema, which requires its graded questions', () => {
  const schemas = buildAreaSchemas({ areas, questions });
  expect(schemas.map(({ path }) => path)).toEqual(AREAS.map((id) => `spec/schemas/areas/${id}.schema.json`));
  for (const [at, { path, text }] of schemas.entries()) {
    const schema = JSON.parse(text);
    expect(new Ajv2020({ strict: true }).compile(schema)({}), path).toBe(false);
    const asked = questions.filter(
      ({ area, determinism }) => area === AREAS[at] && determinism === 'non-deterministic',
    );
    const { minItems, maxItems, prefixItems } = schema.properties.answers;
    expect([minItems, maxItems]).toEqual([asked.length, asked.length]);
    expect(text.match(/"Q-[^"]+"/g)).toEqual(asked.map(({ id }) => `"${id}"`));
    expect(prefixItems).toHaveLength(asked.length);
  }
});

test('a table cell keeps its text on one line', () => {
  expect(cell('a|b\n c')).toBe('a\\|b c');
});

test('the catalogue of tests names every test file under its part, and links to the other catalogue', () => {
  const { path, text } = planTestCatalogue();
  const files = ['packages', 'scripts'].flatMap(filesBelow).filter(isOwnTest);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !text.includes(`](../../${file}) | `))).toEqual([]);
  expect(text).not.toMatch(/\) \| +\|$/m);
  expect(listStale([{ path, text: `${text}\n` }])).toHaveLength(1);
  expect(text.split('\n').find((line) => line.startsWith('This is the catalogue of code tests'))).toContain(
    '[evaluation questions](questions.md)',
  );
});

test('the catalogue of questions points out that it is not the one of tests', async () => {
  const page = (await planDocuments()).find(({ path }) => path === 'docs/catalog/questions.md');
  expect(page?.text).toMatch(
    /^This is the catalogue of evaluation questions:.*\[code tests\]\(tests\.md\)\.$/m,
  );
});

test('a test file in a new folder is listed under its path, and more tests in a file change nothing', () => {
  const file = { path: 'packages/core/test/new/a.test.ts', text: "// Proves b.\ntest('c', () => {});\n" };
  const page = renderTestsPage([file]);
  expect(page).toContain('## packages/core/test/new\n');
  expect(page).toContain('| [a](../../packages/core/test/new/a.test.ts) | Proves b. |');
  expect(renderTestsPage([{ ...file, text: `${file.text}test('d', () => {});\n` }])).toBe(page);
});

test.each([
  ["// One\n// line.\n\n// Not this.\ndescribe('x', () => {});", 'One line.'],
  ["/**\n * In a\n * block.\n */\ndescribe('x', () => {});", 'In a block.'],
  [
    "import a from 'a';\ndescribe('x', () => {\n  it('y', () => {});\n});\ndescribe.each([[1, f('z')]])(\n  \"%i's\",",
    "x; %i's",
  ],
  ["// \nit('a \\'b\\'', () => {});\nit.each`x`;\nit.each([['p']])('q', () => {});", "a 'b'; q"],
])('%j proves: %s', (text, purpose) => {
  expect(readPurpose(text)).toBe(purpose);
});

test('the layers of rule books are listed by kind, oldest first, whatever their numbers', () => {
  const files = ['grading/1.10.0.ts', 'book.ts', 'spec/2.0.0.ts', 'grading/1.9.0.ts', 'scoring/1.0.0.ts'];
  const text = renderBookRegistry(files);
  expect(text).toContain("import { rules as grading_1_10_0 } from './grading/1.10.0.js';");
  expect(text).toContain('  grading: [grading_1_9_0, grading_1_10_0],\n  spec: [spec_2_0_0],\n');
  expect(() => renderBookRegistry(['grading/stricter.ts'])).toThrow('grading/stricter.ts');
});
