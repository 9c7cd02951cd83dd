import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseCountFromZero, parseNumber, parsePath } from './parse-options.js';

/** Limits for grades, used by `grading gate` and by reports that include the gate's verdict. */
export interface BarFlags {
  readonly minGrade?: 'A' | 'B' | 'C' | 'D' | 'F';
  readonly minCoverage?: number;
  readonly baseline?: string;
  readonly maxAgeDays?: number;
  readonly noise?: number;
  readonly allowMapped?: boolean;
}

export function addBarOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--min-grade <letter>',
        'worst grade that passes; together with a selection that is held to A, namespaces are held to B',
      ).choices(['A', 'B', 'C', 'D', 'F']),
    )
    .option(
      '--min-coverage <share>',
      'minimum share of what applies to a node that graders must have judged; 0: any (default: 0.5)',
      parseNumber(0, 1),
    )
    .option(
      '--baseline <file>',
      'file that records nodes as they were accepted; only what has got worse fails',
      parsePath,
    )
    .option('--max-age-days <n>', 'maximum age of the answers that a grade is based on', parseCountFromZero)
    .option('--noise <points>', 'largest drop in a score that is ignored (default: 0.2)', parseNumber(0, 4))
    .option('--allow-mapped', 'accept grades whose tests went to another origin (--origin-map)');
}

export function barOf({ minGrade, minCoverage, baseline, maxAgeDays, noise, allowMapped }: BarFlags) {
  return { minGrade, minCoverage, baseline, maxAgeDays, noise, allowMapped };
}

/** Parses `2027-01-31`. */
export function parseDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay || new Date(text).toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError('a day such as 2027-01-31 was expected.');
  }
  return text;
}
