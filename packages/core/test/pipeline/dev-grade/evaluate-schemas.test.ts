// An evaluator grades by scoring protocol v1: tried out first, one call per prompt, and a failed call is never a score.
import { beforeEach, describe, expect, it } from 'vitest';
import { PREFLIGHT_CANDIDATE } from '../../../src/engine/evaluator/build-payload.js';
import type {
  CommandSpec,
  EvaluationOutcome,
  Evaluator,
  EvaluatorPayload,
} from '../../../src/model/evaluator.js';
import { evaluateProtocol } from '../../../src/pipeline/dev-grade/evaluate-schemas.js';
import { problem } from '../../../src/tables/error-codes.js';
import { GRADED, ProtocolPlace, placesOf, schemaText } from './protocol-place.js';

const NAMES = ['coins', 'pools', 'prices'];
const SPEC: CommandSpec = {
  kind: 'command',
  argv: ['half'],
  cwd: null,
  timeoutMs: 1000,
  range: 'unit',
  taskModel: 'o/task',
};

let place: ProtocolPlace;
beforeEach(async () => {
  place = await ProtocolPlace.create(
    Object.fromEntries(NAMES.map((name) => [`demo/${name}.mjs`, schemaText('demo')])),
  );
  return () => place[Symbol.asyncDispose]();
});

const BROKEN: EvaluationOutcome = {
  problem: problem('GRP-017', undefined, { reason: 'EPIPE' }),
  retry: false,
};

/** Says half of everything but what `fails` is about, and remembers what it was asked. */
function createHalf(fails: (payload: EvaluatorPayload) => boolean = () => false, score = 0.5) {
  const calls: EvaluatorPayload[] = [];
  const seen = { calls, closed: 0 };
  const evaluator: Evaluator = {
    identity: { kind: 'script', name: 'half', version: '1', harness: 'flowmcp-cli' },
    cacheKey: 'half',
    evaluate: async (payload) => {
      calls.push(payload);
      if (fails(payload)) return BROKEN;
      return { evaluation: { score, sideInfo: { reasoning: 'half', tokens: 7 } } };
    },
    check: async () => null,
    close: async () => {
      seen.closed += 1;
    },
  };
  return { seen, evaluator };
}

function evaluate(evaluator: Evaluator, cache?: string, spec = SPEC) {
  const asking = {
    evaluator: spec,
    openEvaluator: async () => evaluator,
    retries: 0,
    now: () => GRADED,
    ...(cache !== undefined && { cache }),
  };
  return evaluateProtocol({ schemas: [place.path('demo')], asking, ...place.folders, now: () => GRADED });
}

describe('evaluateProtocol', () => {
  it('tries the evaluator out, asks each prompt by itself, and says who scored', async () => {
    const { seen, evaluator } = createHalf();
    const { status, results } = await evaluate(evaluator);
    expect(status).toBe(true);
    expect(results.map(({ score, grade }) => `${score} ${grade}`)).toEqual(['3 C', '3 C', '3 C']);
    const [trial, ...real] = seen.calls;
    expect(trial).toMatchObject({ candidate: PREFLIGHT_CANDIDATE, task_model: 'o/task' });
    expect(real.map(({ example }) => `${example?.schemaIdSlug} ${example?.dimension}`)).toEqual(
      NAMES.flatMap((name) => [`demo_${name} whenToUse`, `demo_${name} parameters`]),
    );
    expect(seen.closed).toBe(1);
    const [report] = await place.list('reports');
    expect(place.read(`reports/${report}`)).toMatchObject({
      creator: { skill: 'half', skillVersion: '1', kind: 'script' },
      harness: { name: 'flowmcp-cli' },
      dimensions: [{ reasoning: 'half', evidence: { tokens: 7 } }, { dimension: 'parameters' }],
    });
  });

  it('lets a failed call be no score, and asks again only about that schema', async () => {
    const { evaluator } = createHalf(
      ({ example }) => example?.schemaIdSlug === 'demo_pools' && example.dimension === 'parameters',
    );
    const { results, errors, summary } = await evaluate(evaluator);
    expect(results.map(({ schemaId }) => schemaId)).toEqual(['demo/coins', 'demo/prices']);
    expect(summary).toMatchObject({ graded: 2, failed: 1 });
    expect(placesOf(place, errors)).toEqual(['GRP-017 demo/pools.mjs']);
    const again = createHalf();
    const { skipped } = await evaluate(again.evaluator);
    expect(skipped).toEqual(['demo/coins', 'demo/prices']);
    expect(again.seen.calls.slice(1).map(({ example }) => example?.schemaIdSlug)).toEqual([
      'demo_pools',
      'demo_pools',
    ]);
  });

  it('asks nothing real of an evaluator that fails its trial, and closes it', async () => {
    const { seen, evaluator } = createHalf(({ candidate }) => candidate === PREFLIGHT_CANDIDATE);
    await expect(evaluate(evaluator)).rejects.toThrow('GRP-017');
    expect(seen).toMatchObject({ calls: { length: 1 }, closed: 1 });
    expect(await place.list('reports')).toEqual([]);
  });

  it('takes what it knows from the cache', async () => {
    await evaluate(createHalf().evaluator, place.path('cache'));
    await place.remove('work');
    const again = createHalf();
    const { results } = await evaluate(again.evaluator, place.path('cache'));
    expect(results).toHaveLength(3);
    expect(again.seen.calls).toHaveLength(1);
  });

  it('takes a score that is none from 1 to 5 for a failed call, and does not keep it', async () => {
    const spec: CommandSpec = { ...SPEC, range: 'any' };
    const [seven, four] = [7, 4].map((score) => createHalf(undefined, score).evaluator);
    const first = await evaluate(seven as Evaluator, place.path('cache'), spec);
    expect(first.results).toEqual([]);
    expect(placesOf(place, first.errors)).toEqual(
      NAMES.flatMap((name) => [`EVR-003 demo/${name}.mjs`, `EVR-003 demo/${name}.mjs`]),
    );
    const { results } = await evaluate(four as Evaluator, place.path('cache'), spec);
    expect(results.map(({ score }) => score)).toEqual([4, 4, 4]);
  });

  it('does not even try out an evaluator when there is nothing to ask', async () => {
    await evaluate(createHalf().evaluator);
    const again = createHalf();
    expect(await evaluate(again.evaluator)).toMatchObject({ status: true, results: [] });
    expect(again.seen.calls).toEqual([]);
  });
});
