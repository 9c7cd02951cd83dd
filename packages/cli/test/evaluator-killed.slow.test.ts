// After a kill in the middle of its calls, a repeated command asks only what is missing, and nothing twice.
import { readdirSync, readFileSync } from 'node:fs';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMockProvider } from '../../core/test/journeys/mock-provider.js';
import { API, schemaText, toolAt } from '../../core/test/journeys/provider-sources.js';
import { startCountingService } from './counting-service.js';
import { runProcess, startProcess } from './run-process.js';

const SCHEMAS = 9;
const TOOLS = 8;
/** Calls under way when the command is killed; their answers are lost. */
const CONCURRENCY = 20;

let fixture: FsFixture;
let provider: Awaited<ReturnType<typeof startMockProvider>>;
let service: Awaited<ReturnType<typeof startCountingService>>;
beforeAll(async () => {
  [provider, service] = await Promise.all([startMockProvider(), startCountingService({ delayMs: 50 })]);
  const schemas = Array.from({ length: SCHEMAS }, (_, at) => {
    const name = `part${at}`;
    const tools = Object.fromEntries(
      Array.from({ length: TOOLS }, (__, no) => [`getItems${no}`, toolAt('/ok')]),
    );
    return [`${name}.mjs`, schemaText({ name, description: `Items of part ${at}.`, tools })];
  });
  fixture = await createFixture({ home: {}, demo: Object.fromEntries(schemas) });
});
afterAll(async () => {
  await Promise.all([provider.close(), service.close()]);
  await fixture.rm();
});

const surroundings = () => ({ cwd: fixture.path, home: fixture.getPath('home') });
const evaluate = () => [
  ...['grading', 'evaluate', 'demo', '--json', '--concurrency', String(CONCURRENCY)],
  ...['--evaluator-url', service.url],
];

it('loses no more than the calls under way', { timeout: 120_000 }, async () => {
  expect((await runProcess(['grading', 'import', 'demo'], surroundings())).code).toBe(0);
  const mapped = ['--origin-map', `${API}=${provider.origin}`, '--allow-host', '127.0.0.1'];
  const emitted = await runProcess(['grading', 'run', 'demo', '--emit-prompts', ...mapped], surroundings());
  expect([emitted.code, emitted.stderr]).toEqual([0, '']);

  const child = startProcess(evaluate(), surroundings());
  child.stdin.end();
  while (service.questions.length < 250) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  await untilQuiet(() => service.questions.length);
  const before = [...service.questions];
  const folder = fixture.getPath('home/.flowmcp/grading/providers/demo/evaluations');
  const [journal = ''] = readdirSync(folder);
  const kept = readFileSync(`${folder}/${journal}`, 'utf8').split('\n').filter(Boolean);
  expect(kept.length).toBeGreaterThanOrEqual(before.length - 2 * CONCURRENCY);

  const { code, stdout } = await runProcess(evaluate(), surroundings());
  expect(code).toBe(0);
  const [result] = (JSON.parse(stdout) as { results: Record<string, number>[] }).results;
  const after = service.questions.slice(before.length);
  expect(result).toMatchObject({
    reused: kept.length,
    asked: after.length,
    scored: after.length,
    unscored: [],
  });
  expect(result?.total).toBeGreaterThanOrEqual(500);
  expect(kept.length + after.length).toBe(result?.total);
  expect(new Set(service.questions).size).toBe(result?.total);
  const twice = after.filter((question) => before.includes(question));
  expect(twice.length).toBe(before.length - kept.length);
  expect(twice.length).toBeLessThanOrEqual(2 * CONCURRENCY);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'says on %s how many answers it keeps',
  { timeout: 120_000 },
  async (signal) => {
    const name = `other-${signal.toLowerCase()}`;
    await fixture.mkdir(name);
    const tools = Object.fromEntries(
      Array.from({ length: TOOLS }, (_, no) => [`getItems${no}`, toolAt('/ok')]),
    );
    await fixture.writeFile(
      `${name}/part.mjs`,
      schemaText({ name: 'part', description: 'Items.', tools })
        .replace("'demo'", `'${name}'`)
        .replace('"demo"', `"${name}"`),
    );
    expect((await runProcess(['grading', 'import', name], surroundings())).code).toBe(0);
    const mapped = ['--origin-map', `${API}=${provider.origin}`, '--allow-host', '127.0.0.1'];
    const words = (json: boolean) => [
      ...['grading', 'run', name, ...(json ? ['--json'] : []), ...mapped],
      ...['--evaluator-url', service.url],
    ];
    const stopped = async (json: boolean) => {
      const child = startProcess(words(json), surroundings());
      const until = service.questions.length + 12;
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (part) => (stdout += part));
      child.stderr.on('data', (part) => (stderr += part));
      child.stdin.end();
      while (service.questions.length < until) await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill(signal);
      const code = await new Promise((resolve) => child.once('close', resolve));
      await untilQuiet(() => service.questions.length);
      return { code, stdout, stderr };
    };
    const [asJson, asText] = [await stopped(true), await stopped(false)];
    expect([asJson.code, asText.code]).toEqual(signal === 'SIGINT' ? [130, 130] : [143, 143]);
    const [found] = JSON.parse(asJson.stdout).errors;
    const kept = Number(/answers kept: (\d+)/.exec(found.message)?.[1]);
    expect([found.code, kept > 0]).toEqual(['SCR-043', true]);
    expect(asText.stderr).toMatch(/SCR-043: stopped by SIG\w+; answers kept: [1-9]/);
    const folder = fixture.getPath(`home/.flowmcp/grading/providers/${name}/evaluations`);
    const [journal = ''] = readdirSync(folder);
    const lines = readFileSync(`${folder}/${journal}`, 'utf8').split('\n').filter(Boolean);
    const second = Number(/answers kept: (\d+)/.exec(asText.stderr)?.[1]);
    expect(lines.length).toBe(kept + second);
  },
);

it('evaluator run: --resume asks only the unanswered questions, and nothing twice', {
  timeout: 120_000,
}, async () => {
  const examples = Array.from({ length: 200 }, (_, at) => ({ area: 'a', subject: 's', questionId: at }));
  await fixture.writeFile('set.jsonl', examples.map((one) => JSON.stringify(one)).join('\n'));
  await fixture.writeFile('candidate.txt', 'a text');
  const words = [
    ...['evaluator', 'run', '--candidate', 'candidate.txt', '--dataset', 'set.jsonl', '--out', 'out.jsonl'],
    ...['--concurrency', '4', '--json', '--evaluator-url', service.url],
  ];
  const begun = service.questions.length;
  const own = () => service.questions.slice(begun);
  const child = startProcess(words, surroundings());
  child.stdin.end();
  while (own().length < 80) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  const before = own().length;
  const answered = readFileSync(fixture.getPath('out.jsonl.journal'), 'utf8').match(/"index":/g)?.length ?? 0;
  // The calls that were under way.
  expect(before - answered).toBeLessThanOrEqual(2 * 4);

  const again = await runProcess([...words, '--resume'], surroundings());
  expect(JSON.parse(again.stdout)).toMatchObject({ status: true, summary: { train: 1, failed: 0 } });
  expect(own()).toHaveLength(before + 200 - answered);
  expect(new Set(own()).size).toBe(200);
  expect(readFileSync(fixture.getPath('out.jsonl'), 'utf8').trim().split('\n')).toHaveLength(200);
});

/** Calls that were on their way when the caller was killed still arrive for a moment. */
async function untilQuiet(count: () => number): Promise<void> {
  for (let last = -1; last !== count(); ) {
    last = count();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
