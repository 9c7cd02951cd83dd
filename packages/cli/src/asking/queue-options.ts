import type { CallRate } from '@flowmcp/grading-core/features/evaluate/queue/job-worker';
import { InvalidArgumentError, Option } from 'commander';

export interface QueueFlags {
  readonly queue?: string;
}

/** For commands that put calls into a queue, and for the workers that make them. */
export function queueOption(): Option {
  return new Option(
    '--queue <address>',
    'have the calls made by workers (flowmcp evaluator work) that share this Redis: redis://host:port/db, env:NAME or file:PATH',
  );
}

/** `10/1`: ten calls a second. */
export function parseRate(text: string): CallRate {
  const [, calls = 0, seconds = 0] = (/^(\d{1,7})\/(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (calls < 1 || seconds < 1) {
    throw new InvalidArgumentError('calls/seconds was expected, such as 10/1 or 500/60.');
  }
  return { calls, seconds };
}
