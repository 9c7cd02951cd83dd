import type { Command } from 'commander';
import type { Finish } from './terminal/finish.js';

type Build = (finish: Finish) => Command;

/**
 * The commands on the island, in the order of the stages; each is loaded only if the command line may name
 * it.
 */
const LOADERS: Readonly<Record<string, () => Promise<Build>>> = {
  import: async () => (await import('./import/command.js')).importCommand,
  run: async () => (await import('./run/command.js')).runCommand,
  evaluate: async () => (await import('./evaluate/command.js')).evaluateCommand,
  state: async () => (await import('./state/command.js')).stateCommand,
  explain: async () => (await import('./explain/command.js')).explainCommand,
  plan: async () => (await import('./plan/command.js')).planCommand,
  gate: async () => (await import('./gate/command.js')).gateCommand,
  report: async () => (await import('./report/command.js')).reportCommand,
  history: async () => (await import('./history/command.js')).historyCommand,
  verify: async () => (await import('./verify/command.js')).verifyCommand,
  rebuild: async () => (await import('./rebuild/command.js')).rebuildCommand,
  export: async () => (await import('./export/command.js')).exportCommand,
};

/**
 * Builds the commands a command line may name: that one, or all of them for help and suggestions.
 *
 * @param words the words after `flowmcp`
 */
export async function gradingCommands(words: readonly string[], finish: Finish): Promise<Command[]> {
  const at = words.indexOf('grading');
  if (at < 0) return [];
  const named = words[at + 1] ?? '';
  const names = Object.hasOwn(LOADERS, named) ? [named] : Object.keys(LOADERS);
  const builds = await Promise.all(names.map((name) => LOADERS[name]?.()));
  return builds.flatMap((build) => (build ? [build(finish)] : []));
}
