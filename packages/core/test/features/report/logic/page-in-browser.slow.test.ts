// In a real browser, the page of a grading report loads nothing, runs no code of a stranger, and is usable by everyone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../../../../src/documents/visible-text.js';
import type { ReportTarget } from '../../../../src/features/report/logic/grading-report.js';
import { renderGrading } from '../../../../src/features/report/logic/render.js';
import { problem } from '../../../../src/problems/error-codes.js';
import { anyText, HOSTILE } from '../../../documents/hostile-text.js';
import { openBrowser } from '../../../documents/open-browser.js';
import {
  foreignTarget,
  gradedNode,
  joined,
  nodeOf,
  rejectedTarget,
  sourceOf,
  targetOf,
} from './sample-targets.js';

const folder = mkdtempSync(join(tmpdir(), 'flowmcp-grading-page-'));
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

interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly javaScriptEnabled?: boolean;
  readonly hash?: string;
}

async function open(targets: readonly ReportTarget[], look: Look = {}): Promise<void> {
  const failures = [problem('TGT-006', undefined, { target: 'selections/gone' })];
  writeFileSync(file, await joined(renderGrading('html', sourceOf(targets, failures))));
  const { colorScheme = 'light', width = 1280, javaScriptEnabled = true, hash = '' } = look;
  page = await browser.newPage({ colorScheme, javaScriptEnabled, viewport: { width, height: 900 } });
  said = [];
  loaded = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('dialog', (dialog) => said.push(dialog.message()));
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(`${pathToFileURL(file).href}${hash}`);
}

const usual = () => [targetOf(), rejectedTarget(), targetOf({ target: 'providers/locks', grade: 'B' })];
/** As many namespaces as in the public corpus. */
const many = () =>
  Array.from({ length: 288 }, (_, at) =>
    targetOf({
      target: `providers/n${at}`,
      nodes: Array.from({ length: 10 }, (_, nth) =>
        gradedNode(at % 7 === 0 ? 2.2 : 4, { node: `schemas.s.tools.t${nth}`, name: `t${nth}`, schema: 's' }),
      ),
    }),
  );
const shown = () => page.locator('[data-item]:visible').count();
const focused = () => page.evaluate(`document.activeElement.querySelector('.name')?.textContent ?? ''`);
const untilSaid = (text: string) => page.locator('output', { hasText: new RegExp(`^${text}$`) }).waitFor();
const unfold = async () => {
  await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
  await page.waitForFunction(`document.querySelector('[data-more]') === null`);
};

async function violations(): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run()')) as AxeResults;
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('the page of a grading report', () => {
  it('loads nothing and reports no errors', async () => {
    await open(usual());
    await unfold();
    expect(said).toEqual([]);
    expect(loaded).toEqual([pathToFileURL(file).href]);
    expect(await page.locator('#overview').textContent()).toBe('3 targets');
    expect(await page.locator('.target > summary .name').allTextContents()).toEqual([
      'selections/ports',
      'providers/harbour',
      'providers/locks',
    ]);
    expect(await page.locator('.overview .notice').textContent()).toContain('selections/gone');
  });

  it('explains the standing of a node, and shows its history', async () => {
    await open([targetOf()]);
    const row = page.locator('li', { has: page.getByText('Description', { exact: true }) });
    await row.locator('summary').click();
    const more = row.locator('.more');
    expect(await more.locator('.losses').textContent()).toBe(
      '2 description clarity: It does not say in which unit. (−0.38)',
    );
    expect(await more.locator('.better').textContent()).toBe('For B description clarity from 2 to 4');
    expect(await more.textContent()).toContain(
      'History: 2026-02-02 C 2.75 (other content) → 2026-03-02 C 2.60',
    );
    const spark = row.locator('.spark');
    expect(await spark.getAttribute('aria-label')).toBe(
      'Graded 2 times, last: 2026-02-02 C 2.75, 2026-03-02 C 2.60',
    );
  });

  it.each([
    ['light', 1280],
    ['light', 360],
    ['dark', 1280],
    ['dark', 360],
  ] as const)('is accessible in %s, %i px wide', async (colorScheme, width) => {
    await open(usual(), { colorScheme, width });
    expect(await violations()).toEqual([]);
    await unfold();
    expect(await violations()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it('is a tree that the keyboard can navigate', async () => {
    await open([rejectedTarget(), targetOf()]);
    await page.locator('.target > summary').first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('providers/harbour');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('listTides');
    await page.keyboard.press('Enter');
    await page.locator('.losses:visible').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Description');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('providers/harbour');
    await page.keyboard.press('ArrowLeft');
    expect(await shown()).toBe(0);
    await page.keyboard.press('Home');
    expect(await focused()).toBe('selections/ports');
    await page.keyboard.press('End');
    expect(await focused()).toBe('providers/harbour');
  });

  it('lets the keyboard skip repeated parts, and shows where the focus is', async () => {
    await open(usual());
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.locator('.target > summary').first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
  });

  it('opens the target of a link or of its address', async () => {
    await open(usual());
    const [, link] = [await shown(), page.locator('.worst a', { hasText: 'Description' }).first()];
    await link.click();
    await page.locator('.losses:visible').first().waitFor();
    expect(await focused()).toBe('Description');
    const hash = new URL(page.url()).hash;
    await page.close();
    await open(usual(), { hash });
    await page.locator('.losses:visible').first().waitFor();
  });

  it('filters the nodes of 288 namespaces, and opens the few that are left', async () => {
    await open(many());
    await untilSaid('2880 shown');
    expect(await page.evaluate(`document.querySelectorAll('.losses').length`)).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('N103 T3 unit');
    await untilSaid('1 of 2880 shown');
    expect(await page.locator('.target:visible .name').first().textContent()).toBe('providers/n103');
    expect(await shown()).toBe(1);
    await page.keyboard.press('Escape');
    await untilSaid('2880 shown');
    expect(await shown()).toBe(0);
    await page.getByRole('checkbox', { name: 'stable' }).uncheck();
    await untilSaid('420 of 2880 shown');
    await page.getByLabel('Grade', { exact: true }).selectOption('B');
    await untilSaid('0 of 2880 shown');
    expect(await page.locator('[data-nothing]').isVisible()).toBe(true);
  });

  it('sorts targets by name, and opens all of them', async () => {
    await open(usual());
    await page.getByLabel('Order').selectOption('name');
    expect(await page.locator('.target > summary .name').allTextContents()).toEqual([
      'providers/harbour',
      'providers/locks',
      'selections/ports',
    ]);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await shown()).toBe(10);
    await page.getByRole('button', { name: 'Close all' }).click();
    expect(await shown()).toBe(0);
  });

  it('prints all nodes without controls, and folds them again', async () => {
    await open(usual());
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.locator('form').isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await shown()).toBe(10);
    expect(await page.locator('.losses:visible').count()).toBe(4);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await page.emulateMedia({ media: 'screen' });
    expect(await shown()).toBe(0);
  });

  it('prints one line per node of hundreds of targets', async () => {
    await open(many().slice(0, 60));
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await shown()).toBe(600);
    // The first targets fit unfolded.
    expect(await page.locator('.losses:visible').count()).toBe(150);
  });

  it('is readable without scripts, and mentions that', async () => {
    await open([targetOf()], { javaScriptEnabled: false });
    expect(await shown()).toBe(4);
    expect(await page.locator('form').isVisible()).toBe(false);
    expect(await page.locator('noscript').textContent()).toContain('no details');
  });

  it.each([
    ['hostile texts', HOSTILE],
    ['arbitrary texts', fc.sample(anyText, 60)],
  ])('shows %s as text', async (_, texts) => {
    await open(texts.map(foreignTarget));
    await unfold();
    expect(said).toEqual([]);
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    const names = await page.locator('.row .name').allTextContents();
    expect(names.sort()).toEqual(texts.map(visibleText).sort());
    const reasons = await page.locator('.losses li').allTextContents();
    expect(reasons.map((one) => one.includes('−1.00')).filter(Boolean)).toHaveLength(texts.length);
    expect(await strangeMarkup()).toEqual([]);
  });

  it('runs no script except its own', async () => {
    await open([nodeTarget()]);
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
});

function nodeTarget(): ReportTarget {
  return targetOf({ nodes: [nodeOf({})] });
}

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
