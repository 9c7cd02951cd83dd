// Texts are broken between words, no line exceeds the width, and a shared folder is split off.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitFolder, wrap } from '../../src/terminal/layout.js';

describe('the folder that paths share', () => {
  it.each<[paths: string[], folder: string, names: string[]]>([
    [['a/b/c.mjs', 'a/b/d.mjs'], 'a/b', ['c.mjs', 'd.mjs']],
    [['a/b/c.mjs', 'a/d.mjs'], 'a', ['b/c.mjs', 'd.mjs']],
    [['a/b1/c.mjs', 'a/b2/c.mjs'], 'a', ['b1/c.mjs', 'b2/c.mjs']],
    [['/a/c.mjs', '/a/d.mjs'], '/a', ['c.mjs', 'd.mjs']],
    [['/a/c.mjs', '/b/d.mjs'], '', ['/a/c.mjs', '/b/d.mjs']],
    [['../a/c.mjs', '../a/d.mjs'], '../a', ['c.mjs', 'd.mjs']],
    [['a/b/c.mjs'], '', ['a/b/c.mjs']],
    [['a', 'a/b'], '', ['a', 'a/b']],
    [['https://x.example/a', 'https://x.example/b'], '', ['https://x.example/a', 'https://x.example/b']],
    [[], '', []],
  ])('of %j is "%s"', (paths, folder, names) => {
    expect(splitFolder(paths)).toEqual({ folder, names });
  });
});

describe('a wrapped text', () => {
  it.each([
    ['one two three', 7, 0, 'one two\nthree'],
    ['one two three', 9, 2, 'one two\n  three'],
    ['averylongword a', 5, 0, 'averylongword\na'],
    ['fits', 4, 0, 'fits'],
    ['', 4, 0, ''],
  ])('%s at %i', (text, width, indent, expected) => {
    expect(wrap(text, width, indent)).toBe(expected);
  });

  it('keeps all words, and lets only a single one be longer than a line', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 });
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 6, max: 30 }),
        fc.integer({ min: 0, max: 5 }),
        (given, width, indent) => {
          const lines = wrap(given.join(' '), width, indent).split(`\n${' '.repeat(indent)}`);
          expect(lines.join(' ')).toBe(given.join(' '));
          for (const line of lines) expect(line.length + indent <= width || !line.includes(' ')).toBe(true);
        },
      ),
    );
  });
});
