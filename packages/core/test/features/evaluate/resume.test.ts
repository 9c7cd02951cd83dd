// An interrupted evaluation continues: only missing questions are asked, and only of the same evaluator.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evaluator } from '../../../src/evaluators/logic/evaluator.js';
import type { EvaluateOptions } from '../../../src/evaluators/options.js';
import { evaluateTargets } from '../../../src/features/evaluate/evaluate-targets.js';
import type { ScoresFile } from '../../../src/spec/scores.js';
import { FailingFiles } from '../../journeys/failing-files.js';
import { aboutSources, openImported } from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import { codesOf, type Workplace } from '../../journeys/workplace.js';
import { broken, type FakeEvaluator, fakeEvaluator, isPreflight, SPEC, scored } from './fake-evaluator.js';

let provider: MockProvider;
let place: Workplace & AsyncDisposable;
let journal: string;
let total: number;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

async function evaluate(evaluator: Evaluator, more: Partial<EvaluateOptions> = {}) {
  const { results, errors } = await evaluateTargets({
    island: place.island(),
    targets: ['demo'],
    evaluator: SPEC,
    openEvaluator: async () => evaluator,
    retries: 0,
    concurrency: 1,
    now: () => place.now,
    ...more,
  });
  return { result: results[0], errors };
}

/** A run with answers to its first seven questions. */
async function openStopped(): Promise<FakeEvaluator> {
  place = await openImported(provider.origin, aboutSources());
  await place.emit();
  const stop = new AbortController();
  const evaluator = fakeEvaluator((_, calls) => {
    if (calls === 8) stop.abort(new Error('stopped'));
    return calls === 8 ? broken() : scored(0.9);
  });
  await expect(evaluate(evaluator, { signal: stop.signal })).rejects.toThrow('stopped');
  const { taskId, subjects } = place.state();
  journal = `${place.root}/providers/demo/evaluations/${taskId}.jsonl`;
  total = subjects.reduce((sum, { questions }) => sum + questions.length, 0);
  return evaluator;
}

const questionsOf = ({ asked }: FakeEvaluator) =>
  asked.map(({ example }) => `${example?.area}/${example?.subject} ${example?.questionId}`);

describe('an interrupted evaluation', () => {
  it('asks the missing questions only, and gives the hand-in of an uninterrupted one', async () => {
    const first = await openStopped();
    await using _ = place;
    expect(readFileSync(journal, 'utf8').trimEnd().split('\n')).toHaveLength(7);
    const second = fakeEvaluator(() => scored(0.9));
    const { result, errors } = await evaluate(second);
    expect(errors).toEqual([]);
    expect(result).toMatchObject({ total, reused: 7, asked: total - 7, scored: total - 7 });
    const all = [...questionsOf(first).slice(0, 7), ...questionsOf(second)];
    expect(all).toEqual([...new Set(all)]);
    expect(all).toHaveLength(total);
    const scores = place.json<ScoresFile>(result?.scoresPath ?? '');
    expect(scores.areas.flatMap(({ answers }) => answers)).toHaveLength(total);
  });

  it('makes no call when it runs again, not even for the preflight, and hands in the same bytes', async () => {
    await openStopped();
    await using _ = place;
    const { result } = await evaluate(fakeEvaluator(() => scored(0.9)));
    const bytes = place.island().readText(result?.scoresPath ?? '');
    place.wait(3600);
    const silent = fakeEvaluator(() => {
      throw new Error('nobody was to be asked');
    });
    const again = await evaluate(silent);
    expect(again.result).toMatchObject({ reused: total, asked: 0, unscored: [] });
    expect(place.island().readText(again.result?.scoresPath ?? '')).toBe(bytes);
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, -40), 6, ['EVR-009']],
    ['whole but for its end', (text: string) => text.slice(0, -1), 7, []],
    ['no line of a journal', (text: string) => `${text}{"evaluator":1}\n`, 7, ['EVR-009']],
  ])('survives a last line that is %s', async (_, damage, reused, warnings) => {
    await openStopped();
    await using _place = place;
    writeFileSync(journal, damage(readFileSync(journal, 'utf8')));
    const second = fakeEvaluator(() => scored(0.9));
    const { result } = await evaluate(second);
    expect(result).toMatchObject({ reused, asked: total - reused, unscored: [] });
    expect(codesOf(result?.warnings ?? [])).toEqual(warnings);
    const third = await evaluate(fakeEvaluator());
    expect(third.result).toMatchObject({ reused: total, asked: 0 });
  });

  it.each([
    ['another evaluator', fakeEvaluator(() => scored(0.1), { name: 'other' }), SPEC],
    ['another version', fakeEvaluator(() => scored(0.1), { version: '4' }), SPEC],
    ['another range', fakeEvaluator(() => scored(1.4)), { ...SPEC, range: 'any' as const }],
  ])('reuses nothing of %s', async (_, other, spec) => {
    await openStopped();
    await using _place = place;
    const { result } = await evaluate(other, { evaluator: spec });
    expect(result).toMatchObject({ reused: 0, asked: total });
    const answers = place.json<ScoresFile>(result?.scoresPath ?? '').areas.flatMap((area) => area.answers);
    expect(new Set(answers.map(({ score }) => score))).toEqual(new Set([1.4, 'fail']));
    const first = await evaluate(fakeEvaluator(() => scored(0.9)));
    expect(first.result).toMatchObject({ reused: 7 });
  });

  it('asks a question again at which an evaluator failed', async () => {
    await openStopped();
    await using _ = place;
    const failing = fakeEvaluator((payload, calls) =>
      calls === 3 && !isPreflight(payload) ? broken() : scored(0.9),
    );
    expect((await evaluate(failing)).result).toMatchObject({ scored: total - 8, unscored: [{}] });
    const { result } = await evaluate(fakeEvaluator(() => scored(0.9)));
    expect(result).toMatchObject({ reused: total - 1, asked: 1, unscored: [] });
  });

  it('recognizes its own answers once the evaluator has reported its version', async () => {
    await openStopped();
    await using _ = place;
    const service = (version: string) => {
      let known = 'unversioned';
      const fake = fakeEvaluator(() => {
        known = version;
        return scored(0.9);
      });
      return Object.defineProperties(fake, {
        identity: {
          get: () => ({ kind: 'script', name: 'service', version: known, harness: 'evaluator-http' }),
        },
        cacheKey: { get: () => `service ${known}` },
      });
    };
    expect((await evaluate(service('1'))).result).toMatchObject({ reused: 0, asked: total });
    expect((await evaluate(service('1'))).result).toMatchObject({ reused: total, asked: 0 });
    const { result } = await evaluate(service('2'));
    expect(result).toMatchObject({ reused: 0, asked: total, evaluator: { version: '2' } });
    expect(place.json<ScoresFile>(result?.scoresPath ?? '').creator).toMatchObject({ skillVersion: '2' });
  });
});

describe('a disk that fills up', () => {
  it('loses no recorded answer', async () => {
    await openStopped();
    await using _ = place;
    const files = new FailingFiles(6, /^append /);
    const full = evaluate(
      fakeEvaluator(() => scored(0.9)),
      { island: place.island(files) },
    );
    await expect(full).resolves.toMatchObject({ errors: [{ code: 'ISL-001', args: { code: 'ENOSPC' } }] });
    const written = files.tried.filter((one) => one.startsWith('append')).length - 1;
    expect(written).toBeGreaterThan(3);
    const { result } = await evaluate(fakeEvaluator(() => scored(0.9)));
    expect(result).toMatchObject({ reused: 7 + written, unscored: [] });
  });

  it('never changes an existing line', async () => {
    await openStopped();
    await using _ = place;
    appendFileSync(journal, '{"torn');
    const before = readFileSync(journal, 'utf8');
    await evaluate(fakeEvaluator(() => scored(0.9)));
    expect(readFileSync(journal, 'utf8').startsWith(`${before}\n{`)).toBe(true);
  });
});
