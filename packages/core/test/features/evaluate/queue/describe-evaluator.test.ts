// An evaluator has the same mark on every machine, without its keys, and its own name in the command's journal.
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { createCommandEvaluator } from '../../../../src/evaluators/command.js';
import { createHttpEvaluator } from '../../../../src/evaluators/http.js';
import { createJudge } from '../../../../src/evaluators/judge.js';
import type { CommandSpec, HttpSpec, JudgeSpec } from '../../../../src/evaluators/logic/evaluator.js';
import { compareMarks } from '../../../../src/features/evaluate/logic/queued-call.js';
import { queueNameOf } from '../../../../src/features/evaluate/queue/address.js';
import { describeEvaluator } from '../../../../src/features/evaluate/queue/describe-evaluator.js';
import { jobIdOf } from '../../../../src/features/evaluate/queue/queued-evaluator.js';

const COMMON = { timeoutMs: 1000, range: 'unit', taskModel: null } as const;
const command = (cwd: string, ...argv: [string, ...string[]]): CommandSpec => ({
  ...{ ...COMMON, kind: 'command' },
  ...{ argv, cwd },
});
const http = (url: string, headers = {}): HttpSpec => ({ ...COMMON, kind: 'http', url, headers });
const judge = (more: Partial<JudgeSpec> = {}): JudgeSpec => ({
  ...{ ...COMMON, kind: 'judge', model: 'house/judge', apiBase: 'http://127.0.0.1:1/v1' },
  ...{ objective: null, intake: null, samples: 1 },
  ...more,
});
const differ = (
  ...specs: [Parameters<typeof describeEvaluator>[0], Parameters<typeof describeEvaluator>[0]]
) => {
  const [one, other] = specs.map((spec) => describeEvaluator(spec).mark);
  return one && other ? compareMarks(one, other) : null;
};

describe('a described evaluator', () => {
  it('has the same identity in journal and cache as the evaluator itself', async () => {
    await using place = await createFixture({ 'grade.mjs': 'console.log(1)' });
    const spec = command(place.path, 'node', 'grade.mjs', '--strict');
    const made = [
      [spec, createCommandEvaluator(spec)],
      [http('http://127.0.0.1:1/a?key=1'), createHttpEvaluator(http('http://127.0.0.1:1/a?key=1'))],
      [judge(), await createJudge(judge())],
    ] as const;
    for (const [given, evaluator] of made) {
      const described = describeEvaluator(given);
      expect([described.identify(null), described.cacheKeyOf(null)]).toEqual([
        evaluator.identity,
        evaluator.cacheKey,
      ]);
      await evaluator.close();
    }
  });

  it('has one mark wherever its files are, and another if their content differs', async () => {
    await using one = await createFixture({ 'grade.mjs': 'same', 'words.txt': 'a' });
    await using other = await createFixture({
      'at/grade.mjs': 'same',
      'at/words.txt': 'a',
      'at/more.txt': 'b',
    });
    const here = command(one.path, 'node', 'grade.mjs', 'words.txt');
    expect(differ(here, command(other.path, '/usr/bin/node', 'at/grade.mjs', 'at/words.txt'))).toBeNull();
    expect(differ(here, command(other.path, 'node', 'at/grade.mjs', 'at/more.txt'))).not.toBeNull();
    expect(differ(here, command(one.path, 'node', 'grade.mjs', 'words.txt', '--strict'))).not.toBeNull();
    expect(differ(here, { ...here, range: 'any' })).toMatchObject({
      own: 'node grade.mjs with --score-range any',
    });
  });

  it('needs no key and contains none', () => {
    const marks = [
      describeEvaluator(judge({ model: 'openai/gpt-5', apiBase: null })).mark,
      describeEvaluator(http('https://host/a?token=s3cret', { authorization: 's3cret' })).mark,
      describeEvaluator(command('.', 'node', '--token', 's3cret')).mark,
    ];
    expect(JSON.stringify(marks)).not.toContain('s3cret');
    expect(marks.map(({ version }) => version)).toEqual([expect.any(String), null, 'unversioned']);
    expect(new Set(marks.map(queueNameOf)).size).toBe(3);
  });

  it.each([
    ['gpt-5', 'EVL-032'],
    ['unknown/gpt-5', 'EVL-032'],
  ])('the model %s is refused', (model, code) => {
    expect(() => describeEvaluator(judge({ model, apiBase: null }))).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code }) }),
    );
  });

  it('has another mark for another number of samples, but uses the same queue', () => {
    const [one, three] = [describeEvaluator(judge()).mark, describeEvaluator(judge({ samples: 3 })).mark];
    expect(compareMarks(one, three)).not.toBeNull();
    expect(queueNameOf(one)).toBe(queueNameOf(three));
  });
});

describe('the id of a job', () => {
  const asked = { taskId: 't', prompt: 'single-test/a', question: 'Q-1', sent: { candidate: 'text' } };
  const { mark } = describeEvaluator(judge());

  it('is the same for the same question of the same run to the same evaluator', () => {
    expect(jobIdOf({ ...asked }, { ...mark })).toBe(jobIdOf(asked, mark));
    expect(jobIdOf(asked, mark)).toMatch(/^call-[0-9a-f]{64}$/);
    expect(new Set([undefined, 1, 2].map((sample) => jobIdOf(asked, mark, sample))).size).toBe(3);
  });

  it.each([
    ['run', { ...asked, taskId: 'u' }, mark],
    ['prompt', { ...asked, prompt: 'single-test/b' }, mark],
    ['question', { ...asked, question: null }, mark],
    ['text', { ...asked, sent: { candidate: 'other' } }, mark],
    ['version', asked, { ...mark, version: '2' }],
    ['range', asked, { ...mark, range: 'any' as const }],
  ])('differs for another %s', (_, call, evaluator) => {
    expect(jobIdOf(call, evaluator)).not.toBe(jobIdOf(asked, mark));
  });
});
