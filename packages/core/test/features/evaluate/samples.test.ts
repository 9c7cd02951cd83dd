// Each sample of a judge is a call of its own: what was answered survives failures, kills and a used-up budget, and is
// never asked for again.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EvaluateOptions } from '../../../src/evaluators/options.js';
import { evaluateTargets } from '../../../src/features/evaluate/evaluate-targets.js';
import type { ScoresFile } from '../../../src/spec/scores.js';
import { aboutSources, openImported } from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import type { Workplace } from '../../journeys/workplace.js';
import { broken, fakeJudge, judgement, judgeSpec } from './fake-evaluator.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

async function openAsked() {
  const place = await openImported(provider.origin, aboutSources());
  await place.emit();
  return place;
}

const SAMPLES = 5;
/** Scores of the samples of each prompt; the median is 4. */
const SCORES = [2, 4, 4.5, 3, 5];

/** A judge whose samples of a prompt differ; it fails as often as `failing` says so. */
function judgeThat(failing: (call: number) => boolean = () => false, asked = new Map<string, number>()) {
  const judge = fakeJudge((schema, calls) => {
    if (failing(calls)) return broken();
    const prompt = judge.prompts.at(-1) ?? '';
    const at = asked.get(prompt) ?? 0;
    asked.set(prompt, at + 1);
    return judgement(schema, SCORES[at]);
  });
  return judge;
}

async function evaluate(place: Workplace, judge = judgeThat(), more: Partial<EvaluateOptions> = {}) {
  const { results, errors } = await evaluateTargets({
    ...{ island: place.island(), targets: ['demo'], evaluator: judgeSpec(SAMPLES) },
    ...{ openEvaluator: async () => judge, retries: 0, concurrency: 1, now: () => place.now, ...more },
  });
  const [result] = results;
  if (!result) throw new Error('nothing was asked');
  return { result, errors, calls: judge.prompts.length };
}

const handedIn = (place: Workplace, path: string | null) => place.json<ScoresFile>(path ?? '');

const journalOf = (place: Workplace) =>
  `${place.root}/providers/demo/evaluations/${place.state().taskId}.jsonl`;

it('gives a hand-in that is accepted, from as many calls as were estimated', async () => {
  await using place = await openAsked();
  const { result, errors, calls } = await evaluate(place);
  expect(errors).toEqual([]);
  const { total, estimate, usage } = result;
  expect(total).toBeGreaterThan(5);
  expect(estimate.calls).toBe(total * SAMPLES);
  expect(calls).toBe(estimate.calls);
  expect(usage).toEqual({ calls, tokens: { in: calls * 8, out: calls * 2 } });
  const { areas } = handedIn(place, result.scoresPath);
  expect(new Set(areas.flatMap(({ answers }) => answers.map(({ score }) => score)))).toEqual(
    new Set([4, 'pass']),
  );
  const consumed = await place.consume(place.island().readText(result.scoresPath ?? ''));
  expect(consumed.errors).toEqual([]);
});

it('keeps every answer when calls fail, and asks only for the missing samples', async () => {
  await using place = await openAsked();
  const asked = new Map<string, number>();
  let made = 0;
  let commands = 0;
  for (let isDone = false; !isDone; commands += 1) {
    const before = made;
    const { result, errors, calls } = await evaluate(
      place,
      judgeThat((call) => (before + call) % 10 === 0, asked),
    );
    made += calls;
    isDone = result.unscored.length === 0;
    expect(errors.map(({ code }) => code)).toEqual(isDone ? [] : ['EVR-002']);
  }
  expect(commands).toBeGreaterThan(1);
  const samples = [...asked.values()];
  expect(samples).toEqual(samples.map(() => SAMPLES));
  expect(made).toBe(samples.length * SAMPLES + Math.floor(made / 10));
});

it.each([1, 4, 5, 6, 23])('goes on after %i samples as if nothing had happened', async (stopAfter) => {
  await using place = await openAsked();
  const asked = new Map<string, number>();
  const stop = new AbortController();
  const stopped = judgeThat((call) => {
    if (call > stopAfter) stop.abort(new Error('stopped'));
    return call > stopAfter;
  }, asked);
  await expect(evaluate(place, stopped, { signal: stop.signal })).rejects.toThrow('stopped');
  const { result, calls, errors } = await evaluate(place, judgeThat(undefined, asked));
  expect(errors).toEqual([]);
  expect(calls).toBe(result.total * SAMPLES - stopAfter);
  const text = place.island().readText(result.scoresPath ?? '');
  await using whole = await openAsked();
  const other = (await evaluate(whole)).result;
  const areasOf = (file: ScoresFile) =>
    file.areas.map(({ answers, improvementHints }) => [answers, improvementHints]);
  expect(areasOf(JSON.parse(text ?? ''))).toEqual(areasOf(handedIn(whole, other.scoresPath)));
});

it('asks nothing if only the merged line is lost, and asks again for a sample that was edited', async () => {
  await using place = await openAsked();
  await evaluate(place);
  const journal = journalOf(place);
  const lines = readFileSync(journal, 'utf8').split('\n');
  const parsed = lines.slice(0, SAMPLES + 1).map((line) => JSON.parse(line));
  expect(parsed.map(({ sample }) => sample)).toEqual([1, 2, 3, 4, 5, undefined]);
  writeFileSync(journal, lines.toSpliced(SAMPLES, 1).join('\n'));
  expect(await evaluate(place)).toMatchObject({ calls: 0, errors: [] });

  const edited = JSON.stringify({ ...parsed[2], part: { ...parsed[2].part, answers: [] } });
  writeFileSync(journal, lines.toSpliced(SAMPLES, 1).toSpliced(2, 1).join('\n'));
  appendFileSync(journal, `${edited}\n`);
  expect(await evaluate(place)).toMatchObject({ calls: 1, errors: [] });
});

it('takes samples from the cache where there is no journal', async () => {
  await using place = await openAsked();
  const cache = place.path('cache');
  const { result } = await evaluate(place, judgeThat(), { cache, maxCalls: 8 });
  expect(result.scored).toBe(1);
  rmSync(journalOf(place));
  const again = await evaluate(place, judgeThat(), { cache });
  expect(again.errors).toEqual([]);
  expect(again.result.recalled).toBe(1);
  expect(again.calls).toBe(result.total * SAMPLES - 7);
});

it.each([{ maxCalls: 1 + 12 }, { maxTokens: 12 * 10 }])(
  'stops cleanly at %j, and the same command goes on',
  async (budget) => {
    await using place = await openAsked();
    const asked = new Map<string, number>();
    const first = await evaluate(place, judgeThat(undefined, asked), budget);
    const total = first.result.total * SAMPLES;
    expect(first.calls).toBe(12);
    expect(first.result).toMatchObject({ scored: 2, usage: { calls: 12 } });
    expect(first.errors).toMatchObject([
      { code: 'EVL-056', args: { missing: total - 12, what: 'providers/demo' } },
    ]);
    let { result } = await evaluate(place, judgeThat(undefined, asked), budget);
    expect(result).toMatchObject({ reused: 2, estimate: { calls: total - 12 } });
    while (result.unscored.length > 0)
      ({ result } = await evaluate(place, judgeThat(undefined, asked), budget));
    expect(new Set(asked.values())).toEqual(new Set([SAMPLES]));
  },
);
