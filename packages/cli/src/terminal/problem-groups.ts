import { describeProblem, groupBy, type Problem, type Severity } from '@flowmcp/grading-core/commands';
import { counted, splitFolder } from './layout.js';
import { formatPlace, formatProblems, hintOf, oneLine } from './problems.js';

/** If there are more problems, those that are no errors are summed up by code. */
const LISTED_ONE_BY_ONE = 20;

interface ProblemGroup {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
  /** Number of files with problems of this code. */
  readonly files: number;
}

/** Adds the number of problems of each code to a result that is printed as JSON. */
export function withSummary<T>(
  result: T,
  problems: readonly Problem[],
): T & { readonly summary: readonly ProblemGroup[] } {
  const summary = groupProblems(problems).map(({ example: _, ...group }) => group);
  return { ...result, summary };
}

/**
 * Lists problems one by one if they are few or `details` asks for it; otherwise errors only, and the rest by code. The folder
 * that all their files share is named once.
 */
export function formatMany(
  problems: readonly Problem[],
  options: { readonly details?: boolean | undefined },
): string {
  const { folder } = splitFolder([...new Set(problems.flatMap(({ where }) => where?.file ?? []))]);
  if (folder === '') return formatGroups(problems, options);
  const inside = problems.map((found) => {
    const { file, ...place } = found.where ?? {};
    return file === undefined
      ? found
      : { ...found, where: { ...place, file: file.slice(folder.length + 1) } };
  });
  return `in ${oneLine(folder)}:\n${formatGroups(inside, options)}`;
}

function formatGroups(
  problems: readonly Problem[],
  { details = false }: { readonly details?: boolean | undefined },
): string {
  if (details || problems.length <= LISTED_ONE_BY_ONE) return formatProblems(problems);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const groups = groupProblems(problems.filter(({ severity }) => severity !== 'error'));
  if (groups.length === 0) return formatProblems(errors);
  const counts = groups.map(formatCount);
  const width = Math.max(...counts.map(({ length }) => length));
  const lines = groups.flatMap(({ code, severity, example }, at) => {
    const { message } = describeProblem(example);
    const hint = hintOf(example);
    const head = [
      severity.padEnd('warning'.length),
      code.padEnd('GATE-003'.length),
      counts[at]?.padEnd(width),
    ];
    const place = formatPlace(example);
    return [
      `${head.join('  ')}  ${place === '' ? '' : `e.g. ${place}: `}${oneLine(message)}`,
      ...(hint === '' ? [] : [`${''.padEnd('warning'.length)}  → ${hint}`]),
    ];
  });
  return [
    ...(errors.length > 0 ? [formatProblems(errors), ''] : []),
    ...lines,
    '',
    'every place: the same command with --details',
  ].join('\n');
}

/** One group for each code and severity, the most frequent first. */
function groupProblems(problems: readonly Problem[]): (ProblemGroup & { readonly example: Problem })[] {
  return [...groupBy(problems, ({ code, severity }) => `${severity} ${code}`).values()]
    .flatMap((found) => {
      const [example] = found;
      if (!example) return [];
      const { code, severity } = example;
      const files = new Set(found.flatMap(({ where }) => where?.file ?? [])).size;
      return [{ code, severity, count: found.length, files, example }];
    })
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

function formatCount({ count, files }: ProblemGroup): string {
  const all = count.toLocaleString('en');
  return files === 0 ? all : `${all} in ${counted(files, 'file')}`;
}
