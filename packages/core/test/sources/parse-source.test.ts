// However deep a module nests, it is refused with its place, without a stack overflow or the end of the process.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseModule } from '../../src/sources/parse-module.js';
import { parseBounded } from '../../src/sources/parse-source.js';
import { fuzzRuns } from '../fuzz/runs.js';

const DEEP: Readonly<Record<string, (n: number) => string>> = {
  lists: (n) => `export const main = ${'['.repeat(n)}${']'.repeat(n)}`,
  objects: (n) => `export const main = ${'{a:'.repeat(n)}1${'}'.repeat(n)}`,
  brackets: (n) => `export const main = ${'('.repeat(n)}1${')'.repeat(n)}`,
  templates: (n) => `export const main = ${'`${'.repeat(n)}1${'}`'.repeat(n)}`,
  signs: (n) => `export const main = ${'- '.repeat(n)}1`,
  sums: (n) => `export const main = 1${' + 1'.repeat(n)}`,
  powers: (n) => `export const main = 1${' ** 1'.repeat(n)}`,
  conditions: (n) => `export const main = ${'1 ? 1 : '.repeat(n)}1`,
  assignments: (n) => `let a; ${'a = '.repeat(n)}1`,
  arrows: (n) => `const a = ${'() => '.repeat(n)}1`,
  functions: (n) => `const a = ${'function () { return '.repeat(n)}1${'}'.repeat(n)}`,
  classes: (n) => `const a = ${'class { a = '.repeat(n)}1${'}'.repeat(n)}`,
  blocks: (n) => `${'{'.repeat(n)}${'}'.repeat(n)}`,
  ifs: (n) => `${'if (1) '.repeat(n)};`,
  elses: (n) => `${'if (1); else '.repeat(n)};`,
  labels: (n) => `${Array.from({ length: n }, (_, at) => `l${at}: `).join('')};`,
  patterns: (n) => `const ${'['.repeat(n)}a${']'.repeat(n)} = 1;`,
  parameters: (n) => `const a = (${'{a:'.repeat(n)}b${'}'.repeat(n)}) => 1`,
  calls: (n) => `const a = ${'f('.repeat(n)}${')'.repeat(n)}`,
  news: (n) => `const a = ${'new '.repeat(n)}A`,
  imports: (n) => `const a = ${'import('.repeat(n)}1${')'.repeat(n)}`,
  groups: (n) => `const a = /${'('.repeat(n)}${')'.repeat(n)}/`,
  'groups that look ahead': (n) => `const a = /${'(?='.repeat(n)}${')'.repeat(n)}/`,
  members: (n) => `const a = b${'[c'.repeat(n)}${']'.repeat(n)}`,
};

describe.each(Object.entries(DEEP))('nested %s', (_, nest) => {
  it('are refused if they are too deep', () => {
    const [first] = parseModule(nest(20_000), { exports: ['main'] }).problems;
    expect(first).toMatchObject({ code: 'SRC-003', args: { limit: 'nesting that a parser can handle' } });
    expect(first?.where?.line).toBe(1);
    expect(first?.where?.column).toBeGreaterThan(40);
  });

  it('are refused at the same place, however much stack is left', () => {
    const place = () => parseModule(nest(20_000), { exports: ['main'] }).problems[0]?.where;
    const below = (levels: number): ReturnType<typeof place> => (levels === 0 ? place() : below(levels - 1));
    expect(below(300)).toEqual(place());
  });

  it('are accepted if they are few', () => {
    const problems = parseModule(nest(40), { exports: ['main'] }).problems;
    expect(problems.filter(({ code }) => code === 'SRC-003' || code === 'SRC-001')).toEqual([]);
  });
});

it('do not end a process that has compiled nothing yet', () => {
  const module = fileURLToPath(new URL('../../src/sources/parse-module.ts', import.meta.url));
  const program = `
    const { parseModule } = await import(${JSON.stringify(module)});
    const open = String.fromCharCode(96) + '$' + '{';
    const { problems } = parseModule('export const main = ' + open.repeat(20000), { exports: ['main'] });
    console.log(problems.map(({ code }) => code).join());`;
  const words = ['--conditions=flowmcp-source', '--import', 'tsx', '--input-type=module', '-e', program];
  const { stdout, status } = spawnSync(process.execPath, words, { encoding: 'utf8', cwd: process.cwd() });
  expect([stdout.trim(), status]).toEqual(['SRC-003', 0]);
});

describe('many names', () => {
  const names = Array.from({ length: 20 }, (_, at) => `a${at}`);
  const [first] = names;

  it('are looked up through an index', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `a${at}`);
    const text = `export{${many.join()}};const ${many.map((name) => `${name}=1`).join()};`;
    let looked = 0;
    const plain = Array.prototype.indexOf;
    const spy = vi.spyOn(Array.prototype, 'indexOf').mockImplementation(function (this: unknown[], ...given) {
      looked += this.length;
      return plain.apply(this, given);
    });
    parseBounded(text, []);
    spy.mockRestore();
    expect(looked).toBeLessThan(50 * many.length);
  });

  it('of groups in regular expressions are refused if there are too many', () => {
    const text = `export const main = {}; const a = /${'(?<a>)|'.repeat(2_000)}x/;`;
    const [refusal] = parseModule(text, { exports: ['main'] }).problems;
    expect(refusal).toMatchObject({ code: 'SRC-003', where: { line: 1 } });
    expect(refusal?.args?.limit).toContain('named groups in regular expressions');
  });

  it.each([
    `const ${names.map((name) => `${name} = 1`).join()}; export { ${names.join()} };`,
    `export { ${names.join()} }; const ${names.map((name) => `${name} = 1`).join()};`,
    `export { ${names.join()} };`,
    `export { ${first} }; export { ${first} }; const ${first} = 1;`,
    `const ${names.map((name) => `${name} = 1`).join()}; const a19 = 2;`,
    `const ${names.map((name) => `${name} = 1`).join()}; { var a0; }`,
    `let ${names.join()}; function a3() {}`,
    `var ${names.join()}, ${names.join()};`,
    `try {} catch (a0) { var ${names.join()}; var a0; }`,
    `function f(${names.join()}, a7) {}`,
  ])('%s reads as acorn reads it', (text) => {
    const read = (parser: () => unknown) => {
      try {
        return JSON.stringify(parser());
      } catch (error) {
        return String(error);
      }
    };
    const theirs = read(() => parse(text, { ecmaVersion: 'latest', sourceType: 'module', onComment: [] }));
    expect(read(() => parseBounded(text, []))).toEqual(theirs);
  });
});

describe('regular expressions', () => {
  it('are checked, and never compiled', () => {
    const compiled: unknown[] = [];
    const construct = (plain: typeof RegExp, [pattern, flags]: [string, string]) => {
      compiled.push(pattern);
      return new plain(pattern, flags);
    };
    vi.stubGlobal('RegExp', new Proxy(RegExp, { construct }));
    const { body } = parseBounded('const a = /[\\p{RGI_Emoji}]\\p{L}/vg, b = 4 / 2 / 1, c = /[x/]/;', []);
    vi.unstubAllGlobals();
    expect(compiled.filter((pattern) => /p\{|x/.test(String(pattern)))).toEqual([]);
    expect(JSON.stringify(body)).toContain('"regex":{"pattern":"[\\\\p{RGI_Emoji}]\\\\p{L}","flags":"vg"}');
  });

  it.each(['/(/', '/a/gg', '/\\p{Nothing}/u', '/[b-a]/', '/a', '/a{2,1}/'])('%s is refused', (text) => {
    const theirs = () => parse(`const a = ${text};`, { ecmaVersion: 'latest', sourceType: 'module' });
    const ours = () => parseBounded(`const a = ${text};`, []);
    expect(ours).toThrow(SyntaxError);
    expect(messageOf(ours)).toBe(messageOf(theirs));
  });
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  return 'no error';
}

describe('acceptable nesting', () => {
  const plainly = (text: string, read: () => unknown) => {
    try {
      return JSON.parse(
        JSON.stringify(read(), (_, value: unknown) => {
          if (typeof value === 'bigint') return 'big';
          // Only acorn compiles regular expressions.
          return value instanceof RegExp ? null : value;
        }),
      );
    } catch (error) {
      if (error instanceof SyntaxError) return `${text}: ${error.message}`;
      throw error;
    }
  };

  it('reads as acorn reads it, in every tree and every fault', () => {
    const operator = fc.constantFrom(
      '+',
      '-',
      '*',
      '**',
      '/',
      '%',
      '<',
      '===',
      '&',
      '|',
      '<<',
      '&&',
      '||',
      '??',
      ',',
      ' in ',
      ' instanceof ',
      '=',
      '?',
      ':',
      '=>',
      '.',
    );
    const operand = fc.constantFrom(
      'a',
      '1',
      '"x"',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '-',
      '!',
      'typeof ',
      'new ',
      'async ',
      'await ',
      '`${',
      '}`',
      '/r/',
      '() => ',
      'function () {',
      ';',
      'for (',
      'class {',
      '#p',
      '...',
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(operand, operator), { maxLength: 12 }),
        fc.array(operand, { maxLength: 3 }),
        (parts, rest) => {
          const text = `x = ${parts.flat().join('')}${rest.join(' ')}`;
          const ours = plainly(text, () => parseBounded(text, []));
          const theirs = plainly(text, () =>
            parse(text, { ecmaVersion: 'latest', sourceType: 'module', onComment: [] }),
          );
          expect(ours).toEqual(theirs);
        },
      ),
      { numRuns: fuzzRuns(3_000) },
    );
  });

  it.each([
    'a + b * c - d ** e ** f',
    'a && b || c',
    'a ?? b',
    'a ?? b || c',
    'a || b ?? c',
    '(a + b) * (c + (d - e))',
    'a + (b + c) + d',
    'for (a in b + c);',
    'for (var i = 1 + 2 in {});',
    'a < b > c',
    '-a ** b',
    '(-a) ** b',
    'a = b + c ? d + e : f + g',
    `\`\${a + b}\${c * d}\` + e`,
    'f(a + b, ...c + d)[e - f]',
    'class A { #p; m(o) { return #p in o + 1 } }',
  ])('%s reads as acorn reads it', (text) => {
    const theirs = plainly(text, () =>
      parse(text, { ecmaVersion: 'latest', sourceType: 'module', onComment: [] }),
    );
    expect(plainly(text, () => parseBounded(text, []))).toEqual(theirs);
  });
});
