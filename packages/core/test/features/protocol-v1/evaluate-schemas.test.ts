// An evaluator grades by scoring protocol v1: tried out first, one call per prompt, and a failed call is never a score.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CommandSpec,
  type EvaluationOutcome,
  type Evaluator,
  type EvaluatorPayload,
  type JudgeSpec,
  PREFLIGHT_CANDIDATE,
} from '../../../src/evaluators/logic/evaluator.js';
import {
  evaluateProtocol,
  type ProtocolEvaluateOptions,
} from '../../../src/features/protocol-v1/evaluate-schemas.js';
import { problem } from '../../../src/problems/error-codes.js';
import { type ModelRequest, startOpenAiServer } from '../../evaluators/openai-server.js';
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

/** Scores everything 0.5 except the calls that match `fails`, and records its payloads. */
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

function evaluate(
  evaluator: Evaluator,
  cache?: string,
  spec = SPEC,
  more: Partial<ProtocolEvaluateOptions> = {},
) {
  const asking = {
    evaluator: spec,
    openEvaluator: async () => evaluator,
    retries: 0,
    now: more.now ?? (() => GRADED),
    ...(cache !== undefined && { cache }),
  };
  const schemas = [place.path('demo')];
  return evaluateProtocol({ schemas, asking, ...place.folders, now: () => GRADED, ...more });
}

describe('evaluateProtocol', () => {
  it('tries the evaluator out, asks each prompt separately, and names the scorer', async () => {
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

  it('gives a failed call no score, and asks again only about that schema', async () => {
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

  it('makes no real call to an evaluator that fails its trial, and closes it', async () => {
    const { seen, evaluator } = createHalf(({ candidate }) => candidate === PREFLIGHT_CANDIDATE);
    await expect(evaluate(evaluator)).rejects.toThrow('GRP-017');
    expect(seen).toMatchObject({ calls: { length: 1 }, closed: 1 });
    expect(await place.list('reports')).toEqual([]);
  });

  it('reuses answers from the cache', async () => {
    await evaluate(createHalf().evaluator, place.path('cache'));
    await place.remove('work');
    const again = createHalf();
    const { results } = await evaluate(again.evaluator, place.path('cache'));
    expect(results).toHaveLength(3);
    expect(again.seen.calls).toHaveLength(1);
  });

  it("keeps the day of cached answers, and hands them in with today's time", async () => {
    const cache = place.path('cache');
    await evaluate(createHalf().evaluator, cache);
    await place.remove('work');
    await place.remove('reports');
    const later = new Date(GRADED.getTime() + 40 * 24 * 60 * 60 * 1000);
    await evaluate(createHalf().evaluator, cache, SPEC, { now: () => later });
    const [report] = await place.list('reports');
    expect(place.read(`reports/${report}`)).toMatchObject({
      timestamps: { scoredAt: later.toISOString() },
      dimensions: [{ timestamp: GRADED.toISOString() }, { timestamp: GRADED.toISOString() }],
    });
  });

  it('ignores the cache to grade again, and replaces its answers', async () => {
    const cache = place.path('cache');
    await evaluate(createHalf().evaluator, cache);
    const again = createHalf(undefined, 1);
    const { results } = await evaluate(again.evaluator, cache, SPEC, { onConflict: 'overwrite' });
    expect(again.seen.calls).toHaveLength(1 + 2 * NAMES.length);
    expect(results.map(({ score }) => score)).toEqual([5, 5, 5]);
    await place.remove('work');
    const third = createHalf();
    expect((await evaluate(third.evaluator, cache)).results.map(({ score }) => score)).toEqual([5, 5, 5]);
    expect(third.seen.calls).toHaveLength(1);
  });

  it('treats a score outside 1 to 5 as a failed call, and does not keep it', async () => {
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

  it('does not even try out an evaluator if there is nothing to ask', async () => {
    await evaluate(createHalf().evaluator);
    const again = createHalf();
    expect(await evaluate(again.evaluator)).toMatchObject({ status: true, results: [] });
    expect(again.seen.calls).toEqual([]);
  });
});

describe('a judge', () => {
  const says = (score: number) => ({ says: { reasoning: 'r', dimensions: { d1: score }, score } });

  /** The result of a judge that gives every prompt this score, and its requests; the trial call first. */
  async function judged(score: number, more: Partial<JudgeSpec> = {}) {
    const server = await startOpenAiServer(() => says(score));
    const spec: JudgeSpec = {
      ...{ kind: 'judge', model: 'local/tiny', apiBase: server.apiBase, objective: null, intake: null },
      ...{ samples: 1, timeoutMs: 5000, range: 'unit', taskModel: null, ...more },
    };
    try {
      const asking = { evaluator: spec, retries: 0 };
      const result = await evaluateProtocol({ schemas: [place.path('demo')], asking, ...place.folders });
      return { ...result, requests: server.requests as readonly ModelRequest[] };
    } finally {
      await server.close();
    }
  }

  const userText = ({ body }: ModelRequest) => body.messages.at(-1)?.content ?? '';

  it.each([
    [1, '1 F'],
    [2, '2 D'],
    [4.5, '4.5 A'],
  ])('that answers %d of 1 to 5 is accepted unchanged', async (score, graded) => {
    const { results } = await judged(score);
    expect(results.map((one) => `${one.score} ${one.grade}`)).toEqual([graded, graded, graded]);
  });

  it.each([0, 0.9, 5.5])('that answers %d has not answered, and nothing is graded', async (score) => {
    await expect(judged(score)).rejects.toThrow('EVL-031');
    expect(await place.list('reports')).toEqual([]);
  });

  it('gets one scale, once, and judges the schema and not the text of the prompt', async () => {
    const { requests } = await judged(3);
    expect(requests).toHaveLength(1 + 2 * NAMES.length);
    for (const request of requests) {
      expect(userText(request).match(/from \d .*to \d/g)).toHaveLength(1);
      expect(userText(request)).not.toMatch(/1\.0-5\.0|scale-1-5|from 0/);
      expect(request.body.response_format?.json_schema?.schema).toMatchObject({
        properties: { score: { minimum: 1, maximum: 5 } },
      });
    }
    const [, first = '', second = ''] = requests.map(userText);
    expect(first).toContain('- whenToUse: Rate the clarity and specificity');
    const quoted = [first, second].map((text) => text.slice(text.indexOf('### Candidate')));
    expect(quoted[0]).toMatch(/^\| "/m);
    expect(quoted[1]).toMatch(/^\| \{"/m);
    expect(quoted.join()).not.toContain('Rate ');
  });

  it("also follows the user's objective, and an intake uses the same scale", async () => {
    const intake = { qualityDimensions: [{ name: 'units', weight: 10_000 }], hardConstraints: [] };
    const { results, requests } = await judged(4, { objective: 'Be strict about units.', intake });
    expect(results.map(({ score }) => score)).toEqual([4, 4, 4]);
    expect(userText(requests[1] as ModelRequest)).toContain('\n\nBe strict about units.\n\n');
  });
});
