// An evaluator answers the prompts of an open run: one call per question; its answers become a hand-in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJudge } from '../../../src/evaluators/judge.js';
import type { Evaluator, EvaluatorSpec, JudgeSpec } from '../../../src/evaluators/logic/evaluator.js';
import type { EvaluatedTarget, EvaluateOptions } from '../../../src/evaluators/options.js';
import { withStableFence } from '../../../src/features/evaluate/calls.js';
import { evaluateTargets } from '../../../src/features/evaluate/evaluate-targets.js';
import type { PromptsFile } from '../../../src/spec/prompts.js';
import type { ScoresFile } from '../../../src/spec/scores.js';
import { answerAreaPrompt, startOpenAiServer } from '../../evaluators/openai-server.js';
import { aboutSources, change, oneTool, openImported } from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';
import { codesOf, type Workplace } from '../../journeys/workplace.js';
import { broken, fakeEvaluator, fakeJudge, isPreflight, judgement, SPEC, scored } from './fake-evaluator.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

/** A provider with two schemas and emitted prompts. */
async function openAsked() {
  const place = await openImported(provider.origin, aboutSources());
  await place.emit();
  place.wait();
  return place;
}

function evaluate(
  place: Workplace,
  evaluator: Evaluator,
  more: Partial<EvaluateOptions> = {},
  spec: Partial<EvaluatorSpec> = {},
) {
  return evaluateTargets({
    island: place.island(),
    targets: ['demo'],
    evaluator: { ...SPEC, ...spec } as EvaluatorSpec,
    openEvaluator: async () => evaluator,
    retries: 0,
    now: () => place.now,
    ...more,
  });
}

function only<T>(results: readonly T[]): T {
  expect(results).toHaveLength(1);
  return results[0] as T;
}

const scoresOf = (place: Workplace, { scoresPath }: EvaluatedTarget) =>
  place.json<ScoresFile>(scoresPath ?? '');
const questionsIn = ({ prompts }: PromptsFile) =>
  prompts.flatMap(({ id, questions }) => questions.map(({ questionId }) => `${id} ${questionId}`));

describe('a hand-in of an evaluator', () => {
  it('answers every question with one call, in the order of the prompts', async () => {
    await using place = await openAsked();
    const evaluator = fakeEvaluator(async ({ example }) => {
      // The first questions are answered last.
      if (String(example?.questionId).endsWith('04')) await new Promise((done) => setTimeout(done, 20));
      return scored(0.73, { reasoning: `about ${example?.questionId}`, words: 12 });
    });
    const { status, results, errors } = await evaluate(place, evaluator, { concurrency: 8 });
    expect([status, errors]).toEqual([true, []]);
    const result = only(results);
    const asked = questionsIn(place.prompts());
    expect(asked.length).toBeGreaterThan(20);
    expect(result).toMatchObject({
      target: 'providers/demo',
      unit: 'question',
      total: asked.length,
      asked: asked.length,
      scored: asked.length,
      reused: 0,
      unscored: [],
    });
    const scores = scoresOf(place, result);
    const answered = scores.areas.flatMap(({ area, subject, answers }) =>
      answers.map(({ questionId }) => `${area}/${subject} ${questionId}`),
    );
    expect(answered).toEqual(asked);
    const types = new Map(
      place
        .prompts()
        .prompts.flatMap(({ questions }) => questions.map((one) => [one.questionId, one.scoreType])),
    );
    for (const { questionId, ...answer } of scores.areas.flatMap(({ answers }) => answers)) {
      const score = types.get(questionId) === 'boolean' ? 'pass' : 1 + 4 * 0.73;
      expect(answer).toEqual({ score, reasoning: `about ${questionId}`, evidence: { words: 12 } });
    }
    expect(evaluator.closed).toBe(true);
  });

  it('passes each question with its material, and as data', async () => {
    await using place = await openAsked();
    const evaluator = fakeEvaluator();
    await evaluate(place, evaluator, {}, { taskModel: 'openai/gpt' });
    const { prompts } = place.prompts();
    const prompt = prompts.find(({ id }) => id === 'single-test/alpha.getItems');
    const [question] = prompt?.questions ?? [];
    const payload = evaluator.asked.find(
      ({ example }) => example?.subject === 'alpha.getItems' && example.questionId === question?.questionId,
    );
    expect(payload).toMatchObject({ _protocol_version: 2, task_model: 'openai/gpt' });
    const { artefact, ...example } = payload?.example ?? {};
    expect(example).toEqual({
      questionId: question?.questionId,
      area: 'single-test',
      subject: 'alpha.getItems',
      dimension: question?.dimension,
      scoreType: question?.scoreType,
      persona: null,
      schemaHash: prompt?.schemaHash,
    });
    expect(JSON.stringify(artefact)).toContain('getItems');
    expect(payload?.candidate).toContain(question?.text);
    expect(payload?.candidate).toContain('## Material');
    expect(payload?.candidate).not.toContain(place.root);
  });

  it('is accepted by consume, and names the real grader', async () => {
    await using place = await openAsked();
    const evaluator = fakeEvaluator(undefined, { name: 'words.py', version: '2.7' });
    const result = only((await evaluate(place, evaluator)).results);
    const { taskId } = place.state();
    expect(scoresOf(place, result)).toMatchObject({
      taskId,
      creator: { skill: 'words.py', skillVersion: '2.7', session: taskId, kind: 'script' },
      harness: { name: 'evaluator-command', version: expect.stringMatching(/^\d+\.\d+/) },
      timestamp: place.now.toISOString(),
    });
    const consumed = await place.consume(place.island().readText(result.scoresPath ?? ''));
    expect(consumed.errors).toEqual([]);
    expect(consumed.results[0]).toMatchObject({ taskComplete: true });
    for (const path of consumed.results[0]?.written ?? []) {
      const entry = place.json<{ harness: string; gradings: Record<string, unknown>[] }>(path);
      expect(entry.harness).toBe('evaluator-command');
      const judged = entry.gradings.filter(({ determinism }) => determinism === 'non-deterministic');
      expect(judged.length).toBeGreaterThan(0);
      for (const answer of judged) {
        expect(answer.graderIdentity).toEqual({ kind: 'script', name: 'words.py', version: '2.7' });
        expect(answer).not.toHaveProperty('llmModel');
      }
    }
  });

  it('keeps a score of the range any, and refuses one outside 1 to 5', async () => {
    await using place = await openAsked();
    const evaluator = fakeEvaluator(({ example }) =>
      scored(example?.questionId === 'Q-single-test-04' ? 0.5 : 4.2),
    );
    const { results, errors } = await evaluate(place, evaluator, {}, { range: 'any' });
    const { unscored, prompts } = only(results);
    expect(unscored.map(({ question, problem }) => [question, problem.code])).toEqual([
      ['Q-single-test-04', 'EVR-003'],
      ['Q-single-test-04', 'EVR-003'],
    ]);
    expect(prompts.complete).toBe(prompts.total - 2);
    expect(codesOf(errors)).toEqual(['EVR-002']);
    const scores = scoresOf(place, only(results)).areas.flatMap(({ answers }) => answers);
    expect(new Set(scores.map(({ score }) => score))).toEqual(new Set([4.2, 'pass']));
  });

  it('notes that an evaluator gave no reasoning', async () => {
    await using place = await openAsked();
    const { results } = await evaluate(
      place,
      fakeEvaluator(() => scored(0)),
    );
    const [answer] = scoresOf(place, only(results)).areas.flatMap(({ answers }) => answers);
    expect(answer?.reasoning).toBe('fake scored this 0 and gave no reasoning.');
  });
});

describe('an evaluator that fails', () => {
  it('leaves a question without a score, and the others continue', async () => {
    await using place = await openAsked();
    const evaluator = fakeEvaluator(({ example }) =>
      example?.subject === 'alpha.getItems' && example.questionId === 'Q-single-test-06'
        ? broken()
        : scored(1),
    );
    const { status, results, errors } = await evaluate(place, evaluator);
    const result = only(results);
    expect(status).toBe(false);
    expect(result.unscored).toEqual([
      { prompt: 'single-test/alpha.getItems', question: 'Q-single-test-06', problem: expect.anything() },
    ]);
    expect(errors).toMatchObject([{ code: 'EVR-002', args: { missing: 1, total: result.total } }]);
    const ids = scoresOf(place, result).areas.map(({ area, subject }) => `${area}/${subject}`);
    expect(ids).toEqual(
      place
        .prompts()
        .prompts.map(({ id }) => id)
        .filter((id) => id !== 'single-test/alpha.getItems'),
    );
    const text = place.island().readText(result.scoresPath ?? '');
    expect(codesOf((await place.consume(text)).errors)).toEqual(['SCR-016']);
    const partly = await place.consume(text, { allowMissing: true });
    expect(partly.results[0]).toMatchObject({
      taskComplete: false,
      missingAreas: ['single-test/alpha.getItems'],
    });
  });

  it('is called as often as --retries allows', async () => {
    await using place = await openAsked();
    const evaluator = fakeEvaluator(({ candidate }, calls) =>
      isPreflight({ _protocol_version: 2, candidate }) || calls > 1 ? scored(1) : broken(true),
    );
    const { results } = await evaluate(place, evaluator, { retries: 1, concurrency: 1 });
    const { unscored, total } = only(results);
    expect(unscored).toEqual([]);
    expect(evaluator.asked).toHaveLength(total + 1);
  });

  it('is asked one call after another if --throttle says so', async () => {
    await using place = await openAsked();
    const mostAtOnce = async (throttleMs: number) => {
      let running = 0;
      let most = 0;
      const evaluator = fakeEvaluator(async (payload) => {
        running += 1;
        most = Math.max(most, running);
        // Ends in the turn of the event loop in which it began.
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return isPreflight(payload) ? scored(1) : broken();
      });
      await evaluate(place, evaluator, { concurrency: 8, throttleMs, retries: 0 });
      return most;
    };
    expect(await mostAtOnce(0)).toBeGreaterThan(1);
    expect(await mostAtOnce(10)).toBe(1);
  });

  it('writes no scores file if nothing is complete', async () => {
    await using place = await openAsked();
    const evaluator = fakeEvaluator((payload) => (isPreflight(payload) ? scored(1) : broken()));
    const { results } = await evaluate(place, evaluator);
    expect(only(results)).toMatchObject({ scoresPath: null, scored: 0, prompts: { complete: 0 } });
    expect([...place.tree().keys()].filter((path) => path.includes('/evaluations/'))).toEqual([]);
  });

  it('is not called if it does not pass the preflight', async () => {
    await using place = await openAsked();
    const evaluator = fakeEvaluator(() => broken());
    const { status, results, errors } = await evaluate(place, evaluator);
    expect({ status, results, codes: codesOf(errors) }).toEqual({
      status: false,
      results: [],
      codes: ['EVL-009'],
    });
    expect(evaluator.asked).toEqual([]);
    expect(evaluator.closed).toBe(true);
  });
});

describe('no call is made for', () => {
  it('a run that is not open', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    const evaluator = fakeEvaluator();
    expect(codesOf((await evaluate(place, evaluator)).errors)).toEqual(['EVR-001']);
    expect(await evaluate(place, evaluator, { targets: [], all: true })).toMatchObject({
      status: true,
      results: [],
    });
  });

  it('content that has changed since', async () => {
    await using place = await openAsked();
    await change(place, { 'beta.mjs': oneTool('beta', 'Items of another part.') });
    const evaluator = fakeEvaluator();
    expect(codesOf((await evaluate(place, evaluator)).errors)).toEqual(['SCR-014']);
    expect(evaluator.asked).toEqual([]);
  });

  it('anything in a dry run, which reports its cost', async () => {
    await using place = await openAsked();
    const evaluator = fakeEvaluator();
    const before = place.tree();
    const { results, dryRun, tokenRule } = await evaluate(place, evaluator, { dryRun: true });
    const questions = questionsIn(place.prompts()).length;
    const { estimate, asked, scoresPath } = only(results);
    expect({ dryRun, asked, scoresPath, calls: estimate.calls }).toEqual({
      dryRun: true,
      asked: 0,
      scoresPath: null,
      calls: questions,
    });
    expect(tokenRule).toContain('4 characters');
    await evaluate(place, evaluator, { concurrency: 1 });
    const sent = evaluator.asked.map((payload) => Math.ceil(JSON.stringify(payload).length / 4));
    expect(estimate.tokens).toBe(sent.reduce((sum, tokens) => sum + tokens, 0));
    expect([...before.keys()].some((path) => path.includes('/evaluations/'))).toBe(false);
    expect(only((await evaluate(place, evaluator, { dryRun: true })).results).estimate).toEqual({
      calls: 0,
      tokens: 0,
    });
  });
});

describe('a cache', () => {
  it('saves calls of another run about the same content, and keeps the time of the answer', async () => {
    await using place = await openAsked();
    const cache = place.path('cache');
    const first = only((await evaluate(place, fakeEvaluator(), { cache })).results);
    expect(first).toMatchObject({ recalled: 0, asked: first.total });
    place.wait();
    await place.emit('demo', { onConflict: 'overwrite', offline: true });
    place.wait();
    const evaluator = fakeEvaluator();
    const second = only((await evaluate(place, evaluator, { cache })).results);
    expect(second.taskId).not.toBe(first.taskId);
    expect(second).toMatchObject({
      total: first.total,
      reused: 0,
      recalled: first.total,
      asked: 0,
      scored: 0,
    });
    expect(evaluator.asked).toEqual([]);
    expect(scoresOf(place, second).areas).toEqual(scoresOf(place, first).areas);
    expect(scoresOf(place, second).timestamp).toBe(scoresOf(place, first).timestamp);
    const other = only(
      (await evaluate(place, fakeEvaluator(undefined, { version: '9' }), { cache })).results,
    );
    expect(other).toMatchObject({ recalled: 0, asked: first.total });
  });
});

describe('a judge', () => {
  it('answers each prompt with one call, and is named with its model', async () => {
    await using place = await openAsked();
    const judge = fakeJudge((schema) => judgement(schema));
    const { results, errors } = await evaluate(place, judge);
    expect(errors).toEqual([]);
    const result = only(results);
    expect(result).toMatchObject({ unit: 'prompt', total: place.prompts().prompts.length });
    expect([...judge.prompts].sort()).toEqual(
      place
        .prompts()
        .prompts.map(({ prompt }) => withStableFence(prompt))
        .sort(),
    );
    expect(scoresOf(place, result)).toMatchObject({
      creator: { skill: 'judge', kind: 'llm' },
      harness: { name: 'llm-judge', model: 'openai/some-model' },
    });
    const { results: consumed } = await place.consume(place.island().readText(result.scoresPath ?? ''));
    for (const path of consumed[0]?.written ?? []) {
      const { harness, gradings } = place.json<{ harness: string; gradings: Record<string, unknown>[] }>(
        path,
      );
      expect(harness).toBe('llm-judge');
      for (const answer of gradings.filter(({ determinism }) => determinism === 'non-deterministic')) {
        expect(answer).toMatchObject({
          graderIdentity: { kind: 'llm', name: 'judge' },
          llmModel: 'openai/some-model',
        });
      }
    }
    expect(consumed[0]?.written.length).toBeGreaterThan(3);
  });

  it.each<[string, (given: ReturnType<typeof judgement>) => unknown, RegExp]>([
    [
      'a question left out',
      ({ answers, ...rest }) => ({ ...rest, answers: answers.slice(1) }),
      /is not answered/,
    ],
    [
      'a score beyond the scale',
      (given) => ({ ...given, answers: given.answers.map((answer) => ({ ...answer, score: 6 })) }),
      /\[\/answers\/0\/score\]/,
    ],
    ['no object', () => 'all is well', /answers/],
    [
      'no reasoning',
      (given) => ({ ...given, answers: given.answers.map(({ reasoning: _, ...answer }) => answer) }),
      /reasoning/,
    ],
  ])('is refused: %s', async (_, spoil, reason) => {
    await using place = await openAsked();
    const judge = fakeJudge((schema, calls) => (calls === 2 ? spoil(judgement(schema)) : judgement(schema)));
    const { results } = await evaluate(place, judge, { concurrency: 1 });
    const { unscored, prompts } = only(results);
    expect(unscored).toMatchObject([{ question: null, problem: { code: 'EVR-004' } }]);
    expect(unscored[0]?.problem.args?.reason).toMatch(reason);
    expect(prompts.complete).toBe(prompts.total - 1);
  });

  it('does not get a median from scores beyond the scale', async () => {
    await using place = await openAsked();
    let answered = 0;
    const server = await startOpenAiServer((request) => {
      if (!request.body.messages.some(({ content }) => content.includes('"$schema"')))
        return { says: { reasoning: 'A trial.', score: 0.5 } };
      answered += 1;
      return answerAreaPrompt(request, answered % 2 === 1 ? 1 : 9);
    });
    const spec: JudgeSpec = {
      ...{ kind: 'judge', model: 'local/tiny', apiBase: server.apiBase, samples: 2 },
      ...{ objective: null, intake: null, timeoutMs: 5_000, range: 'unit', taskModel: null },
    };
    const judge = await createJudge(spec, { environment: {} });
    try {
      const { results } = await evaluate(place, judge, { concurrency: 1 }, spec);
      const { total, unscored } = only(results);
      expect(total).toBeGreaterThan(0);
      expect(unscored.map(({ problem }) => problem.code)).toEqual(Array(total).fill('EVR-004'));
    } finally {
      await server.close();
    }
  });
});
