import type { Command, CommanderError } from 'commander';
import { nameAsTyped } from './command-name.js';

/** A command line that cannot be understood; names the command whose help should be shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code: 'CLI-001' | 'CLI-002';
  readonly command: string;

  constructor(code: UsageError['code'], reason: string, command: string) {
    super(reason);
    this.code = code;
    this.command = command;
  }
}

/** Makes a command throw usage errors instead of printing them and ending the process. */
export function throwUsageErrors(command: Command): void {
  command.configureOutput({
    outputError: () => undefined,
    writeOut: (text) => process.stdout.write(nameAsTyped(text)),
  });
  command.exitOverride((error) => {
    if (error.exitCode === 0) throw error;
    throw new UsageError(codeOf(error), reasonOf(error, command), pathOf(command));
  });
}

function codeOf({ code }: CommanderError): UsageError['code'] {
  const isValue = code === 'commander.invalidArgument' || code === 'commander.optionMissingArgument';
  return isValue ? 'CLI-002' : 'CLI-001';
}

function reasonOf({ code, message }: CommanderError, command: Command): string {
  if (code === 'commander.help') {
    const known = command.commands.map((found) => found.name());
    return `no command was given; one of ${known.join(', ')} was expected`;
  }
  return message
    .replace(/^error: /, '')
    .replace(/\n\((.*)\)$/, '. $1')
    .replace(/\.$/, '');
}

/** Full name of a command: `grading run` for `flowmcp grading run`. */
function pathOf(command: Command): string {
  const names = [];
  for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name());
  return names.join(' ');
}
