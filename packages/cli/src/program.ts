import { Command, CommanderError, Help } from 'commander';
import { joinEvaluatorWords, joinStdioWords } from './asking/program-words.js';
import { completionCommand } from './completion/command.js';
import { fixCommand, migrateCommand } from './edit/command.js';
import { explainCodeCommand } from './explain-code/command.js';
import { findCommand } from './find/command.js';
import { findabilityCommand } from './findability/command.js';
import { gradeCommand } from './grade/command.js';
import { lintCommand } from './lint/command.js';
import { proposeCommand } from './propose/command.js';
import { COMMAND_NAME } from './terminal/command-name.js';
import type { Finish } from './terminal/run-action.js';
import { throwUsageErrors, UsageError } from './terminal/usage-error.js';
import { trialCommand } from './trial/command.js';
import { validateCommand } from './validate/command.js';
import { readVersion } from './version.js';

/**
 * Builds the command tree: names, flags and help. A command's code is loaded only when the command runs, and
 * the commands on the island are added only if the command line may name one of them.
 */
async function buildProgram(words: readonly string[], finish: Finish): Promise<Command> {
  const program = new Command(COMMAND_NAME)
    .description(
      'Grades FlowMCP schemas and lints MCP servers: whether a language model can use their tools well.',
    )
    .version(readVersion())
    .addHelpText(
      'after',
      `
To begin: ${COMMAND_NAME} validate <folder>, then ${COMMAND_NAME} lint <folder>, then ${COMMAND_NAME} grading import <folder>
The pages that messages name (docs/…): https://github.com/FlowMCP/flowmcp-grading/tree/main/docs`,
    )
    // Each option belongs to the command it follows: `lint diff` has some that `lint` has too.
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: nameInList });
  const grading = program.command('grading').description('import, test, grade and export providers');
  for (const command of await gradingCommands(words, finish)) grading.addCommand(command);
  program.addCommand(gradeCommand(finish));
  const evaluator = program
    .command('evaluator')
    .description('try out evaluators, have candidates scored, or act as an evaluator');
  if (words.includes('evaluator')) {
    const { evaluatorCommands } = await import('./evaluator/command.js');
    for (const command of evaluatorCommands(finish)) evaluator.addCommand(command);
  }
  program.addCommand(lintCommand(finish));
  program.addCommand(trialCommand(finish));
  program.addCommand(findCommand(finish));
  program.addCommand(findabilityCommand(finish));
  program.addCommand(validateCommand(finish));
  program.addCommand(migrateCommand(finish));
  program.addCommand(fixCommand(finish));
  program.addCommand(proposeCommand(finish));
  program.addCommand(explainCodeCommand(finish));
  program.addCommand(completionCommand());
  const groups = [program, ...program.commands];
  for (const command of new Set([...groups, ...groups.flatMap(({ commands }) => commands)])) {
    throwUsageErrors(command);
  }
  return program;
}

/** A command in a list, without its alias: beside two names no description would fit. Its own help shows both. */
function nameInList(command: Command): string {
  return new Help().subcommandTerm(command).replace(`|${command.alias()}`, '');
}

/**
 * Runs one command line.
 *
 * @param argv the words after `flowmcp`
 * @returns the exit code: 0 for success, 1 if a finding fails the command, 2 if the command could not run
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  // `dev X` and `X` are the same command (design/cli).
  const words = joinStdioWords(joinEvaluatorWords(argv[0] === 'dev' ? argv.slice(1) : argv));
  let code = 0;
  const finish = (found: number) => {
    code = found;
  };
  try {
    if (argv[0] === 'complete') return await complete(argv.slice(1), finish);
    const program = await buildProgram(words, finish);
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof UsageError) return reportUsage(error, words);
    const { reportBug } = await import('./terminal/run-action.js');
    return reportBug(error, words.includes('--json'));
  }
}

/** Answers a request for completions, such as `complete -- grading st` from the shell's completion script. */
async function complete([, ...words]: readonly string[], finish: Finish): Promise<number> {
  const { completeWords } = await import('./completion/complete-words.js');
  completeWords(await buildProgram(['grading', 'evaluator'], finish), words);
  return 0;
}

async function reportUsage(error: UsageError, words: readonly string[]): Promise<number> {
  const { failWith } = await import('./terminal/run-action.js');
  const { problem } = await import('@flowmcp/grading-core/commands');
  const { code, message: reason, command } = error;
  const help = [COMMAND_NAME, command, '--help'].filter(Boolean).join(' ');
  return failWith(problem(code, undefined, { reason, help }), words.includes('--json'));
}

type Build = (finish: Finish) => Command;

/**
 * The commands on the island, in the order of the stages; each is loaded only if the command line may name
 * it.
 */
const LOADERS: Readonly<Record<string, () => Promise<Build>>> = {
  import: async () => (await import('./import/command.js')).importCommand,
  run: async () => (await import('./run/command.js')).runCommand,
  emit: async () => (await import('./run/command.js')).emitCommand,
  prompts: async () => (await import('./prompts/command.js')).promptsCommand,
  evaluate: async () => (await import('./evaluate/command.js')).evaluateCommand,
  review: async () => (await import('./review/command.js')).reviewCommand,
  'hand-in': async () => (await import('./run/command.js')).handInCommand,
  state: async () => (await import('./state/command.js')).stateCommand,
  explain: async () => (await import('./explain/command.js')).explainCommand,
  plan: async () => (await import('./plan/command.js')).planCommand,
  gate: async () => (await import('./gate/command.js')).gateCommand,
  report: async () => (await import('./report/command.js')).reportCommand,
  history: async () => (await import('./history/command.js')).historyCommand,
  agreement: async () => (await import('./agreement/command.js')).agreementCommand,
  verify: async () => (await import('./verify/command.js')).verifyCommand,
  rebuild: async () => (await import('./rebuild/command.js')).rebuildCommand,
  rules: async () => (await import('./rules/command.js')).rulesCommand,
  export: async () => (await import('./export/command.js')).exportCommand,
  mcp: async () => (await import('./mcp/command.js')).mcpCommand,
};

/**
 * Builds the commands that a command line may name: a single one, or all of them for help and suggestions.
 *
 * @param words the words after `flowmcp`
 */
async function gradingCommands(words: readonly string[], finish: Finish): Promise<Command[]> {
  const at = words.indexOf('grading');
  if (at < 0) return [];
  const named = words[at + 1] ?? '';
  const names = Object.hasOwn(LOADERS, named) ? [named] : Object.keys(LOADERS);
  const builds = await Promise.all(names.map((name) => LOADERS[name]?.()));
  return builds.flatMap((build) => (build ? [build(finish)] : []));
}
