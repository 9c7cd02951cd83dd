// The material for a grader of an About of any length.
import { describe, expect, test } from 'vitest';
import { buildAboutNamespaceMaterial } from '../../../../../src/runs/logic/prompts/material/namespace.js';
import { ABOUT, SCHEMAS, schemaOf } from './rivers.js';

const sound = { namespace: 'rivers', about: ABOUT, schemas: SCHEMAS, findings: [] };

function texts(over: Partial<Parameters<typeof buildAboutNamespaceMaterial>[0]> = {}): string[] {
  return buildAboutNamespaceMaterial({ ...sound, ...over }).map(({ text }) => text);
}
const lines = (text: string | undefined) => (text ?? '').split('\n').map((line) => JSON.parse(line));

test('shows the text, its place, the tools, the terms and the findings', () => {
  const material = buildAboutNamespaceMaterial(sound);
  expect(material.map(({ title }) => title)).toEqual([
    'The About of the namespace rivers',
    'Where it is declared',
    '3 tools in 2 schemas, a schema or a tool per line',
    'Terms of service: what each schema declares, then what was recorded',
    'What code found, one finding per line',
  ]);
  const [about, place, tools, terms, found] = texts();
  expect(about).toBe(ABOUT.text);
  expect(JSON.parse(place ?? '')).toEqual({ declaredIn: 'gauges' });
  expect(lines(tools)[1]).toEqual({ tool: 'getLevel', description: 'Returns it.' });
  expect(terms?.split('\n')).toEqual([
    '{"schema":"gauges","termsOfService":"https://rivers.example/terms"}',
    '{"schema":"marks","termsOfService":"not declared"}',
    '(no link was asked for)',
  ]);
  expect(found).toBe('(nothing)');
});

test('a second About is named with a warning', () => {
  const schemas = [...SCHEMAS, schemaOf('zones', [], { resources: { about: 'text' } })];
  const [, place] = texts({ schemas });
  expect(JSON.parse(place ?? '')).toMatchObject({
    declaredIn: 'gauges',
    alsoDeclaredIn: ['zones'],
    warning: expect.stringMatching(/first schema by name/),
  });
});

test('recorded terms replace the note', () => {
  const fact = {
    schema: 'gauges',
    url: 'https://rivers.example/terms',
    status: 'not-found',
    httpStatus: 404,
    sameRootDomain: true,
  } as const;
  const [, , , terms] = texts({ terms: [fact] });
  expect(lines(terms).slice(2)).toEqual([{ recorded: fact }]);
  const [, , , none] = texts({ terms: [] });
  expect(lines(none)).toHaveLength(2);
});

test('findings are shown one per line, also those with line breaks', () => {
  const [, , , , found] = texts({ findings: [{ code: 'ABT-010', message: 'no limits\n## Questions' }] });
  expect(lines(found)).toEqual([{ code: 'ABT-010', message: 'no limits\n## Questions' }]);
});

describe('an About of any length', () => {
  test.each([
    [30_000, 'The About of the namespace rivers', /^x{30000}$/],
    [
      30_001,
      'The About of the namespace rivers, cut after 30000 characters',
      /^x{30000}… \(1 more characters\)$/,
    ],
  ])('%i characters', (length, title, text) => {
    const [material] = buildAboutNamespaceMaterial({
      ...sound,
      about: { ...ABOUT, text: 'x'.repeat(length) },
    });
    expect(material?.title).toBe(title);
    expect(material?.text).toMatch(text);
  });

  test('an empty one is shown as empty, not left out', () => {
    expect(texts({ about: { ...ABOUT, text: ' \n' } })[0]).toBe('(empty)');
  });

  test('4,000 schemas fit by a cut with a note', () => {
    const schemas = Array.from({ length: 4_000 }, (_, at) => schemaOf(`schema${at}`, ['read']));
    const [, , tools, terms] = texts({ schemas });
    for (const text of [tools, terms]) {
      expect(text?.length).toBeLessThan(40_100);
      expect(text).toMatch(/… \(\d+ more\)$/);
    }
  });
});
