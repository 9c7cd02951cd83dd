// Emit, evaluate and hand in, repeatedly until nothing is due, but never endlessly.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evaluator } from '../../../../src/evaluators/logic/evaluator.js';
import type { AskingOptions } from '../../../../src/evaluators/options.js';
import { evaluateTargets } from '../../../../src/features/evaluate/evaluate-targets.js';
import { closeLoop } from '../../../../src/features/evaluate/loop/close-loop.js';
import type { CloseLoopOptions } from '../../../../src/features/evaluate/loop/options.js';
import { lockName, withLock } from '../../../../src/island/lock.js';
import type { PromptsFile } from '../../../../src/spec/prompts.js';
import { FailingFiles } from '../../../journeys/failing-files.js';
import {
  aboutSources,
  change,
  oneTool,
  openImported,
  openOperational,
} from '../../../journeys/graded-place.js';
import { openGroup, TARGET } from '../../../journeys/group-place.js';
import { type MockProvider, startMockProvider } from '../../../journeys/mock-provider.js';
import { API, providerFiles } from '../../../journeys/provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from '../../../journeys/workplace.js';
import { broken, fakeEvaluator, fakeJudge, isPreflight, SPEC, scored } from '../fake-evaluator.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

function loop(
  place: Workplace,
  evaluator: Evaluator,
  more: Partial<CloseLoopOptions> = {},
  asking: Partial<AskingOptions> = {},
) {
  // Time passes, as between two turns.
  const now = () => {
    place.wait(1);
    return place.now;
  };
  return closeLoop({
    island: place.island(),
    targets: ['demo'],
    asking: { evaluator: SPEC, openEvaluator: async () => evaluator, retries: 0, now, ...asking },
    allowHosts: ['127.0.0.1'],
    originMap: { [API]: place.origin },
    timeoutMs: 5000,
    now,
    ...more,
  });
}

const excellent = () => fakeEvaluator(() => scored(1, { reasoning: 'excellent' }));

describe('the loop of a namespace', () => {
  it('grades its tools, then its About, and ends', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const evaluator = excellent();
    const { status, results, errors } = await loop(place, evaluator);
    expect([status, errors]).toEqual([true, []]);
    expect(results).toMatchObject([
      {
        target: 'providers/demo',
        rollupStatus: 'operational',
        rollupGrade: 'B',
        evaluator: { name: 'fake' },
      },
    ]);
    const turns = results[0]?.turns ?? [];
    expect(turns).toHaveLength(2);
    expect(turns.every(({ scored: given, asked, unscored }) => given === asked && unscored === 0)).toBe(true);
    expect(turns.reduce((sum, { asked }) => sum + asked, 0)).toBe(evaluator.asked.length);
    expect(turns.map(({ written }) => written)).toEqual([6, 1]);
    expect(new Set(turns.map(({ taskId }) => taskId)).size).toBe(2);
    expect(place.index().status).toBe('operational');
    expect(evaluator.closed).toBe(true);
  });

  it('is refused while another one runs, before anything is asked', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const evaluators = [excellent(), excellent()];
    const ended = await Promise.all(evaluators.map((evaluator) => loop(place, evaluator)));
    expect(ended.map(({ errors }) => codesOf(errors)).sort()).toEqual([[], ['ISL-002']]);
    const refused = ended.findIndex(({ status }) => !status);
    expect(evaluators[refused]?.asked).toEqual([]);
    expect(place.index().status).toBe('operational');
  });

  it.each([
    [true, ['ISL-002'], 0],
    [false, [], 1],
  ] as const)(
    'of a selection with chain %s, beside that of a member, has %j',
    async (chain, codes, turns) => {
      await using place = await openGroup();
      const island = place.island();
      const evaluator = excellent();
      const target = 'providers/amber';
      const member = { island, target, name: `${lockName(target)}.loop`, command: 'grading run' };
      const { results, errors } = await withLock(member, () =>
        loop(place, evaluator, { targets: [TARGET], chain, offline: true }),
      );
      expect(codesOf(errors)).toEqual(codes);
      expect(Math.min(1, results[0]?.turns.length ?? 0)).toBe(turns);
    },
  );

  it('says how many answers are kept', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const kept: number[] = [];
    const evaluator = fakeEvaluator((call) =>
      isPreflight(call) || evaluator.asked.length > 3 ? scored(1) : broken(),
    );
    const { results } = await loop(place, evaluator, {}, { onKept: (answers) => kept.push(answers) });
    const given = results.flatMap(({ turns }) => turns).reduce((sum, turn) => sum + turn.scored, 0);
    expect(given).toBeGreaterThan(0);
    expect(kept).toEqual(Array.from({ length: given }, (_, at) => at + 1));
  });

  it('makes no call if nothing is due', async () => {
    await using place = await openOperational(provider.origin);
    const evaluator = excellent();
    const { status, results } = await loop(place, evaluator);
    expect({ status, turns: results[0]?.turns, asked: evaluator.asked }).toEqual({
      status: true,
      turns: [],
      asked: [],
    });
    expect(results[0]).toMatchObject({ rollupStatus: 'operational' });
  });

  it('asks everything once with scope all, and not again', async () => {
    await using place = await openOperational(provider.origin);
    const { results, errors } = await loop(place, excellent(), { scope: 'all' });
    expect(errors).toEqual([]);
    expect(results[0]?.turns.map(({ written }) => written)).toEqual([7]);
  });

  it('asks chosen questions once', async () => {
    await using place = await openOperational(provider.origin);
    const evaluator = excellent();
    const { errors } = await loop(place, evaluator, { mode: 'partial', questions: ['Q-single-test-04'] });
    expect(errors).toEqual([]);
    expect(evaluator.asked.map(({ example }) => example?.questionId)).toEqual([
      'Q-single-test-04',
      'Q-single-test-04',
    ]);
  });

  it('ends at an About that a weak tool blocks', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const { status, results } = await loop(
      place,
      fakeEvaluator(() => scored(0.3)),
    );
    expect(status).toBe(true);
    expect(results).toMatchObject([{ turns: [{ written: 6 }], rollupStatus: 'partial' }]);
  });

  it('grades changed content again', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    await loop(place, excellent());
    await change(place, { 'beta.mjs': oneTool('beta', 'Items of a better part.') });
    const evaluator = excellent();
    await loop(place, evaluator);
    const subjects = new Set(evaluator.asked.map(({ example }) => `${example?.area}/${example?.subject}`));
    expect(subjects).toContain('single-test/beta.getItems');
    expect(subjects).not.toContain('single-test/alpha.getItems');
  });
});

describe('the loop with an evaluator that fails', () => {
  const failsAt = (question: string) =>
    fakeEvaluator(({ example, candidate }) =>
      example?.questionId === question && !isPreflight({ _protocol_version: 2, candidate })
        ? broken()
        : scored(1),
    );

  it('leaves the run open; the next command asks what is missing, and continues', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const first = await loop(place, failsAt('Q-single-test-06'));
    expect(codesOf(first.errors)).toEqual(['EVR-002']);
    expect(first.results).toMatchObject([{ turns: [{ unscored: 2, written: 0 }] }]);
    expect(place.state().status).toBe('prompts-emitted');
    const evaluator = excellent();
    const second = await loop(place, evaluator);
    expect(second.errors).toEqual([]);
    expect(second.results).toMatchObject([
      { turns: [{ asked: 2, reused: first.results[0]?.turns[0]?.scored }, {}], rollupStatus: 'operational' },
    ]);
  });

  it('hands in the complete prompts with allowMissing, asks the others once more, and ends', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const evaluator = failsAt('Q-single-test-06');
    const { status, results, errors } = await loop(place, evaluator, { allowMissing: true });
    expect([status, codesOf(errors)]).toEqual([false, ['EVR-002']]);
    expect(results[0]?.turns).toMatchObject([
      { unscored: 2, written: 4 },
      { unscored: 2, written: 0 },
    ]);
    expect(results[0]).toMatchObject({ rollupStatus: 'partial' });
  });

  it('does not report a failure that a later turn has repaired', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    let failures = 2;
    const evaluator = fakeEvaluator((payload) =>
      payload.example?.questionId === 'Q-single-test-06' && !isPreflight(payload) && failures-- > 0
        ? broken()
        : scored(1),
    );
    const { status, results } = await loop(place, evaluator, { allowMissing: true });
    expect(status).toBe(true);
    expect(results[0]).toMatchObject({
      turns: [{ written: 4 }, { written: 2 }, { written: 1 }],
      rollupStatus: 'operational',
    });
  });

  it('does not affect other targets', async () => {
    const demo = { 'beta.mjs': oneTool('beta') };
    const other = Object.fromEntries(
      Object.entries({ 'gamma.mjs': oneTool('gamma') }).map(([name, text]) => [
        name,
        text.replaceAll('"demo"', '"other"'),
      ]),
    );
    await using place = await openWorkplace({ demo, other });
    place.origin = provider.origin;
    await place.import();
    await place.import('other');
    const evaluator = fakeEvaluator((payload) =>
      payload.example?.subject === 'beta.getItems' && !isPreflight(payload) ? broken() : scored(1),
    );
    const { results, errors } = await loop(place, evaluator, { targets: ['nobody', 'demo', 'other'] });
    expect(codesOf(errors)).toEqual(['TGT-001', 'EVR-002']);
    expect(results).toMatchObject([
      { target: 'providers/demo', turns: [{ written: 0 }] },
      { target: 'providers/other', turns: [{ written: 4 }] },
    ]);
  });

  it('stops before any test if the evaluator does not exist', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const before = provider.seen.length;
    const evaluator = { ...excellent(), check: async () => broken().problem };
    await expect(loop(place, evaluator)).rejects.toMatchObject({ problem: { code: 'EVL-009' } });
    expect(provider.seen.length).toBe(before);
  });

  it('tries out an evaluator once, however many targets there are', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    let calls = 0;
    const evaluator = fakeEvaluator(() => {
      calls += 1;
      return broken();
    });
    const { errors } = await loop(place, evaluator, { targets: ['demo/alpha', 'demo/beta'] });
    expect([calls, codesOf(errors)]).toEqual([1, ['EVL-009']]);
  });
});

describe('a run that changes nothing', () => {
  it('ends the loop', async () => {
    await using place = await openImported(provider.origin, { demo: { 'beta.mjs': oneTool('beta') } });
    const judge = fakeJudge((schema) => {
      const { properties } = schema as unknown as {
        properties: { answers: { prefixItems: { properties: { questionId: { const: string } } }[] } };
      };
      const answers = properties.answers.prefixItems.map(({ properties: { questionId } }) => ({
        questionId: questionId.const,
        score: 'n/a',
        naReason: 'requires-private-data',
        reasoning: 'nothing can be said',
      }));
      return { answers, improvementHints: [] };
    });
    const { errors, results } = await loop(place, judge);
    expect(results[0]?.turns.length).toBeLessThanOrEqual(2);
    expect(codesOf(errors)).toEqual(['EVR-007']);
    expect(judge.prompts.length).toBeLessThanOrEqual(5);
  });
});

describe('aged answers in a cache', () => {
  it('are asked for again, once and not endlessly', async () => {
    await using place = await openImported(provider.origin, { demo: { 'beta.mjs': oneTool('beta') } });
    const cache = place.path('cache');
    await loop(place, excellent(), {}, { cache });
    place.wait(800 * 24 * 60 * 60);
    const { errors, results } = await loop(place, excellent(), { offline: true }, { cache });
    expect(codesOf(errors)).toEqual(['EVR-007']);
    // The answer that only tests could give has aged as well, and offline it stays so.
    expect(results).toMatchObject([{ turns: [{ recalled: 0 }] }]);
    expect(results[0]?.turns[0]?.asked).toBeGreaterThan(0);
    expect(results[0]?.turns[0]?.written).toBeGreaterThan(0);
  });
});

describe('an interrupted hand-in', () => {
  it('is completed first', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    await place.emit();
    const { results } = await evaluateTargets({
      island: place.island(),
      targets: ['demo'],
      evaluator: SPEC,
      openEvaluator: async () => excellent(),
      now: () => place.now,
    });
    const scores = place.island().readText(results[0]?.scoresPath ?? '');
    const files = new FailingFiles(1, /^create .*_gradings/);
    await expect(place.consume(scores, { island: place.island(files) })).rejects.toThrow();
    expect(place.state().status).toBe('consuming');
    const { errors, results: looped } = await loop(place, excellent());
    expect(errors).toEqual([]);
    expect(looped).toMatchObject([{ turns: [{ written: 1 }], rollupStatus: 'operational' }]);
  });
});

describe('an open run of another grader', () => {
  it('is continued', async () => {
    await using place = await openImported(provider.origin, { demo: providerFiles() });
    const emit = { allowHosts: ['127.0.0.1'] };
    await place.emit('demo', emit);
    const { taskId } = place.json<PromptsFile>('providers/demo/prompts.json');
    const { results } = await loop(place, excellent());
    expect(results[0]?.turns[0]?.taskId).toBe(taskId);
  });
});
