import { fatal, type Problem, type QueueOptions } from '@flowmcp/grading-core/commands';
import { counted } from '../terminal/count.js';
import { printTalk } from '../terminal/output.js';
import { formatProblems } from '../terminal/problems.js';
import { readBytes } from '../terminal/read-bytes.js';
import { type StopOnSignal, stopOnSignal } from '../terminal/stop-on-signal.js';
import type { EvaluatorFlags } from './evaluator-options.js';
import { readVariable } from './header-values.js';
import type { QueueFlags } from './queue-options.js';

/** How an evaluator is reached is the business of its workers. */
const OF_WORKERS: readonly (readonly [keyof EvaluatorFlags, string])[] = [
  ['evaluatorHeader', '--evaluator-header'],
  ['evaluatorTimeout', '--evaluator-timeout'],
];

/** More than any address takes. */
const LONGEST_ADDRESS = 4096;
const FILE = 'file:';

/** An address as the flag gives it, or out of the variable or the file that it names: others can read a command line. */
export async function readQueueAddress(queue: string, command: string): Promise<string> {
  const refuse = (reason: string) =>
    fatal('CLI-002', undefined, { reason, help: `flowmcp ${command} --help` });
  if (!queue.startsWith(FILE)) return readVariable(queue, '--queue', refuse) ?? queue;
  const file = queue.slice(FILE.length);
  const address = (await readBytes(file, LONGEST_ADDRESS))?.toString('utf8').trim() ?? '';
  if (address !== '' && !/\s/.test(address)) return address;
  // Its text may be a password, and is not shown.
  throw refuse(`--queue: one line was expected in ${file}, the address of the queue`);
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
     * @throws GradingError CLI-001 for options that only workers would look at; CLI-002 for a variable that is not set, or a file that holds no address; CLI-003 for one that
     *   cannot be read
     */
    async read(): Promise<QueuedAsking> {
      if (flags.queue === undefined) return {};
      refuseIdle(flags, command);
      const address = await readQueueAddress(flags.queue, command);
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
