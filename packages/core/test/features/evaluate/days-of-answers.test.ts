// Every answer keeps the time it was given, and no old answer renews an aged question or lifts a veto.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evaluator } from '../../../src/evaluators/logic/evaluator.js';
import { evaluateTargets } from '../../../src/features/evaluate/evaluate-targets.js';
import { closeLoop } from '../../../src/features/evaluate/loop/close-loop.js';
import { verifyTargets } from '../../../src/features/verify/run.js';
import type { EmitOptions } from '../../../src/runs/options.js';
import type { GradingEntry } from '../../../src/spec/entry.js';
import type { ScoresFile } from '../../../src/spec/scores.js';
import { fillScores } from '../../journeys/filled-scores.js';
import {
  aboutSources,
  change,
  entriesIn,
  grade,
  oneTool,
  openImported,
} from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import { codesOf, type Workplace } from '../../journeys/workplace.js';
import { type FakeEvaluator, fakeEvaluator, SPEC, scored } from './fake-evaluator.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const DAY = 24 * 60 * 60;
const TOOL = 'alpha/tools/getItems';
const VETO = { triggeredBy: 'illegal-content', evidence: 'it sells what must not be sold' } as const;
const REGRADE: Partial<EmitOptions> = { scope: 'all', regrade: { triggeredBy: 'scheduled' } };

/** The only question for graders that ages, and the place of its entries. */
const TOS = 'Q-about-namespace-06';
const ABOUT = 'alpha/resources/about';

/** Everything is graded except the About, which is due. */
async function openAbout() {
  const place = await openImported(provider.origin, aboutSources());
  await grade(place);
  return place;
}

const openPlace = () =>
  openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha'), 'beta.mjs': oneTool('beta') } });

async function evaluate(place: Workplace, evaluator: Evaluator = fakeEvaluator()) {
  const { results, errors } = await evaluateTargets({
    ...{ island: place.island(), targets: ['demo'], evaluator: SPEC, openEvaluator: async () => evaluator },
    ...{ retries: 0, cache: place.path('cache'), now: () => place.now },
  });
  expect(errors).toEqual([]);
  const [result] = results;
  if (!result) throw new Error('nothing was asked');
  return { result, text: place.island().readText(result.scoresPath ?? '') ?? '' };
}

/** Emits, lets the evaluator answer with the cache, and hands in. */
async function turn(place: Workplace, options: Partial<EmitOptions> = {}, evaluator?: Evaluator) {
  await place.emit('demo', { onConflict: 'overwrite', ...options });
  const { result, text } = await evaluate(place, evaluator);
  const { errors } = await place.consume(text);
  expect(errors).toEqual([]);
  return { result, scores: JSON.parse(text) as ScoresFile };
}

const newestEntry = (place: Workplace, folder = TOOL): GradingEntry =>
  place.json(entriesIn(place, folder).at(-1) ?? '');
const judgedIn = ({ gradings }: GradingEntry) =>
  gradings.filter(({ determinism }) => determinism === 'non-deterministic');
const toolIn = (place: Workplace) => place.index().schemas.alpha?.tools.getItems;

describe('an answer from a cache', () => {
  it('keeps its day in hand-in and entry, while their own time is that of the hand-in', async () => {
    await using place = await openPlace();
    await place.emit();
    const first = place.now.toISOString();
    // The command ends after the first questions.
    const stop = new AbortController();
    const stopped = fakeEvaluator((_, calls) => {
      if (calls === 6) stop.abort(new Error('stopped'));
      return scored(0.9);
    });
    await expect(
      evaluateTargets({
        ...{ island: place.island(), targets: ['demo'], evaluator: SPEC, concurrency: 1, retries: 0 },
        ...{ openEvaluator: async () => stopped, cache: place.path('cache'), now: () => place.now },
        signal: stop.signal,
      }),
    ).rejects.toThrow('stopped');
    place.wait(10 * DAY);
    const { result, scores } = await turn(place, { offline: true });
    expect(result.recalled).toBeGreaterThan(3);
    const now = place.now.toISOString();
    expect(scores.timestamp).toBe(now);
    const entry = newestEntry(place);
    const times = judgedIn(entry).map(({ timestamp }) => timestamp);
    expect(times.filter((time) => time === first)).toHaveLength(result.recalled);
    expect(new Set(times)).toEqual(new Set([first, now]));
    expect(entry.gradingId).toContain('2026-03-11T');
    // Each entry is matched with its hand-in, whatever the times of its answers.
    const verified = await verifyTargets({ island: place.island(), targets: ['demo'], now: () => place.now });
    expect(verified.errors).toEqual([]);
  });

  it('that has aged is asked for again, and does not become younger', async () => {
    await using place = await openAbout();
    await place.emit();
    const first = place.now.toISOString();
    const { result } = await evaluate(place);
    place.wait(31 * DAY);
    const asked = fakeEvaluator();
    await turn(place, { offline: true, areas: ['about-namespace'] }, asked);
    expect(asked.asked.map(({ example }) => example?.questionId)).toEqual([TOS]);
    expect(place.index().about).toMatchObject({ status: 'stable' });
    expect(place.index().about.stale).toBeUndefined();
    const times = judgedIn(newestEntry(place, ABOUT)).map(({ questionId, timestamp }) => [
      questionId,
      timestamp,
    ]);
    expect(times).toHaveLength(result.total);
    for (const [questionId, time] of times) {
      expect(time).toBe(questionId === TOS ? place.now.toISOString() : first);
    }
  });
});

describe('a cache is ignored', () => {
  const questionsAbout = ({ asked }: FakeEvaluator, subject: string) =>
    asked.filter(({ example }) => example?.subject === subject).length;

  it('by a re-grade', async () => {
    await using place = await openPlace();
    await turn(place);
    place.wait(DAY);
    const again = fakeEvaluator();
    const { result } = await turn(place, REGRADE, again);
    expect(result).toMatchObject({ recalled: 0, asked: result.total });
    expect(judgedIn(newestEntry(place)).every(({ timestamp }) => timestamp === place.now.toISOString())).toBe(
      true,
    );
  });

  it('by chosen questions about a graded node', async () => {
    await using place = await openPlace();
    await turn(place);
    place.wait(DAY);
    const { result } = await turn(place, { mode: 'partial', questions: ['Q-single-test-04'] });
    expect(result).toMatchObject({ recalled: 0, asked: 2 });
  });

  it('by a vetoed node whose content has returned to what was answered before', async () => {
    await using place = await openPlace();
    await place.emit();
    await evaluate(place);
    place.wait();
    await place.consume(
      fillScores(place.prompts(), {
        at: place.now.toISOString(),
        areas: (areas) =>
          areas.map((area) => (area.subject === 'alpha.getItems' ? { ...area, veto: VETO } : area)),
      }),
    );
    place.wait();
    expect(toolIn(place)?.status).toBe('rejected');
    const before = fakeEvaluator();
    const { result } = await turn(place, REGRADE, before);
    expect(result.recalled).toBe(0);
    expect(questionsAbout(before, 'alpha.getItems')).toBeGreaterThan(3);
    expect(toolIn(place)?.status).toBe('stable');
  });

  it('by an aged question of a graded node', async () => {
    await using place = await openAbout();
    await turn(place);
    place.wait(31 * DAY);
    await place.rebuild();
    expect(place.index().about.stale).toEqual([TOS]);
    const { result } = await turn(place, { offline: true });
    expect(result).toMatchObject({ recalled: 0, asked: result.total });
    expect(place.index().about.stale).toBeUndefined();
  });

  it('if its answers have aged, so that a loop ends', async () => {
    await using place = await openAbout();
    await place.emit();
    await evaluate(place);
    place.wait(31 * DAY);
    const { status, results } = await closeLoop({
      ...{ island: place.island(), targets: ['demo'], offline: true, now: () => place.now },
      areas: ['about-namespace'],
      asking: {
        ...{ evaluator: SPEC, openEvaluator: async () => fakeEvaluator(), cache: place.path('cache') },
        now: () => place.now,
      },
    });
    expect(status).toBe(true);
    expect(results[0]?.turns).toMatchObject([{ asked: 1, written: 1 }]);
    expect(place.index().about.stale).toBeUndefined();
  });
});

describe('a hand-in', () => {
  it('may give the time of each answer, but none in the future', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    await place.emit();
    const at = place.now.toISOString();
    const early = '2026-02-20T08:00:00Z';
    const late = '2027-01-01T00:00:00Z';
    const dated = (time: string) =>
      fillScores(place.prompts(), {
        at,
        answer: (given) => (given.questionId === 'Q-single-test-04' ? { ...given, timestamp: time } : given),
      });
    const refused = await place.consume(dated(late));
    expect(refused.errors).toMatchObject([
      { code: 'SCR-026', where: { path: '/areas/0/answers/0/timestamp' } },
      { code: 'SCR-026' },
    ]);
    expect((await place.consume(dated(early))).errors).toEqual([]);
    const times = judgedIn(newestEntry(place)).map(({ questionId, timestamp }) => [questionId, timestamp]);
    expect(times[0]).toEqual(['Q-single-test-04', early]);
    expect(new Set(times.slice(1).map(([, time]) => time))).toEqual(new Set([at]));
    const verified = await verifyTargets({ island: place.island(), targets: ['demo'], now: () => place.now });
    expect(verified.errors).toEqual([]);
  });
});

describe('a veto', () => {
  async function openVetoed() {
    const place = await openPlace();
    await grade(
      place,
      {},
      {
        areas: (areas) =>
          areas.map((area) => (area.subject === 'alpha.getItems' ? { ...area, veto: VETO } : area)),
      },
    );
    return { place, vetoed: place.now };
  }

  it('is not lifted by an answer given before it, and nothing is written', async () => {
    const { place } = await openVetoed();
    await using _ = place;
    const veto = toolIn(place)?.veto;
    await place.emit('demo', REGRADE);
    const before = '2026-03-01T09:00:00Z';
    const whole = await place.consume(fillScores(place.prompts(), { at: before }));
    expect(codesOf(whole.errors)).toEqual(['SCR-029']);
    expect(whole.errors[0]).toMatchObject({
      where: { path: '/timestamp' },
      args: { subject: 'alpha.getItems', given: before, vetoed: '2026-03-01T10:01:00.000Z' },
    });
    const one = await place.consume(
      fillScores(place.prompts(), {
        at: place.now.toISOString(),
        answer: (given, { subject }) =>
          subject === 'alpha.getItems' && given.questionId === 'Q-single-test-05'
            ? { ...given, timestamp: before }
            : given,
      }),
    );
    expect(one.errors).toMatchObject([
      { code: 'SCR-029', where: { path: expect.stringMatching(/^\/areas\/\d\/answers\/1\/timestamp$/) } },
    ]);
    expect(entriesIn(place, TOOL)).toHaveLength(1);
    expect(toolIn(place)).toMatchObject({ status: 'rejected', veto });
    expect(
      (await place.consume(fillScores(place.prompts(), { at: place.now.toISOString() }))).errors,
    ).toEqual([]);
    expect(toolIn(place)?.status).toBe('stable');
  });

  it('is lifted after a change by new answers only, and remains with other hand-ins', async () => {
    const { place } = await openVetoed();
    await using _ = place;
    await change(place, { 'alpha.mjs': oneTool('alpha', 'Mended.') });
    await place.emit();
    const before = '2026-03-01T09:00:00Z';
    const { errors } = await place.consume(fillScores(place.prompts(), { at: before }));
    expect(codesOf(errors)).toEqual(['SCR-029']);
    const repeated = await place.consume(
      fillScores(place.prompts(), {
        at: before,
        areas: (areas) =>
          areas.map((area) => (area.subject === 'alpha.getItems' ? { ...area, veto: VETO } : area)),
      }),
    );
    expect(repeated.errors).toEqual([]);
    expect(toolIn(place)?.status).toBe('rejected');
  });

  it('is repeated by a partial run, whenever that was answered', async () => {
    const { place } = await openVetoed();
    await using _ = place;
    await place.emit('demo', { mode: 'partial', questions: ['Q-single-test-04'], ...REGRADE });
    const { errors } = await place.consume(fillScores(place.prompts(), { at: '2026-03-01T09:00:00Z' }));
    expect(errors).toEqual([]);
    expect(toolIn(place)?.status).toBe('rejected');
  });
});
