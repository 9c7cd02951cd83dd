import { codeSpan, escapeMarkdown, markdownTable } from '../../../documents/markdown.js';
import type { HeldBack } from './advice.js';
import type { FindabilityReport, FindabilitySummary } from './report.js';

/** Maximum number of lines in each list; the JSON report has all of them. */
const MOST_LINES = 10;

interface Outline {
  readonly title: string;
  /** Label, number of tasks, share, and a remark. */
  readonly shares: readonly (readonly [string, string, string, string])[];
  readonly lists: readonly List[];
  readonly worth: readonly string[];
  readonly caveat: string;
}

interface List {
  readonly title: string;
  readonly lines: readonly { readonly subject: string; readonly text: string }[];
  /** Number of lines left out. */
  readonly more: number;
}

/** The report for a terminal. Its strings must be safe to show. */
export function renderFindability(report: FindabilityReport): string {
  const { title, shares, lists, worth, caveat } = outline(report);
  const width = Math.max(...shares.map(([label]) => label.length));
  const digits = Math.max(...shares.map(([, count]) => count.length));
  return [
    title,
    '',
    ...shares.map(([label, count, share, remark]) =>
      `  ${label.padEnd(width)}  ${count.padStart(digits)}  ${share.padStart(7)}  ${remark}`.trimEnd(),
    ),
    ...lists.flatMap((list) => [
      ...['', list.title],
      ...list.lines.map(({ subject, text }) => `  ${subject}: ${text}`),
      ...(list.more > 0 ? [`  … and ${list.more} more: --format json`] : []),
    ]),
    ...(worth.length > 0 ? ['', WORTH, ...worth.map((line) => `  ${line}`)] : []),
    ...['', caveat],
  ].join('\n');
}

/** The report as a comment for a pull request. */
export function renderFindabilityMarkdown(report: FindabilityReport): string {
  const { title, shares, lists, worth, caveat } = outline(report);
  return [
    `### Findability: ${title}`,
    markdownTable(COLUMNS, shares),
    ...lists.map((list) =>
      [
        `**${escapeMarkdown(list.title)}**\n`,
        ...list.lines.map(({ subject, text }) => `- ${codeSpan(subject)}: ${escapeMarkdown(text)}`),
        ...(list.more > 0 ? [`- … and ${list.more} more in the JSON report`] : []),
      ].join('\n'),
    ),
    ...(worth.length > 0 ? [[`**${WORTH}**\n`, ...worth.map((line) => `- ${line}`)].join('\n')] : []),
    `_${caveat}_\n`,
  ].join('\n\n');
}

const COLUMNS = [
  { title: '' },
  { title: 'tasks', right: true },
  { title: 'share', right: true },
  { title: '' },
];
const WORTH = 'What the advice is worth, measured on tasks that were kept from it';
const CAVEAT =
  'Where one author wrote the tests and the descriptions, read these shares as upper bounds: users choose other words.';

function outline({ summary, tools, tasks, heldBack }: FindabilityReport): Outline {
  const missed = [...tools].sort((a, b) => b.tasks - b.found - (a.tasks - a.found));
  const mended = tasks.filter(({ advice, found }) => advice === 'mend-task' && !found);
  return {
    title: `${counted(summary.tasks, 'task')} of ${counted(summary.tools, 'tool')}, among ${counted(summary.catalogue.tools, 'tool')} of ${counted(summary.catalogue.namespaces, 'namespace')}`,
    shares: listShares(summary),
    lists: [
      listOf(
        'Words to add to descriptions (the tools that miss most tasks first)',
        missed.flatMap(({ tool, add, tried }) =>
          add.length > 0 ? [{ subject: tool, text: `${add.join(', ')}${tried ? '' : ' (untried)'}` }] : [],
        ),
      ),
      listOf(
        'Descriptions to tell apart, because other tools of the provider take the tasks',
        missed.flatMap(({ tool, tellApart }) =>
          tellApart.length > 0 ? [{ subject: tool, text: `from ${tellApart.join(', ')}` }] : [],
        ),
      ),
      listOf(
        'Tasks to rewrite, because they do not say whose data they want',
        mended.map(({ id, task, taker }) => ({
          subject: id,
          text: `${task}${taker ? ` → taken by ${taker.tool} (words in common: ${taker.words.join(', ')})` : ''}`,
        })),
      ),
    ].filter(({ lines }) => lines.length > 0),
    worth: [...heldBack.map(sayWorth), ...sayUnsure(tools, summary)],
    caveat: CAVEAT,
  };
}

function listShares(summary: FindabilitySummary): Outline['shares'] {
  const { tasks, breaksCli } = summary;
  const row = (label: string, count: number, remark = '') =>
    [label, String(count), `${(Math.floor((1000 * count) / tasks) / 10).toFixed(1)} %`, remark] as const;
  return [
    row('first in its own namespace', summary.firstInNamespace),
    row('among ten of the catalogue', summary.amongTen),
    row('found: both of these', summary.found),
    row('first in the catalogue', summary.firstInCatalogue),
    row('shown by flowmcp-cli', summary.shownByCli, breaksCli > 0 ? `${breaksCli} make its search fail` : ''),
  ];
}

function listOf(title: string, lines: List['lines']): List {
  return { title, lines: lines.slice(0, MOST_LINES), more: Math.max(0, lines.length - MOST_LINES) };
}

function sayWorth({ heldBack, tools, first, gained, lost, shownByCli }: HeldBack): string {
  return `the ${heldBack} task of each of ${counted(tools, 'tool')}: first in the catalogue ${first.before}, with the advice ${first.after} (${gained} gained, ${lost} lost); shown by flowmcp-cli ${shownByCli.before}, then ${shownByCli.after}`;
}

function sayUnsure(tools: FindabilityReport['tools'], { adviceLeftOut }: FindabilitySummary): string[] {
  const untried = tools.filter(({ add, tried }) => add.length > 0 && !tried).length;
  const wordsFor = (count: number) => `the words for ${counted(count, 'tool')}`;
  return [
    ...(adviceLeftOut > 0
      ? [`left out: ${wordsFor(adviceLeftOut)}, which moved none of these tasks up`]
      : []),
    ...(untried > 0 ? [`untried: ${wordsFor(untried)}; no task kept from them had anything to gain`] : []),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
