import type { Shard } from '@flowmcp/grading-core/commands';
import { InvalidArgumentError, Option } from 'commander';

export interface ShardFlags {
  readonly shard?: Shard;
}

/** For commands whose targets are independent. */
export function shardOption(): Option {
  return new Option(
    '--shard <i/n>',
    'only the i-th of n equal parts, told by the names of the targets: on n machines, or n times at once',
  ).argParser(parseShard);
}

/** Parses `3/8`. */
export function parseShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count) {
    throw new InvalidArgumentError('a part of all parts was expected, from 1/n to n/n, such as 3/8.');
  }
  return { index, count };
}
