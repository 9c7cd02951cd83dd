// How a judge was asked is named in entries, explanation and history: at which address, and without what.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluatorKey } from '../../../src/evaluators/journal.js';
import type { EvaluatorIdentity, JudgeSpec } from '../../../src/evaluators/logic/evaluator.js';
import { evaluateTargets } from '../../../src/features/evaluate/evaluate-targets.js';
import { explainGrades } from '../../../src/features/explain/run.js';
import { readHistory } from '../../../src/features/history/run.js';
import { answerAreaPrompt, type OpenAiServer, startOpenAiServer } from '../../evaluators/openai-server.js';
import { aboutSources, openImported } from '../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../journeys/mock-provider.js';

let provider: MockProvider;
let model: OpenAiServer;
beforeAll(async () => {
  provider = await startMockProvider();
  model = await startOpenAiServer((request) => {
    if (request.body.temperature !== undefined) {
      return { status: 400, body: '{"error":{"message":"no temperature","param":"temperature"}}' };
    }
    return request.body.messages.some(({ content }) => content.includes('{"$schema"'))
      ? answerAreaPrompt(request, 4.5)
      : { says: { reasoning: 'A trial.', score: 0.5 } };
  });
});
afterAll(async () => {
  await provider.close();
  await model.close();
});

const specOf = (samples: number): JudgeSpec => ({
  ...{ kind: 'judge', model: 'anthropic/claude-x', apiBase: model.apiBase, samples },
  ...{ objective: null, intake: null, timeoutMs: 5000, range: 'unit', taskModel: null },
});

async function openJudged(samples: number) {
  const place = await openImported(provider.origin, aboutSources());
  await place.emit();
  const { results, errors } = await evaluateTargets({
    island: place.island(),
    targets: ['demo'],
    evaluator: specOf(samples),
    now: () => place.now,
  });
  expect(errors).toEqual([]);
  const consumed = await place.consume(place.island().readText(results[0]?.scoresPath ?? ''));
  expect(consumed.errors).toEqual([]);
  return { place, written: consumed.results[0]?.written ?? [] };
}

interface Entry {
  readonly gradings: readonly { readonly determinism: string; readonly evidence?: unknown }[];
}

describe('a judge at another address', () => {
  it.each([1, 2])('records its origin, %d samples and what was left out in every answer', async (samples) => {
    const { place, written } = await openJudged(samples);
    await using _ = place;
    expect(written.length).toBeGreaterThan(3);
    const { origin } = new URL(model.apiBase);
    for (const path of written) {
      const judged = place
        .json<Entry>(path)
        .gradings.filter(({ determinism }) => determinism === 'non-deterministic');
      expect(judged.length).toBeGreaterThan(0);
      for (const { evidence } of judged) {
        expect(evidence).toEqual({
          judge: { askedAt: origin, samples, leftOut: ['temperature'] },
          ...(samples > 1 && { samples: expect.anything() }),
        });
      }
    }
  });

  it('is named with both by explain and history', async () => {
    const { place } = await openJudged(1);
    await using _ = place;
    const named = { island: place.island(), targets: ['demo'], now: () => place.now };
    const { origin } = new URL(model.apiBase);
    const who = expect.stringMatching(
      /^llm-judge \S+ \(llm, anthropic\/claude-x, asked at http:\/\/127\.0\.0\.1:\d+, asked without temperature\)$/,
    );
    const explained = await explainGrades({ ...named, node: 'schemas.alpha.tools.getItems' });
    const answers = explained.results[0]?.nodes[0]?.entry?.answers ?? [];
    for (const { determinism, grader, askedAt, leftOut } of answers) {
      expect([grader, askedAt, leftOut]).toEqual(
        determinism === 'deterministic'
          ? [expect.not.stringContaining('asked'), undefined, undefined]
          : [who, origin, ['temperature']],
      );
    }
    const history = await readHistory(named);
    const graders = history.results[0]?.nodes.flatMap(({ entries }) => entries.flatMap((one) => one.graders));
    expect(new Set(graders)).toEqual(new Set([who]));
  });
});

it('the way a judge is asked does not change the key of its cached answers', () => {
  const identity: EvaluatorIdentity = {
    kind: 'llm',
    name: 'j',
    version: '1',
    harness: 'llm-judge',
    model: 'm',
  };
  const asked = { askedAt: 'http://127.0.0.1:1', samples: 3 };
  const key = (given: EvaluatorIdentity) => evaluatorKey({ identity: given, cacheKey: 'judge' }, 'unit');
  expect(key({ ...identity, asked })).toBe(key(identity));
});
