// Preflight stops before the first real call, and its message tells the user what to fix.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createEvaluator, preflight } from '../../src/evaluators/ask/open-evaluator.js';
import { describeProblem } from '../../src/problems/error-codes.js';
import { type Argv, commandOf, folderWith } from './command/commands.js';

const GOOD = `
  import { appendFileSync } from 'node:fs';
  let input = '';
  for await (const chunk of process.stdin) input += chunk;
  appendFileSync('calls', input + '\\n');
  console.log('{"score": 0.5}');
`;

describe('preflight', () => {
  it('asks once, with the agreed fields, the first record and the task model', async () => {
    const cwd = await folderWith({ 'grade.mjs': GOOD });
    const evaluator = commandOf(['node', 'grade.mjs'], { cwd });
    expect(await preflight(evaluator)).toBeNull();
    expect(await preflight(evaluator, { example: { n: 1 }, taskModel: 'openai/x' })).toBeNull();
    const calls = (await readFile(`${cwd}/calls`, 'utf8')).trim().split('\n');
    expect(calls.map((call) => JSON.parse(call))).toEqual([
      { _protocol_version: 2, candidate: '__optimize_anything_preflight__' },
      {
        _protocol_version: 2,
        candidate: '__optimize_anything_preflight__',
        task_model: 'openai/x',
        example: { n: 1 },
      },
    ]);
  });

  it.each([
    [['no-such-grader'], 'EVL-002', 'the evaluator program "no-such-grader" was not found on the PATH'],
    [['./plain.sh'], 'EVL-003', 'the evaluator program "./plain.sh" cannot be run (EACCES)'],
    [['node', 'gone.mjs'], 'EVL-004', '"node" cannot run gone.mjs: there is no such file'],
    [['sh', 'sub'], 'EVL-004', '"sh" cannot run sub: there is no such file'],
    [['sh', '-c', 'sleep 60'], 'EVL-005', 'the evaluator sh gave no answer within 0.5 s and was stopped'],
    [['sh', '-c', 'echo no key >&2; exit 7'], 'EVL-006', 'the evaluator sh exited with code 7: no key'],
    [['sh', '-c', 'echo hello'], 'EVL-009', 'the evaluator sh did not answer with one JSON document: hello'],
    [['sh', '-c', 'echo {}'], 'EVL-011', 'the answer of the evaluator sh has no score; its keys: none'],
    [
      ['sh', '-c', `echo '{"score": "0.5"}'`],
      'EVL-012',
      'the evaluator sh answered with "0.5" as its score; a score must be a number',
    ],
    [
      ['sh', '-c', `echo '{"score": 1.2}'`],
      'EVL-014',
      'the evaluator sh answered with the score 1.2, which is outside 0 to 1',
    ],
  ] satisfies [Argv, string, string][])('%j is %s', async (argv, code, message) => {
    const cwd = await folderWith({ 'plain.sh': 'echo', 'sub/file': '' });
    const problem = await preflight(commandOf(argv, { cwd, timeoutMs: 500 }));
    expect(problem?.code).toBe(code);
    const told = problem && describeProblem(problem);
    expect(told?.message).toBe(message);
    expect(told?.hint).toMatch(/\w{3}.*[.:)]?/);
    expect(`${told?.message} ${told?.hint}`).not.toMatch(/\{\w+\}/);
  });

  it('makes no call if a local check is enough', async () => {
    const cwd = await folderWith({ 'grade.mjs': GOOD });
    const evaluator = commandOf(['node', 'grade.mjs'], { cwd: `${cwd}/grade.mjs` });
    const problem = await preflight(evaluator);
    expect(problem && describeProblem(problem).message).toMatch(
      /^the evaluator cannot run in the folder .*grade\.mjs, which is not a folder$/,
    );
    await expect(readFile(`${cwd}/calls`)).rejects.toThrow('ENOENT');
  });

  it('stops at once when it is cancelled', async () => {
    const evaluator = commandOf(['sleep', '60']);
    const problem = await preflight(evaluator, { signal: AbortSignal.timeout(50) });
    expect(problem?.code).toBe('EVL-016');
  });
});

it('createEvaluator creates the evaluator that a description names', async () => {
  const range = { timeoutMs: 1000, range: 'unit', taskModel: null } as const;
  const command = await createEvaluator({ kind: 'command', argv: ['grader'], cwd: null, ...range });
  expect(command.identity).toMatchObject({ name: 'grader', harness: 'evaluator-command' });
  const http = await createEvaluator({
    kind: 'http',
    url: 'http://127.0.0.1:9/grade',
    headers: {},
    ...range,
  });
  expect(http.identity.harness).toBe('evaluator-http');
  await Promise.all([command.close(), http.close()]);
});
