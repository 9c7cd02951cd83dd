import { askEach, DEFAULT_RETRIES } from '../../evaluators/ask/ask-each.js';
import { lastOf } from '../../evaluators/ask/ask-evaluator.js';
import { createCallGate } from '../../evaluators/ask/call-gate.js';
import { CallMeter } from '../../evaluators/ask/call-meter.js';
import { createEvaluator, tryOut } from '../../evaluators/ask/open-evaluator.js';
import { type EvaluationCache, openEvaluationCache } from '../../evaluators/evaluation-cache.js';
import { evaluatorKey, type Journal, type KeptAnswer, storedAnswer } from '../../evaluators/journal.js';
import type {
  CallOptions,
  Evaluator,
  EvaluatorFailure,
  JudgeSpec,
} from '../../evaluators/logic/evaluator.js';
import { mergeSamples } from '../../evaluators/logic/judge/median.js';
import type { AskingOptions } from '../../evaluators/options.js';
import { type Ageing, isStale } from '../../grade/ageing.js';
import { isDecided } from '../../grade/letter-certainty.js';
import { errorOf } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { ageingOfQuestion } from '../../questions/lookup.js';
import type { Call } from './calls.js';
import { isJudge, performOrder, type RawAnswer } from './perform-order.js';

const DEFAULTS = { concurrency: 4, retries: DEFAULT_RETRIES, throttleMs: 0 };

/** An evaluator for one command, which may use it for several targets. */
export interface Asking {
  readonly evaluator: Evaluator;
  /** What one answer covers. */
  readonly unit: 'question' | 'prompt';
  /** Number of calls for one answer; the most if the judge is asked until its letter is likely enough. */
  readonly samples: number;
  readonly options: AskingOptions;
  /** Measures all calls of the command. */
  readonly meter: CallMeter;
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
   * @param journal keeps each sample as it arrives; outcomes are left to `onOutcome`
   * @returns the number of answers that needed no call
   */
  ask(
    calls: readonly Call[],
    what: string,
    journal: Pick<Journal, 'answerTo' | 'add'>,
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
  /** @param sample number of the sample; undefined: one call gives the answer */
  ask(
    call: Call,
    sample: number | undefined,
    options: CallOptions & { readonly signal: AbortSignal },
  ): Promise<RawAnswer | EvaluatorFailure>;
  /** Drops the queue's copy of an answer, which is no longer needed because the answer is stored or unusable. */
  settle(call: Call, sample: number | undefined): Promise<void>;
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
    ask: ({ order }, _, given) => performOrder(order, evaluator, given),
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
  const meter = new CallMeter(options);
  const gate = createCallGate({ concurrency, throttleMs, meter });
  const { samples, until }: Pick<JudgeSpec, 'samples' | 'until'> =
    options.evaluator.kind === 'judge' ? options.evaluator : { samples: 1 };
  const merge = (given: readonly KeptAnswer[]): KeptAnswer => ({
    at: lastOf(given),
    part: mergeSamples(
      given.map(({ part }) => part),
      until,
    ),
  });
  // Read each time it is used, because a service reports its version only in its first answer.
  const cacheKeyOf = ({ sent }: Call, sample?: number) => ({
    evaluator: `grading ${evaluatorKey(evaluator, options.evaluator.range)}`,
    question: sent,
    ...(sample !== undefined && { sample }),
  });
  const recall = async (call: Call, sample?: number) => {
    const known = call.again ? null : ((await cache?.read(cacheKeyOf(call, sample), storedAnswer)) ?? null);
    return known && !hasAged(known, { now: now(), days }) ? known : null;
  };
  const keep = async (call: Call, answer: KeptAnswer, sample?: number) =>
    cache?.write(cacheKeyOf(call, sample), answer);
  // null: not tried out yet.
  let kept = 0;
  let trial: { readonly found: Problem | null } | null = null;
  return {
    evaluator,
    unit,
    samples,
    options,
    meter,
    get unfit() {
      return Boolean(trial?.found);
    },
    tryOut: async ({ payload }) => {
      const { taskModel } = options.evaluator;
      const example = payload?.example ?? null;
      trial ??= { found: await tryOut(evaluator, { example, taskModel, meter, ...(signal && { signal }) }) };
      if (trial.found) throw errorOf(trial.found);
    },
    ask: async (calls, what, journal, onOutcome) => {
      let known = 0;
      onProgress?.(0, calls.length, what);
      await askEach<Call, KeptAnswer>({
        items: calls,
        ask: async (call, { sample, signal }) => {
          const raw = await asked.ask(call, sample, { signal, onTokens: meter.countTokens });
          if ('problem' in raw) return raw;
          const outcome = call.take(raw);
          // Discard the unusable answer, so that a retry gets another one.
          if ('problem' in outcome) await asked.settle(call, sample);
          return 'problem' in outcome ? outcome : { at: now().toISOString(), part: outcome.part };
        },
        sampling:
          samples > 1
            ? {
                count: samples,
                merge,
                ...(until !== undefined && {
                  isEnough: (call, given) => {
                    const certainty = given.length > 1 ? call.certaintyOf(merge(given).part) : null;
                    return certainty !== null && isDecided(certainty);
                  },
                }),
                recall: async (call, sample) => {
                  const found = journal.answerTo(call, sample) ?? (await recall(call, sample));
                  // A sample that was edited is asked for again, because it could not be merged.
                  return found && 'part' in call.take({ answer: found.part }) ? found : null;
                },
                keep: async (call, sample, answer) => {
                  journal.add(call, answer, sample);
                  await keep(call, answer, sample);
                  await asked.settle(call, sample);
                },
              }
            : null,
        gate,
        retries,
        onOutcome: async (call, outcome) => {
          onOutcome(call, outcome);
          if (!('problem' in outcome)) options.onKept?.(++kept);
          if (samples === 1 && !('problem' in outcome)) await asked.settle(call, undefined);
        },
        onProgress: (progress) => {
          known = progress.known;
          onProgress?.(progress.done, progress.total, what);
        },
        signal,
        recall,
        keep,
      });
      return known;
    },
    takeWarnings: () => warnings.splice(0),
  };
}
