import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { renderPage } from '../../../documents/html/page.js';
import { createTemplates, splitName, type Templates } from '../../../documents/html/templates.js';
import { sayPastRetention } from '../../../grade/ageing.js';
import { bandOf } from '../../../grade/grade.js';
import { sayScore } from '../../../grade/score.js';
import type { RuleBook } from '../../../spec/books/book.js';
import { countBy } from '../../../values/group-by.js';
import { drawHistogram, drawShares, drawSparkline, drawTrend } from './charts.js';
import { REPORT_GRADES, type ReportNode, type ReportSummary, type ReportTarget } from './grading-report.js';
import { type Anchored, createBudget, hasBody, toFinding, toParts } from './html-nodes.js';
import { GRADING_STYLES, GRADING_TEMPLATES, TREE_SCRIPT } from './html-templates.js';
import { type GradingReportSource, sayProblem, showTarget } from './source.js';
import {
  byAttention,
  byStanding,
  countTarget,
  createFirst,
  failsGate,
  kindOf,
  letterOf,
  markOf,
  SHOWN_STATUSES,
  sayFindings,
  sayGrade,
  sayReportTrial,
  type TargetStanding,
  targetStatusOf,
  whyOf,
} from './standing.js';
import { createTally } from './tally.js';
import { addTarget, createTrend } from './trend.js';

/** Maximum number of rows in the overview, which users read first. */
const MOST_WORST = 8;
/** Maximum number of warnings shown for one target. */
const MOST_WARNINGS = 5;
const FAST = { level: 1 };

/** The part of a target that is kept until all targets are drawn. */
interface Drawn {
  readonly target: Pick<ReportTarget, 'target' | 'grade'>;
  readonly status: ReturnType<typeof targetStatusOf>;
  readonly standing: TargetStanding;
  /** Compressed to a tenth, because it waits until the last target is drawn. */
  readonly markup: Buffer;
}

/**
 * Renders grades as one self-contained page. For each target, only its finished part of the page is kept in memory: the
 * overview comes first on the page, but is complete only after the last target.
 */
export async function* renderGradingHtml(source: GradingReportSource): AsyncGenerator<string> {
  const draw = createTemplates(GRADING_TEMPLATES);
  const tally = createTally(source.book);
  const worst = createFirst<Anchored>(MOST_WORST, byStanding);
  const budget = createBudget();
  const all: Drawn[] = [];
  for await (const found of source.targets) {
    const target = showTarget(found);
    const anchor = `t${all.length + 1}`;
    tally.add(target);
    for (const [at, node] of target.nodes.entries()) {
      if (failsGate(node)) worst.add({ target: target.target, node, anchor: `${anchor}-${at + 1}` });
    }
    all.push({
      target: { target: target.target, grade: target.grade },
      status: targetStatusOf(target),
      standing: { grade: target.grade, ...countTarget(target) },
      markup: deflateRawSync(
        drawTarget(draw, target, {
          anchor,
          book: source.book,
          isFolded: !budget.take(target.nodes.filter(hasBody).length),
        }),
        FAST,
      ),
    });
  }
  const summary = tally.sum();
  const [only] = all.length === 1 ? all : [];
  const ordered = all.sort((a, b) => byAttention(a.standing, b.standing));
  const overview = draw('overview', toOverview(source, { summary, drawn: all, worst }));
  yield* renderPageParts(source, overview, drawTree(ordered, only !== undefined));
}

function* drawTree(ordered: readonly Drawn[], isOpen: boolean): Generator<string> {
  yield `\n<div class="tree" data-tree>\n`;
  for (const { markup } of ordered) {
    const text = inflateRawSync(markup).toString();
    yield isOpen ? text.replace(/^<details /, '<details open ') : text;
  }
  yield '</div>';
}

/** Yields the page in parts, so that it never has to be one string in memory. */
function* renderPageParts(
  { generatedAt, tool, versions }: GradingReportSource,
  overview: string,
  tree: Iterable<string>,
): Generator<string> {
  const frame = renderPage({
    title: 'Grading report',
    heading: 'Grading report',
    about: `${generatedAt.slice(0, 16).replace('T', ' ')} UTC · ${versions.gradingSystem}`,
    foot: `Made by ${tool.name} ${tool.version}, ${versions.gradingSpec}, ${versions.scoringSystem}. Keys: / search, ↑ ↓ move, → open, ← close.`,
    main: MAIN,
    styles: GRADING_STYLES,
    script: TREE_SCRIPT,
  });
  const at = frame.indexOf(MAIN);
  yield frame.slice(0, at);
  yield overview;
  yield* tree;
  yield frame.slice(at + MAIN.length);
}

const MAIN = '<!-- targets -->';

function toOverview(
  source: GradingReportSource,
  {
    summary,
    drawn,
    worst,
  }: {
    summary: ReportSummary;
    drawn: readonly Drawn[];
    worst: ReturnType<typeof createFirst<Anchored>>;
  },
) {
  const { statuses: found, waiting, nodes } = summary;
  const statuses = { ...found, blocked: found.blocked - waiting, waiting: found.pending + waiting };
  const [one] = drawn.length === 1 ? drawn : [];
  const only = one?.target;
  const share = nodes === 0 ? '' : ` (${Math.floor((statuses.stable / nodes) * 100)} %)`;
  return {
    single: only !== undefined,
    mark: markOf(only?.grade ?? null),
    letter: letterOf(only?.grade ?? null),
    gradeName: sayGrade(only?.grade ?? null),
    titleParts: splitName(only ? only.target : `${summary.targets} targets`),
    subtitle: one
      ? `${one.status}: ${statuses.stable} of ${nodes} nodes stable${share}`
      : `${statuses.stable} of ${nodes} nodes stable${share} · ${sayStatuses(drawn)}`,
    letters: REPORT_GRADES.flatMap((grade) =>
      summary.grades[grade] === 0 ? [] : [toLetter(grade, summary.grades[grade])],
    ),
    shares: drawShares(statuses),
    histogram: drawHistogram(summary, source.book.grading.bands),
    trend: drawTrend(summary.trend, source.book.grading.bands),
    statuses: SHOWN_STATUSES.flatMap((name) =>
      statuses[name] === 0 ? [] : [{ name, count: statuses[name], kind: kindOf(name) }],
    ),
    findings: sayFindings(summary),
    notices: source.failures.map((failure) => {
      const { message, hint } = sayProblem(failure);
      return { kind: 'error', title: 'Not read', text: [message, hint].filter(Boolean).join('. ') };
    }),
    worst: worst.items.map(({ target, node, anchor }) => ({
      anchor,
      mark: markOf(node.grade),
      letter: letterOf(node.grade),
      nameParts: splitName(labelOf(node)),
      withinParts: only ? [] : splitName(target),
      why: whyOf(node),
      score: node.score === null ? '' : sayScore(node.score),
    })),
    moreWorst: worst.left(),
  };
}

function toLetter(grade: (typeof REPORT_GRADES)[number], count: number) {
  const known = grade === 'none' ? null : grade;
  const name = sayGrade(known);
  const word = name.length === 1 ? '' : name;
  return { mark: markOf(known), letter: letterOf(known), name, word, value: grade, count };
}

function sayStatuses(drawn: readonly Drawn[]): string {
  return [...countBy(drawn, ({ status }) => status)]
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');
}

function drawTarget(
  draw: Templates,
  target: ReportTarget,
  { anchor, isFolded, book }: { anchor: string; isFolded: boolean; book: RuleBook },
): string {
  const { grade, rule, gradeRule, decidedBy, gate, warnings } = target;
  const status = targetStatusOf(target);
  const counts = countTarget(target);
  const decided = decidedBy.length === 0 ? [] : [`${gradeRule} Decided by: ${decidedBy.join(', ')}.`];
  return draw('target', {
    name: target.target,
    nameParts: splitName(target.target),
    anchor,
    isFolded,
    mark: markOf(grade),
    letter: letterOf(grade),
    gradeName: sayGrade(grade),
    status,
    kind: kindOf(status),
    about: sayCounts(counts),
    spark: drawSparkline(trendOf(target, book)),
    shares: drawShares({
      ...{ stable: counts.stable, blocked: counts.blocked, waiting: counts.waiting },
      ...{ graded: counts.below - counts.rejected, rejected: counts.rejected },
    }),
    rule: [rule, ...decided, ...(target.persona === null ? [] : [`Read as ${target.persona}.`])].join(' '),
    notices: [
      ...gate.failures.map(({ message }) => ({ kind: 'error', title: 'Fails the gate', text: message })),
      ...warnings.slice(0, MOST_WARNINGS).map((warning) => ({
        kind: 'warning',
        title: 'Not read',
        text: sayProblem(warning).message,
      })),
      ...(target.trials ?? []).map((trial) => ({
        kind: 'info',
        title: 'Trial',
        text: sayReportTrial(trial),
      })),
      ...sayPastRetention([target], book.grading.ageingDays).map((text) => ({
        kind: 'info',
        title: 'Archive',
        text,
      })),
    ],
    findings: target.findings.map(toFinding),
    parts: toParts(target, anchor, book.grading),
  });
}

/** A label that is unique among the nodes of a target. */
function labelOf({ kind, name, schema }: ReportNode): string {
  if (kind === 'skill') return `Skill ${name}`;
  return schema === null || kind === 'about' ? name : `${schema} › ${name}`;
}

/** The mean of a target's scores over time, in the form of a node's history. */
function trendOf(target: ReportTarget, book: RuleBook) {
  const trend = createTrend(book);
  addTarget(trend, target, target.nodes);
  return trend.points().map(({ day, mean }) => ({ at: day, grade: bandOf(mean, book.grading), score: mean }));
}

function sayCounts({
  nodes,
  stable,
  below,
  blocked,
  waiting,
  failed,
  findings,
}: ReturnType<typeof countTarget>): string {
  const rest = Object.entries({ 'below B': below, blocked, waiting })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const failing = failed === 0 ? [] : [failed === 1 ? '1 fails the gate' : `${failed} fail the gate`];
  const found = findings === 0 ? [] : [`${findings} ${findings === 1 ? 'finding' : 'findings'}`];
  return [`${stable} of ${nodes} stable`, ...rest, ...failing, ...found].join(' · ');
}
