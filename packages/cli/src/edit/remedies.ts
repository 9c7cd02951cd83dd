import { type Problem, shellWord } from '@flowmcp/grading-core/commands';
import type { EditOptions } from '@flowmcp/grading-core/features/edit/run';
import { counted } from '../terminal/layout.js';

/** Findings that proposed tests may remove. */
const FEW_TESTS = new Set<string>(['TST001', 'TST007']);
/** Maximum number of paths that a command is shown with. */
const SHOWN_PATHS = 3;

/**
 * Looks for commands that would change the files of these problems.
 *
 * @param paths as the user named them
 * @returns a line for each command that would change something
 */
export async function listRemedies(
  problems: readonly Problem[],
  {
    paths,
    schemasSpec,
  }: { readonly paths: readonly string[]; readonly schemasSpec?: EditOptions['schemasSpec'] },
): Promise<readonly string[]> {
  const named = paths.length > SHOWN_PATHS ? '<path>' : paths.map(shellWord).join(' ');
  const { CORRECTIONS, editSources } = await import('@flowmcp/grading-core/features/edit/run');
  const fixable = filesWith(problems, new Set<string>(CORRECTIONS));
  const lines: string[] = [];
  if (fixable.length > 0) {
    const { results } = await editSources({ paths: fixable, kind: 'fix', schemasSpec });
    const edits = results.flatMap((file) => file.edits);
    const files = results.filter((file) => file.edits.length > 0).length;
    const codes = [...new Set(edits.map(({ code }) => code))].sort().join(', ');
    if (files > 0) lines.push(`flowmcp fix ${named}   corrects ${codes} in ${counted(files, 'file')}`);
  }
  const few = filesWith(problems, FEW_TESTS);
  if (few.length > 0) {
    const { proposeTests } = await import('@flowmcp/grading-core/features/edit/propose-tests');
    const { results } = await proposeTests({ paths: few, to: 3, schemasSpec });
    const counts = results.map((file) => file.tools.flatMap(({ proposals }) => proposals).length);
    const files = counts.filter((count) => count > 0).length;
    const tests = counts.reduce((sum, count) => sum + count, 0);
    if (tests > 0)
      lines.push(
        `flowmcp propose ${named}   shows ${counted(tests, 'test')} that could be added to ${counted(files, 'file')}`,
      );
  }
  return lines;
}

function filesWith(problems: readonly Problem[], codes: ReadonlySet<string>): string[] {
  return [
    ...new Set(problems.flatMap(({ code, where }) => (codes.has(code) && where?.file ? [where.file] : []))),
  ];
}
