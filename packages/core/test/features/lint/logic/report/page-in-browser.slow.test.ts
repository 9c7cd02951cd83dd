// In a real browser, the page of a lint loads nothing, runs no code of a stranger, and is usable by everyone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../../../../../src/documents/visible-text.js';
import { renderLint } from '../../../../../src/features/lint/logic/report/render.js';
import type { LintRenderContext } from '../../../../../src/features/lint/logic/report/shown.js';
import type { LintReport } from '../../../../../src/rules/mcp/lint-report.js';
import { anyText, HOSTILE } from '../../../../documents/hostile-text.js';
import { openBrowser } from '../../../../documents/open-browser.js';
import {
  adjusting,
  context,
  harbour,
  lint,
  observed,
  severalTargets,
  sharesContext,
  sharesSet,
  steered,
} from './sample-reports.js';

const folder = mkdtempSync(join(tmpdir(), 'flowmcp-page-'));
const file = join(folder, 'report.html');
let browser: Browser;
let page: Page;
let said: string[];
let loaded: string[];

beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);

afterEach(() => page.close());

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const UNFOLD = `for (const details of document.querySelectorAll('details')) details.open = true`;

/** Parts of the names of targets that are broken in the middle: a line begins inside of them. */
const BROKEN_WORDS = `[...document.querySelectorAll('.about h2, .overview a')].flatMap((name) =>
  [...name.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects().length > 1 ? [node.data] : [];
  }))`;

interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
}

async function open(
  reports: readonly LintReport[],
  about: LintRenderContext,
  look: Look = {},
): Promise<void> {
  writeFileSync(file, await renderLint('html', reports, about));
  const { colorScheme = 'light', width = 1280 } = look;
  page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
  said = [];
  loaded = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('dialog', (dialog) => said.push(dialog.message()));
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(pathToFileURL(file).href);
}

const shown = () => page.locator('[data-item]:visible').count();
const untilSaid = (text: string) => page.locator('output', { hasText: new RegExp(`^${text}$`) }).waitFor();

async function violations(): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run()')) as AxeResults;
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('the page of a lint', () => {
  it('loads nothing and reports no errors', async () => {
    const several = severalTargets();
    await open(several.reports, several.context);
    expect(said).toEqual([]);
    expect(loaded).toEqual([pathToFileURL(file).href]);
    expect(await page.locator('.grade-large').allTextContents()).toEqual(['F', 'A', '?']);
  });

  it('runs no script except its own', async () => {
    await open([lint(harbour)], context);
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'window.hurt = true';
      document.body.append(script);
      document.body.setAttribute('onclick', 'window.hurt = true');
      document.body.click();
    }`);
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    expect(said.filter((text) => text.includes('Content Security Policy')).length).toBeGreaterThan(0);
  });

  it.each([
    ['light', 1280],
    ['light', 360],
    ['dark', 1280],
    ['dark', 360],
  ] as const)('is accessible in %s, %i px wide', async (colorScheme, width) => {
    const several = severalTargets();
    await open(several.reports, several.context, { colorScheme, width });
    await page.evaluate(UNFOLD);
    expect(await violations()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it.each([
    ['light', 1280],
    ['light', 360],
    ['dark', 1280],
    ['dark', 360],
  ] as const)(
    'is accessible with alerts, caps and ignored issues in %s, %i px wide',
    async (colorScheme, width) => {
      const name = 'node_modules/@modelcontextprotocol/server-everything/dist/index_of_everything.json';
      const traps = { ...harbour, tools: [...harbour.tools, ...steered.tools] };
      const shares = [
        lint(traps, { ruleSet: sharesSet, target: name }),
        lint(observed, { ruleSet: sharesSet, target: 'perfect' }),
        lint(steered, { ...adjusting, target: 'adjusted' }),
      ];
      await open(shares, sharesContext, { colorScheme, width });
      await page.evaluate(UNFOLD);
      expect(await page.locator('.grade-large').allTextContents()).toEqual(['F', 'A', 'F*']);
      expect(await violations()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await page.evaluate(BROKEN_WORDS)).toEqual([]);
      await page.close();
      await open([lint(traps, { target: name })], context, { colorScheme, width });
      expect(await page.locator('.notice').first().textContent()).toContain(
        '2 alerts: texts that try to steer',
      );
      expect(await page.locator('[data-item] p.text').first().textContent()).toMatch(
        /^get_tides: The text holds/,
      );
      expect(await violations()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    },
  );

  it('is accessible with one target and a baseline', async () => {
    const entry = { rule: 'prop-no-type', subject: 'get_ships.flag' };
    const target = 'https://harbour.example/mcp';
    const baseline = [
      { target, ...entry },
      { target, rule: 'server-empty', subject: 'server' },
    ];
    await open([lint(harbour, { target, baseline })], context);
    expect(await violations()).toEqual([]);
    expect(await page.locator('li .tag', { hasText: 'accepted' }).count()).toBe(1);
    expect(await page.locator('.notice').textContent()).toContain('10 new, 1 accepted');
  });

  it('can be filtered with the keyboard alone', async () => {
    await open([lint(harbour)], context);
    expect(await shown()).toBe(11);
    await page.keyboard.press('/');
    await page.keyboard.type('BERTH list');
    await untilSaid('3 of 11 shown');
    expect(await shown()).toBe(3);
    expect(await page.locator('h3:visible code').first().textContent()).toBe('berth list');
    await page.keyboard.press('Escape');
    await untilSaid('11 shown');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('prop-no-d');
    await untilSaid('2 of 11 shown');
    await page.keyboard.press('Home');
    await untilSaid('11 shown');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await untilSaid('6 of 11 shown');
    expect(await page.locator('[data-item][data-severity="warning"]:visible').count()).toBe(0);
  });

  it('shows that nothing matches, and keeps the head', async () => {
    await open([lint(harbour)], context);
    await page.getByRole('searchbox').fill('no such words');
    await page.locator('[data-nothing]').waitFor();
    expect(await shown()).toBe(0);
    expect(await page.locator('.grade-large').isVisible()).toBe(true);
  });

  it('prints without controls, and with folded content', async () => {
    await open([lint(harbour)], context);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.locator('form').isVisible()).toBe(false);
    expect(await page.locator('.tokens').isVisible()).toBe(true);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is readable without scripts, and then offers no filter', async () => {
    writeFileSync(file, await renderLint('html', [lint(harbour)], context));
    page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(pathToFileURL(file).href);
    expect(await shown()).toBe(11);
    expect(await page.locator('form').isVisible()).toBe(false);
  });

  it.each([
    ['hostile texts', HOSTILE],
    ['arbitrary texts', fc.sample(anyText, 200)],
  ])('shows %s as text', async (_, texts) => {
    const tools = texts.map((text) => ({
      name: text,
      description: '',
      inputSchema: { type: 'object', properties: { [text]: {} }, required: [text] },
    }));
    const snapshot = { ...harbour, serverInfo: { name: texts.join(' '), version: texts[0] }, tools };
    const report = lint(snapshot, { target: texts.join(' ') });
    await open([report], context);
    expect(said).toEqual([]);
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    const names = new Set(
      report.issues.map(({ category, target }) => JSON.stringify([category, visibleText(target)])),
    );
    const { alerts = [], issues } = report;
    expect(await page.locator('h3 code').count()).toBe(names.size + (alerts.length > 0 ? 1 : 0));
    const messages = await page.locator('[data-item] p.text').allTextContents();
    const expected = [
      ...alerts.map(({ target, message }) => `${visibleText(target)}: ${visibleText(message)}`),
      ...issues.map(({ message }) => visibleText(message)),
    ];
    expect(messages.sort()).toEqual(expected.sort());
    expect(await strangeMarkup()).toEqual([]);
  });
});

/** Elements and attributes that are not in the page's templates. */
function strangeMarkup(): Promise<string[]> {
  return page.evaluate(`{
    const elements = [...document.querySelectorAll('*')];
    const loading = elements.filter((element) => element.matches('img, iframe, object, embed, link, base, video'));
    const handlers = elements.filter((element) => [...element.attributes].some(({ name }) => /^(on|style$)/.test(name)));
    const links = [...document.links].filter((link) => !link.getAttribute('href').startsWith('#'));
    const scripts = [...document.scripts].slice(1);
    [...loading, ...handlers, ...links, ...scripts].map((element) => element.outerHTML);
  }`);
}
