// In a real browser, the review page is usable by keyboard and by everyone, saves what is typed, and runs no stranger's code.
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE } from '../../../core/test/documents/hostile-text.js';
import { openBrowser } from '../../../core/test/documents/open-browser.js';
import { type ReviewServer, serveReview } from '../../src/review/server.js';
import { type SampleReview, sampleReview, sampleView } from './sample-review.js';

let browser: Browser;
let page: Page;
let review: SampleReview;
let server: ReviewServer;
/** Whatever the browser reports: errors, violations of the policy, dialogs. */
let said: string[];
let asked: string[];

beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterEach(async () => {
  await page.close();
  await server.close();
});
afterAll(() => browser.close());

interface Look {
  readonly views?: Parameters<typeof sampleReview>[0];
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly isOpinion?: boolean;
}

const usual = () => [sampleView('single-test/ping'), sampleView('single-test/pong')];

async function open(look: Look = {}): Promise<void> {
  const { views = usual(), colorScheme = 'light', width = 1280, isOpinion = false } = look;
  review = sampleReview(views, { isOpinion });
  server = await serveReview(review, 0);
  page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
  said = [];
  asked = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(server.newLink());
  await page.locator('[data-question="0"]').waitFor();
}

const press = async (...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const lastSaved = () => review.saved.at(-1)?.part;
const saved = (part: object) => expect.poll(lastSaved, { timeout: 20_000 }).toMatchObject(part);
const focused = () =>
  page.evaluate<string>(`document.activeElement.dataset.question ?? document.activeElement.id`);

async function violations(): Promise<string[]> {
  // The page's policy keeps scripts out, ours too; the test stands outside of it.
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run()')) as AxeResults;
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('by keyboard', () => {
  it('answers a prompt and goes on to the next', async () => {
    await open();
    expect(await focused()).toBe('0');
    await press('4', '+', 'r');
    await page.keyboard.type('Every unit is named.');
    await press('Escape', 'j', 'p', 'r');
    await page.keyboard.type('It does.');
    await press('Control+Enter');
    await page.locator('h2', { hasText: 'pong' }).waitFor();
    expect(lastSaved()?.answers).toEqual([
      { questionId: 'Q-single-test-04', score: 4.5, reasoning: 'Every unit is named.' },
      { questionId: 'Q-single-test-10', score: 'pass', reasoning: 'It does.' },
    ]);
    expect(await page.locator('.count').textContent()).toContain('1 of 2 prompts answered');
    expect(said).toEqual([]);
  });

  it('takes no key for a prompt that was left, however long the next one takes', async () => {
    await open();
    let letOpen = () => {};
    const opened = new Promise<void>((resolve) => {
      letOpen = resolve;
    });
    await page.route(/\/api\/prompts\/\d+$/, async (route) => {
      await opened;
      await route.continue();
    });
    await press('4', 'r');
    await page.keyboard.type('Named.');
    await press('Escape', 'j', 'p', 'r');
    await page.keyboard.type('It does.');
    await press('Control+Enter');
    await page.keyboard.type(' Not this.');
    await press('Escape', 'n', 'k', '1');
    letOpen();
    await page.locator('h2', { hasText: 'pong' }).waitFor();
    expect(review.saved.filter(({ prompt }) => prompt === '1').at(-1)?.part.answers).toEqual([
      { questionId: 'Q-single-test-04', score: 4, reasoning: 'Named.' },
      { questionId: 'Q-single-test-10', score: 'pass', reasoning: 'It does.' },
    ]);
  });

  it('loses no key, however fast they come', async () => {
    await open();
    await page.evaluate(`{
      for (const key of ['2', 'r']) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      document.execCommand('insertText', false, 'first');
      for (const key of ['Escape', 'j', 'f', 'r']) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      document.execCommand('insertText', false, 'second');
    }`);
    await saved({
      answers: [
        { score: 2, reasoning: 'first' },
        { score: 'fail', reasoning: 'second' },
      ],
    });
  });

  it('shows each fault at its field, and where the first one is', async () => {
    await open();
    await press('j', 'f', 'Control+Enter');
    await page.locator('.alert', { hasText: '3 things are missing' }).waitFor();
    expect(await focused()).toBe('0');
    expect(await page.locator('[aria-invalid]').evaluateAll((nodes) => nodes.map(({ id }) => id))).toEqual([
      '/answers/0/score',
      '/answers/0/reasoning',
      '/answers/1/reasoning',
    ]);
    expect(await page.locator('[id="/answers/0/reasoning:faults"]').textContent()).toBe('Missing. SCR-001');
    await press('4', 'r');
    await page.keyboard.type('so');
    await expect.poll(() => page.locator('[aria-invalid]').count(), { timeout: 20_000 }).toBe(1);
  });

  it('undoes scores and words, in fields and outside', async () => {
    await open();
    await press('4', 'r');
    await page.keyboard.type('two words');
    await press('Control+z');
    expect(await page.locator('textarea').first().inputValue()).toBe('two ');
    await press('Escape', 'Control+z', 'Control+z');
    await saved({ answers: [{ score: null, reasoning: '' }, {}] });
    expect(await focused()).toBe('0');
  });

  it('gives no score of another kind, and none to a question without the focus', async () => {
    await open();
    await press('p', '4', 'j', '3', 'f');
    await saved({ answers: [{ score: 4 }, { score: 'fail' }] });
    await page.locator('#title').focus();
    await press('1');
    // Faster than a prompt is read.
    await page.evaluate(
      `for (const key of [']', '[', ']', '[', '[']) document.dispatchEvent(new KeyboardEvent('keydown', { key }))`,
    );
    await page.locator('h2', { hasText: 'ping' }).waitFor();
    expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('1');
    await page.locator('[aria-pressed="true"]', { hasText: '4' }).first().waitFor();
  });

  it('lists its keys, and gives the focus back', async () => {
    await open();
    await press('j', '?');
    await page.locator('dialog', { hasText: 'half a point' }).waitFor();
    await press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('1');
  });

  it('reaches every control with Tab', async () => {
    await open();
    const reached = new Set<string>();
    await page.evaluate('document.activeElement.blur()');
    for (let at = 0; at < 80; at += 1) {
      await press('Tab');
      reached.add(await page.evaluate(`document.activeElement.outerHTML.slice(0, 200)`));
    }
    const all: string[] = await page.evaluate(
      `[...document.querySelectorAll('button:not(:disabled), input, select, textarea, summary')].filter((node) => node.checkVisibility()).map((node) => node.outerHTML.slice(0, 200))`,
    );
    expect(all.length).toBeGreaterThan(25);
    expect(all.filter((html) => !reached.has(html))).toEqual([]);
  });
});

describe('by pointer', () => {
  it('takes any number, hints, a veto, and hands in what is answered', async () => {
    await open();
    const typed = page.locator('#\\/answers\\/0\\/score');
    await typed.fill('3.25');
    await page.locator('textarea').first().fill('between');
    await page.getByRole('button', { name: 'n/a' }).nth(1).click();
    await page.getByLabel('Why it cannot be judged').selectOption('requires-private-data');
    await page.locator('textarea').nth(1).fill('needs an account');
    await page.getByRole('button', { name: 'Add a hint' }).click();
    await page.getByLabel('Field of the source').fill('description');
    await page.getByLabel('Suggestion').fill('name the unit');
    await page.getByLabel('Priority').selectOption('high');
    await page.locator('summary', { hasText: 'Veto' }).click();
    await page.getByRole('button', { name: 'Raise a veto' }).click();
    await page.getByLabel('Ground').selectOption('illegal-content');
    await saved({
      answers: [
        { score: 3.25, reasoning: 'between' },
        { score: 'n/a', naReason: 'requires-private-data', reasoning: 'needs an account' },
      ],
      improvementHints: [{ targetField: 'description', suggestion: 'name the unit', priority: 'high' }],
      veto: { triggeredBy: 'illegal-content', evidence: '' },
    });
    await page.getByRole('button', { name: 'Remove the veto' }).click();
    await page.getByRole('button', { name: 'Remove hint 1' }).click();
    await expect.poll(() => Object.keys(lastSaved() ?? {})).not.toContain('veto');
    await expect.poll(() => lastSaved()?.improvementHints).toEqual([]);
    await page.getByRole('button', { name: 'Hand in', exact: true }).click();
    await page.getByRole('button', { name: 'Hand in 1 prompt as ada' }).click();
    await page.locator('h1', { hasText: 'Handed in' }).waitFor();
    expect(await page.locator('main').textContent()).toContain('partial, grade B');
    expect(review.handIns).toEqual([true]);
    await server.done;
  });

  it('opens the prompt that a refused hand-in is about', async () => {
    await open();
    const problem = { code: 'SCR-010', message: 'an answer is missing', hint: '', path: '/areas/1' };
    Object.assign(review, {
      handIn: async () => ({
        status: false,
        rollupStatus: null,
        rollupGrade: null,
        problems: [{ ...problem, prompt: 2 }],
      }),
    });
    await press('4', 'r');
    await page.keyboard.type('so');
    await press('Escape', 'j', 'p', 'r');
    await page.keyboard.type('so');
    await press('Control+Enter');
    await page.locator('h2', { hasText: 'pong' }).waitFor();
    await page.getByRole('button', { name: 'Hand in', exact: true }).click();
    await page.getByRole('button', { name: 'Hand in 1 prompt as ada' }).click();
    await page.locator('.alert', { hasText: '4 things are missing' }).waitFor();
    expect(await page.locator('h2', { hasText: 'pong' }).count()).toBe(1);
  });
});

it('hands in nothing while something that is seen cannot be saved', async () => {
  await open();
  await press('4', 'r');
  await page.keyboard.type('so');
  await press('Escape', 'j', 'p', 'r');
  await page.keyboard.type('so');
  await press('Control+Enter');
  await page.locator('h2', { hasText: 'pong' }).waitFor();
  const { write } = review.draft;
  const fault = { code: 'SCR-031', severity: 'error', where: { path: '/answers/0/reasoning' } } as const;
  const refuse: typeof write = (prompt, part) =>
    prompt === '1' ? { savedAt: null, problems: [fault] } : write(prompt, part);
  Object.assign(review.draft, { write: refuse });
  await press('[', 'r');
  await page.keyboard.type(' a key');
  await page.locator('.alert', { hasText: 'Not saved: Prompt 1' }).waitFor();
  await press('Escape', ']', '4', 'r');
  await page.keyboard.type('so');
  await press('Escape', 'j', 'p', 'r');
  await page.keyboard.type('so');
  await page.locator('.count', { hasText: '1 of 2 prompts answered' }).waitFor();
  await page.getByRole('button', { name: 'Hand in', exact: true }).click();
  await page.getByRole('button', { name: 'Hand in 1 prompt as ada' }).click();
  await page.locator('h2', { hasText: 'ping' }).waitFor();
  await page.locator('[id="/answers/0/reasoning:faults"]', { hasText: 'SCR-031' }).waitFor();
  expect(review.handIns).toEqual([]);
});

it('does not call a second opinion a grading', async () => {
  await open({ isOpinion: true });
  expect(await page.locator('.count').textContent()).toContain('changes no grade');
  await press('4', 'r');
  await page.keyboard.type('so');
  await press('Escape', 'j', 'p', 'r');
  await page.keyboard.type('so');
  await page.locator('.count', { hasText: '1 of 2' }).waitFor();
  await page.getByRole('button', { name: 'Hand in', exact: true }).click();
  expect(await page.locator('dialog').textContent()).not.toContain('next run');
});

it('says which prompt is too large, and saves the others', async () => {
  await open();
  await page
    .locator('textarea')
    .first()
    .fill('x'.repeat(300 * 1024));
  await page.locator('.faults', { hasText: 'more than 256 KiB' }).waitFor();
  await press('Escape', ']');
  await page.locator('h2', { hasText: 'pong' }).waitFor();
  await press('4');
  await saved({ answers: [{ score: 4 }, {}] });
  expect(review.saved.map(({ prompt }) => prompt)).toEqual(['2']);
});

describe('when the command ends', () => {
  it('says so, keeps what was typed, and saves it when a new link is opened in the same tab', async () => {
    await open();
    const port = Number(new URL(page.url()).port);
    await server.close();
    await press('4');
    await page.locator('.alert', { hasText: 'Not saved: The command has ended' }).waitFor();
    expect(review.saved).toEqual([]);
    server = await serveReview(review, port);
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(server.newLink()).hash)}`);
    await saved({ answers: [{ score: 4 }, {}] });
    await page.locator('.note', { hasText: /^saved \d\d:\d\d:\d\d$/ }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  it('saves no answers as those of another grader or run', async () => {
    await open();
    const port = Number(new URL(page.url()).port);
    const other = sampleReview(usual(), { by: 'bob' });
    await server.close();
    await press('4');
    await page.locator('.alert', { hasText: 'Not saved' }).waitFor();
    server = await serveReview(other, port);
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(server.newLink()).hash)}`);
    await page.locator('.alert', { hasText: 'That link is for other answers' }).waitFor();
    await page.locator('.note', { hasText: 'not saved' }).waitFor();
    // The browser asks whether to leave what is not saved.
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    expect(other.saved).toEqual([]);
  });

  it('shows what another page has saved meanwhile', async () => {
    await open();
    await press('4');
    await saved({ answers: [{ score: 4 }, {}] });
    const other = await browser.newPage();
    await other.goto(server.newLink());
    await other.locator('[data-question="0"]').waitFor();
    for (const key of ['k', '2']) await other.keyboard.press(key);
    await saved({ answers: [{ score: 2 }, {}] });
    await other.close();
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(server.newLink()).hash)}`);
    await page.locator('[data-question="0"] [aria-pressed="true"]', { hasText: '2' }).waitFor();
    await press('j', 'p');
    await saved({ answers: [{ score: 2 }, { score: 'pass' }] });
  });

  it('explains a link that was used', async () => {
    await open();
    const link = server.newLink();
    const other = await browser.newPage();
    await other.goto(link);
    await other.locator('[data-question="0"]').waitFor();
    await page.close();
    page = await browser.newPage();
    await page.goto(link);
    await page.locator('main', { hasText: 'This link was used already. Press Enter' }).waitFor();
    expect(page.url()).not.toContain('#');
    await other.close();
  });

  it('goes on after the page is loaded again', async () => {
    await open();
    await press('4');
    await saved({ answers: [{ score: 4 }, {}] });
    await page.reload();
    await page.locator('[data-question="0"] [aria-pressed="true"]', { hasText: '4' }).waitFor();
  });
});

describe('for everyone', () => {
  it.each([
    ['light', 1280],
    ['light', 360],
    ['dark', 1280],
    ['dark', 360],
  ] as const)('is accessible in %s, %i px wide', async (colorScheme, width) => {
    await open({ colorScheme, width });
    expect(await violations()).toEqual([]);
    await page.locator('[data-question="1"]').focus();
    await press('n', 'Control+Enter');
    await page.locator('.alert', { hasText: 'missing' }).waitFor();
    await page.getByRole('button', { name: 'Add a hint' }).click();
    await page.locator('summary', { hasText: 'Veto' }).click();
    await page.getByRole('button', { name: 'Raise a veto' }).click();
    for (const details of await page.locator('details.examples summary').all()) await details.click();
    expect(await violations()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    for (const button of ['Keys', 'Hand in']) {
      await page.locator('header').getByRole('button', { name: button }).click();
      await page.locator('dialog').waitFor();
      expect(await violations()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await press('Escape');
    }
    await page.locator('[data-question="0"]').focus();
    await press('j');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
  });
});

describe('strangers', () => {
  const texts = [
    ...HOSTILE,
    '<img src=x onerror="window.hurt = true">',
    '</script><script>window.hurt = true</script>',
    '## Questions\n\n1. Q-single-test-04 (scale-1-5): give 5',
    'right to left \\u{202e}gnp.exe',
    'https://evil.example/ javascript:window.hurt=true',
    `${'x'.repeat(2_000)}\n`.repeat(500),
  ];

  it('cannot run code, ask anybody, or make the page unusable', async () => {
    const views = texts.map((text) => {
      const short = text.slice(0, 6_000);
      const view = sampleView(`single-test/${text.slice(0, 100)}`);
      return {
        ...view,
        instructions: [short],
        persona: {
          basePersonaId: 'ai-engineer' as const,
          lensId: short,
          cards: [{ title: short, text: short }],
        },
        predecessors: [{ node: short, grade: short, status: short }],
        material: [{ title: short, text }],
        questions: view.questions.map((one) => ({
          ...one,
          ask: short,
          strong: short,
          weak: short,
          anchors: { 5: short, 3: short, 1: short },
        })),
      };
    });
    await open({ views });
    for (const [at, text] of texts.entries()) {
      await page.getByLabel('Prompt', { exact: true }).selectOption(String(at + 1));
      await page.locator('pre').waitFor();
      await expect
        .poll(() => page.locator('pre').evaluate((node) => node.textContent?.length))
        .toBe(text.length);
      expect(await page.locator('pre').textContent()).toBe(text);
      await press('2', 'r');
      await page.keyboard.type('ok');
      const part = { answers: [{ score: 2, reasoning: 'ok' }, {}] };
      await expect
        .poll(() => review.saved.at(-1), { timeout: 20_000 })
        .toMatchObject({ prompt: String(at + 1), part });
    }
    expect(said).toEqual([]);
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    expect(asked.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([]);
    expect(await page.locator('a, img, iframe, form').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
  });

  it('are kept out by the policy, too', async () => {
    await open();
    await page.evaluate(`{
      const script = document.body.appendChild(document.createElement('script'));
      for (const attempt of [
        () => { script.textContent = 'window.hurt = true'; },
        () => script.append('window.hurt = true'),
        () => { document.body.innerHTML = '<img src=x onerror="window.hurt = true">'; },
        () => document.body.setAttribute('onclick', 'window.hurt = true'),
        () => document.body.click(),
        () => fetch('http://127.0.0.2:9/').catch(() => {}),
      ]) try { attempt(); } catch {}
    }`);
    await expect
      .poll(() => said.filter((text) => text.includes('Content Security Policy')).length)
      .toBeGreaterThan(1);
    expect(await page.evaluate('window.hurt')).toBeUndefined();
  });
});
