// Another program's reader reads a JUnit document back as intended, whatever texts it contains.
import fc from 'fast-check';
import { parse } from 'junit2json';
import { describe, expect, it } from 'vitest';
import { buildJunit, type JunitSuite, xmlText } from '../../src/documents/junit.js';
import { anyText, HOSTILE } from './hostile-text.js';

async function read(suites: readonly JunitSuite[]) {
  const document = await parse(buildJunit('lint', suites));
  if (!document || !('testsuite' in document)) throw new Error('no suites were read');
  return document;
}

function suiteOf(text: string): JunitSuite {
  const said = { message: text, type: text, text };
  return {
    name: text,
    properties: { about: text },
    cases: [
      { name: text, file: text, failure: said },
      { name: text, error: said, output: text },
      { name: text },
    ],
  };
}

/** An attribute's text as an XML reader returns it; this reader also trims an element's text. */
const attribute = (text: string) => xmlText(text);

describe('buildJunit', () => {
  it('counts tests, failures and errors', async () => {
    const document = await read([suiteOf('a'), suiteOf('b')]);
    expect(document).toMatchObject({ name: 'lint', tests: 6, failures: 2, errors: 2 });
    expect(document.testsuite).toMatchObject([
      { name: 'a', tests: 3, failures: 1, errors: 1 },
      { name: 'b', tests: 3, failures: 1, errors: 1 },
    ]);
  });

  it('gives every element a time of 0, because readers insist on one', () => {
    const document = buildJunit('lint', [suiteOf('a')]);
    const elements = document.match(/<(testsuites|testsuite|testcase)[ >][^>]*>/g) ?? [];
    expect(elements.map((element) => / time="0"/.test(element))).toEqual(Array(5).fill(true));
  });

  it.each(HOSTILE.filter((text) => text !== ''))('holds the text %j', async (text) => {
    const [suite] = (await read([suiteOf(text)])).testsuite ?? [];
    const [failed, broken] = suite?.testcase ?? [];
    expect(suite?.name).toBe(attribute(text));
    expect(failed?.failure?.[0]?.message).toBe(attribute(text));
    expect(broken?.error?.[0]?.inner?.trim()).toBe(attribute(text).replaceAll(']]>', ']]&gt;').trim());
  });

  it('keeps its structure for any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const document = await read([suiteOf(text), suiteOf('next')]);
        expect(document.testsuite?.map(({ testcase }) => testcase?.length)).toEqual([3, 3]);
        expect(document.testsuite?.[1]?.testcase?.[1]?.error?.[0]?.inner).toBe('next');
      }),
    );
  });
});

describe('xmlText', () => {
  it('removes characters that XML 1.0 cannot express, and nothing else', () => {
    expect(xmlText('a\u{0}b\u{B}c\u{1B}d\u{D800}e\u{FFFE}f\u{FFFF}g')).toBe('abcdefg');
    expect(xmlText('\t\n\r \u{7F}é漢\u{1F600}')).toBe('\t\n\r \u{7F}é漢\u{1F600}');
  });
});
