import type { Problem } from '@flowmcp/grading-core/commands';
import type { CallRate } from '@flowmcp/grading-core/features/evaluate/queue/job-worker';
import { type WorkDone, workOnQueue } from '@flowmcp/grading-core/features/evaluate/queue/work';
import type { EvaluatorFlags } from '../asking/evaluator-options.js';
import { requireEvaluatorSpec } from '../asking/evaluator-spec.js';
import { readQueueAddress, stopOnSignal } from '../asking/queue-session.js';
import { counted } from '../terminal/layout.js';
import { printProblems, printResult, printTalk } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

export interface EvaluatorWorkFlags extends EvaluatorFlags {
  readonly queue: string;
  readonly concurrency?: number;
  readonly rate?: CallRate;
  readonly lostAfter?: number;
  readonly json?: boolean;
}

const COMMAND = 'evaluator work';

/** `flowmcp evaluator work`: runs until a signal. */
export async function workForOthers(flags: EvaluatorWorkFlags): Promise<number> {
  let isReady = false;
  const stop = stopOnSignal(() => !isReady);
  const code = await runAction({
    json: flags.json,
    run: async () => {
      const evaluator = await requireEvaluatorSpec(flags, COMMAND);
      const queue = await readQueueAddress(flags.queue, COMMAND);
      const { concurrency, rate, lostAfter } = flags;
      return workOnQueue({
        ...{ evaluator, queue, rate: rate ?? null, signal: stop.signal },
        ...(concurrency !== undefined && { concurrency }),
        ...(lostAfter !== undefined && { lostAfterMs: lostAfter * 1000 }),
        onReady: (shown) => {
          isReady = true;
          printTalk(`ready: taking calls from ${shown}; press Ctrl-C to stop`);
        },
        onHandled: tellFailures(),
      });
    },
    show: ({ results }) => {
      for (const done of results) printResult(describeDone(done));
    },
  });
  return stop.exitCode() ?? code;
}

/** Reports each kind of failure once: while a provider is down, the same failure occurs thousands of times. */
function tellFailures(): (done: WorkDone, last: Problem | null) => void {
  const told = new Set<string>();
  return (_, last) => {
    if (!last || told.has(last.code)) return;
    told.add(last.code);
    printProblems([last]);
  };
}

function describeDone({ answered, failed, postponed, givenBack }: WorkDone): string {
  const parts = [
    `${counted(answered, 'call')} answered`,
    ...(failed > 0 ? [`${counted(failed, 'attempt')} without an answer`] : []),
    ...(postponed > 0 ? [`${postponed} postponed`] : []),
    ...(givenBack > 0 ? [`${givenBack} given back`] : []),
  ];
  return parts.join(', ');
}
