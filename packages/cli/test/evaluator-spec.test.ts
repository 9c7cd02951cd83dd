// Flags of an evaluator: one source, no idle option, no secret shown; flags about its calls reach the use case.
import { describe, expect, it } from 'vitest';
import { askingOptions, readEvaluatorSpec } from '../src/asking/evaluator-spec.js';

const COMMON = { timeoutMs: 30_000, range: 'unit', taskModel: null };
type Flags = Parameters<typeof readEvaluatorSpec>[0];
const read = (flags: Flags) => readEvaluatorSpec(flags, 'evaluator run');

describe('the evaluator', () => {
  it.each<[Flags, unknown]>([
    [
      { evaluatorCommand: ['node', 'a.mjs'] },
      { kind: 'command', argv: ['node', 'a.mjs'], cwd: null, ...COMMON },
    ],
    [
      {
        evaluatorCommand: ['a'],
        evaluatorCwd: 'b',
        evaluatorTimeout: 5,
        scoreRange: 'any',
        taskModel: 'm',
      },
      { kind: 'command', argv: ['a'], cwd: 'b', timeoutMs: 5, range: 'any', taskModel: 'm' },
    ],
    [{ evaluatorUrl: 'http://a/' }, { kind: 'http', url: 'http://a/', headers: {}, ...COMMON }],
    [
      {
        judgeModel: 'openai/m',
        judgeSamples: 3,
        judgeObjective: 'o',
        apiBase: 'http://a/v1',
        intakeJson: '{"hard_constraints":["x"]}',
      },
      {
        kind: 'judge',
        model: 'openai/m',
        samples: 3,
        objective: 'o',
        apiBase: 'http://a/v1',
        intake: { qualityDimensions: [], hardConstraints: ['x'] },
        ...COMMON,
      },
    ],
    [
      { judgeModel: 'openai/m', judgeUntil: 0.95 },
      {
        ...{ kind: 'judge', model: 'openai/m', objective: null, apiBase: null, intake: null },
        ...{ samples: 9, until: 0.95, ...COMMON },
      },
    ],
    [{}, null],
  ])('%j', async (flags, spec) => {
    expect(await read(flags)).toEqual(spec);
  });

  it('takes the value of a header from the environment', async () => {
    process.env.SPEC_TEST_TOKEN = 'hunter2';
    try {
      const evaluatorHeader = ['Authorization:env:SPEC_TEST_TOKEN', 'X-Plain:  a: b '];
      expect(await read({ evaluatorUrl: 'http://a/', evaluatorHeader })).toMatchObject({
        headers: { Authorization: 'hunter2', 'X-Plain': 'a: b' },
      });
    } finally {
      delete process.env.SPEC_TEST_TOKEN;
    }
  });

  it.each<[Flags, string, RegExp]>([
    [
      { evaluatorUrl: 'http://a/', judgeModel: 'a/b' },
      'CLI-001',
      /exactly one of .* found --evaluator-url, --judge-model/,
    ],
    [{ evaluatorHeader: ['a: b'] }, 'CLI-001', /--evaluator-header can only be used with --evaluator-url/],
    [
      { evaluatorCommand: ['a'], apiBase: 'b', judgeSamples: 2 },
      'CLI-001',
      /--api-base, --judge-samples can only/,
    ],
    [
      { evaluatorUrl: 'http://a/', judgeUntil: 0.9, judgeMax: 5 },
      'CLI-001',
      /--judge-until, --judge-max can/,
    ],
    [{ judgeModel: 'a/b', judgeMax: 5 }, 'CLI-001', /--judge-max can only be used with --judge-until/],
    [{ judgeModel: 'a/b', judgeUntil: 0.9, judgeMax: 1 }, 'CLI-001', /--judge-max takes 2 or more/],
    [{ judgeModel: 'a/b', judgeUntil: 0.9, judgeSamples: 3 }, 'CLI-001', /found both/],
    [{ scoreRange: 'any' }, 'CLI-001', /--score-range can only be used with an evaluator/],
    [{ evaluatorUrl: 'http://a/', evaluatorHeader: ['hunter2'] }, 'CLI-002', /has no name/],
    [{ evaluatorUrl: 'http://a/', evaluatorHeader: ['a b: hunter2'] }, 'CLI-002', /has no name/],
    [
      { evaluatorUrl: 'http://a/', evaluatorHeader: ['A: hunter2\nB: c'] },
      'CLI-002',
      /A: its value contains a line break/,
    ],
    [
      { evaluatorUrl: 'http://a/', evaluatorHeader: ['A: hunter2', 'a: hunter2'] },
      'CLI-002',
      /a is given twice/,
    ],
    [
      { evaluatorUrl: 'http://a/', evaluatorHeader: ['A: env:SPEC_TEST_ABSENT'] },
      'CLI-002',
      /A: the environment variable SPEC_TEST_ABSENT/,
    ],
    [{ judgeModel: 'a/b', intakeJson: '{}', intakeFile: 'x' }, 'CLI-002', /found both/],
    [{ judgeModel: 'a/b', intakeFile: '/nowhere/x' }, 'CLI-003', /ENOENT/],
  ])('%j is refused', async (flags, code, reason) => {
    const error = await read(flags).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ problem: { code }, message: expect.stringMatching(reason) });
    expect(JSON.stringify(error) + String(error)).not.toContain('hunter2');
  });

  it('reports every fault of an intake', async () => {
    const intakeJson = '{"quality_dimensions":[{"name":"","weight":1},{"name":"a","weight":-1}],"x":1}';
    await expect(read({ judgeModel: 'a/b', intakeJson })).rejects.toMatchObject({
      name: 'UnusableInput',
      problems: expect.objectContaining({ length: 3 }),
    });
  });
});

describe('options for calls', () => {
  const options = (flags: Parameters<typeof askingOptions>[0]) => askingOptions(flags, 'evaluator run');

  it('passes on every flag, including zeros', () => {
    const flags = { concurrency: 20, retries: 0, throttle: 0, cache: 'kept', maxCalls: 9, maxTokens: 99 };
    expect(options({ ...flags, judgeModel: 'a/b' })).toEqual({
      ...{ concurrency: 20, retries: 0, throttleMs: 0, cache: 'kept', maxCalls: 9, maxTokens: 99 },
    });
  });

  it.each([
    [{ maxTokens: 5, evaluatorUrl: 'http://a' }, '--max-tokens'],
    [{ maxCalls: 5, queue: 'redis://a' }, '--queue'],
    [{ maxTokens: 5, judgeModel: 'a/b', queue: 'redis://a' }, '--queue'],
    [{ judgeUntil: 0.9, judgeModel: 'a/b', queue: 'redis://a' }, '--judge-until'],
  ])('refuses what cannot be kept: %j', (flags, option) => {
    expect(() => options(flags)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(option) }),
    );
  });

  it('leaves out what no flag sets', () => {
    expect(Object.keys(options({}))).toEqual([]);
  });
});
