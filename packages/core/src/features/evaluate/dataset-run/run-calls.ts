import type { EvaluationCache } from '../../../evaluators/evaluation-cache.js';
import {
  buildPayload,
  type Evaluator,
  type EvaluatorPayload,
  type EvaluatorSpec,
} from '../../../evaluators/logic/evaluator.js';
import { medianJudgement } from '../../../evaluators/logic/judge/median.js';
import type { QueueOptions } from '../../../evaluators/options.js';
import type { DatasetRecord } from '../../../files/logic/dataset.js';
import type { EvaluatorRunEntry } from '../logic/run-results.js';
import type { QueuedItem } from '../queue/queued-evaluator.js';

/** What is asked about, in the order of the sets and their records. */
export interface Asked extends Pick<EvaluatorRunEntry, 'set' | 'index'> {
  readonly example: DatasetRecord | null;
}

/** One call of a run. Its payload is an object of its own, by which the call is recognised. */
export interface RunCall extends Pick<Asked, 'set' | 'index'> {
  readonly payload: EvaluatorPayload;
  /** From 0. */
  readonly repeat: number;
}

/** All calls: each example once, then each example again. */
export function planRunCalls(
  asked: readonly Asked[],
  given: { readonly candidate: string; readonly taskModel: string | null; readonly repeats: number },
): readonly RunCall[] {
  const { candidate, taskModel, repeats } = given;
  return Array.from({ length: repeats }, (_, repeat) =>
    asked.map(
      ({ set, index, example }): RunCall => ({
        ...{ set, index, repeat },
        payload: buildPayload({ candidate, taskModel, example }),
      }),
    ),
  ).flat();
}

export type CallsByPayload = ReadonlyMap<unknown, RunCall>;

/** A cache that keeps an answer for each repeat, so that none is answered by another. */
export function cacheRepeats(cache: EvaluationCache, calls: CallsByPayload): EvaluationCache {
  const asRepeat = (asked: Parameters<EvaluationCache['write']>[0]) => {
    const call = calls.get(asked.question);
    if (!call) throw new Error('the cache was asked about something that is not a call of the run');
    return call.repeat === 0 ? asked : { ...asked, repeat: call.repeat };
  };
  return {
    read: (asked, accept) => cache.read(asRepeat(asked), accept),
    write: (asked, answer) => cache.write(asRepeat(asked), answer),
  };
}

/** An evaluator whose calls workers make. */
export interface QueuedRun {
  readonly evaluator: Evaluator;
  readonly concurrency: number;
  /** Drops the queue's copy of the answer to a call, once it is stored. */
  settle(call: RunCall): Promise<void>;
}

/**
 * Lets workers make the calls of a run.
 *
 * @param runId the same for every command that repeats the run, which so finds the answers that are in the queue
 * @throws GradingError as `openQueuedEvaluator` does
 */
export async function openQueuedRun(
  spec: EvaluatorSpec,
  queue: QueueOptions & { readonly retries: number },
  { runId, calls }: { readonly runId: string; readonly calls: CallsByPayload },
): Promise<QueuedRun> {
  const { openQueuedEvaluator } = await import('../queue/queued-evaluator.js');
  const { evaluator, concurrency, ask, settle } = await openQueuedEvaluator(spec, queue);
  const samples = spec.kind === 'judge' ? spec.samples : 1;
  const itemOf = ({ set, index, repeat, payload }: RunCall): QueuedItem => ({
    ...{ target: 'evaluator run', taskId: runId, prompt: `${set}/${index}` },
    ...{ question: repeat === 0 ? null : `repeat ${repeat + 1}`, sent: payload },
    order: { kind: 'score', payload },
  });
  return {
    concurrency,
    evaluator: {
      get identity() {
        return evaluator.identity;
      },
      get cacheKey() {
        return evaluator.cacheKey;
      },
      ...(spec.kind === 'judge' &&
        samples > 1 && {
          sampling: { count: samples, merge: (given) => medianJudgement(given, spec.scale ?? 'unit') },
        }),
      async evaluate(payload, options) {
        const call = calls.get(payload);
        // The trial call belongs to no run.
        if (!call) return evaluator.evaluate(payload, options);
        const raw = await ask(itemOf(call), samples > 1 ? options.sample : undefined, options);
        if ('answer' in raw) throw new Error('a payload was answered by a judgement of a prompt');
        return raw;
      },
      check: evaluator.check,
      close: evaluator.close,
    },
    async settle(call) {
      const numbers = samples > 1 ? Array.from({ length: samples }, (_, at) => at + 1) : [undefined];
      for (const sample of numbers) await settle(itemOf(call), sample);
    },
  };
}
