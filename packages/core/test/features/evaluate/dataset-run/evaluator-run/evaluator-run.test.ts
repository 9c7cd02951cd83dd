// One candidate over many examples: order, means, the payloads, and that nothing starts with a bad set or evaluator.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EvaluatorSpec } from '../../../../../src/evaluators/logic/evaluator.js';
import { runEvaluator } from '../../../../../src/features/evaluate/dataset-run/evaluator-run.js';
import { checkEvaluator } from '../../../../../src/features/evaluate/evaluator-check.js';
import { startOpenAiServer } from '../../../../evaluators/openai-server.js';

interface Asked {
  readonly candidate: string;
  readonly example?: { readonly n: number; readonly wait?: number; readonly score?: unknown };
}

let fixture: FsFixture;
let server: Server;
let asked: Asked[];
let [open, most] = [0, 0];
beforeEach(async () => {
  fixture = await createFixture({});
  asked = [];
  [open, most] = [0, 0];
  server = createServer(async (request, response) => {
    const payload = (await json(request)) as Asked;
    asked.push(payload);
    open += 1;
    most = Math.max(most, open);
    const { example } = payload;
    await new Promise((resolve) => setTimeout(resolve, example?.wait ?? 0));
    open -= 1;
    response.end(JSON.stringify({ score: example?.score ?? 0.5, seen: example?.n ?? null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await fixture.rm();
});

const spec = (more: Partial<EvaluatorSpec> = {}): EvaluatorSpec =>
  ({
    kind: 'http',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    headers: {},
    timeoutMs: 5000,
    range: 'unit',
    taskModel: null,
    ...more,
  }) as EvaluatorSpec;
async function writeSet(name: string, records: readonly unknown[]): Promise<string> {
  await fixture.writeFile(name, records.map((record) => JSON.stringify(record)).join('\n'));
  return fixture.getPath(name);
}

describe('a run', () => {
  it('asks once without a dataset, after one trial call', async () => {
    const { status, results, summary } = await runEvaluator({
      evaluator: spec(),
      candidate: 'text',
      sets: null,
    });
    expect({ status, results, summary }).toEqual({
      status: true,
      results: [{ set: 'single', index: 0, score: 0.5, sideInfo: { seen: null } }],
      summary: { min: 0.5, max: 0.5, failed: 0 },
    });
    expect(asked).toEqual([
      { _protocol_version: 2, candidate: '__optimize_anything_preflight__' },
      { _protocol_version: 2, candidate: 'text' },
    ]);
  });

  it('keeps the order of the examples, whichever answer comes first, and the limit of open calls', async () => {
    const records = Array.from({ length: 24 }, (_, n) => ({ n, wait: (7 * n) % 30, score: n / 100 }));
    const train = await writeSet('train.jsonl', records.slice(0, 20));
    const validation = await writeSet('validation.jsonl', records.slice(20));
    const progress: number[] = [];
    const { results, summary } = await runEvaluator({
      evaluator: spec(),
      candidate: 'text',
      sets: { train, validation },
      concurrency: 3,
      onProgress: ({ done, total }) => progress.push(done / total),
    });
    expect(results.map(({ sideInfo }) => sideInfo.seen)).toEqual(records.map(({ n }) => n));
    expect(results.map(({ set, index }) => `${set} ${index}`)).toEqual(
      records.map((_, n) => (n < 20 ? `train ${n}` : `validation ${n - 20}`)),
    );
    expect(summary.train).toBeCloseTo(0.095, 12);
    expect(summary.validation).toBeCloseTo(0.215, 12);
    expect(summary).toMatchObject({ min: 0, max: 0.23, failed: 0 });
    expect(most).toBe(3);
    expect(progress.at(-1)).toBe(1);
    expect(asked[0]).toMatchObject({ candidate: '__optimize_anything_preflight__', example: records[0] });
  });

  it('gives a failed call no score, and leaves it out of the means', async () => {
    const train = await writeSet('train.jsonl', [
      { n: 0, score: 1 },
      { n: 1, score: '1' },
      { n: 2, score: 0.5 },
    ]);
    const validation = await writeSet('validation.jsonl', [{ n: 3, score: true }]);
    const sets = { train, validation };
    const out = fixture.getPath('out.jsonl');
    const { status, results, summary, errors } = await runEvaluator({
      ...{ evaluator: spec(), candidate: 'text', sets, retries: 0, out },
    });
    expect(status).toBe(false);
    expect(results.map(({ score }) => score)).toEqual([1, null, 0.5, null]);
    expect(summary).toEqual({ train: 0.75, validation: null, min: 0.5, max: 1, failed: 2 });
    expect(errors.map(({ code }) => code)).toEqual(['EVL-012', 'EVL-012']);
    const lines = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ set, index, score }) => [set, index, score])).toEqual(
      results.map(({ set, index, score }) => [set, index, score]),
    );
    expect(lines[1].error).toMatchObject({ code: 'EVL-012', message: expect.stringContaining('"1"') });
  });

  it('asks a second time only about examples missing in the cache', async () => {
    const cache = fixture.getPath('cache');
    const sets = { train: await writeSet('train.jsonl', [{ n: 0 }, { n: 1 }]), validation: null };
    const first = await runEvaluator({ evaluator: spec(), candidate: 'text', sets, cache });
    await writeSet('train.jsonl', [{ n: 0 }, { n: 2 }, { n: 1 }]);
    asked = [];
    const second = await runEvaluator({ evaluator: spec(), candidate: 'text', sets, cache });
    expect(asked.map(({ example }) => example?.n)).toEqual([0, 2]);
    expect(second.results.map(({ sideInfo }) => sideInfo.seen)).toEqual([0, 2, 1]);
    expect(second.results[0]).toEqual(first.results[0]);
  });

  it('has a mean even if the sum of the scores exceeds any number', async () => {
    const sets = {
      train: await writeSet('train.jsonl', [
        { n: 0, score: 1.5e308 },
        { n: 1, score: 1.5e308 },
      ]),
      validation: null,
    };
    const { summary } = await runEvaluator({ evaluator: spec({ range: 'any' }), candidate: 'text', sets });
    expect(summary.train).toBe(1.5e308);
  });

  it('reports its results if they cannot be written at the end', async () => {
    const out = fixture.getPath('out.jsonl');
    const { status, errors, results } = await runEvaluator({
      ...{ evaluator: spec(), candidate: 'text', sets: null, out },
      onProgress: () => mkdirSync(out),
    });
    expect([status, errors.map(({ code }) => code)]).toEqual([false, ['DST-011']]);
    expect(results.map(({ score }) => score)).toEqual([0.5]);
  });
});

describe('a judge that leaves its scale', () => {
  /** Scores the trial call 0.5, and then with these scores. */
  async function judged(scores: readonly number[]) {
    const model = await startOpenAiServer((_, count) => ({
      says: { reasoning: 'r', score: [0.5, ...scores][count - 1] ?? 0.5 },
    }));
    try {
      return await runEvaluator({
        evaluator: {
          ...{ kind: 'judge', model: 'local/tiny', apiBase: model.apiBase, objective: null, intake: null },
          ...{ samples: 1, timeoutMs: 5000, range: 'unit', taskModel: null },
        },
        candidate: 'text',
        sets: {
          train: await writeSet(
            'train.jsonl',
            scores.map((_, n) => ({ n })),
          ),
          validation: null,
        },
        concurrency: 1,
      });
    } finally {
      await model.close();
    }
  }

  it('is clamped with a single warning, and its original answers are kept', async () => {
    const { status, results, warnings } = await judged([0.4, 2, -3]);
    expect(status).toBe(true);
    expect(results.map(({ score, sideInfo }) => [score, sideInfo.clamped])).toEqual([
      [0.4, undefined],
      [1, [{ answered: 2, taken: 1 }]],
      [0, [{ answered: -3, taken: 0 }]],
    ]);
    expect(warnings).toMatchObject([
      { code: 'EVL-039', args: { evaluator: 'local/tiny', calls: '2 calls', found: 2, taken: 1 } },
    ]);
  });

  it('and one that does not causes no warning', async () => {
    expect((await judged([0, 1])).warnings).toEqual([]);
  });
});

describe('no call is made', () => {
  it('with an invalid set and an invalid evaluator, and both are reported', async () => {
    const train = fixture.getPath('train.jsonl');
    await fixture.writeFile('train.jsonl', '{}\nno\n');
    const validation = await writeSet('validation.jsonl', []);
    const { status, results, errors } = await runEvaluator({
      ...{ evaluator: spec(), candidate: 'text', sets: { train, validation } },
    });
    expect({ status, results }).toEqual({ status: false, results: [] });
    expect(errors.map(({ code, where }) => [code, where?.file, where?.line])).toEqual([
      ['DST-001', train, 2],
      ['DST-006', validation, undefined],
    ]);
    expect(asked).toEqual([]);
  });

  it.each([
    ['in no folder', 'nowhere/out.jsonl'],
    ['that is a folder', 'folder'],
  ])('if results would go into a file %s', async (_, path) => {
    await fixture.mkdir('folder');
    const out = fixture.getPath(path);
    const { errors, results } = await runEvaluator({ evaluator: spec(), candidate: 'text', sets: null, out });
    expect(errors).toMatchObject([{ code: 'DST-011', where: { file: out } }]);
    expect([results, asked]).toEqual([[], []]);
  });

  it('except the trial, if that fails', async () => {
    const sets = { train: await writeSet('train.jsonl', [{ n: 0, score: 7 }, { n: 1 }]), validation: null };
    const out = fixture.getPath('out.jsonl');
    const { errors, results } = await runEvaluator({ evaluator: spec(), candidate: 'text', sets, out });
    expect(errors.map(({ code }) => code)).toEqual(['EVL-014']);
    expect(results).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(existsSync(out)).toBe(false);
  });
});

describe('a check', () => {
  it('is the trial call, with the first example if there is one', async () => {
    const dataset = await writeSet('train.jsonl', [{ n: 4 }, { n: 5 }]);
    const { status, results } = await checkEvaluator({ evaluator: spec(), dataset });
    expect(status).toBe(true);
    expect(results).toEqual([{ name: expect.stringContaining('127.0.0.1'), kind: 'http', model: null }]);
    expect(asked.map(({ example }) => example?.n)).toEqual([4]);
  });

  it('validates the whole set first', async () => {
    await fixture.writeFile('train.jsonl', '{}\n[]\n');
    const { errors } = await checkEvaluator({ evaluator: spec(), dataset: fixture.getPath('train.jsonl') });
    expect(errors.map(({ code }) => code)).toEqual(['DST-002']);
    expect(asked).toEqual([]);
  });
});
