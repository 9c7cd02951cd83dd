import { fatal, type Problem, type QueueOptions } from '@flowmcp/grading-core/commands';
import { counted } from '../terminal/layout.js';
import { printProblems, printTalk } from '../terminal/output.js';
import { readBytes } from '../terminal/read-bytes.js';
import type { EvaluatorFlags, QueueFlags } from './evaluator-options.js';
import { readVariable } from './header-values.js';

/** Options that only workers use, because they concern how the evaluator is reached. */
const OF_WORKERS: readonly (readonly [keyof EvaluatorFlags, string])[] = [
  ['evaluatorHeader', '--evaluator-header'],
  ['evaluatorTimeout', '--evaluator-timeout'],
  ['persistent', '--persistent'],
];

/** Maximum length of an address; no real address is that long. */
const LONGEST_ADDRESS = 4096;
const FILE = 'file:';

/**
 * Reads an address from the flag itself, or from a variable or file that the flag names: other users can see a
 * command line, so it should not contain an address with a password.
 */
export async function readQueueAddress(queue: string, command: string): Promise<string> {
  const refuse = (reason: string) =>
    fatal('CLI-002', undefined, { reason, help: `flowmcp ${command} --help` });
  if (!queue.startsWith(FILE)) return readVariable(queue, '--queue', refuse) ?? queue;
  const file = queue.slice(FILE.length);
  const address = (await readBytes(file, LONGEST_ADDRESS))?.toString('utf8').trim() ?? '';
  if (address !== '' && !/\s/.test(address)) return address;
  // The message leaves out the file's text, which may be a password.
  throw refuse(`--queue: ${file} was expected to contain one line, the address of the queue`);
}

/** Queue options of a command that asks an evaluator; an empty object if the command uses no queue. */
export type QueuedAsking =
  | { readonly queue: QueueOptions; readonly signal: AbortSignal }
  | Record<string, never>;

/**
 * Opens the queue for a command that may put its calls into it.
 *
 * @param command the command's name in help: `grading evaluate`
 */
export function openQueueSession(flags: QueueFlags & EvaluatorFlags, command: string) {
  let queued = 0;
  let stop: StopOnSignal | null = null;
  return {
    /**
     * Reads the flags. If there is a queue, a signal from then on makes the command stop waiting for its calls, which
     * stay in the queue.
     *
     * @throws GradingError CLI-001 for options that only workers use; CLI-002 for a variable that is not set,
     * or a file without an address; CLI-003 for a file that cannot be read
     */
    async read(): Promise<QueuedAsking> {
      if (flags.queue === undefined) return {};
      refuseIdle(flags, command);
      const address = await readQueueAddress(flags.queue, command);
      stop = stopOnSignal(() => queued === 0);
      const onIdle = (warning: Problem) => printProblems([warning]);
      const onQueued = (calls: number) => {
        queued = calls;
      };
      return { queue: { address, onIdle, onQueued }, signal: stop.signal };
    },
    /** Waits for the command and returns the exit code; after a signal, reports how many calls stay in the queue. */
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
  return `stopped; left in the queue: ${counted(calls, 'call')}. Workers continue with them; repeat the same command to collect their answers`;
}

function refuseIdle(flags: EvaluatorFlags, command: string): void {
  const idle = OF_WORKERS.filter(([name]) => name in flags).map(([, option]) => option);
  if (idle.length === 0) return;
  const reason = `${idle.join(', ')} cannot be used with --queue: workers call the evaluator and take these options`;
  throw fatal('CLI-001', undefined, { reason, help: `flowmcp ${command} --help` });
}

const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

interface StopOnSignal {
  readonly signal: AbortSignal;
  /** null: no signal has arrived. */
  exitCode(): number | null;
}

/**
 * For work that must not stop in the middle of a call: the first signal asks the work to finish, the second one
 * ends the command immediately.
 *
 * @param isIdle whether there is nothing to finish, so that even the first signal ends the command immediately
 */
export function stopOnSignal(isIdle: () => boolean = () => false): StopOnSignal {
  const controller = new AbortController();
  let exitCode: number | null = null;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    // Otherwise the listener in bin.ts would end the process immediately.
    process.removeAllListeners(name);
    process.on(name, () => {
      if (controller.signal.aborted || isIdle()) process.exit(CODES[name]);
      exitCode = CODES[name];
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode };
}
