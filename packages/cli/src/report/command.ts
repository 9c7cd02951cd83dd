import { Command, Option } from 'commander';
import { addBarOptions } from '../options/gate-options.js';
import { addIslandOptions } from '../options/island-options.js';
import { parsePath } from '../options/parse-options.js';
import type { Finish } from '../terminal/run-action.js';
import type { ReportFlags } from './action.js';

/** Listed here so that --help loads nothing from the core. */
const FORMATS = ['html', 'md', 'sarif', 'junit', 'json', 'badge', 'board'] satisfies ReportFlags['format'][];

const EXAMPLES = `
Examples:
  flowmcp grading report --all --format html --out report.html --open
  flowmcp grading report defillama
  flowmcp grading report --all --format sarif --sources providers --out a.sarif
  flowmcp grading report selections/crypto --format badge --out badge.svg
  flowmcp grading report --all --format junit --min-grade C --out grading.xml
  flowmcp grading report --format board --proofs providers

The report marks as failed what "flowmcp grading gate" fails with the same options;
without any of them, the bar is B.

The board is made of the proofs alone (grading export --proof-dir); no island is read.

Exit codes: 0 the report was written, whatever the grades; 1 a proof is not valid;
2 a target could not be read, or the report could not be written.`;

export function reportCommand(finish: Finish): Command {
  const command = new Command('report')
    .description(
      'the status of targets, for people, pull requests and CI: one page, Markdown, SARIF, JUnit …',
    )
    .argument('[target...]', 'namespaces, schemas, tools or selections of the island')
    .option('--all', 'every target of the island')
    .addOption(new Option('--format <format>', 'format of the report (default: md)').choices(FORMATS))
    .option('--out <file>', 'write the report there', parsePath)
    .option(
      '--sources <folder>',
      'show locations in <folder>/<namespace>/<schema>.mjs if that file is what was graded',
      parsePath,
    )
    .option('--proofs <folder>', 'for a board: read <folder>/<namespace>/grade.json', parsePath)
    .option('--open', 'open the page written by --out in the browser');
  return addIslandOptions(addBarOptions(command))
    .addHelpText('after', EXAMPLES)
    .action(async (targets: string[], flags: ReportFlags) => {
      const { format, proofs } = flags;
      const misuse = findMisuse(flags) ?? findBoardMisuse(command, targets, flags);
      if (misuse !== null) command.error(misuse);
      const { reportProofs, reportTargets } = await import('./action.js');
      if (format === 'board') finish(await reportProofs(proofs ?? '', flags));
      else finish(await reportTargets(targets, { ...flags, format }));
    });
}

const JSON_FORMATS: ReadonlySet<ReportFlags['format']> = new Set(['json', 'board']);

/** A board is made of proofs and takes nothing else. */
function findBoardMisuse(
  command: Command,
  targets: readonly string[],
  { format, proofs }: ReportFlags,
): string | null {
  if (format !== 'board') return proofs === undefined ? null : '--proofs goes with --format board';
  if (proofs === undefined) return '--format board also needs --proofs <folder>';
  if (targets.length > 0) return `--format board takes no targets, found ${targets.join(', ')}`;
  const idle = command.options.filter(
    (option) =>
      !BOARD_OPTIONS.has(option.long) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (idle.length === 0) return null;
  return `${idle.map(({ long }) => long).join(', ')} cannot be used with --format board`;
}

const BOARD_OPTIONS: ReadonlySet<string | undefined> = new Set(['--format', '--proofs', '--out', '--json']);

function findMisuse({ format, out, open, json }: ReportFlags): string | null {
  if (open && (format !== 'html' || out === undefined)) {
    return '--open shows a page that was written, so it also needs --format html --out <file>';
  }
  if (json && format !== undefined && !JSON_FORMATS.has(format) && out === undefined) {
    return `--json and --format ${format} would both be printed; --out <file> was expected`;
  }
  return null;
}
