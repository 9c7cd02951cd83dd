// Findings have code and place, take any main, and cost no more than the length of the text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findAll } from '../../src/rules/find.js';
import { parseModuleWithCode } from '../../src/sources/code-facts.js';
import { cpuMs } from '../cpu-time.js';

function find(source: string, rest: Partial<Parameters<typeof findAll>[0]> = {}) {
  const { reading, code } = parseModuleWithCode(source, { exports: ['main', 'schema'] });
  if (!code) throw new Error('the module does not parse');
  return findAll({ namespace: 'example', file: 'example.mjs', reading, code, ...rest });
}

describe('findings', () => {
  test('come in the order of the text, with code, severity and place', () => {
    const source = `import 'flatmap-stream'
export const main = {
    root: 'https://api.example.org',
    docs: [ 'https://docs.example.org' ],
    termsOfService: 'https://other.org/terms',
    description: 'Useful for all.',
    tools: { "odd name": { method: 'POST', description: 'World-class.' } }
};
`;
    expect(find(source).map(({ id, where }) => [id, where?.line, where?.path])).toEqual([
      ['import-present', 1, undefined],
      ['malicious-module', 1, undefined],
      ['tos-foreign-domain', 5, 'main.termsOfService'],
      ['description-purpose', 6, 'main.description'],
      ['write-without-reason', 7, 'main.tools["odd name"].method'],
      ['description-promotional', 7, 'main.tools["odd name"].description'],
      ['formatting-semicolons', 8, undefined],
    ]);
  });

  test('an import is listed as it is written, with the version it names', () => {
    const found = find("import pad from 'npm:left-pad@1.0.0'\nexport const main = { tools: {} };");
    expect(found.find(({ id }) => id === 'import-present')?.args).toEqual({
      form: 'import',
      source: 'npm',
      name: 'npm:left-pad@1.0.0',
    });
  });

  test('a malicious module raises the veto of that name, nothing else does', () => {
    const found = find("export const main = { requiredLibraries: ['crossenv'], tools: {} };");
    expect(found.filter(({ veto }) => veto)).toEqual([
      {
        id: 'malicious-module',
        code: 'FND-048',
        severity: 'error',
        veto: 'malicious-module',
        where: { file: 'example.mjs', path: 'main.requiredLibraries[0]', line: 1, column: 43 },
        args: { name: 'crossenv', year: 2017, reference: 'typosquat of cross-env' },
      },
    ]);
  });

  test('paths begin with the name of the export, and a skill is found in its own file', () => {
    const skills = [
      { name: 's', content: 'x', resources: [], file: 'skills/s.mjs', at: { line: 4, column: 2 } },
    ];
    const found = find("export const schema = { schemaHash: 'x' };", { skills });
    expect(found.map(({ where }) => where)).toContainEqual({
      file: 'example.mjs',
      path: 'schema.schemaHash',
      line: 1,
      column: 37,
    });
    expect(found.map(({ where }) => where)).toContainEqual({ file: 'skills/s.mjs', line: 4, column: 2 });
  });

  test('are the same for the same text', () => {
    const source =
      'export const main = { description: "Handy when late.", tools: 1 };\nfetch("https://a.example");';
    expect(find(source)).toEqual(find(source));
    expect(find(source).length).toBeGreaterThan(2);
  });
});

describe('any main', () => {
  test.each([
    'null',
    '[]',
    '1',
    '"x"',
    'undefined',
    'make()',
    '{ tools: null }',
    '{ tools: { a: null, b: [] } }',
  ])('%s is taken', (main) => {
    expect(() => find(`export const main = ${main};`)).not.toThrow();
  });

  test('a module without one is taken', () => {
    expect(find('const a = 1').map(({ id }) => id)).toEqual([]);
  });

  test('members of any shape never stop a rule', () => {
    const key = fc.constantFrom(
      ...['tools', 'a', 'parameters', 'position', 'description', 'method', 'path', 'meta', 'root', 'docs'],
      ...['headers', 'requiredServerParams', 'requiredLibraries', 'termsOfService', 'resources', 'about'],
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom<unknown>(
          null,
          1,
          '',
          'https://api.example.org',
          '{{KEY}}',
          'KEY',
          'Useful for',
          true,
        ),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const found = find(`export const main = ${JSON.stringify(value)}`);
        for (const { where } of found) expect(where?.line).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a hostile text costs no more than its length', () => {
  const long = (text: string) => text.repeat(Math.ceil(300_000 / text.length));
  test.each<[string, string]>([
    ['a comment of one word', `export const main = {}; // ${long('a')}`],
    ['a comment of key beginnings', `export const main = {}; // ${long('eyJ-')}`],
    ['a description of line breaks', `export const main = { description: ${JSON.stringify(long('\n'))} };`],
    ['a description of denials', `export const main = { description: ${JSON.stringify(long('no '))} };`],
    ['a path of slashes', `export const main = { tools: { a: { method: 'GET', path: '${long('/')}x' } } };`],
    ['a list that is printed', `export const main = {}; console.log([${long('1,')}]);`],
  ])('%s', (_, source) => {
    const baseline = { source: 'docs', endpoints: [{ method: 'GET', path: `${long('/')}x` }] };
    const skills = [
      { name: 'a', content: `{{resource:${long(' ')}`, resources: [] },
      { name: 'b', content: long('## Limitations\n\n'), resources: [] },
    ];
    expect(cpuMs(() => find(source, { baseline, skills, about: { text: 'x' } }))).toBeLessThan(4000);
  });
});
