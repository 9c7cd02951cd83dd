import { type Problem, shellWord } from '@flowmcp/grading-core/commands';
import type { EditOptions } from '@flowmcp/grading-core/features/edit/run';
import type { RulesFlags } from '../options/rules-option.js';
import { COMMAND_NAME } from '../terminal/command-name.js';
import { counted } from '../terminal/layout.js';

/** Findings that proposed tests may remove. */
const FEW_TESTS = new Set<string>(['TST001', 'TST007']);
/** Maximum number of paths that a command is shown with. */
const SHOWN_PATHS = 3;

/**
 * Looks for commands that would change the files of these problems.
 *
 * @param from.paths as the user named them
 * @param from.rules as the user named them, if at all
 * @returns a line for each command that would change something
 */
export async function listRemedies(
  problems: readonly Problem[],
  {
    paths,
    schemasSpec,
    rules,
  }: {
    readonly paths: readonly string[];
    readonly schemasSpec?: EditOptions['schemasSpec'];
    readonly rules?: RulesFlags['rules'] | undefined;
  },
): Promise<readonly string[]> {
  const named = paths.length > SHOWN_PATHS ? '<path>' : paths.map(asArgument).join(' ');
  const { CORRECTIONS, editSources } = await import('@flowmcp/grading-core/features/edit/run');
  const fixable = filesWith(problems, new Set<string>(CORRECTIONS));
  const lines: string[] = [];
  if (fixable.length > 0) {
    const { results } = await editSources({ paths: fixable, kind: 'fix', schemasSpec });
    const edits = results.flatMap((file) => file.edits);
    const files = results.filter((file) => file.edits.length > 0).length;
    const codes = [...new Set(edits.map(({ code }) => code))].sort().join(', ');
    if (files > 0)
      lines.push(`${COMMAND_NAME} fix ${named}   corrects ${codes} in ${counted(files, 'file')}`);
  }
  if (problems.some(({ code }) => FEW_TESTS.has(code))) {
    const { hasProposals } = await import('@flowmcp/grading-core/features/edit/propose-tests');
    const byRules = rules ? ` --rules ${rules.map(shellWord).join(',')}` : '';
    if (await hasProposals({ paths, to: 3, schemasSpec }))
      lines.push(`${COMMAND_NAME} propose ${named}${byRules}   shows tests that could be added`);
  }
  return lines;
}

/** A path that begins with a hyphen would be an option. */
function asArgument(path: string): string {
  return shellWord(path.startsWith('-') ? `./${path}` : path);
}

function filesWith(problems: readonly Problem[], codes: ReadonlySet<string>): string[] {
  return [
    ...new Set(problems.flatMap(({ code, where }) => (codes.has(code) && where?.file ? [where.file] : []))),
  ];
}
