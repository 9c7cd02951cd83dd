import type { TargetState } from '@flowmcp/grading-core';
import Table from 'cli-table3';
import colours from 'picocolors';

/** No frame: columns alone fit 80 characters and survive a pipe. */
const PLAIN = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};

/** One target in full: every node, why it is blocked, and what to do next. */
export function renderState(state: TargetState): string {
  const { summary, versions, nextAction } = state;
  const grade = state.rollupGrade ? ` ${state.rollupGrade}` : '';
  const table = new Table(PLAIN);
  table.push(['node', 'status', 'grade', 'score'].map((text) => colours.bold(text)));
  for (const { node, status, grade: letter, rawGrade, score } of state.nodes) {
    const trimmed = rawGrade && rawGrade !== letter ? ` (${rawGrade} before the cap)` : '';
    table.push([
      node,
      paint(status),
      letter ? `${letter}${trimmed}` : '-',
      score === undefined ? '-' : score.toFixed(2),
    ]);
  }
  return [
    `${colours.bold(state.target)}: ${paint(state.rollupStatus)}${grade}`,
    `${summary.schemas} schemas, ${summary.tools} tools, ${summary.toolsStable} stable; ${versions.gradingSystem}, ${versions.scoringSystem}`,
    ...(summary.retired.length > 0 ? [`retired: ${summary.retired.join(', ')}`] : []),
    '',
    trimEnds(table.toString()),
    ...explainNodes(state),
    '',
    `next: ${nextAction.command}`,
    `      ${nextAction.why}`,
  ].join('\n');
}

/** Reasons stand below the table: they are sentences and would not fit beside it. */
function explainNodes({ nodes }: TargetState): string[] {
  const blocked = nodes.filter(({ status }) => status === 'blocked' || status === 'rejected');
  const aged = nodes.filter(({ stale }) => (stale?.length ?? 0) > 0);
  return [
    ...(blocked.length > 0 ? ['', 'blocked:'] : []),
    ...blocked.map(({ node, reason }) => `  ${node}: ${reason ?? 'no reason recorded'}`),
    ...(aged.length > 0 ? ['', 'aged answers:'] : []),
    ...aged.map(
      ({ node, stale, agedScore }) =>
        `  ${node}: ${stale?.join(', ')}; without them ${agedScore ?? 'nothing is left'}`,
    ),
  ];
}

/** Many targets, one line each, and their number by status. */
export function renderStateTable(states: readonly TargetState[]): string {
  const nameWidth = Math.min(34, Math.max(...states.map(({ target }) => target.length), 6));
  const table = new Table({ ...PLAIN, colWidths: [nameWidth, 11, 5, 7, 6, 7] });
  table.push(['target', 'status', 'grade', 'schemas', 'tools', 'stable'].map((text) => colours.bold(text)));
  for (const { target, rollupStatus, rollupGrade, summary } of states) {
    table.push([
      target,
      paint(rollupStatus),
      rollupGrade ?? '-',
      summary.schemas,
      summary.tools,
      summary.toolsStable,
    ]);
  }
  const counts = new Map<string, number>();
  for (const { rollupStatus } of states) counts.set(rollupStatus, (counts.get(rollupStatus) ?? 0) + 1);
  const sum = [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
  return `${trimEnds(table.toString())}\n\n${states.length} targets: ${sum}`;
}

/** A table pads its last column; nobody needs the blanks. */
function trimEnds(text: string): string {
  return text.replace(/ +$/gm, '');
}

function paint(status: string): string {
  const paints: Record<string, (text: string) => string> = {
    stable: colours.green,
    operational: colours.green,
    graded: colours.yellow,
    partial: colours.yellow,
    blocked: colours.red,
    rejected: colours.red,
  };
  return (paints[status] ?? ((text: string) => text))(status);
}
