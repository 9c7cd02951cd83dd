import type { Shard } from '@flowmcp/grading-core/commands';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parsePath } from './parse-options.js';

/** Flags of every command on the island. */
export interface IslandFlags {
  readonly gradingData?: string;
  readonly json?: boolean;
}

/** Flags of commands that accept several targets. */
export interface TargetFlags extends IslandFlags {
  readonly all?: boolean;
}

export function addIslandOptions(command: Command): Command {
  return command.addOption(gradingDataOption()).option('--json', 'print one JSON document');
}

/** For a command on the island that has no document to print. */
export function gradingDataOption(): Option {
  return new Option(
    '--grading-data <path>',
    'root of the grading island (default: ~/.flowmcp/grading)',
  ).argParser(parsePath);
}

/** Without this option, no schema code runs. */
export function evaluateOption(): Option {
  return new Option(
    '--evaluate <how>',
    'run a schema whose main is computed, in isolation (default: such a schema is rejected)',
  ).choices(['sandbox']);
}

export interface ShardFlags {
  readonly shard?: Shard;
}

/** The option for commands whose targets do not depend on one another. */
export function shardOption(): Option {
  return new Option(
    '--shard <i/n>',
    'only the i-th of n equal parts, chosen by the names of the targets: for n machines, or n runs at once',
  ).argParser(parseShard);
}

/** Parses `3/8`. */
export function parseShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count) {
    throw new InvalidArgumentError('a part from 1/n to n/n was expected, such as 3/8.');
  }
  return { index, count };
}
