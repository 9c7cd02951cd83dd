import { type Dirent, readdirSync } from 'node:fs';
import type { Complete, RootCommand } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import {
  codeOf,
  GradingError,
  knownVersions,
  listNamespaces,
  listSelections,
} from '@flowmcp/grading-core/commands';
import type { Command } from 'commander';
import { openWorkplace } from '../options/workplace.js';

/** Names of arguments and options whose values are files or folders. */
const PLACES = new Set(['file', 'folder', 'path', 'schema']);

/**
 * Answers a shell's request for completions on stdout, in the form that the shell's script reads.
 *
 * @param words the words after `flowmcp`; the last one is being typed and may be empty
 */
export function completeWords(program: Command, words: readonly string[]): void {
  const typed = words.at(-1) ?? '';
  // Help leaves out options that have a command of their own; who types them may have them completed.
  for (const option of commandsBelow(program).flatMap(([, { options }]) => options)) option.hideHelp(false);
  const root = tab(program);
  // The library adds this command for its scripts; users never type it.
  root.commands.delete('complete');
  for (const [name, command] of commandsBelow(program)) addHandlers(root, name, command, typed);
  root.parse([...words]);
}

/** Every command with its full name, such as `grading run`. */
function commandsBelow(program: Command, above = ''): [string, Command][] {
  return program.commands.flatMap((command): [string, Command][] => {
    const name = [above, command.name()].filter(Boolean).join(' ');
    return [[name, command], ...commandsBelow(command, name)];
  });
}

function addHandlers(root: RootCommand, name: string, command: Command, typed: string): void {
  const known = root.commands.get(name);
  for (const argument of known?.arguments.values() ?? []) {
    if (PLACES.has(argument.name)) argument.handler = (complete) => completeFiles(typed, complete);
    if (argument.name === 'target') {
      const isPath = name === 'lint' || name === 'trial';
      argument.handler = (complete) => (isPath ? completeFiles(typed, complete) : completeTargets(complete));
    }
  }
  for (const { long, flags } of command.options) {
    const option = known?.options.get(long?.slice(2) ?? '');
    const value = /<([a-z-]+)/.exec(flags)?.[1] ?? '';
    if (option && PLACES.has(value)) option.handler = (complete) => completeFiles(typed, complete);
    if (option && value === 'version') option.handler = completeVersions;
  }
}

/** Completes namespaces and selections; offers none if the island cannot be found. */
function completeTargets(complete: Complete): void {
  try {
    const { island } = openWorkplace({});
    for (const namespace of listNamespaces(island)) complete(namespace, 'namespace');
    for (const selection of listSelections(island)) complete(`selections/${selection}`, 'selection');
  } catch (error) {
    // A shell that completes words cannot show errors; the command itself will report them.
    if (!(error instanceof GradingError)) throw error;
  }
}

/** Completes versions of the rules. */
function completeVersions(complete: Complete): void {
  for (const version of Object.values(knownVersions()).flat()) complete(version, 'rules');
}

/** Offers the files and folders in the folder of the typed path. */
function completeFiles(typed: string, complete: Complete): void {
  const start = typed.slice(0, typed.lastIndexOf('/') + 1);
  for (const item of listFolder(start === '' ? '.' : start)) {
    complete(`${start}${item.name}${item.isDirectory() ? '/' : ''}`, '');
  }
}

function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // A missing or unreadable folder has no completions.
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}
