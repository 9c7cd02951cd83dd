import { basename } from 'node:path';

/**
 * The name that the command was started by. The package installs two: another package also has a command `flowmcp`, so what
 * a machine keeps says `flowmcp-grading`.
 */
export const COMMAND_NAME = /^flowmcp-grading(?:\.|$)/.test(basename(process.argv[1] ?? ''))
  ? 'flowmcp-grading'
  : 'flowmcp';

const NAMED =
  /(?<![\w./-])flowmcp (?=(?:grading|grade|evaluator|lint|trial|find|findability|validate|migrate|fix|propose|explain-code|completion)\b)/g;

/**
 * Gives our commands the name that was typed. For our own words only: what strangers wrote, such as a prompt or the text of
 * a schema, is shown as it is.
 */
export function nameAsTyped(text: string): string {
  return COMMAND_NAME === 'flowmcp' ? text : text.replace(NAMED, `${COMMAND_NAME} `);
}
