// Headings, limitations and mentions are read from an About and from texts that point to it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesAbout, namesLimitations, parseAboutHeadings } from '../../../src/rules/about/about.js';

const shown = (text: string) =>
  parseAboutHeadings(text).map(({ level, title, line }) => `${line}:${level}:${title}`);

describe('headings', () => {
  test.each<[string, string, string[]]>([
    [
      'every level',
      '# a\n## b\n### c\n#### d\n##### e\n###### f',
      ['1:1:a', '2:2:b', '3:3:c', '4:4:d', '5:5:e', '6:6:f'],
    ],
    [
      'closing marks',
      '## Use Cases ##\n# C#\n# x \\#\n## ##',
      ['1:2:Use Cases', '2:1:C#', '3:1:x #', '4:2:'],
    ],
    ['up to three spaces', '   # a\n    # b', ['1:1:a']],
    ['no heading', '#a\n####### b\n\\# c\n> # d\n- # e', []],
    [
      'a title with marks',
      '## **Aging** `Rule` of [this](x.md) my_list _now_',
      ['1:2:Aging Rule of this my_list now'],
    ],
    ['setext', 'Identity\n===\n\nShared\nLists\n  ---  \n', ['1:1:Identity', '4:2:Shared Lists']],
    ['rules and lists', '---\n\n- a\n---\n\n> b\n===\n\n***\n---', []],
    ['lazy lines of a list', '- a\nb\n---\nc\n---', ['4:2:c']],
    ['indented code', '    a\n---\n\n\tb\n===', []],
    ['fenced code', '```js\n# a\n```\n~~~~\n# b\n~~~\n```\n~~~~\n# c', ['9:1:c']],
    ['an open fence', '# a\n```\n# b', ['1:1:a']],
    ['a backtick in the info is no fence', '``` a`b\n# c', ['2:1:c']],
    ['comments', '<!-- # a\n# b\n-->\n# c\n<!-- d --># e\n# f', ['4:1:c', '6:1:f']],
    ['front matter', '---\ntitle: x\n---\n# a', ['4:1:a']],
    ['a rule first', '---\n# a\n---', ['2:1:a']],
    ['line ends of all kinds', '\uFEFF# a\r\n# b\r# c\n', ['1:1:a', '2:1:b', '3:1:c']],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  test('whatever stands in a fence, the heading after it is found on its own line', () => {
    const body = fc.array(fc.stringMatching(/^[^`\r\n]*$/), { maxLength: 6 });
    fc.assert(
      fc.property(body, (code) => {
        const text = ['# First', '```', ...code, '```', '## Last'].join('\n');
        expect(shown(text)).toEqual(['1:1:First', `${code.length + 4}:2:Last`]);
      }),
    );
  });

  test('every text has headings in order, each on a line it has', () => {
    const piece = fc.constantFrom(
      '#',
      '##',
      ' ',
      '\t',
      '\n',
      '\r\n',
      '---',
      '===',
      '```',
      '~~~',
      '<!--',
      '-->',
      '- ',
      '> ',
      'a',
      'B',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const found = parseAboutHeadings(text);
        const lines = text.split(/\r\n|\n|\r/);
        found.forEach(({ level, title, line }, at) => {
          expect(level).toBeGreaterThanOrEqual(1);
          expect(level).toBeLessThanOrEqual(6);
          expect(line).toBeGreaterThan(found[at - 1]?.line ?? 0);
          const [word = ''] = title.split(' ');
          // Backticks are markup: a title is read without them.
          expect(lines[line - 1]?.replaceAll('`', '')).toContain(word);
        });
      }),
      { examples: [[['#', ' ', '#', '```', '#']]] },
    );
  });
});

describe('a text points to the About of alpha', () => {
  test.each([
    'Read {{resource:about}} first.',
    '{{ resource:alpha/about }}',
    '{{resource:ALPHA/resource/about}}',
    'The id is alpha/resource/about.',
    'See alpha-about.md.',
    'See [the text](../resources/alpha-about.md#limits)',
    '`Alpha-About.md`',
    'providers/alpha/gauges/resources/about/',
    '[more](./resources/about.md)',
    'Conventions: see the About resource.',
    'the about page of the namespace',
    "Read the namespace's About first.",
    'Its About document lists them.',
    'Use the resource `about`.',
    'Use the `about` resource.',
    'Limits are in About page, section 2.',
    '## About resource\n\nRead it.',
    'About resource of alpha: conventions.',
    'the resource named about',
  ])('%s', (text) => {
    expect(namesAbout(text, 'alpha')).toBe(true);
  });

  test.each([
    '',
    'It is about resource limits.',
    'Questions about page numbers',
    'About page numbers: they begin at 0.',
    'All about the resources of alpha',
    'See beta-about.md and my-alpha-about.md.',
    'See alpha-about.mdx, alpha-about.md-old',
    '{{resource:beta/about}} {{resource:aboutness}} {{tool:about}}',
    'beta/resource/about, xalpha/resource/about',
    'providers/beta/x/resources/about/',
    'resources/about-us',
    'The namespace has no About resource.',
    'It works without an About page.',
    'about',
  ])('not by %j', (text) => {
    expect(namesAbout(text, 'alpha')).toBe(false);
  });

  test('a name with characters of patterns is taken as it is', () => {
    expect(namesAbout('see a+b-about.md', 'a+b')).toBe(true);
    expect(namesAbout('see aab-about.md', 'a+b')).toBe(false);
  });

  test('a file name counts wherever it stands alone', () => {
    const filler = fc.constantFrom(' ', '\n', '(', '/', '.', '`');
    const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,12}$/);
    fc.assert(
      fc.property(name, filler, filler, (namespace, before, after) => {
        expect(namesAbout(`${before}${namespace}-about.md${after}`, namespace)).toBe(true);
        expect(namesAbout(`${before}x${namespace}-about.md${after}`, namespace)).toBe(false);
      }),
    );
  });
});

describe('limitations', () => {
  test.each<[string, string, boolean, number]>([
    ['a heading with a list', '## Limitations\n\n- no forecasts\n- no flow\n\n## Next\n- x', true, 2],
    ['nested points', '# Limits\n1. a\n   - b\n2) c', true, 3],
    [
      'paragraphs where there is no list',
      '## What it cannot do\n\nNo forecasts\nat all.\n\nNo flow.',
      true,
      2,
    ],
    ['a list and its introduction', '## Limitations\nThe tools lack:\n* forecasts', true, 1],
    ['a table', '## Limits\n\n| what | why |\n|---|---|\n| history | no API |\n| flow | none |', true, 2],
    ['setext', 'Limitations\n---\n- a\n\nOther\n---\n- b', true, 1],
    [
      'headings below it belong to it',
      '## Limitations\n### Data\n- a\n### Limits of use\n- b\n# End\n- c',
      true,
      2,
    ],
    ['a bold label and its line', '**Limitations:** no forecasts', true, 1],
    ['a bold label and its list', 'x\n\n**Does not cover**\n- a\n- b\n\n**Output**\n- c', true, 2],
    ['a label in a list', '- **Output:** table\n- **Limits**: no flow', true, 1],
    ['labelled points', '## Limitations\n- **Data:** no history\n- **Region**: only Germany', true, 2],
    ['a quotation', '> **Limitations:**\n> - no forecasts', true, 1],
    ['two sections', '## Limits\n- a\n## Output\n- b\n## Not covered\n- c', true, 2],
    ['what the tools do not do', '### What these tools do not return\n- a', true, 1],
    ['announced, nothing said', '## Limitations\n\n## Next\n- a', true, 0],
    ['none is no limitation', '## Limitations\n- None.\n- n/a\n- no known limitations\n---', true, 0],
    ['only in code', '```\n## Limitations\n- a\n```', false, 0],
    ['only in prose', 'There are limitations, and it cannot do all.', false, 0],
    ['bold within a sentence', '**cannot** be undone: - x', false, 0],
    ['another heading', '## Limit the result\n- a\n## Do not forget\n- b\n## No limits\n- c', false, 0],
    ['nothing', '', false, 0],
  ])('%s', (_, text, heading, items) => {
    expect(namesLimitations(text)).toEqual({ heading, items });
  });

  test('n points are n items, whatever marks them', () => {
    const mark = fc.constantFrom('- ', '* ', '+ ', '1. ', '12) ', '  - ');
    const word = fc.stringMatching(/^[b-m][b-m ]{3,20}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(mark, word), { maxLength: 8 }), (points) => {
        const list = points.map(([before, text]) => `${before}x${text}`).join('\n');
        const { items } = namesLimitations(`# Skill\n## Limitations\n${list}\n## Steps\n- one`);
        expect(items).toBe(points.length);
      }),
    );
  });
});
