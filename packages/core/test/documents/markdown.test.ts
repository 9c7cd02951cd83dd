// A stranger's text in a comment stays text: no HTML, link, image, mention, cell or emphasis.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeSpan, collapsed, escapeMarkdown, markdownTable } from '../../src/documents/markdown.js';
import { anyText } from './hostile-text.js';

/** Text without harmless parts: escaped characters, and entities. */
function structureOf(markdown: string): string {
  return markdown.replace(/\\[!-/:-@[-`{-~]/g, '').replace(/&(amp|lt|gt|#8203);/g, '\u{200B}');
}

describe('escapeMarkdown', () => {
  it.each([
    ['<img src=x>', '&lt;img src=x&gt;'],
    ['[a](b) ![c](d)', '\\[a\\]\\(b\\) \\!\\[c\\]\\(d\\)'],
    ['@ada and a@b.example', '@&#8203;ada and a@&#8203;b.example'],
    ['#12, GH-12, # 1', '#&#8203;12, GH&#8203;-12, # 1'],
    ['https://x.example www.x.example', 'https:&#8203;//x.example www&#8203;.x.example'],
    ['&#64;ada', '&amp;#&#8203;64;ada'],
    ['a|b `c` *d* _e_ ~f~ $g$', 'a\\|b \\`c\\` \\*d\\* \\_e\\_ \\~f\\~ \\$g\\$'],
    ['a\nb', 'a\\\\u\\{a\\}b'],
    ['plain words, with signs: 1 + 1 = 2.', 'plain words, with signs: 1 + 1 = 2.'],
  ])('%j is written as %j', (text, markdown) => {
    expect(escapeMarkdown(text)).toBe(markdown);
  });

  it('leaves no structural character in any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const rest = structureOf(escapeMarkdown(text));
        expect(rest).not.toMatch(/[\\`*_[\]{}()|~$^!<>&\n\r]/);
        expect(rest).not.toMatch(/@(?!\u{200B})|#\d|gh-\d|www\.|:\/\//iu);
      }),
    );
  });
});

describe('codeSpan', () => {
  it.each([
    ['getPrice', '`getPrice`'],
    ['@ada <b>', '`@ada <b>`'],
    ['a`b', 'a\\`b'],
    ['a|b', 'a\\|b'],
    ['', ''],
  ])('%j is written as %j', (text, markdown) => {
    expect(codeSpan(text)).toBe(markdown);
  });

  it('is closed only by its own delimiter, or is not code at all', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const span = codeSpan(text);
        if (!/^`[^`|\\\n\r]+`$/.test(span))
          expect(structureOf(span)).not.toMatch(/[\\`*_[\]{}()|~$^!<>&\n\r]/);
      }),
    );
  });
});

describe('tables and folded parts', () => {
  it('draws a table with its alignment', () => {
    expect(markdownTable([{ title: 'a' }, { title: 'b', right: true }], [['1', '2']])).toBe(
      '| a | b |\n| --- | --: |\n| 1 | 2 |',
    );
  });

  it('keeps an empty line around folded content, which Markdown requires', () => {
    expect(collapsed('more', '| a |')).toBe('<details>\n<summary>more</summary>\n\n| a |\n\n</details>');
  });
});
