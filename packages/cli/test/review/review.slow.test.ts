// `grading review` as a process: a run answered by keyboard alone, kills between saves, links, signals and exit codes.
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTidewatchApi } from '../../../../fixtures/mock-apis/tidewatch.mjs';
import { openBuiltCommand } from '../../../../scripts/faults/built-command.js';
import { openBrowser } from '../../../core/test/documents/open-browser.js';
import type { ShownPrompt } from '../../src/review/wire.js';
import { bytesBelow } from '../place-island.js';
import { runCommand } from '../run-command.js';
import { runProcess, startProcess } from '../run-process.js';

const TIDEWATCH = fileURLToPath(new URL('../../../../fixtures/providers/tidewatch', import.meta.url));
/** Seven prompts: six tools, and their namespace. */
const AREAS = ['--area', 'single-test,tools-aggregate-namespace'];

let command: Awaited<ReturnType<typeof openBuiltCommand>>;
let api: Awaited<ReturnType<typeof startTidewatchApi>>;
let fixture: FsFixture;
let place: { cwd: string; home: string; built: string; env: Record<string, string> };
const started: ReturnType<typeof startProcess>[] = [];

beforeAll(async () => {
  [command, api] = await Promise.all([openBuiltCommand(), startTidewatchApi()]);
});
afterAll(() => Promise.all([command[Symbol.asyncDispose](), api.close()]));
beforeEach(async () => {
  fixture = await createFixture({ home: {}, programs: {} });
  const env = { PATH: `${fixture.getPath('programs')}:${process.env.PATH}` };
  place = { cwd: fixture.path, home: fixture.getPath('home'), built: command.path, env };
  await runCommand(['grading', 'import', TIDEWATCH], place);
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await fixture.rm();
});

const target = (path = '') => fixture.getPath(`home/.flowmcp/grading/providers/tidewatch/${path}`);

async function emit(): Promise<void> {
  const mapped = ['--origin-map', `https://api.tidewatch.example=${api.origin}`, '--allow-host', '127.0.0.1'];
  const words = ['grading', 'run', 'tidewatch', '--emit-prompts', ...AREAS, ...mapped];
  expect(await runCommand(words, place)).toMatchObject({ code: 0 });
}

/** Starts a review, and waits for its link. */
async function start(...flags: readonly string[]) {
  const child = startProcess(['grading', 'review', 'tidewatch', '--by', 'ada', ...flags], place);
  started.push(child);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line').then(([line]) => line as string), ended]);
  if (typeof first !== 'string') throw new Error(`the review ended with ${first}: ${stderr}`);
  return { child, link: new URL(first), ended, stderr: () => stderr };
}

async function session(link: URL): Promise<(method: string, path: string, body?: unknown) => Promise<never>> {
  const call = async (headers: Record<string, string>, method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(new URL(path, link), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...sent,
    });
    const answer = (await response.json()) as never;
    expect([path, response.status, answer]).toEqual([path, 200, answer]);
    return answer;
  };
  const { session: word }: { session: string } = await call({}, 'POST', '/api/session', {
    key: link.hash.slice(1),
  });
  return (method, path, body) => call({ 'x-flowmcp-review': word }, method, path, body) as Promise<never>;
}

it('answers all seven prompts by keyboard alone, and hands them in under a name', async () => {
  await emit();
  const { link, ended, stderr } = await start();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(link.href);
    let title = '';
    for (let prompt = 0; prompt < 7; prompt += 1) {
      await page.locator('.count', { hasText: `${prompt} of 7 prompts answered` }).waitFor();
      // The prompt before is shown for a moment after it was counted.
      const shown = async () => (await page.locator('#title').allTextContents())[0] ?? title;
      await expect.poll(shown, { timeout: 20_000 }).not.toBe(title);
      title = await shown();
      const questions = await page.locator('[data-question]').count();
      expect(questions).toBeGreaterThan(3);
      for (let at = 0; at < questions; at += 1) {
        // Each key is pressed, whatever kind the question has: only one of them counts.
        for (const key of ['4', '+', 'p', 'r']) await page.keyboard.press(key);
        await page.keyboard.type(`reason ${prompt}.${at}`);
        for (const key of ['Escape', 'j']) await page.keyboard.press(key);
      }
      await page.keyboard.press('Control+Enter');
    }
    await page.locator('dialog', { hasText: 'All 7 prompts are answered' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'Handed in' }).waitFor();
    expect(await page.locator('main').textContent()).toContain('partial');
    expect(said).toEqual([]);
  } finally {
    await browser.close();
  }
  expect([await ended, stderr()]).toEqual([0, expect.stringContaining('[GRADING]')]);
  const graded = [...bytesBelow(target())]
    .filter(([path, text]) => path.includes('gradings/') && text.includes('reason '))
    .map(([, text]) => text);
  expect(graded).toHaveLength(7);
  for (const text of graded) {
    expect(JSON.parse(text)).toMatchObject({ harness: 'flowmcp-review' });
    expect(text).toMatch(/"kind": ?"human",\s*"name": ?"ada"/);
    expect(text).not.toContain('llmModel');
  }
});

it('keeps what was saved when it is killed after each of 20 saves', async () => {
  await emit();
  for (let round = 0; round < 20; round += 1) {
    const { child, link, ended } = await start();
    const call = await session(link);
    const { part } = (await call('GET', '/api/prompts/1')) as { part: { answers: { reasoning: string }[] } };
    expect(part.answers[0]?.reasoning).toBe(round === 0 ? '' : `save ${round}`);
    const answers = part.answers.map((answer, at) =>
      at === 0 ? { ...answer, reasoning: `save ${round + 1}` } : answer,
    );
    await call('PUT', '/api/prompts/1', { ...part, answers });
    child.kill('SIGKILL');
    await ended;
    // Otherwise each start waits until the lock of a killed process counts as left behind.
    rmSync(fixture.getPath('home/.flowmcp/grading/.lock'), { recursive: true });
  }
});

/** Answers every question of a prompt. */
async function answer(call: Awaited<ReturnType<typeof session>>, number: number): Promise<void> {
  const { part, view }: ShownPrompt = await call('GET', `/api/prompts/${number}`);
  const answers = part.answers.map((one, at) => ({
    ...one,
    score: view.questions[at]?.scoreType === 'boolean' ? 'pass' : 4,
    reasoning: 'so',
  }));
  expect(await call('PUT', `/api/prompts/${number}`, { ...part, answers })).toMatchObject({ answered: true });
}

describe('the command', () => {
  it('stops on Ctrl+C, keeps the draft, and goes on with it', async () => {
    await emit();
    const first = await start();
    const call = await session(first.link);
    await answer(call, 3);
    first.child.kill('SIGINT');
    expect([await first.ended, first.stderr()]).toEqual([
      0,
      expect.stringMatching(
        /stopped; draft kept: 1 of 7 prompts answered\n.*evaluations\/.*\.draft-human-ada-.*\.jsonl/,
      ),
    ]);
    const second = await start();
    const run = await (await session(second.link))('GET', '/api/run');
    expect(run).toMatchObject({ prompts: [{}, {}, { number: 3, answered: true }, {}, {}, {}, {}] });
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('writes a second opinion beside the hand-in, and changes nothing else', async () => {
    await emit();
    const first = await start();
    const call = await session(first.link);
    for (let number = 1; number <= 7; number += 1) await answer(call, number);
    expect(await call('POST', '/api/hand-in', { allowMissing: false })).toMatchObject({ status: true });
    expect(await first.ended).toBe(0);
    const repeated = await runProcess(['grading', 'review', 'tidewatch', '--by', 'ada'], place);
    expect([repeated.code, repeated.stderr]).toEqual([2, expect.stringContaining('SCR-017')]);
    const before = bytesBelow(target());
    const second = await start('--by', 'bob', '--second-opinion');
    const blind = await session(second.link);
    expect(await blind('GET', '/api/run')).toMatchObject({ by: 'bob', isOpinion: true });
    expect(JSON.stringify(await blind('GET', '/api/prompts/1'))).not.toContain('"reasoning":"so"');
    await answer(blind, 1);
    expect(await blind('POST', '/api/hand-in', { allowMissing: true })).toMatchObject({
      status: true,
      rollupStatus: null,
    });
    expect(await second.ended).toBe(0);
    const after = bytesBelow(target());
    const added = [...after.keys()].filter((path) => !before.has(path));
    expect(added.filter((path) => path.includes('opinion-human-bob'))).toHaveLength(1);
    expect([...before].filter(([path, bytes]) => after.get(path) !== bytes)).toEqual([]);
  });

  it('ends with 1 when its last hand-in was refused, and says why', async () => {
    await emit();
    const { child, link, ended, stderr } = await start();
    const call = await session(link);
    await answer(call, 3);
    const refused: { problems: object[] } = await call('POST', '/api/hand-in', { allowMissing: false });
    expect(refused).toMatchObject({ status: false, rollupStatus: null });
    expect(refused.problems).toHaveLength(6);
    child.kill('SIGINT');
    expect([await ended, stderr()]).toEqual([1, expect.stringContaining('SCR-')]);
  });

  it('opens a browser if it is asked to, and warns if none opens', async () => {
    await emit();
    const opener = fixture.getPath('programs/xdg-open');
    const opened = fixture.getPath('opened.txt');
    writeFileSync(opener, `#!/bin/sh\nprintf %s "$1" > ${opened}\n`);
    chmodSync(opener, 0o755);
    const { child, link, ended } = await start('--open');
    await expect
      .poll(() => existsSync(opened) && readFileSync(opened, 'utf8'), { timeout: 20_000 })
      .toBe(link.href);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    writeFileSync(opener, '#!/bin/sh\nexit 3\n');
    const second = await start('--open');
    await expect.poll(second.stderr, { timeout: 20_000 }).toContain('REV-003');
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });

  it.each<[what: string, flags: string[], code: number, shown: string]>([
    ['a blank name', ['--by', ' '], 2, 'REV-001'],
    ['a name with an invisible character', ['--by', 'a\u{202e}b'], 2, 'REV-001'],
    ['a name that is too long', ['--by', 'x'.repeat(257)], 2, 'REV-001'],
    ['no name', [], 2, 'REV-001'],
    ['port 0', ['--by', 'ada', '--port', '0'], 2, 'CLI-002'],
    ['no port', ['--by', 'ada', '--port', '65536'], 2, 'CLI-002'],
    ['no open run', ['--by', 'ada'], 2, 'SCR-017'],
    ['no graded run', ['--by', 'ada', '--second-opinion'], 2, 'DRF-008'],
  ])('cannot run with %s', async (_, flags, code, shown) => {
    const before = readdirSync(target());
    const result = await runProcess(['grading', 'review', 'tidewatch', ...flags], place);
    expect([result.code, result.stderr, result.stdout]).toEqual([code, expect.stringContaining(shown), '']);
    expect(readdirSync(target())).toEqual(before);
  });

  it('refuses a port that is taken, and a draft that is open elsewhere', async () => {
    await emit();
    const { child, link, ended } = await start();
    const words = ['grading', 'review', 'tidewatch', '--by'];
    const port = await runProcess([...words, 'bob', '--port', link.port], place);
    expect([port.code, port.stderr]).toEqual([2, expect.stringContaining('REV-002')]);
    const draft = await runProcess([...words, 'ada'], place);
    expect([draft.code, draft.stderr]).toEqual([2, expect.stringContaining('DRF-001')]);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});
