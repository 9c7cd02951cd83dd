import { askEach, DEFAULT_RETRIES } from '../../evaluators/ask/ask-each.js';
import { createCallGate } from '../../evaluators/ask/call-gate.js';
import { createEvaluator, tryOut } from '../../evaluators/ask/open-evaluator.js';
import { type EvaluationCache, openEvaluationCache } from '../../evaluators/evaluation-cache.js';
import { evaluatorKey, type KeptAnswer, storedAnswer } from '../../evaluators/journal.js';
import type { Evaluator, EvaluatorFailure } from '../../evaluators/logic/evaluator.js';
import type { AskingOptions } from '../../evaluators/options.js';
import { type Ageing, isStale } from '../../grade/ageing.js';
import { errorOf } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { ageingOfQuestion } from '../../questions/lookup.js';
import type { Call } from './calls.js';
import { isJudge, performOrder, type RawAnswer } from './perform-order.js';

const DEFAULTS = { concurrency: 4, retries: DEFAULT_RETRIES, throttleMs: 0 };

/** An evaluator for one command, which may use it for several targets. */
export interface Asking {
  readonly evaluator: Evaluator;
  /** What one call covers. */
  readonly unit: 'question' | 'prompt';
  readonly options: AskingOptions;
  /** Whether the trial failed, so that the evaluator cannot be used. */
  readonly unfit: boolean;
  /**
   * Tries the evaluator out once, before its first call.
   *
   * @param first the first call that will be made
   * @throws GradingError from the preflight
   */
  tryOut(first: Call): Promise<void>;
  /**
   * Makes the calls and passes on each outcome as it arrives.
   *
   * @returns the number of answers that came from the cache
   */
  ask(
    calls: readonly Call[],
    what: string,
    onOutcome: (call: Call, outcome: KeptAnswer | EvaluatorFailure) => void,
  ): Promise<number>;
  /** Warnings about the cache since this method was last called. */
  takeWarnings(): Problem[];
}

/**
 * Opens an evaluator, runs an operation with it, and always closes it.
 *
 * @param days after which an answer in the cache is too old
 */
export async function withEvaluator<T>(
  options: AskingOptions,
  days: Ageing['days'],
  work: (asking: Asking) => Promise<T>,
): Promise<T> {
  const asked = await openAsked(options);
  try {
    const warnings: Problem[] = [];
    const onWarning = (warning: Problem) => void warnings.push(warning);
    const { cache: folder } = options;
    const cache = folder === undefined ? null : await openEvaluationCache({ folder, onWarning });
    return await work(openAsking(asked, options, { cache, warnings, days }));
  } finally {
    await asked.evaluator.close();
  }
}

/** Makes the calls: an evaluator in this process, or workers that take them from a queue. */
interface AskedOne {
  readonly evaluator: Evaluator;
  readonly unit: Asking['unit'];
  /** Default limit on concurrent calls. */
  readonly concurrency: number;
  ask(call: Call, signal: AbortSignal): Promise<RawAnswer | EvaluatorFailure>;
  /** Drops the queue's copy of an answer, which is no longer needed because the answer is stored or unusable. */
  settle(call: Call): Promise<void>;
}

/** Detects an answer so old that the question would be due again as soon as the answer was accepted. */
function hasAged({ at, part }: KeptAnswer, { now, days }: Omit<Ageing, 'ageingOf'>): boolean {
  const ageing = { ageingOf: ageingOfQuestion, now, days };
  return part.answers.some((answer) => isStale({ ...answer, timestamp: at }, ageing));
}

async function openAsked(options: AskingOptions): Promise<AskedOne> {
  const { evaluator: spec, openEvaluator = createEvaluator, queue, retries = DEFAULTS.retries } = options;
  if (queue) {
    const { openQueuedEvaluator } = await import('./queue/queued-evaluator.js');
    return openQueuedEvaluator(spec, { ...queue, retries });
  }
  const evaluator = await openEvaluator(spec);
  return {
    evaluator,
    unit: isJudge(evaluator) ? 'prompt' : 'question',
    concurrency: DEFAULTS.concurrency,
    ask: ({ order }, signal) => performOrder(order, evaluator, signal),
    settle: async () => undefined,
  };
}

function openAsking(
  asked: AskedOne,
  options: AskingOptions,
  { cache, warnings, days }: { cache: EvaluationCache | null; warnings: Problem[]; days: Ageing['days'] },
): Asking {
  const { evaluator, unit } = asked;
  const { concurrency, retries, throttleMs, signal, onProgress } = {
    ...DEFAULTS,
    concurrency: asked.concurrency,
    ...options,
  };
  const now = options.now ?? (() => new Date());
  const gate = createCallGate({ concurrency, throttleMs });
  // Read each time it is used, because a service reports its version only in its first answer.
  const cacheKeyOf = ({ sent }: Call) => ({
    evaluator: `grading ${evaluatorKey(evaluator, options.evaluator.range)}`,
    question: sent,
  });
  // null: not tried out yet.
  let trial: { readonly found: Problem | null } | null = null;
  return {
    evaluator,
    unit,
    options,
    get unfit() {
      return Boolean(trial?.found);
    },
    tryOut: async ({ payload }) => {
      const { taskModel } = options.evaluator;
      const example = payload?.example ?? null;
      trial ??= { found: await tryOut(evaluator, { example, taskModel, ...(signal && { signal }) }) };
      if (trial.found) throw errorOf(trial.found);
    },
    ask: async (calls, what, onOutcome) => {
      let known = 0;
      onProgress?.(0, calls.length, what);
      await askEach<Call, KeptAnswer>({
        items: calls,
        ask: async (call, given) => {
          const raw = await asked.ask(call, given.signal);
          if ('problem' in raw) return raw;
          const outcome = call.take(raw);
          // Discard the unusable answer, so that a retry gets another one.
          if ('problem' in outcome) await asked.settle(call);
          return 'problem' in outcome ? outcome : { at: now().toISOString(), part: outcome.part };
        },
        gate,
        retries,
        onOutcome: async (call, outcome) => {
          onOutcome(call, outcome);
          if (!('problem' in outcome)) await asked.settle(call);
        },
        onProgress: (progress) => {
          known = progress.known;
          onProgress?.(progress.done, progress.total, what);
        },
        signal,
        ...(cache && {
          recall: async (call) => {
            const known = call.again ? null : await cache.read(cacheKeyOf(call), storedAnswer);
            return known && !hasAged(known, { now: now(), days }) ? known : null;
          },
          keep: (call, answer) => cache.write(cacheKeyOf(call), answer),
        }),
      });
      return known;
    },
    takeWarnings: () => warnings.splice(0),
  };
}

/** Lists each problem once, where it first occurs: many calls fail for the same reason. */
export function distinctProblems(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((found) => [JSON.stringify(found), found])).values()];
}
