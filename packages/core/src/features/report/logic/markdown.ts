import {
  codeSpan,
  cutLines,
  escapeMarkdown,
  foldRows,
  LONGEST_COMMENT,
  SEVERITY_MARKS,
} from '../../../documents/markdown.js';
import type { PastRetention } from '../../../grade/ageing.js';
import { sayPastRetention } from '../../../grade/ageing.js';
import { sayScore } from '../../../grade/score.js';
import { SEVERITIES } from '../../../problems/problem.js';
import type { ReportFinding, ReportNode, ReportSummary, ReportTarget } from './grading-report.js';
import { type GradingReportSource, sayPlace, sayProblem, showTarget } from './source.js';
import {
  byAttention,
  byStanding,
  countTarget,
  createFirst,
  failsGate,
  sayFindings,
  sayGrade,
  sayReader,
  sayReportTrial,
  sayUndecided,
  type TargetStanding,
  targetStatusOf,
  whyOf,
} from './standing.js';
import { createTally } from './tally.js';

/** Maximum number of rows to keep: more than fit into a comment. */
const MOST_ROWS = 500;
/** Number of rows of each table that are visible at first; together they fill one screen. */
const OPEN = { targets: 8, nodes: 8, findings: 5 };
/** Maximum length of a reason in a table; other formats of the report give longer reasons in full. */
const LONGEST_WHY = 160;
/** Maximum number of trials to list. */
const MOST_TRIALS = 20;
/** Maximum number of names listed on one line. */
const MOST_NAMED = 5;

type TargetRow = Pick<ReportTarget, 'target'> &
  TargetStanding & { readonly status: ReturnType<typeof targetStatusOf> };
/** A node, or a whole target, that fails the gate, with the reason. */
interface FailingRow {
  readonly target: string;
  readonly node: Pick<ReportNode, 'node' | 'grade' | 'score'>;
  readonly why: string;
}
interface PartRow {
  readonly name: string;
  readonly coverage: number;
}
interface FindingRow {
  readonly target: string;
  readonly about: string;
  readonly finding: ReportFinding;
}

/** Renders grades as a comment for a pull request: the targets, what fails the gate and why, and the findings. */
export async function* renderGradingMarkdown(source: GradingReportSource): AsyncGenerator<string> {
  const tally = createTally(source.book);
  const targets = createFirst<TargetRow>(MOST_ROWS, byAttention);
  const [faulty, waiting] = [
    createFirst<string>(MOST_NAMED, () => 0),
    createFirst<string>(MOST_NAMED, () => 0),
  ];
  let only: TargetRow | undefined;
  const nodes = createFirst<FailingRow>(MOST_ROWS, byStanding);
  const findings = createFirst<FindingRow>(
    MOST_ROWS,
    (a, b) => SEVERITIES.indexOf(a.finding.severity) - SEVERITIES.indexOf(b.finding.severity),
  );
  const origins = new Map<string, number>();
  const inPart = createFirst<PartRow>(MOST_NAMED, (a, b) => a.coverage - b.coverage);
  const undecided = createFirst<string>(MOST_NAMED, () => 0);
  const readers = createFirst<string>(MOST_NAMED, () => 0);
  const tests = new Map<string, number>();
  const aged: PastRetention[] = [];
  const trials = createFirst<string>(MOST_TRIALS, () => 0);
  for await (const found of source.targets) {
    const shown = showTarget(found);
    const { target, grade, gate } = shown;
    const row = { target, status: targetStatusOf(shown), grade, ...countTarget(shown) };
    tally.add(shown);
    if (shown.pastRetention) aged.push({ pastRetention: shown.pastRetention });
    only = row;
    if (row.graded > 0) targets.add(row);
    else (row.blocked > 0 ? faulty : waiting).add(codeSpan(target));
    for (const { message } of gate.failures) {
      nodes.add({ target, node: { node: target, grade, score: null }, why: message });
    }
    if (shown.persona !== null) readers.add(`${codeSpan(target)} ${sayReader(shown)}`);
    for (const trial of shown.trials ?? []) {
      trials.add(`- ${codeSpan(target)} ${escapeMarkdown(sayReportTrial(trial))}`);
    }
    for (const finding of shown.findings) findings.add({ target, about: '', finding });
    for (const node of shown.nodes) {
      if (failsGate(node)) nodes.add({ target, node, why: whyOf(node) });
      const { coverage } = node;
      if (coverage !== null && coverage < 1) inPart.add({ name: `${target} ${node.node}`, coverage });
      if (sayUndecided(node) !== '')
        undecided.add(`${codeSpan(`${target} ${node.node}`)} ${sayUndecided(node)}`);
      for (const origin of node.askedAt ?? []) origins.set(origin, (origins.get(origin) ?? 0) + 1);
      if (node.tested !== undefined) tests.set(node.tested, (tests.get(node.tested) ?? 0) + 1);
      for (const finding of node.findings) findings.add({ target, about: node.node, finding });
    }
  }
  const summary = tally.sum();
  const several = summary.targets > 1;
  const shown = several || !only ? targets.items : [only];
  const head = [
    `### Grades: ${sayTitle(shown, summary)}`,
    ...source.failures.map((failure) => `⛔ **Not read**: ${escapeMarkdown(sayProblem(failure).message)}`),
    ...(shown.length > 0 ? [foldRows(shown, toTargetRow, tableOf('targets', TARGETS, targets.left()))] : []),
    ...(several ? sayUngraded({ faulty, waiting }) : []),
  ].join('\n\n');
  const parts = [
    cutLines(head, LONGEST_COMMENT / 3),
    ...(nodes.items.length > 0
      ? [
          '**What fails the gate**, worst first',
          foldRows(
            nodes.items,
            (row) => toNodeRow(row, several),
            tableOf('nodes', nodeColumns(several), nodes.left()),
          ),
        ]
      : []),
    ...(findings.items.length > 0
      ? [
          `**Findings**: ${sayFindings(summary)}`,
          foldRows(findings.items, toFindingRow, tableOf('findings', FINDINGS, findings.left())),
        ]
      : []),
    ...(trials.items.length > 0 ? ['**Trials**, not part of any grade', sayTrials(trials)] : []),
    ...(inPart.items.length > 0 ? [sayParts(inPart)] : []),
    ...[undecided, readers].flatMap((named) => (named.items.length > 0 ? [sayNamed(named)] : [])),
    ...(origins.size > 0 ? [sayOrigins(origins)] : []),
    ...(tests.size > 0 ? [sayEvidence(tests)] : []),
    ...sayPastRetention(aged, source.book.grading.ageingDays).map((said) => escapeMarkdown(said)),
    sayFoot(source),
  ];
  yield `${parts.join('\n\n')}\n`;
}

type Column = { readonly title: string; readonly right?: boolean };

function tableOf(noun: keyof typeof OPEN, columns: readonly Column[], missing: number) {
  return { columns, noun, missing, open: OPEN[noun], room: LONGEST_COMMENT / 3 - 1000 };
}

const TARGETS: readonly Column[] = [
  { title: 'Target' },
  { title: 'Grade' },
  { title: 'Status' },
  ...['Stable', 'Below B', 'Blocked', 'Waiting', 'Findings'].map((title) => ({ title, right: true })),
];
const FINDINGS: readonly Column[] = [{ title: '' }, { title: 'What is wrong' }, { title: 'Place' }];

function nodeColumns(several: boolean): Column[] {
  return [
    { title: 'Grade' },
    ...(several ? [{ title: 'Target' }] : []),
    { title: 'Node' },
    { title: 'Score', right: true },
    { title: 'Why' },
  ];
}

function sayTitle(targets: readonly TargetRow[], summary: ReportSummary): string {
  const [worst] = targets;
  if (summary.targets === 0) return 'nothing could be read';
  if (!worst) return `${summary.targets} targets, none graded yet`;
  const { stable } = summary.statuses;
  const share = `${stable} of ${summary.nodes} nodes stable`;
  if (summary.targets === 1) return `${codeSpan(worst.target)} ${sayGrade(worst.grade)}, ${share}`;
  return `${summary.targets} targets, the worst ${sayGrade(worst.grade)}, ${share}`;
}

/** Targets without any grade are one line, so that they hide none that has one. */
function sayUngraded(found: Record<'faulty' | 'waiting', ReturnType<typeof createFirst<string>>>): string[] {
  const count = ({ items, left }: { readonly items: readonly string[]; left(): number }) =>
    items.length + left();
  const parts = [
    { what: 'blocked by a fault', targets: found.faulty },
    { what: 'waiting for a first grade', targets: found.waiting },
  ].filter(({ targets }) => count(targets) > 0);
  if (parts.length === 0) return [];
  const said = parts.map(({ what, targets }) => `${count(targets)} ${what} (${sayNamed(targets)})`);
  return [`Without a grade: ${said.join('; ')}`];
}

function toTargetRow({ target, grade, status, ...counts }: TargetRow): string[] {
  const { nodes, stable, below, blocked, waiting, findings } = counts;
  return [
    codeSpan(target),
    `**${escapeMarkdown(sayGrade(grade))}**`,
    status,
    `${stable} of ${nodes}`,
    ...[below, blocked, waiting, findings].map((count) => (count === 0 ? '' : String(count))),
  ];
}

function toNodeRow({ target, node, why }: FailingRow, several: boolean): string[] {
  return [
    `**${escapeMarkdown(sayGrade(node.grade))}**`,
    ...(several ? [codeSpan(target)] : []),
    codeSpan(node.node),
    node.score === null ? '' : sayScore(node.score),
    escapeMarkdown(cutWords(why)),
  ];
}

function toFindingRow({ target, about, finding }: FindingRow): string[] {
  const { severity, message, code, place } = finding;
  // The path of a snapshot in the island helps less than the name of its target.
  const where = place?.base === 'sources' ? sayPlace(place) : [target, about].filter(Boolean).join(' ');
  return [SEVERITY_MARKS[severity], `${escapeMarkdown(message)} (${code})`, codeSpan(where)];
}

function sayTrials({ items, left }: ReturnType<typeof createFirst<string>>): string {
  return [...items, ...(left() > 0 ? [`- and ${left()} more`] : [])].join('\n');
}

/** Nodes that were judged in part, lowest coverage first. */
function sayParts(rows: ReturnType<typeof createFirst<PartRow>>): string {
  const named = rows.items.map(({ name, coverage }) => `${codeSpan(name)} ${sayScore(coverage)}`);
  return `Partly judged, by coverage: ${sayNamed({ items: named, left: rows.left })}`;
}

function sayNamed({ items, left }: Pick<ReturnType<typeof createFirst<string>>, 'items' | 'left'>): string {
  const more = left();
  return `${items.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Judges that were not asked at their provider's address: a service at another address can give any model any name. */
function sayOrigins(origins: ReadonlyMap<string, number>): string {
  const asked = [...origins].map(
    ([origin, nodes]) => `${codeSpan(origin)} (${nodes === 1 ? 'one node' : `${nodes} nodes`})`,
  );
  const left = () => Math.max(0, asked.length - MOST_NAMED);
  return `Judges were asked at ${sayNamed({ items: asked.slice(0, MOST_NAMED), left })}`;
}

/**
 * Names the ways in which tests differed from plain calls or lack a recorded origin, with the number of nodes for each.
 */
function sayEvidence(tests: ReadonlyMap<string, number>): string {
  const said = [...tests].map(([how, nodes]) => `${how} (${nodes === 1 ? 'one node' : `${nodes} nodes`})`);
  return `Evidence: ${said.map(escapeMarkdown).join('; ')}`;
}

function cutWords(text: string): string {
  if (text.length <= LONGEST_WHY) return text;
  const end = text.lastIndexOf(' ', LONGEST_WHY);
  return `${text.slice(0, end > 0 ? end : LONGEST_WHY).replace(/[\u{D800}-\u{DBFF}]$/u, '')}…`;
}

function sayFoot({ tool, versions, generatedAt }: GradingReportSource): string {
  const parts = [`${tool.name} ${tool.version}`, versions.scoringSystem, versions.gradingSystem, generatedAt];
  return `<sub>${parts.map(escapeMarkdown).join(' · ')}</sub>`;
}
