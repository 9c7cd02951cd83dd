// A badge follows its width rule, its text is readable on every colour, and a stranger's text stays text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawBadge, GRADE_COLOURS } from '../../src/documents/badge.js';
import { anyText } from './hostile-text.js';

function widthOf(label: string, message: string): number {
  const svg = drawBadge({ label, message, mark: 'A', title: 't' });
  return Number(/ width="(\d+)"/.exec(svg)?.[1]);
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('drawBadge', () => {
  it.each([
    ['a', 'b', 2 * (7 + 12)],
    ['MM', 'ii', 16 + 8 + 24],
    ['漢', 'x', 12 + 7 + 24],
    ['', '', 24],
  ])('%s and %s are as wide as their characters plus 6 px on each side', (label, message, width) => {
    expect(widthOf(label, message)).toBe(width);
  });

  it.each(Object.entries({ ...GRADE_COLOURS, label: '#3d444d' }))(
    'has readable white text on %s (%s)',
    (_, colour) => {
      expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('exposes its text to screen readers', () => {
    const svg = drawBadge({ label: 'lint', message: 'B', mark: 'B', title: 'Lint of "x": B' });
    expect(svg).toContain('role="img" aria-label="Lint of &quot;x&quot;: B"');
    expect(svg).toContain('<title>Lint of &quot;x&quot;: B</title>');
  });

  it('has the same elements for any text', () => {
    const elements = (svg: string) => svg.match(/<[^>]*>/g)?.map((tag) => tag.split(/[\s>]/)[0]);
    const usual = elements(drawBadge({ label: 'a', message: 'b', mark: 'C', title: 'c' }));
    fc.assert(
      fc.property(anyText, (text) => {
        const svg = drawBadge({ label: text, message: text, mark: 'C', title: text });
        expect(elements(svg)).toEqual(usual);
        expect(svg).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
      }),
    );
  });
});
