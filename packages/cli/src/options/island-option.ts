import type { Command } from 'commander';
import { parsePath } from './parse-options.js';

/** Flags of every command on the island. */
export interface IslandFlags {
  readonly gradingData?: string;
  readonly json?: boolean;
}

/** Flags of commands for several targets. */
export interface TargetFlags extends IslandFlags {
  readonly all?: boolean;
}

export function addIslandOptions(command: Command): Command {
  return command
    .option('--grading-data <path>', 'root of the grading island (default: ~/.flowmcp/grading)', parsePath)
    .option('--json', 'print one JSON document');
}
