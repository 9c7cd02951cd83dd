// Tables keep their columns aligned and lose no letter.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTable } from '../../src/terminal/table.js';

const head = ['node', 'status', 'grade', 'score'];
const render = (rows: readonly (readonly string[])[], width = 80) =>
  renderTable({ head, rows, width, paint: (text) => text });

describe('a table', () => {
  it('has a line per row, with aligned columns', () => {
    expect(render([['schemas.a', 'stable', 'B', '4.25']])).toBe(
      ['node       status  grade  score', 'schemas.a  stable  B      4.25'].join('\n'),
    );
  });

  it('wraps a long name and keeps all of its letters', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_.]{1,200}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
        const lines = render(names.map((text) => [text, 'blocked', '-', '-'])).split('\n');
        expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
        const first = lines.slice(1).map((line) => line.split(/ +/)[0]);
        expect(first.join('')).toBe(names.join(''));
      }),
    );
  });
});

it('cuts no colour code in two, however narrow a column is', () => {
  const [on, off] = ['\u001b[31m', '\u001b[39m'];
  const rows = [['a-name-that-is-much-too-long-for-its-column', 'B', '3']];
  const paint = (text: string) => `${on}${text}${off}`;
  const table = renderTable({ head: ['target', 'g', 'n'], rows, width: 20, paint });
  const painted = table.split('\n').slice(1);
  expect(painted.length).toBeGreaterThan(2);
  for (const line of painted) {
    expect(line.split(on).length).toBe(line.split(off).length);
    expect(line.replaceAll(on, '').replaceAll(off, '')).not.toContain('\u001b');
  }
  expect(table).toContain(paint('B'));
});

it('lays out plain texts exactly as the library does that counts wide ones', () => {
  const plain = fc.stringMatching(/^[ -~À-ÿ–…→≤✓]{0,12}$/);
  const rows = fc.array(fc.tuple(fc.stringMatching(/^[!-~]{1,60}$/), plain, plain), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(rows, (given) => {
      const widths = (table: string) => table.split('\n').map((line) => line.trimEnd());
      const three = ['node', 'status', 'grade'];
      const draw = (all: readonly (readonly string[])[]) =>
        widths(renderTable({ head: three, rows: all, width: 40, paint: (text) => text }));
      // One wide letter sends all texts to the library; it is narrower than its column, so nothing else
      // moves.
      const wide = draw([...given, ['x', '界', '']]);
      expect(wide.slice(0, -1)).toEqual(draw([...given, ['x', '--', '']]).slice(0, -1));
    }),
  );
});
