// A round of calls keeps limits and order, retries the right failures after the right delay, and stops cleanly on
// abort.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AskProgress, askEach } from '../../../src/evaluators/ask/ask-each.js';
import { createCallGate } from '../../../src/evaluators/ask/call-gate.js';
import { CallMeter } from '../../../src/evaluators/ask/call-meter.js';
import type { EvaluatorFailure } from '../../../src/evaluators/logic/evaluator.js';
import { problem } from '../../../src/problems/error-codes.js';

type Answer = { readonly value: number };
type Outcome = Answer | EvaluatorFailure;

const BROKEN: EvaluatorFailure = { problem: problem('EVL-028'), retry: true };
const FINAL: EvaluatorFailure = { problem: problem('EVL-022'), retry: false };
const busy = (retryAfter: number): EvaluatorFailure => ({
  problem: problem('EVL-022'),
  retry: true,
  retryAfter,
});

/** A clock that moves to the next timer only when nothing else can run. */
function fakeClock() {
  let time = 0;
  const alarms = new Set<{ readonly at: number; readonly ring: () => void }>();
  const tick = () => {
    const next = [...alarms].sort((a, b) => a.at - b.at)[0];
    if (!next) return;
    alarms.delete(next);
    time = Math.max(time, next.at);
    next.ring();
  };
  const after = (ms: number, ring: () => void) => {
    const alarm = { at: time + ms, ring };
    alarms.add(alarm);
    setImmediate(tick);
    return () => void alarms.delete(alarm);
  };
  return {
    now: () => time,
    after,
    sleep: (ms: number) => new Promise<void>((resolve) => void after(ms, resolve)),
  };
}

interface Round {
  readonly count: number;
  /** Number of samples for one answer. */
  readonly samples?: number;
  readonly meter?: CallMeter;
  readonly concurrency?: number;
  readonly retries?: number;
  readonly throttleMs?: number;
  readonly takesMs?: number;
  readonly answer: (item: number, attempt: number, at: number) => Outcome;
}

/** Runs a round on its own clock, and records the time of each call. */
async function run({
  count,
  samples = 1,
  meter = new CallMeter(),
  concurrency = 4,
  retries = 1,
  throttleMs = 0,
  takesMs = 10,
  answer,
}: Round) {
  const clock = fakeClock();
  const calls: { readonly item: number; readonly at: number }[] = [];
  const outcomes = new Map<number, Outcome>();
  const progress: AskProgress[] = [];
  const kept = new Map<string, Answer>();
  let running = 0;
  let most = 0;
  await askEach<number, Answer>({
    items: Array.from({ length: count }, (_, index) => index),
    gate: createCallGate({ concurrency, throttleMs, meter, surroundings: clock }),
    retries,
    ask: async (item) => {
      calls.push({ item, at: clock.now() });
      const attempt = calls.filter((call) => call.item === item).length;
      running += 1;
      most = Math.max(most, running);
      await clock.sleep(takesMs);
      running -= 1;
      return answer(item, attempt, clock.now());
    },
    ...(samples > 1 && {
      sampling: {
        count: samples,
        merge: (given) => ({ value: given.length }),
        recall: async (item, sample) => kept.get(`${item} ${sample}`) ?? null,
        keep: async (item, sample, one) => void kept.set(`${item} ${sample}`, one),
      },
    }),
    onOutcome: (item, outcome, index) => {
      expect(index).toBe(item);
      expect(outcomes.has(item)).toBe(false);
      outcomes.set(item, outcome);
    },
    onProgress: (now) => progress.push(now),
  });
  const startsOf = (item: number) => calls.filter((call) => call.item === item).map(({ at }) => at);
  return { calls, outcomes, progress, startsOf, most, kept, end: clock.now() };
}

describe('a round', () => {
  it('asks about each item once, with at most the allowed number at a time', async () => {
    const { calls, outcomes, most, end, progress } = await run({ count: 20, answer: (value) => ({ value }) });
    expect(calls.map(({ item }) => item)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(outcomes.get(7)).toEqual({ value: 7 });
    expect(most).toBe(4);
    expect(end).toBe(50);
    expect(progress).toHaveLength(20);
    expect(progress.at(-1)).toEqual({ done: 20, total: 20, failed: 0, known: 0 });
  });

  it('without items asks nothing', async () => {
    expect((await run({ count: 0, answer: () => FINAL })).calls).toEqual([]);
  });

  it('keeps the minimum time between two starts', async () => {
    const { calls } = await run({ count: 5, throttleMs: 100, answer: (value) => ({ value }) });
    expect(calls.map(({ at }) => at)).toEqual([0, 100, 200, 300, 400]);
  });

  it('continues when one call fails', async () => {
    const { outcomes, progress } = await run({
      count: 5,
      answer: (value) => (value === 2 ? FINAL : { value }),
    });
    expect(outcomes.get(2)).toBe(FINAL);
    expect(outcomes.size).toBe(5);
    expect(progress.at(-1)).toMatchObject({ done: 5, failed: 1 });
  });
});

describe('a retry', () => {
  it.each([
    [0, 1],
    [1, 2],
    [3, 4],
  ])('with %i retries a broken evaluator is called %i times', async (retries, times) => {
    const { calls, outcomes } = await run({ count: 1, retries, answer: () => BROKEN });
    expect(calls).toHaveLength(times);
    expect(outcomes.get(0)).toBe(BROKEN);
  });

  it('waits twice as long each time', async () => {
    const { startsOf } = await run({ count: 1, retries: 3, answer: () => BROKEN });
    expect(startsOf(0)).toEqual([0, 510, 1_520, 3_530]);
  });

  it('is not made if it cannot help', async () => {
    expect((await run({ count: 1, retries: 5, answer: () => FINAL })).calls).toHaveLength(1);
  });

  it('ends with the first answer', async () => {
    const { outcomes, calls } = await run({
      count: 1,
      retries: 5,
      answer: (value, attempt) => (attempt < 3 ? BROKEN : { value }),
    });
    expect(outcomes.get(0)).toEqual({ value: 0 });
    expect(calls).toHaveLength(3);
  });
});

describe('a busy host', () => {
  it.each([0, 1, 9])('gets 3 more calls, whatever the value of --retries (%i)', async (retries) => {
    const { startsOf } = await run({ count: 1, retries, answer: () => busy(2_000) });
    expect(startsOf(0)).toEqual([0, 2_010, 4_020, 6_030]);
  });

  it('gets a break of 1, 2 and 4 seconds if it names no time', async () => {
    const { startsOf } = await run({ count: 1, answer: () => busy(0) });
    expect(startsOf(0)).toEqual([0, 1_010, 3_020, 7_030]);
  });

  it('gets no call from any worker during its break', async () => {
    const { calls, outcomes } = await run({
      count: 30,
      answer: (value, attempt) => (value === 5 && attempt === 1 ? busy(5_000) : { value }),
    });
    const refusedAt = 20;
    // The three calls under way end; no other starts before the break is over.
    expect(calls.filter(({ at }) => at > refusedAt && at < refusedAt + 5_000)).toEqual([]);
    expect(calls.filter(({ at }) => at >= refusedAt + 5_000).length).toBeGreaterThan(20);
    expect([...outcomes.values()].every((outcome) => 'value' in outcome)).toBe(true);
  });

  it('that allows 5 calls per second answers all calls', async () => {
    const window: number[] = [];
    const { outcomes } = await run({
      count: 60,
      concurrency: 20,
      answer: (value, _, at) => {
        while (window[0] !== undefined && window[0] <= at - 1_000) window.shift();
        if (window.length >= 5) return busy(1_000);
        window.push(at);
        return { value };
      },
    });
    expect([...outcomes.values()].filter((outcome) => 'problem' in outcome)).toEqual([]);
  });

  it('that is busy for an hour is not waited for, and gets no other call', async () => {
    const { calls, outcomes, end } = await run({ count: 50, concurrency: 5, answer: () => busy(3_600_000) });
    expect(calls).toHaveLength(5);
    expect(outcomes.size).toBe(50);
    expect([...outcomes.values()].every((outcome) => 'problem' in outcome)).toBe(true);
    expect(end).toBeLessThan(1_000);
  });

  it('that stays busy is given up after two minutes without an answer', async () => {
    const { outcomes, end } = await run({ count: 500, concurrency: 20, answer: () => busy(0) });
    expect(outcomes.size).toBe(500);
    expect(end).toBeGreaterThan(60_000);
    expect(end).toBeLessThan(180_000);
  });
});

describe('a call that was answered before', () => {
  it('is not made again; only answers are kept', async () => {
    const asked: number[] = [];
    const kept: number[] = [];
    const progress: AskProgress[] = [];
    await askEach<number, Answer>({
      items: [0, 1, 2, 3],
      gate: createCallGate({ concurrency: 2 }),
      retries: 0,
      recall: async (item) => (item % 2 === 0 ? { value: -item } : null),
      ask: async (item) => {
        asked.push(item);
        return item === 3 ? FINAL : { value: item };
      },
      keep: async (item) => void kept.push(item),
      onOutcome: () => undefined,
      onProgress: (now) => progress.push(now),
    });
    expect(asked).toEqual([1, 3]);
    expect(kept).toEqual([1]);
    expect(progress.at(-1)).toEqual({ done: 4, total: 4, failed: 1, known: 2 });
  });
});

describe('several samples', () => {
  it('are asked for one by one, and each is retried by itself', async () => {
    const { calls, outcomes, kept } = await run({
      count: 2,
      samples: 3,
      answer: (item, attempt) => (item === 1 && attempt === 2 ? BROKEN : { value: item }),
    });
    expect([...outcomes.values()]).toEqual([{ value: 3 }, { value: 3 }]);
    expect(calls).toHaveLength(7);
    expect([...kept.keys()].sort()).toEqual(['0 1', '0 2', '0 3', '1 1', '1 2', '1 3']);
  });

  it.each([1, 2, 3, 4, 5])('with 10 %% of failing calls, seed %i, are all answered', async (seed) => {
    const isFailing = fc.sample(fc.nat(9), { seed, numRuns: 200 }).map((number) => number === 0);
    let made = 0;
    const { calls, outcomes } = await run({
      count: 11,
      samples: 5,
      retries: 3,
      answer: (value) => {
        made += 1;
        return isFailing[made] ? BROKEN : { value };
      },
    });
    expect([...outcomes.values()].every((outcome) => 'value' in outcome)).toBe(true);
    const failures = isFailing.slice(1, calls.length + 1).filter(Boolean).length;
    expect(failures).toBeGreaterThan(0);
    expect(calls).toHaveLength(55 + failures);
  });

  it('of a host that takes two calls per second are all answered', async () => {
    const window: number[] = [];
    const { outcomes } = await run({
      count: 11,
      samples: 5,
      answer: (value, _, at) => {
        while (window[0] !== undefined && window[0] <= at - 1_000) window.shift();
        if (window.length >= 2) return busy(1_000);
        window.push(at);
        return { value };
      },
    });
    expect([...outcomes.values()]).toEqual(Array(11).fill({ value: 5 }));
  });
});

describe('a budget', () => {
  it.each([
    [1, 1, 1],
    [4, 1, 1],
    [4, 2, 1],
    [1, 1, 5],
  ])(
    'ends the calls, %i at a time and every %i. failing, with %i samples',
    async (concurrency, nth, samples) => {
      const meter = new CallMeter({ maxCalls: 7 });
      let made = 0;
      const { calls, outcomes, kept } = await run({
        ...{ count: 20, samples, meter, concurrency },
        answer: (value) => {
          made += 1;
          return nth > 1 && made % nth === 0 ? BROKEN : { value };
        },
      });
      expect(calls).toHaveLength(7);
      expect(outcomes.size).toBe(20);
      const unpaid = [...outcomes.values()].filter(
        (outcome) => 'problem' in outcome && outcome.problem.code === 'EVL-055',
      );
      const others = [...outcomes.values()].filter((outcome) => 'value' in outcome || outcome === BROKEN);
      expect(unpaid.length).toBe(20 - others.length);
      if (samples > 1) expect(kept.size).toBe(7);
    },
  );

  it('that does not cover a retry leaves the failure of the call as its reason', async () => {
    const meter = new CallMeter({ maxCalls: 1 });
    const { calls, outcomes } = await run({ count: 2, meter, concurrency: 1, answer: () => BROKEN });
    expect(calls).toHaveLength(1);
    expect(outcomes.get(0)).toBe(BROKEN);
    expect(outcomes.get(1)).toMatchObject({ problem: { code: 'EVL-055' } });
  });

  it('of tokens starts no call once they are used', async () => {
    const meter = new CallMeter({ maxTokens: 25 });
    const { calls } = await run({
      ...{ count: 20, meter, concurrency: 1 },
      answer: (value) => {
        meter.countTokens({ in: 8, out: 2, isEstimated: value === 1 });
        return { value };
      },
    });
    expect(calls).toHaveLength(3);
    expect(new CallMeter().start()()).toEqual({ calls: 0 });
    const since = meter.start();
    expect(since()).toEqual({ calls: 0 });
    meter.countTokens({ in: 1, out: 0, isEstimated: true });
    expect(since()).toEqual({ calls: 0, tokens: { in: 1, out: 0, estimated: 1 } });
  });
});

describe('an abort', () => {
  /** Calls that never answer until they are cancelled. */
  function endless(signal: AbortSignal, told: Outcome[] = []) {
    const state = { started: 0, calledOff: 0 };
    const done = askEach<number, Answer>({
      items: Array.from({ length: 100 }, (_, index) => index),
      gate: createCallGate({ concurrency: 4 }),
      retries: 3,
      signal,
      ask: (item, options) => {
        state.started += 1;
        if (item < 2) return Promise.resolve({ value: item });
        return new Promise((resolve) => {
          options.signal.addEventListener('abort', () => {
            state.calledOff += 1;
            resolve(BROKEN);
          });
        });
      },
      onOutcome: (_, outcome) => void told.push(outcome),
    });
    return { state, done };
  }

  it('cancels running calls, starts no others, and has passed on everything complete', async () => {
    const abort = new AbortController();
    const told: Outcome[] = [];
    const { state, done } = endless(abort.signal, told);
    await expect.poll(() => state.started).toBe(6);
    const reason = new Error('interrupted');
    abort.abort(reason);
    await expect(done).rejects.toBe(reason);
    expect(state).toEqual({ started: 6, calledOff: 4 });
    expect(told).toEqual([{ value: 0 }, { value: 1 }]);
  });

  it('before the start prevents every call', async () => {
    const { state, done } = endless(AbortSignal.abort());
    await expect(done).rejects.toThrow();
    expect(state.started).toBe(0);
  });

  it('also ends the wait for a busy host', async () => {
    const abort = new AbortController();
    const done = askEach<number, Answer>({
      items: [1, 2, 3],
      gate: createCallGate({ concurrency: 2 }),
      retries: 0,
      signal: abort.signal,
      ask: async () => busy(60_000),
      onOutcome: () => undefined,
    });
    setTimeout(() => abort.abort(new Error('interrupted')), 20);
    await expect(done).rejects.toThrow();
  });

  it.each(['ask', 'keep', 'onOutcome'] as const)(
    'an error in %s ends the round and is thrown',
    async (where) => {
      const bug = new TypeError('a mistake');
      let calledOff = 0;
      const fail = (name: string) => {
        if (name === where) throw bug;
      };
      const done = askEach<number, Answer>({
        items: [0, 1, 2],
        gate: createCallGate({ concurrency: 2 }),
        retries: 0,
        ask: async (item, { signal }) => {
          if (item === 0) {
            await new Promise((resolve) => signal.addEventListener('abort', resolve));
            calledOff += 1;
            return BROKEN;
          }
          fail('ask');
          return { value: item };
        },
        keep: async () => fail('keep'),
        onOutcome: () => fail('onOutcome'),
      });
      await expect(done).rejects.toBe(bug);
      expect(calledOff).toBe(1);
    },
  );

  it('passes on one outcome after the other', async () => {
    let open = 0;
    await askEach<number, Answer>({
      items: Array.from({ length: 30 }, (_, index) => index),
      gate: createCallGate({ concurrency: 10 }),
      retries: 0,
      ask: async (value) => ({ value }),
      onOutcome: async () => {
        open += 1;
        expect(open).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
      },
    });
  });
});

it('passes on every outcome exactly once, and makes as many calls as its failures allow, whatever fails', async () => {
  const kinds = fc.constantFrom('answer', 'broken', 'final', 'busy');
  const plan = fc.array(fc.array(kinds, { minLength: 1, maxLength: 3 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      plan,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 2 }),
      async (plans, concurrency, retries) => {
        const { calls, outcomes, most } = await run({
          count: plans.length,
          concurrency,
          retries,
          answer: (value, attempt) => {
            const kind = plans[value]?.[attempt - 1] ?? 'answer';
            return { answer: { value }, broken: BROKEN, final: FINAL, busy: busy(100) }[kind];
          },
        });
        expect(outcomes.size).toBe(plans.length);
        expect(most).toBeLessThanOrEqual(concurrency);
        for (const [item, own] of plans.entries()) {
          const attempts = [...own, 'answer'];
          let broken = 0;
          const last = attempts.findIndex((kind) => {
            if (kind === 'broken') broken += 1;
            return kind === 'answer' || kind === 'final' || broken > retries;
          });
          expect(calls.filter((call) => call.item === item)).toHaveLength(last + 1);
        }
      },
    ),
    { numRuns: 60 },
  );
});
