// Every way in which a program can fail as an evaluator has its own problem, and none is a score.
import { chmod } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { buildPayload } from '../../../src/evaluators/logic/evaluator.js';
import { describeProblem } from '../../../src/problems/error-codes.js';
import { type Argv, ask, commandOf, folderWith, problemOf } from './commands.js';

const SCORE = `console.log('{"score": 0.5}');`;
const payload = buildPayload({ candidate: 'text' });

describe('an invalid answer', () => {
  it.each([
    ['exit code 1 after a score', `${SCORE} process.exitCode = 1;`, 'EVL-006'],
    ['an exception', `throw new Error('broken');`, 'EVL-006'],
    ['a signal', `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);`, 'EVL-007'],
    ['nothing', '', 'EVL-009'],
    ['garbage', `console.log('oops');`, 'EVL-009'],
    ['a number that JSON does not know', `console.log('{"score": NaN}');`, 'EVL-062'],
    ['noise before the answer', `console.log('loading model…'); ${SCORE}`, 'EVL-009'],
    ['noise after the answer', `${SCORE} console.log('done');`, 'EVL-009'],
    ['two answers', `${SCORE} ${SCORE}`, 'EVL-009'],
    ['half an answer', `process.stdout.write('{"score": 0.');`, 'EVL-009'],
    [
      'bytes that are no UTF-8',
      `process.stdout.write(Buffer.from('{"score":0.5,"a":"\\xff"}', 'latin1'));`,
      'EVL-009',
    ],
    [
      'an answer without end of levels',
      `console.log('{"score":0.5,"a":' + '['.repeat(2e5) + ']'.repeat(2e5) + '}');`,
      'EVL-009',
    ],
    ['null', `console.log('null');`, 'EVL-010'],
    ['a list', `console.log('[{"score": 0.5}]');`, 'EVL-010'],
    ['a bare number', `console.log('0.5');`, 'EVL-010'],
    ['no score', `console.log('{"value": 0.5}');`, 'EVL-011'],
    ['a text as score', `console.log('{"score": "0.5"}');`, 'EVL-012'],
    ['a truth value as score', `console.log('{"score": true}');`, 'EVL-012'],
    ['null as score', `console.log('{"score": null}');`, 'EVL-012'],
    ['an endless score', `console.log('{"score": 1e999}');`, 'EVL-013'],
    ['a score beyond 1', `console.log('{"score": 1.2}');`, 'EVL-014'],
  ])('%s', async (_, script, code) => {
    const outcome = await ask(script);
    expect(problemOf(outcome).code).toBe(code);
    expect(outcome).toMatchObject({ retry: true });
  });

  it('a program that hangs, within its time limit', async () => {
    using timers = vi.spyOn(globalThis, 'setTimeout');
    const problem = problemOf(await ask('setInterval(() => {}, 1000);', { timeoutMs: 400 }));
    expect(describeProblem(problem).message).toBe(
      'the evaluator node grade.mjs gave no answer within 0.4 s and was stopped',
    );
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 400);
  });

  it('a program that answers and then hangs', async () => {
    const problem = problemOf(await ask(`${SCORE} setInterval(() => {}, 1000);`, { timeoutMs: 400 }));
    expect(problem.code).toBe('EVL-005');
  });

  it('100 MB of output, of which only a little is kept', async () => {
    const before = process.memoryUsage().rss;
    const script = `const mb = 'x'.repeat(1 << 20); for (let i = 0; i < 100; i++) process.stdout.write(mb);`;
    expect(problemOf(await ask(script)).code).toBe('EVL-008');
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });

  it('exactly 1 MiB is accepted, one byte more is not', async () => {
    const script = (bytes: number) =>
      `const body = (pad) => JSON.stringify({ score: 1, pad }); process.stdout.write(body('x'.repeat(${bytes} - body('').length)));`;
    expect(await ask(script(1024 * 1024))).toHaveProperty('evaluation.score', 1);
    expect(problemOf(await ask(script(1024 * 1024 + 1))).code).toBe('EVL-008');
  });
});

describe('a program that cannot be started', () => {
  it.each([
    [
      'a program that is nowhere',
      ['no-such-grader'],
      'EVL-002',
      /"no-such-grader" was not found on the PATH/,
    ],
    ['a path that leads nowhere', ['./no-such-grader'], 'EVL-002', /\(searched from /],
    ['a folder', ['./sub'], 'EVL-002', /was not found/],
    ['a file without the right to be run', ['./plain.sh'], 'EVL-003', /cannot be run \(EACCES\)/],
    [
      'a script whose interpreter is missing',
      ['./odd.sh'],
      'EVL-003',
      /ENOENT for the interpreter in its first line/,
    ],
    [
      'a missing script',
      ['node', '--no-warnings', 'gone.mjs'],
      'EVL-006',
      /exited with code 1: .*gone\.mjs/s,
    ],
    ['a word that no program can be given', ['node', 'a\0b'], 'EVL-015', /ERR_INVALID_ARG_VALUE/],
    ['a command line without end', ['node', 'x'.repeat(3_000_000)], 'EVL-015', /E2BIG/],
  ] satisfies [string, Argv, string, RegExp][])('%s', async (_, argv, code, message) => {
    const cwd = await folderWith({ 'plain.sh': 'echo', 'odd.sh': '#!/no/such/interpreter\n', 'sub/a': '' });
    await chmod(`${cwd}/odd.sh`, 0o755);
    const problem = problemOf(await commandOf(argv, { cwd }).evaluate(payload, {}));
    expect([problem.code, describeProblem(problem).message]).toEqual([code, expect.stringMatching(message)]);
  });

  it('because its folder is missing is reported as such, without blaming the program', async () => {
    const cwd = `${await folderWith({ file: '' })}gone`;
    expect(problemOf(await commandOf(['node'], { cwd }).evaluate(payload, {})).code).toBe('EVL-001');
  });
});

describe('the output of a failed program', () => {
  it('is shown, trimmed, without colours', async () => {
    const problem = problemOf(
      await ask(`process.stderr.write('  \\x1b[31mno model\\x1b[0m \\n'); process.exit(3);`),
    );
    expect(describeProblem(problem).message).toBe(
      'the evaluator node grade.mjs exited with code 3: no model',
    );
  });

  it('is reported as missing if there is none', async () => {
    const problem = problemOf(await ask('process.exit(3);'));
    expect(problem.args?.stderr).toBe('nothing on standard error');
  });

  it('is cut in the middle: the reason is at the end', async () => {
    const script = `process.stderr.write('first ' + 'x'.repeat(50 << 20) + ' last'); process.exitCode = 1;`;
    const shown = String(problemOf(await ask(script)).args?.stderr);
    expect(shown.length).toBeLessThan(1_100);
    expect(shown).toMatch(/ last$/);
  });

  it('contains no secret of the environment, and neither do its answers', async () => {
    const env = {
      ...process.env,
      GRADER_API_KEY: 'k3y-of-the-grader',
      DATABASE_URL: 'postgres://me:pa55word-of-db@host/x',
      GRADER_MODE: 'strict-and-long',
    };
    const show =
      "['GRADER_API_KEY', 'DATABASE_URL', 'GRADER_MODE'].map((name) => process.env[name]).join(' ')";
    const failed = await ask(`process.stderr.write(${show}); process.exit(1);`, {}, { env });
    expect(problemOf(failed).args?.stderr).toBe('[redacted] postgres://me:[redacted]@host/x strict-and-long');
    for (const print of [show, `JSON.stringify({ score: ${show} })`, `JSON.stringify({ [${show}]: 1 })`]) {
      const outcome = await ask(`console.log(${print});`, {}, { env });
      expect(JSON.stringify(problemOf(outcome))).toMatch(/\[redacted\]/);
      expect(JSON.stringify(outcome)).not.toMatch(/k3y-of|pa55word/);
    }
    const scored = await ask(`console.log(JSON.stringify({ score: 1, reasoning: ${show} }));`, {}, { env });
    expect(scored).toEqual({
      evaluation: {
        score: 1,
        sideInfo: { reasoning: '[redacted] postgres://me:[redacted]@host/x strict-and-long' },
      },
    });
  });

  it('does not show the rest of a secret whose beginning was cut off', async () => {
    const secret = `begin-${'s'.repeat(300)}-end`;
    // 64 KiB are kept, so the cut is in the middle of the secret.
    const script = `process.stderr.write(process.env.MY_TOKEN + ' '.repeat(64 * 1024 - 100)); process.exitCode = 1;`;
    const problem = problemOf(await ask(script, {}, { env: { ...process.env, MY_TOKEN: secret } }));
    expect(problem.args?.stderr).toBe('nothing on standard error');
  });
});
