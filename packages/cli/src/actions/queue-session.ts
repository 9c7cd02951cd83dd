import { fatal, type Problem, type QueueOptions } from '@flowmcp/grading-core/commands';
import type { EvaluatorFlags } from '../evaluator-options.js';
import { printTalk } from '../output.js';
import type { QueueFlags } from '../queue-options.js';
import { counted } from '../render/count.js';
import { formatProblems } from '../render/problems.js';
import { type StopOnSignal, stopOnSignal } from '../stop-on-signal.js';
import { readVariable } from './header-values.js';

/** How an evaluator is reached is the business of its workers. */
const OF_WORKERS: readonly (readonly [keyof EvaluatorFlags, string])[] = [
  ['evaluatorHeader', '--evaluator-header'],
  ['evaluatorTimeout', '--evaluator-timeout'],
];

/** An address as the flag gives it, or the variable that it names. */
export function readQueueAddress(queue: string, command: string): string {
  const refuse = (reason: string) =>
    fatal('CLI-002', undefined, { reason, help: `flowmcp ${command} --help` });
  return readVariable(queue, '--queue', refuse) ?? queue;
}

/** What an asking command is told of its queue. */
export type QueuedAsking =
  | { readonly queue: QueueOptions; readonly signal: AbortSignal }
  | Record<string, never>;

/**
 * The queue of a command that may put its calls there.
 *
 * @param command as its help is called: `grading evaluate`
 */
export function openQueueSession(flags: QueueFlags & EvaluatorFlags, command: string) {
  let queued = 0;
  let stop: StopOnSignal | null = null;
  return {
    /**
     * What the flags say; from now on a signal stops the command when its calls are left in order.
     *
     * @throws GradingError CLI-001 for options that only workers would look at; CLI-002 for a variable that is not set
     */
    read(): QueuedAsking {
      if (flags.queue === undefined) return {};
      refuseIdle(flags, command);
      const address = readQueueAddress(flags.queue, command);
      stop = stopOnSignal(() => queued === 0);
      const onIdle = (warning: Problem) => printTalk(formatProblems([warning]));
      const onQueued = (calls: number) => {
        queued = calls;
      };
      return { queue: { address, onIdle, onQueued }, signal: stop.signal };
    },
    /** Waits for the command; where a signal has stopped it, says what is left and returns its exit code. */
    async end(running: Promise<number>): Promise<number> {
      try {
        return await running;
      } catch (error) {
        const code = stop?.exitCode() ?? null;
        if (code === null) throw error;
        printTalk(describeLeft(queued));
        return code;
      }
    },
  };
}

function describeLeft(calls: number): string {
  if (calls === 0) return 'stopped; nothing is left in the queue';
  return `stopped; left in the queue: ${counted(calls, 'call')}. Workers go on with them, and the same command takes their answers`;
}

function refuseIdle(flags: EvaluatorFlags, command: string): void {
  const idle = OF_WORKERS.filter(([name]) => name in flags).map(([, option]) => option);
  if (idle.length === 0) return;
  const reason = `${idle.join(', ')} can not be used with --queue: workers reach the evaluator, and are told how`;
  throw fatal('CLI-001', undefined, { reason, help: `flowmcp ${command} --help` });
}
