import type { Command } from 'commander';
import type { Finish } from '../finish.js';

type Build = (finish: Finish) => Command;

/** The commands on the island, in the order of the stages; each is loaded when it may be meant. */
const LOADERS: Readonly<Record<string, () => Promise<Build>>> = {
  import: async () => (await import('./grading-import.js')).importCommand,
  run: async () => (await import('./grading-run.js')).runCommand,
  evaluate: async () => (await import('./grading-evaluate.js')).evaluateCommand,
  state: async () => (await import('./grading-state.js')).stateCommand,
  explain: async () => (await import('./grading-explain.js')).explainCommand,
  plan: async () => (await import('./grading-plan.js')).planCommand,
  gate: async () => (await import('./grading-gate.js')).gateCommand,
  report: async () => (await import('./grading-report.js')).reportCommand,
  history: async () => (await import('./grading-history.js')).historyCommand,
  verify: async () => (await import('./grading-verify.js')).verifyCommand,
  rebuild: async () => (await import('./grading-rebuild.js')).rebuildCommand,
  export: async () => (await import('./grading-export.js')).exportCommand,
};

/**
 * Builds the commands a command line may mean: the one it names, or all of them for help and suggestions.
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
