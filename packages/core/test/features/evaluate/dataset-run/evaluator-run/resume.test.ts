// An interrupted run keeps its answers beside --out; --resume asks only about missing or failed examples.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EvaluatorSpec } from '../../../../../src/evaluators/logic/evaluator.js';
import {
  type EvaluatorRunOptions,
  runEvaluator,
} from '../../../../../src/features/evaluate/dataset-run/evaluator-run.js';

import { startOpenAiServer } from '../../../../evaluators/openai-server.js';

const EXAMPLES = 6;
let fixture: FsFixture;
let server: Server;
/** Examples that were asked about. */
let asked: number[];
/** Examples that get no score. */
let failing: Set<number>;
beforeEach(async () => {
  fixture = await createFixture({
    'set.jsonl': Array.from({ length: EXAMPLES }, (_, n) => `{"n":${n}}\n`).join(''),
    'other.jsonl': '{"n":7}\n',
  });
  [asked, failing] = [[], new Set()];
  server = createServer(async (request, response) => {
    const { candidate, example } = (await json(request)) as { candidate: string; example?: { n: number } };
    const n = example?.n ?? -1;
    if (candidate !== '__optimize_anything_preflight__') asked.push(n);
    response.end(JSON.stringify(failing.has(n) ? { none: n } : { score: 0.5, seen: n }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await fixture.rm();
});

const spec = (more: Partial<EvaluatorSpec> = {}) =>
  ({
    ...{ kind: 'http', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, headers: {} },
    ...{ timeoutMs: 5000, range: 'unit', taskModel: null, ...more },
  }) as EvaluatorSpec;

const out = () => fixture.getPath('out.jsonl');
const journal = () => fixture.getPath('out.jsonl.journal');
const run = (more: Partial<EvaluatorRunOptions> = {}) =>
  runEvaluator({
    ...{ evaluator: spec(), candidate: 'text', out: out(), concurrency: 1, retries: 0 },
    sets: { train: fixture.getPath('set.jsonl'), validation: null },
    ...more,
  });

/** Stops a run once this many examples are answered. */
async function stopAfter(count: number): Promise<void> {
  const stop = new AbortController();
  const onProgress = ({ done }: { done: number }) => done === count && stop.abort(new Error('stopped'));
  await expect(run({ signal: stop.signal, onProgress })).rejects.toThrow('stopped');
}

const codes = async (result: ReturnType<typeof run>) => (await result).errors.map(({ code }) => code);

describe('an interrupted run', () => {
  it('continues with --resume, asks nothing twice, and gives the results of a whole run', async () => {
    await stopAfter(4);
    expect(existsSync(out())).toBe(false);
    const before = asked.length;
    expect((await run({ resume: true })).status).toBe(true);
    expect(asked.slice(before)).toEqual([4, 5].slice(before - 4));
    const resumed = readFileSync(out(), 'utf8');
    expect(existsSync(journal())).toBe(false);
    await run();
    expect(readFileSync(out(), 'utf8')).toBe(resumed);
  });

  it('of a judge continues with the sample that is missing', async () => {
    const judge = await startOpenAiServer((_, count) => ({
      says: { reasoning: `${count}`, score: (count % 10) / 10 },
    }));
    const evaluator: EvaluatorSpec = {
      ...{ kind: 'judge', model: 'local/tiny', apiBase: judge.apiBase, objective: null, intake: null },
      ...{ samples: 3, timeoutMs: 5000, range: 'unit', taskModel: null },
    };
    const first = await run({ evaluator, maxCalls: 1 + 5 });
    expect(judge.requests).toHaveLength(6);
    expect(first).toMatchObject({ status: false, usage: { calls: 5, tokens: { in: 55, out: 35 } } });
    expect(first.errors).toMatchObject([{ code: 'EVL-056', args: { missing: 13, what: 'the run' } }]);
    expect(first.results.map(({ score }) => score)).toEqual([0.3, null, null, null, null, null]);
    const second = await run({ evaluator, resume: true });
    expect(second).toMatchObject({ status: true, usage: { calls: 13 } });
    expect(second.results[1]?.sideInfo.samples).toMatchObject({ scores: [0.5, 0.6, 0.8] });
    await judge.close();
  });

  it('continues after a torn line, and asks about that example again', async () => {
    await stopAfter(4);
    const text = readFileSync(journal(), 'utf8');
    await fixture.writeFile('out.jsonl.journal', text.slice(0, -10));
    asked = [];
    expect((await run({ resume: true })).status).toBe(true);
    expect(asked).toEqual([3, 4, 5]);
  });

  it('is not overwritten without --resume: DST-013', async () => {
    await stopAfter(2);
    const text = readFileSync(journal(), 'utf8');
    asked = [];
    expect(await codes(run())).toEqual(['DST-013']);
    expect([asked, readFileSync(journal(), 'utf8')]).toEqual([[], text]);
  });

  it('is not overwritten after its budget is used up either', async () => {
    await run({ maxCalls: 1 + 2 });
    expect(await codes(run({ maxCalls: 1 + 2 }))).toEqual(['DST-013']);
    asked = [];
    await run({ maxCalls: 1 + 2, resume: true });
    expect(asked).toEqual([2, 3]);
  });

  it.each<[string, () => Partial<EvaluatorRunOptions>]>([
    ['another candidate', () => ({ candidate: 'other' })],
    ['another set', () => ({ sets: { train: fixture.getPath('other.jsonl'), validation: null } })],
    ['another range', () => ({ evaluator: spec({ range: 'any' }) })],
    [
      'another evaluator',
      () => ({ evaluator: spec({ url: `${(spec() as { url: string }).url}other` } as never) }),
    ],
  ])('is refused with %s: DST-012', async (_, more) => {
    await stopAfter(2);
    const text = readFileSync(journal(), 'utf8');
    asked = [];
    expect(await codes(run({ resume: true, ...more() }))).toEqual(['DST-012']);
    expect([asked, readFileSync(journal(), 'utf8')]).toEqual([[], text]);
  });
});

describe('failed calls', () => {
  it('are repeated by --resume; without it everything is asked again', async () => {
    failing = new Set([1, 3]);
    expect((await run()).status).toBe(false);
    failing = new Set([3]);
    asked = [];
    expect((await run({ resume: true })).status).toBe(false);
    expect(asked).toEqual([1, 3]);
    asked = [];
    failing = new Set();
    await run();
    expect(asked).toHaveLength(EXAMPLES);
    expect(existsSync(journal())).toBe(false);
  });
});

describe('--resume', () => {
  it('starts a new run if there is none', async () => {
    expect((await run({ resume: true })).status).toBe(true);
    expect(asked).toHaveLength(EXAMPLES);
  });

  it.each([
    ['results of a run that is whole', 'out.jsonl'],
    ['a journal of somebody else', 'out.jsonl.journal'],
  ])('accepts no %s: DST-012, and leaves it', async (_, name) => {
    await fixture.writeFile(name, '{"mine":1}\n');
    expect(await codes(run({ resume: true }))).toEqual(['DST-012']);
    expect([asked, readFileSync(fixture.getPath(name), 'utf8')]).toEqual([[], '{"mine":1}\n']);
  });

  it('accepts no link and no pipe as a journal, and does not block on it', async () => {
    symlinkSync(fixture.getPath('other.jsonl'), journal());
    expect(await codes(run({ resume: true }))).toEqual(['DST-012']);
    await fixture.rm('out.jsonl.journal');
    execFileSync('mkfifo', [journal()]);
    expect(await codes(run())).toEqual(['DST-012']);
    expect(asked).toEqual([]);
  });

  it('an input beside the results is not mistaken for a journal, with or without the option', async () => {
    await fixture.writeFile('out.jsonl.journal', '{"n":1}\n');
    const sets = { train: journal(), validation: null };
    expect(await codes(run({ sets }))).toEqual(['DST-012']);
    expect(readFileSync(journal(), 'utf8')).toBe('{"n":1}\n');
  });
});
