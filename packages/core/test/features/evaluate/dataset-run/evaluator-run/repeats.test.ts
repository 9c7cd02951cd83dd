// Repeats are calls of their own for cache, journal and queue, and a gate is applied only to a run without failures.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type EvaluatorRunOptions,
  runEvaluator,
} from '../../../../../src/features/evaluate/dataset-run/evaluator-run.js';

let fixture: FsFixture;
let server: Server;
/** The examples asked about. */
let asked: number[];
/** Answers each call with its number among all calls about this example; null: no score. */
let scoreOf: (n: number, time: number) => number | null;
beforeEach(async () => {
  fixture = await createFixture({
    'train.csv': 'n\n0\n1\n2\n',
    'val.json': '[{"n":"3"},{"n":"4"}]',
  });
  [asked, scoreOf] = [[], (n, time) => (n + time) / 10];
  server = createServer(async (request, response) => {
    const { candidate, example } = (await json(request)) as { candidate: string; example?: { n: string } };
    const n = Number(example?.n ?? 0);
    if (candidate !== '__optimize_anything_preflight__') asked.push(n);
    const time = asked.filter((one) => one === n).length;
    const score = candidate === '__optimize_anything_preflight__' ? 1 : scoreOf(n, time);
    response.end(JSON.stringify(score === null ? { none: n } : { score, time }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await fixture.rm();
});

const run = (more: Partial<EvaluatorRunOptions> = {}) =>
  runEvaluator({
    evaluator: {
      ...{ kind: 'http', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, headers: {} },
      ...{ timeoutMs: 5000, range: 'unit', taskModel: null },
    },
    ...{ candidate: 'text', concurrency: 1, retries: 0 },
    sets: { train: fixture.getPath('train.csv'), validation: fixture.getPath('val.json') },
    ...more,
  });
const scoresOf = ({ results }: Awaited<ReturnType<typeof run>>) =>
  results.map(({ repeats = [] }) => repeats.map(({ score }) => score));

describe('repeats', () => {
  it('ask about all examples, then about all again; each answer is kept', async () => {
    const found = await run({ repeats: 2 });
    expect(asked).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
    expect(scoresOf(found)).toEqual([
      [0.1, 0.2],
      [0.2, 0.3],
      [0.3, 0.4],
      [0.4, 0.5],
      [0.5, 0.6],
    ]);
    expect(found.results[4]).toMatchObject({
      ...{ set: 'validation', index: 1, score: 0.55, sideInfo: {} },
      repeats: [{ sideInfo: { time: 1 } }, { sideInfo: { time: 2 } }],
    });
    expect(found.summary).toMatchObject({
      train: 0.25,
      spread: { train: { min: 0.2, max: 0.3 } },
      failed: 0,
    });
  });

  it('are not answered by the cache with the answer to another repeat', async () => {
    const cache = fixture.getPath('cache');
    await run({ cache });
    const twice = await run({ cache, repeats: 2 });
    expect(asked).toHaveLength(10);
    const thrice = await run({ cache, repeats: 3 });
    expect(asked).toHaveLength(15);
    expect(scoresOf(thrice).map((scores) => scores.slice(0, 2))).toEqual(scoresOf(twice));
    expect(scoresOf(thrice)[0]).toEqual([0.1, 0.2, 0.3]);
  });

  it('go on one by one after an interruption, and may then be more', async () => {
    const out = fixture.getPath('out.jsonl');
    const stop = new AbortController();
    const onProgress = ({ done }: { done: number }) => done === 7 && stop.abort(new Error('stopped'));
    await expect(run({ out, repeats: 2, signal: stop.signal, onProgress })).rejects.toThrow('stopped');
    const before = asked.length;
    const found = await run({ out, repeats: 3, resume: true });
    expect(asked.slice(before)).toEqual([2, 3, 4, 0, 1, 2, 3, 4].slice(before - 7));
    expect(scoresOf(found)[0]).toEqual([0.1, 0.2, 0.3]);
    const [first] = readFileSync(out, 'utf8').split('\n');
    expect(JSON.parse(first ?? '')).toEqual(found.results[0]);
  });

  it('that fail are named, counted, and asked again by --resume', async () => {
    scoreOf = (n, time) => (n === 1 && time === 2 ? null : 0.5);
    const out = fixture.getPath('out.jsonl');
    const found = await run({ out, repeats: 2 });
    expect(scoresOf(found)[1]).toEqual([0.5, null]);
    expect([found.status, found.summary.failed, found.errors.map(({ code }) => code)]).toEqual([
      false,
      1,
      ['EVL-011'],
    ]);
    asked = [];
    expect((await run({ out, repeats: 2, resume: true })).status).toBe(true);
    expect(asked).toEqual([1]);
  });
});

describe('a gate', () => {
  const codes = async (more: Partial<EvaluatorRunOptions>) => {
    const { errors, warnings } = await run(more);
    return [...errors, ...warnings].map(({ code }) => code);
  };

  it('fails a set below the mean, and compares with the results of an earlier run', async () => {
    expect(await codes({ minMean: 0.2 })).toEqual([]);
    const out = fixture.getPath('out.jsonl');
    await fixture.writeFile('train.csv', `n\n${'1\n'.repeat(6)}`);
    const sets = { train: fixture.getPath('train.csv'), validation: null };
    scoreOf = () => 0.9;
    await run({ sets, out });
    scoreOf = () => 0.7;
    expect(await codes({ sets, baseline: out, minMean: 0.7 })).toEqual(['DST-021']);
    expect(await codes({ sets, baseline: out, minMean: 0.8 })).toEqual(['DST-020', 'DST-021']);
    scoreOf = (_, time) => (time % 2 === 0 ? 0.7 : 0.9);
    expect(await codes({ sets, baseline: out })).toEqual([]);
  });

  it('is not applied if a call failed', async () => {
    scoreOf = (n) => (n === 1 ? null : 0);
    expect(await codes({ minMean: 0.8 })).toEqual(['EVL-011', 'DST-022']);
  });

  it.each([
    ['no file', null, /^it cannot be read: ENOENT$/],
    ['not JSON Lines', 'no', /^the line is not a result$/],
    ['a line of something else', '{"set":"test","index":0,"score":1}', /^the line is not a result$/],
    ['a failed call', '{"set":"train","index":0,"score":null}', /^a call has no score$/],
    ['a score beyond all numbers', '{"set":"train","index":0,"score":-1e999}', /^a call has no score$/],
    [
      'a failed repeat',
      '{"set":"train","index":0,"score":1,"repeats":[{"score":1},{"score":null}]}',
      /^a call has no score$/,
    ],
    [
      'fewer examples',
      '{"set":"train","index":0,"score":1}',
      /^it has 1 examples of the set train, but this run has 3$/,
    ],
  ])('with a baseline that is %s makes no call: DST-018', async (_, text, reason) => {
    const baseline = fixture.getPath('base.jsonl');
    if (text !== null) await fixture.writeFile('base.jsonl', `${text}\n`);
    const { errors } = await run({ baseline });
    const args = { reason: expect.stringMatching(reason) };
    expect(errors).toMatchObject([{ code: 'DST-018', where: { file: baseline }, args }]);
    expect(asked).toEqual([]);
  });

  it('does not write over its baseline', async () => {
    await fixture.writeFile('base.jsonl', '');
    const file = fixture.getPath('base.jsonl');
    expect(await codes({ baseline: file, out: file })).toEqual(['CLI-006']);
  });
});

it('a limit takes the first examples of each set, and checks nothing behind them', async () => {
  await fixture.writeFile('train.csv', 'n\n0\n1\nno,no\n');
  const { results } = await run({ limit: 2 });
  expect(results.map(({ set, index }) => [set, index])).toEqual([
    ['train', 0],
    ['train', 1],
    ['validation', 0],
    ['validation', 1],
  ]);
});
