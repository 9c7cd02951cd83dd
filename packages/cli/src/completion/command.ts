import { Argument, Command } from 'commander';
import { COMMAND_NAME } from '../terminal/command-name.js';

export function completionCommand(): Command {
  return new Command('completion')
    .description('print a script that lets your shell complete commands, flags, targets and files')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      '\nExamples:\n  source <(flowmcp completion bash)            # for now; put it in ~/.bashrc to keep it\n  flowmcp completion zsh > ~/.zfunc/_flowmcp   # a folder in your fpath\n  flowmcp completion fish > ~/.config/fish/completions/flowmcp.fish',
    )
    .action(async (shell: string) => {
      const { script } = await import('@bomb.sh/tab');
      script(shell, COMMAND_NAME, COMMAND_NAME);
    });
}
