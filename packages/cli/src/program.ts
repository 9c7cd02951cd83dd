import { Command, CommanderError } from 'commander';
import { explainCodeCommand } from './commands/explain-code.js';
import { exportCommand } from './commands/grading-export.js';
import { importCommand } from './commands/grading-import.js';
import { rebuildCommand } from './commands/grading-rebuild.js';
import { consumeAndEmitCommand } from './commands/grading-run.js';
import { stateCommand } from './commands/grading-state.js';
import { validateCommand } from './commands/validate.js';
import { readVersion } from './version.js';

/** Builds the command tree. Handlers load what they need when they run. */
function buildProgram(finish: (code: number) => void): Command {
  const program = new Command('flowmcp')
    .description('Grades FlowMCP schemas: whether a language model can use a tool well.')
    .version(readVersion())
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .showSuggestionAfterError(true);
  const grading = program.command('grading').description('import, test, grade and export providers');
  for (const build of [importCommand, consumeAndEmitCommand, stateCommand, rebuildCommand, exportCommand]) {
    grading.addCommand(build(finish));
  }
  program.addCommand(validateCommand(finish));
  program.addCommand(explainCodeCommand(finish));
  for (const command of [program, grading, ...program.commands, ...grading.commands]) command.exitOverride();
  return program;
}

/**
 * Runs one command line.
 *
 * @returns the exit code: 0 good, 1 a finding says no, 2 could not run
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  // `dev X` and `X` are the same command (design/cli).
  const words = argv[0] === 'dev' && argv.length > 1 ? argv.slice(1) : [...argv];
  let code = 0;
  const program = buildProgram((found) => {
    code = found;
  });
  try {
    if (words.length === 0) program.help();
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
  return code;
}
