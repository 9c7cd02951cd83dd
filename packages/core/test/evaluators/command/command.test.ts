// A program gets the right input, has the right identity, and is not disturbed by parallel calls.
import { createHash } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { buildPayload } from '../../../src/evaluators/logic/evaluator.js';
import { sweepProcesses } from '../../../src/processes/process-tree.js';
import { type Argv, ask, commandOf, folderWith } from './commands.js';

/** Answers with its input. */
const ECHO = `
  let input = '';
  for await (const chunk of process.stdin) input += chunk;
  const { OPTIMIZE_ANYTHING_TASK_MODEL: model, GREETING: greeting } = process.env;
  console.log(JSON.stringify({ score: 1, input: JSON.parse(input), model, greeting, argv: process.argv.slice(2) }));
`;
const warnings: Error[] = [];
const onWarning = (warning: Error) => warnings.push(warning);
afterEach(() => process.off('warning', onWarning));
/** The test runner may have listeners too. */
const countListeners = () => process.listenerCount('SIGINT') + process.listenerCount('SIGHUP');

describe('a call', () => {
  it('passes the payload on standard input, and nothing else', async () => {
    const payload = buildPayload({ candidate: 'a\n"b" – ü', example: { n: 1 } });
    const cwd = await folderWith({ 'echo.mjs': ECHO });
    const words = ['; rm -rf x', '$HOME', '*', ''];
    expect(await commandOf(['node', 'echo.mjs', ...words], { cwd }).evaluate(payload, {})).toEqual({
      evaluation: { score: 1, sideInfo: { input: payload, argv: words } },
    });
  });

  it.each([
    ['of the payload', { candidate: 'x', taskModel: 'openai/a' }, null, 'openai/a'],
    ['of the evaluator', { candidate: 'x' }, 'openai/b', 'openai/b'],
    ['of nobody', { candidate: 'x' }, null, undefined],
  ])('names the task model %s in the inherited environment', async (_, asked, taskModel, model) => {
    const cwd = await folderWith({ 'echo.mjs': ECHO });
    const env = { PATH: process.env.PATH, GREETING: 'hello' };
    const outcome = await commandOf(['node', 'echo.mjs'], { cwd, taskModel }, { env }).evaluate(
      buildPayload(asked),
      {},
    );
    expect(outcome).toHaveProperty('evaluation.sideInfo.greeting', 'hello');
    expect('evaluation' in outcome && outcome.evaluation.sideInfo.model).toBe(model);
  });

  it('accepts a candidate of 5 MB, whether the program reads it or not', async () => {
    const candidate = 'ü'.repeat(2_500_000);
    const length = `let n = 0; for await (const c of process.stdin.setEncoding('utf8')) n += c.length; console.log(JSON.stringify({ score: 1, n }));`;
    expect(await ask(length, { candidate })).toEqual({
      evaluation: { score: 1, sideInfo: { n: JSON.stringify(buildPayload({ candidate })).length } },
    });
    const unread = { evaluation: { score: 0.5, sideInfo: {} } };
    expect(await ask(`console.log('{"score": 0.5}');`, { candidate })).toEqual(unread);
    expect(
      await ask(`process.stdin.destroy(); setTimeout(() => console.log('{"score": 0.5}'), 200);`, {
        candidate,
      }),
    ).toEqual(unread);
  });

  it('accepts scores of any size if the range allows it', async () => {
    expect(await ask(`console.log('{"score": -12.5}');`, { range: 'any' })).toEqual({
      evaluation: { score: -12.5, sideInfo: {} },
    });
  });

  it('is not started after it was cancelled', async () => {
    const cwd = await folderWith({
      'echo.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync('ran', '');`,
    });
    const outcome = await commandOf(['node', 'echo.mjs'], { cwd }).evaluate(buildPayload({ candidate: '' }), {
      signal: AbortSignal.abort(),
    });
    expect(outcome).toMatchObject({ problem: { code: 'EVL-016' }, retry: false });
  });

  it('runs beside twenty others, each with its own answer, and leaves no listener behind', async () => {
    process.on('warning', onWarning);
    // What another file of this worker started may be listened to until it is swept.
    await sweepProcesses();
    const listeners = countListeners();
    const cwd = await folderWith({ 'echo.sh': `read -r line; printf '{"score": 1, "line": %s}' "$line"` });
    const evaluator = commandOf(['sh', 'echo.sh'], { cwd });
    const { signal } = new AbortController();
    const payloads = Array.from({ length: 60 }, (_, at) => buildPayload({ candidate: `number ${at}` }));
    const outcomes = await Promise.all(payloads.map((payload) => evaluator.evaluate(payload, { signal })));
    expect(outcomes.map((outcome) => 'evaluation' in outcome && outcome.evaluation.sideInfo.line)).toEqual(
      payloads,
    );
    await evaluator.close();
    expect(warnings).toEqual([]);
    expect(countListeners()).toBe(listeners);
  });
});

describe('the identity', () => {
  const hash8 = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 8);

  it.each([
    [['node', 'grade.mjs'], 'node grade.mjs', hash8('js')],
    [['node', '--no-warnings', '-r', 'x', 'grade.mjs', 'rubric.txt'], 'node grade.mjs', hash8('js')],
    [['/usr/bin/env', 'grade.mjs'], 'env', null],
    [['./grade.sh', 'rubric.txt'], 'grade.sh', hash8('sh')],
    [['tsx', 'grade.mjs'], 'tsx grade.mjs', hash8('js')],
    [['node', '-e', '1', 'rubric.txt'], 'node', 'unversioned'],
    [['node', 'gone.mjs'], 'node', 'unversioned'],
    [['./gone.sh'], 'gone.sh', 'unversioned'],
    [['grader', '--strict'], 'grader', 'unversioned'],
  ] satisfies [Argv, string, string | null][])('of %j is %s, version %s', async (argv, name, version) => {
    const cwd = await folderWith({ 'grade.mjs': 'js', 'grade.sh': 'sh', 'rubric.txt': 'rubric' });
    const { identity } = commandOf(argv, { cwd });
    expect(identity).toEqual({
      kind: 'script',
      name,
      version: version ?? expect.stringMatching(/^[0-9a-f]{8}$/),
      harness: 'evaluator-command',
    });
  });

  it('is the one that the caller gives', () => {
    const { identity } = commandOf(['grader'], {}, { name: 'house-grader', version: '2.1' });
    expect(identity).toMatchObject({ name: 'house-grader', version: '2.1' });
  });

  it('stays valid for the cache exactly as long as words, files, folder and range are the same', async () => {
    const cwd = await folderWith({ 'grade.mjs': 'js', 'rubric.txt': 'rubric' });
    const other = await folderWith({ 'grade.mjs': 'js', 'rubric.txt': 'rubric' });
    const argv: Argv = ['node', 'grade.mjs', 'rubric.txt', '--token=hush-hush'];
    const key = commandOf(argv, { cwd }).cacheKey;
    expect(commandOf(argv, { cwd, timeoutMs: 1 }).cacheKey).toBe(key);
    expect(key).not.toMatch(/hush/);
    const changed = [
      commandOf([...argv, 'x'], { cwd }),
      commandOf(argv, { cwd: other }),
      commandOf(argv, { cwd, range: 'any' }),
    ].map(({ cacheKey }) => cacheKey);
    await writeFile(`${cwd}/rubric.txt`, 'another rubric');
    changed.push(commandOf(argv, { cwd }).cacheKey);
    expect(new Set([key, ...changed]).size).toBe(5);
  });

  const sayingScore = (score: number) => `console.log('{"score":${score}}')`;
  const payload = { _protocol_version: 2, candidate: 'x' } as const;

  it('rejects answers of a file that has changed since, until it is restored', async () => {
    const cwd = await folderWith({ 'grade.mjs': sayingScore(0.25), 'rubric.txt': 'rubric' });
    const evaluator = commandOf(['node', 'grade.mjs', 'rubric.txt'], { cwd });
    const ask = () => evaluator.evaluate(payload, {});
    const first = { evaluation: { score: 0.25 } };
    expect(await ask()).toMatchObject(first);
    await writeFile(`${cwd}/grade.mjs`, sayingScore(0.75));
    expect(await ask()).toMatchObject({
      problem: {
        code: 'EVL-050',
        args: {
          evaluator: 'node grade.mjs',
          before: hash8(sayingScore(0.25)),
          now: hash8(sayingScore(0.75)),
        },
      },
      retry: false,
    });
    // The same content with another time is the same file, and its input files may change.
    await writeFile(`${cwd}/grade.mjs`, sayingScore(0.25));
    await writeFile(`${cwd}/rubric.txt`, 'another rubric');
    expect(await ask()).toMatchObject(first);
    await rm(`${cwd}/grade.mjs`);
    expect(await ask()).toMatchObject({ problem: { code: 'EVL-050', args: { now: 'unversioned' } } });
  });

  it('rejects an answer if the file changed meanwhile', async () => {
    const slow = `await new Promise((done) => setTimeout(done, 400)); ${sayingScore(0.25)}`;
    const cwd = await folderWith({ 'grade.mjs': slow });
    const asked = commandOf(['node', 'grade.mjs'], { cwd }).evaluate(payload, {});
    await writeFile(`${cwd}/grade.mjs`, sayingScore(0.75));
    expect(await asked).toMatchObject({ problem: { code: 'EVL-050' } });
  });

  it('keeps a version that the caller gave', async () => {
    const cwd = await folderWith({ 'grade.mjs': sayingScore(0.25) });
    const evaluator = commandOf(['node', 'grade.mjs'], { cwd }, { version: '2.1' });
    await writeFile(`${cwd}/grade.mjs`, sayingScore(0.75));
    expect(await evaluator.evaluate(payload, {})).toMatchObject({ evaluation: { score: 0.75 } });
  });

  it('needs no permission to read the program', async () => {
    const cwd = await folderWith({ 'grade.sh': '#!/bin/sh\n' });
    await chmod(`${cwd}/grade.sh`, 0o111);
    // Root can read everything.
    const version = process.getuid?.() === 0 ? /^[0-9a-f]{8}$/ : /^unversioned$/;
    expect(commandOf(['./grade.sh'], { cwd }).identity.version).toMatch(version);
  });
});
