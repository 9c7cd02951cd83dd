import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { documentShapes } from './generate/document-shapes.js';
import { renderFindingRegistry } from './generate/finding-registry.js';
import { buildJsonSchemas } from './generate/json-schemas.js';
import { cell } from './generate/markdown.js';
import { listStale, planDocuments, planFindingRegistry, planRegistry } from './generate/plan.js';
import { renderRegistry } from './generate/registry.js';

test('no generated file is stale (else: npm run generate)', async () => {
  const files = [planRegistry(), planFindingRegistry(), ...(await planDocuments())];
  expect(listStale(files).map((file) => file.path)).toEqual([]);
  expect(files.length).toBeGreaterThan(9);
});

test('a changed file counts as stale', () => {
  const file = planRegistry();
  expect(listStale([{ ...file, text: `${file.text}\n` }])).toHaveLength(1);
  expect(listStale([{ path: 'docs/catalog/not-there.md', text: '' }])).toHaveLength(1);
});

test('the registry lists areas in the order of the specification, whatever the folder says', () => {
  const text = renderRegistry([
    'questions/single-test/02-b.ts',
    'areas/namespace-description.ts',
    'questions/single-test/01-a.ts',
    'areas/single-test.ts',
    'define.ts',
    'schema-rules/x.ts',
  ]);
  const places = [
    "'./areas/single-test.js'",
    "'./areas/namespace-description.js'",
    "'./questions/single-test/01-a.js'",
    "'./questions/single-test/02-b.js'",
  ].map((part) => text.indexOf(part));
  expect(places).toEqual([...places].sort((left, right) => left - right));
  expect(places[0]).toBeGreaterThan(0);
  expect(text).not.toContain('schema-rules');
});

test('the registry of findings lists rules by name and leaves their helpers out', () => {
  const text = renderFindingRegistry([
    'define.ts',
    'registry.generated.ts',
    'material/terms.ts',
    'b-c.ts',
    'a.ts',
  ]);
  expect([...text.matchAll(/from '(.*)'/g)].map(([, path]) => path)).toEqual([
    '../../model/finding.js',
    './a.js',
    './b-c.js',
  ]);
  expect(text).toContain('  finding_a,\n  finding_b_c,\n];');
});

test.each([
  [['questions/single-test/1-a.ts'], /named against/],
  [['areas/no-such-area.ts'], /no area "no-such-area"/],
])('%j is refused', (files, message) => {
  expect(() => renderRegistry(files)).toThrow(message);
});

test('every schema compiles and refuses an empty document', () => {
  for (const { path, text } of buildJsonSchemas(documentShapes)) {
    const schema = JSON.parse(text);
    expect(schema.$schema, path).toBe('https://json-schema.org/draft/2020-12/schema');
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(ajv.compile(schema)({}), path).toBe(false);
  }
});

test('a table cell keeps its text on one line', () => {
  expect(cell('a|b\n c')).toBe('a\\|b c');
});
