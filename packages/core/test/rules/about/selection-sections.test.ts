// The seven sections of a selection's About: which headings begin one, where it ends, what counts as text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSelectionSections } from '../../../src/rules/about/selection-sections.js';
import { ABOUT_SECTIONS } from '../../../src/spec/selection.js';

const names = (text: string) => parseSelectionSections(text).found.map(({ section }) => section);
const FULL = ABOUT_SECTIONS.map((section) => `## ${section}\n\nText of it.\n`).join('\n');

describe('a heading begins a section', () => {
  test.each<[string, string, string[]]>([
    ['as it is written', '## Conventions\nx', ['Conventions']],
    ['of any level', '# Identity\nx\n###### Use Cases\ny', ['Identity', 'Use Cases']],
    ['in any case', '## forbidden CONVENTIONS\nx', ['Forbidden Conventions']],
    ['with a number', '## 3. Conventions\nx', ['Conventions']],
    ['with other numbers', '## 3) Conventions\nx\n## 4.1 Use Cases\ny', ['Conventions', 'Use Cases']],
    ['with a paragraph sign', '## § 7 – Aging Rule\nx', ['Aging Rule']],
    ['with a Roman number', '## VII. Aging Rule\nx', ['Aging Rule']],
    ['with punctuation', '## Use Cases:\nx\n## Identity.\ny', ['Identity', 'Use Cases']],
    ['in bold', '## **Shared Lists**\nx', ['Shared Lists']],
    ['underlined', 'Aging Rule\n----------\nx', ['Aging Rule']],
    ['with & for and', '## Personas Reference & Lens\nx', ['Personas Reference and Lens']],
    ['as Ageing', '## Ageing Rule\nx', ['Aging Rule']],
    ['not as a part of another', '## Naming Conventions\nx\n## Conventions of chains\ny', []],
    ['not by its beginning', '## Identity and scope\nx\n## Uses\ny', []],
    ['not in the plural', '## Identities\nx\n## Shared List\ny', []],
    ['not in code', '```\n## Identity\nx\n```', []],
    ['not in a comment', '<!--\n## Identity\nx\n-->', []],
    ['not in a list or quotation', '- ## Identity\n> ## Conventions\n> x', []],
    ['not as bold text', '**Identity**\n\nx', []],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test('forbidden conventions are no conventions', () => {
    const { found, missing } = parseSelectionSections(FULL.replace('## Conventions', '## Agreements'));
    expect(missing).toEqual(['Conventions']);
    expect(found).toHaveLength(6);
  });
});

describe('a section', () => {
  test('has its text with code, its line, and the headings within it', () => {
    const text =
      '# About\n\n## 3. Conventions\n\nLower case.\n\n### Order\n\n```\n## Identity\n```\n\n## Other\nz';
    const [section] = parseSelectionSections(text).found;
    expect(section?.text).toBe('Lower case.\n\n### Order\n\n```\n## Identity\n```');
    expect(section?.line).toBe(3);
    expect(section?.headings.map(({ title }) => title)).toEqual(['Order']);
    expect(section?.lines.find(({ line }) => line === 10)?.text).toBe('');
  });

  test('ends where another of the seven begins, whatever its level', () => {
    const { found } = parseSelectionSections('# Conventions\na\n## Forbidden Conventions\nb\n### Note\nc');
    expect(found.map(({ section, text }) => [section, text])).toEqual([
      ['Conventions', 'a'],
      ['Forbidden Conventions', 'b\n### Note\nc'],
    ]);
  });

  test.each([
    ['nothing', '## Identity\n\n## Other\n\nx'],
    ['the end of the text', '## Identity'],
    ['headings only', '## Identity\n\n### Name\n\n### Group\n\n## Other\nx'],
    ['a rule', '## Identity\n\n---\n\n***\n'],
    ['a comment', '## Identity\n\n<!-- to be written -->\n'],
    ['a long comment', '## Identity\n<!--\nto be\nwritten\n-->\n'],
    ['empty code', '## Identity\n\n```md\n```\n'],
    ['the next of the seven', '# Identity\n## Conventions\nx'],
  ])('with %s beneath its heading is missing, and said to be empty', (_, text) => {
    const { missing, empty } = parseSelectionSections(text);
    expect(missing).toContain('Identity');
    expect(empty).toEqual([{ section: 'Identity', line: 1 }]);
  });

  test.each([
    ['code', '## Identity\n```\nname: crypto\n```'],
    ['a list', '## Identity\n- crypto'],
    ['a table', '## Identity\n| crypto |\n|---|'],
    ['text behind a comment', '## Identity\n<!-- a --> crypto'],
    ['text under a heading of its own', '## Identity\n### Name\ncrypto'],
  ])('with %s is there', (_, text) => {
    expect(names(text)).toEqual(['Identity']);
  });

  test('counts where one of several headings has text', () => {
    const { found, empty } = parseSelectionSections('## Identity\n## Identity\nb\n## Identity\nc');
    expect(found.map(({ line, text }) => [line, text])).toEqual([[2, 'b']]);
    expect(empty).toEqual([]);
  });
});

test('all seven are found, in the order of the specification, whatever theirs is', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...ABOUT_SECTIONS]),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.integer({ min: 1, max: 6 }),
      (sections, end, level) => {
        const text = sections.map((name) => `${'#'.repeat(level)} ${name}${end}${end}x${end}`).join(end);
        const { found, missing } = parseSelectionSections(text);
        expect(found.map(({ section }) => section)).toEqual(
          ABOUT_SECTIONS.filter((name) => sections.includes(name)),
        );
        expect([...found.map(({ section }) => section), ...missing].sort()).toEqual(
          [...ABOUT_SECTIONS].sort(),
        );
      },
    ),
  );
});
