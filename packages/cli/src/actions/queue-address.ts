import { fatal, type QueueOptions } from '@flowmcp/grading-core/commands';
import type { EvaluatorFlags } from '../evaluator-options.js';
import { printTalk } from '../output.js';
import type { QueueFlags } from '../queue-options.js';
import { counted } from '../render/count.js';
import { formatProblems } from '../render/problems.js';
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

/**
 * The queue a command puts its calls into; null where it makes them itself. What it leaves there when it is stopped is
 * told on exit.
 *
 * @throws GradingError CLI-001 for options that only workers would look at; CLI-002 for a variable that is not set
 */
export function readQueue(flags: QueueFlags & EvaluatorFlags, command: string): QueueOptions | null {
  if (flags.queue === undefined) return null;
  const idle = OF_WORKERS.filter(([name]) => name in flags).map(([, option]) => option);
  if (idle.length > 0) {
    const reason = `${idle.join(', ')} can not be used with --queue: workers reach the evaluator, and are told how`;
    throw fatal('CLI-001', undefined, { reason, help: `flowmcp ${command} --help` });
  }
  const address = readQueueAddress(flags.queue, command);
  let queued = 0;
  process.once('exit', (code) => {
    if (queued > 0 && code > 2) {
      printTalk(
        `${counted(queued, 'call')} of this command stay in the queue: workers go on with them, and the same command takes their answers`,
      );
    }
  });
  return {
    address,
    onIdle: (warning) => printTalk(formatProblems([warning])),
    onQueued: (calls) => {
      queued = calls;
    },
  };
}
