import { Command } from 'commander';
import { evaluateOption, gradingDataOption } from '../options/island-options.js';
import { collect, parseList, parsePath } from '../options/parse-options.js';
import { testingOptions } from '../options/testing-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { McpFlags } from './tool.js';

/** Listed here so that --help loads nothing of the server; a test compares both. */
const TOOL_NAMES = [
  'list_targets',
  'validate_sources',
  'import_sources',
  'emit_prompts',
  'next_prompt',
  'submit_answers',
  'hand_in',
  'show_state',
  'explain_grade',
  'plan_grading',
  'report_grades',
] as const;

/** `flowmcp grading mcp`. */
export function mcpCommand(finish: Finish): Command {
  const command = new Command('mcp')
    .description('the grading loop as an MCP server on stdin and stdout, for agents')
    .option(
      '--root <folder>',
      'folder that paths of the client may lie in (repeatable; default: the current folder)',
      (text: string, before: readonly string[] = []) => collect(parsePath(text), before),
    )
    .option(
      '--only <tools>',
      `only these tools, without resources and skills: ${TOOL_NAMES.join(', ')}`,
      parseList(TOOL_NAMES),
    )
    .addOption(gradingDataOption())
    .addOption(evaluateOption())
    .optionsGroup('Tests of tools, which no client can change:');
  for (const option of testingOptions()) command.addOption(option);
  return command
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading mcp --root ~/schemas\n  flowmcp grading mcp --only next_prompt,submit_answers\n\nA client starts it: docs/mcp.md shows its configuration. It ends when the client closes it.',
    )
    .action(async (flags: McpFlags) => {
      const { serve } = await import('./serve.js');
      // As `--version` prints it. Reading it here, too, would make it a file of its own that every start reads.
      finish(await serve(flags, command.parent?.parent?.version() ?? ''));
    });
}
