// A browser's strict XML parser accepts badges and JUnit documents, and reads the intended texts from them.
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawBadge } from '../../src/documents/badge.js';
import { buildJunit, xmlText } from '../../src/documents/junit.js';
import { visibleText } from '../../src/documents/visible-text.js';
import { anyText, HOSTILE } from './hostile-text.js';
import { openBrowser } from './open-browser.js';

const texts = [...HOSTILE, ...fc.sample(anyText, 300)];
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
}, 60_000);

afterAll(() => browser.close());

/** Texts of the elements in each document; the parser's error if it is malformed. */
function parse(documents: readonly string[], type: string, selector: string): Promise<string[][]> {
  return page.evaluate(`${JSON.stringify(documents)}.map((source) => {
    const parsed = new DOMParser().parseFromString(source, '${type}');
    const complaint = parsed.querySelector('parsererror');
    return [...(complaint ? [complaint] : parsed.querySelectorAll('${selector}'))].map((node) => node.textContent);
  })`);
}

it('draws a well-formed badge for any text', async () => {
  const badges = texts.map((text) => drawBadge({ label: text, message: text, mark: 'B', title: text }));
  const shown = texts.map((text) => Array(3).fill(visibleText(text)));
  expect(await parse(badges, 'image/svg+xml', 'title, text')).toEqual(shown);
});

it('writes a well-formed JUnit document for any text', async () => {
  const documents = texts.map((text) => {
    const failure = { message: text, type: text, text: `[${text}]` };
    return buildJunit(text, [{ name: text, properties: { text }, cases: [{ name: text, failure }] }]);
  });
  // An XML parser normalizes all kinds of line ends.
  const said = texts.map((text) => [
    `[${xmlText(text).replaceAll(']]>', ']]&gt;').replace(/\r\n?/g, '\n')}]`,
  ]);
  expect(await parse(documents, 'application/xml', 'failure')).toEqual(said);
});
