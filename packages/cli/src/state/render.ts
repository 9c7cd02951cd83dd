import {
  groupBy,
  isDecided,
  type RetentionDays,
  sayCertainty,
  sayPastRetention,
  sayReason,
  sayScore,
  sayTrial,
} from '@flowmcp/grading-core/commands';
import {
  ABOUT,
  type NextAction,
  type StateDetails,
  shownStatus,
  type TargetState,
  waitsFor,
} from '@flowmcp/grading-core/features/state/run';
import colours from 'picocolors';
import { COMMAND_NAME } from '../terminal/command-name.js';
import { counted, section, terminalWidth, wrap } from '../terminal/layout.js';
import { formatLines, oneLine } from '../terminal/problems.js';
import { paintStatus } from '../terminal/status.js';
import { renderTable } from '../terminal/table.js';

/** Maximum number of characters of a proposal shown in text output; the JSON output contains the whole proposal. */
const LONGEST = 300;
/** Maximum number of proposals shown for one node. */
const HINTS_PER_NODE = 10;

/**
 * Findings and proposals, grouped by node.
 *
 * @param shown turns a path in the island into one that can be opened
 */
function renderDetails(state: TargetState, shown: (path: string) => string): string[] {
  const { nodes, facts = [], tests = [], findings = [], hints = [] } = state;
  return [
    ...section('how it was tested:', testLines(tests)),
    ...section('what the working tests allow:', depthLines(nodes)),
    ...section(
      'graded, but not supported by the newest tests:',
      facts.map(({ node, reason }) => `${node}: ${reason}`),
    ),
    ...section('findings, not part of any grade:', findingLines(findings, shown)),
    ...section('to improve:', hintLines(hints)),
  ];
}

/** Maximum number of nodes named in a group of similar ones. */
const NAMED = 4;

function testLines(tests: StateDetails['tests']): string[] {
  return [...groupBy(tests, ({ tested }) => tested)].map(([tested, of]) =>
    wrap(`${tested}: ${nameSome(of.map(({ node }) => node))}`, terminalWidth(), 4),
  );
}

function depthLines(nodes: TargetState['nodes']): string[] {
  const tools = nodes.filter(({ testDepth }) => testDepth !== undefined);
  return [...groupBy(tools, ({ testDepth }) => testDepth ?? '')].map(([depth, of]) =>
    wrap(`${depth}: ${nameSome(of.map(({ node }) => node))}`, terminalWidth(), 4),
  );
}

function nameSome(nodes: readonly string[]): string {
  const left = nodes.length - NAMED;
  return [...nodes.slice(0, NAMED), ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

function findingLines(findings: StateDetails['findings'], shown: (path: string) => string): string[] {
  const told = findings.filter(({ severity }) => severity !== 'info');
  const files = groupBy(told, ({ schema, where }) => where?.file ?? schema ?? '');
  const others = findings.length - told.length;
  return [
    ...[...files].flatMap(([file, found]) => [
      found[0]?.where?.file ? shown(file) : file,
      ...formatLines(found, terminalWidth() - 2),
    ]),
    ...(told.length > 0 ? [`${COMMAND_NAME} explain-code <code> explains what to do`] : []),
    ...(others > 0 ? [`${counted(others, 'finding')} of severity info: --json lists them`] : []),
  ];
}

/** Equal hints once, for all the nodes they are about. */
function hintLines(hints: StateDetails['hints']): string[] {
  const said = groupBy(
    hints,
    ({ priority, targetField, suggestion }) =>
      `  ${priority.padEnd('medium'.length)}  ${brief(targetField)}: ${brief(suggestion)}`,
  );
  const lines = [...said].map(([line, of]) => ({ line, nodes: [...new Set(of.map(({ node }) => node))] }));
  const shared = groupBy(lines, ({ nodes }) => JSON.stringify(nodes));
  return [...shared.values()].flatMap((ofNodes) => {
    const nodes = ofNodes[0]?.nodes ?? [];
    const left = ofNodes.length - HINTS_PER_NODE;
    return [
      nodes.length === 1 ? `${nodes}` : `${counted(nodes.length, 'node')}: ${nameSome(nodes)}`,
      ...ofNodes.slice(0, HINTS_PER_NODE).map(({ line }) => line),
      ...(left > 0 ? [`  ${left} more: --json lists them`] : []),
    ];
  });
}

function brief(text: string): string {
  const line = oneLine(text);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** Tables fit the narrowest common terminal. */
const WIDTH = 80;

/**
 * One target in full: every node, why it is blocked, and the next step.
 *
 * @param shown turns a path in the island into one that can be opened
 */
export function renderState(
  state: TargetState,
  { shown, days }: { readonly shown: (path: string) => string; readonly days: RetentionDays },
): string {
  const { nextAction, promptsPath } = state;
  const grade = state.rollupGrade && state.rollupStatus !== 'rejected' ? ` ${state.rollupGrade}` : '';
  const status = shownStatus(state.rollupStatus, state.waitsFor);
  const wants = wantsOf(state).join(', ');
  const waits = wants === '' ? '' : status === 'waiting' ? ` for ${wants}` : `; waits for ${wants}`;
  const rollUp = `${paintStatus(status)}${grade}${waits}`;
  const undecided = (state.certainties ?? []).filter(({ certainty }) => !isDecided(certainty));
  const isUndecided = (name: string) => undecided.some(({ node }) => node === name);
  const waiting = waitingNodes(state.nodes);
  const rows = state.nodes.map(({ node, status, grade: letter, score }) => [
    node,
    status === 'blocked' && waiting.has(node) ? 'waiting' : status,
    `${letter ?? '-'}${isUndecided(node) ? '?' : ''}`,
    score === undefined ? '-' : sayScore(score),
  ]);
  return [
    // The roll-up always covers the whole namespace, even if the user named only part of it.
    `${colours.bold(state.target)}${isWhole(state) ? `: ${rollUp}` : ` (its namespace: ${rollUp})`}`,
    ...summaryLines(state),
    ...sayPastRetention([state], days),
    '',
    renderTable({
      head: ['node', 'status', 'grade', 'score'],
      rows,
      width: terminalWidth(),
      paint: paintCell,
    }),
    ...section(
      'undecided letters:',
      undecided.map(({ node, certainty }) => `${node}: ${sayCertainty(certainty)}`),
    ),
    ...explainNodes(state, { shown, waiting }),
    ...renderDetails(state, shown),
    ...section('trials, not part of any grade:', (state.trials ?? []).map(sayTrial)),
    '',
    ...(promptsPath ? [`prompts: ${shown(promptsPath)}`] : []),
    nextLines(nextAction),
  ].join('\n');
}

/** Nodes that only wait: those that wait by themselves, and schemas that are blocked by such tools alone. */
function waitingNodes(nodes: TargetState['nodes']): Set<string> {
  const waiting = new Set(nodes.flatMap((found) => (waitsFor(found) === null ? [] : found.node)));
  const blocked = nodes.filter(({ status }) => status === 'blocked');
  for (const { node } of blocked) {
    const tools = blocked.filter((tool) => tool.node.startsWith(`${node}.tools.`));
    if (tools.length > 0 && tools.every((tool) => waiting.has(tool.node))) waiting.add(node);
  }
  return waiting;
}

/** The next step and, where another may be right instead, that one too. */
export function nextLines({ command, why, otherwise }: NextAction, head = 'next:'): string {
  const lines = `${head.padEnd(6)}${command}\n      ${wrap(why, WIDTH, 6)}`;
  return otherwise ? `${lines}\n${nextLines(otherwise, 'or:')}` : lines;
}

function summaryLines({ versions, ...state }: TargetState): string[] {
  const mixed = state.summary.mixed === undefined ? '' : ' (mixed: --json counts them)';
  const systems = `${versions.gradingSystem}, ${versions.scoringSystem}${mixed}`;
  if (state.flow === 'selection') {
    const { verdict, namespaces, notImported } = state.summary;
    const { persona } = state;
    // With too few namespaces there is no grade, so there is no best grade either.
    const best = state.rollupGrade === 'n/a' ? 'too few for a grade' : `grade ${state.maxGrade} at best`;
    return [
      `${verdict}; ${counted(namespaces, 'namespace')}, ${best}; ${systems}`,
      ...(persona === null ? [] : [`read as ${persona}`]),
      ...(notImported.length > 0 ? [`not imported: ${notImported.join(', ')}`] : []),
    ];
  }
  const { schemas, tools, toolsStable, retired } = state.summary;
  return [
    `${counted(schemas, 'schema')}, ${counted(tools, 'tool')}, ${toolsStable} stable; ${systems}`,
    ...(retired.length > 0 ? [`retired: ${retired.join(', ')}`] : []),
  ];
}

/** What the rules of the island say of a node that was graded under others. */
function sayRules({ node, grade, rules, regraded, due, status }: TargetState['nodes'][number]): string[] {
  if (!rules || status === 'blocked') return [];
  if (due) return [`${node}: scored by ${rules.scoringSystem}, to be scored again`];
  if (!regraded) return [];
  return [
    `${node}: ${grade ?? '-'} by ${rules.gradingSystem}, ${regraded.grade} by ${regraded.gradingSystem}`,
  ];
}

function isWhole({ target }: TargetState): boolean {
  return target.split('/').length === 2;
}

/** Reasons appear below the table, because they are sentences and would not fit in a cell. */
function explainNodes(
  { target, nodes }: TargetState,
  { shown, waiting: unfaulted }: { shown: (path: string) => string; waiting: ReadonlySet<string> },
): string[] {
  const folder = target.split('/').slice(0, 2).join('/');
  const vetoed = nodes.filter(({ status }) => status === 'rejected');
  const waiting = nodes.filter(({ node, status }) => node.startsWith('members.') && status === 'pending');
  const held = nodes.filter(({ status }) => status === 'blocked');
  const blocked = held.filter(({ node }) => !unfaulted.has(node));
  const idle = nodes.filter((found) => found.waits || (held.includes(found) && waitsFor(found) !== null));
  const trimmed = nodes.filter(({ grade, rawGrade }) => rawGrade && grade && rawGrade !== grade);
  const aged = nodes.filter(({ stale }) => (stale?.length ?? 0) > 0);
  return [
    ...section(
      'vetoed:',
      vetoed.map(({ node, reason, ref }) => {
        const evidence = ref ? `, see ${shown(`${folder}/${ref}`)}` : '';
        return `${node}: ${reason ?? 'no reason recorded'}${evidence}`;
      }),
    ),
    ...section(
      'blocked:',
      blocked.map(({ node, ...why }) => `${node}: ${sayReason(why) ?? 'no reason recorded'}`),
    ),
    ...section(
      'waiting:',
      idle.map(({ node, ...why }) => `${node}: ${sayReason(why) ?? ''}`),
    ),
    ...section('files that do not pass the gate:', nodes.flatMap(explainFailed)),
    ...section(
      'members to be graded:',
      waiting.map(({ node, reason }) => `${node}: ${reason ?? 'not graded yet'}`),
    ),
    ...section(
      'capped:',
      trimmed.map(({ node, grade, rawGrade }) => `${node}: ${grade}, ${rawGrade} without the cap`),
    ),
    ...section(
      'partly judged:',
      nodes.flatMap(({ node, coverage }) =>
        coverage === undefined ? [] : [`${node}: coverage ${sayScore(coverage)}`],
      ),
    ),
    ...section('under other rules:', nodes.flatMap(sayRules)),
    ...section(
      'aged answers:',
      aged.map(
        ({ node, stale, agedScore }) =>
          `${node}: ${stale?.join(', ')}; without them ${typeof agedScore === 'number' ? sayScore(agedScore) : 'nothing is left'}`,
      ),
    ),
  ];
}

/** Every recorded problem of a file; its node names only the first. */
function explainFailed({ failed }: TargetState['nodes'][number]): string[] {
  return (failed?.problems ?? []).map(({ code, message, line }) => {
    const where = line === undefined ? failed?.file : `${failed?.file}:${line}`;
    return `${where}: ${code} ${message}`;
  });
}

/** One line per target, followed by the number of targets in each status and what most of them wait for. */
export function renderStateTable(states: readonly TargetState[], days: RetentionDays): string {
  const lackAbout = states.length > 1 && states.every((state) => wantsOf(state).includes(ABOUT));
  const rows = states.map((state) => [
    state.target,
    shownStatus(state.rollupStatus, state.waitsFor),
    state.rollupGrade ?? '-',
    sayStable(state),
    wantsOf(state)
      .filter((what) => !lackAbout || what !== ABOUT)
      .join(', '),
  ]);
  const counts = groupBy(rows, ([, status = '']) => status);
  const sum = [...counts].map(([status, of]) => `${of.length} ${status}`).join(', ');
  const head = ['target', 'status', 'grade', 'stable', 'waits for'];
  const table = renderTable({ head, rows, width: terminalWidth(), paint: paintCell });
  const trials = states.flatMap(({ target, trials: own = [] }) =>
    own.map((trial) => `${target}: ${sayTrial(trial)}`),
  );
  const about = lackAbout ? '. None has an About; grades do not need one.' : '';
  return [
    ...[table, '', `${counted(states.length, 'target')}: ${sum}${about}`],
    ...sayPastRetention(states, days),
    ...section('trials, not part of any grade:', trials),
  ].join('\n');
}

function wantsOf({ waitsFor }: TargetState): string[] {
  return waitsFor.map(({ what }) => what);
}

/** How many of the parts that count are stable: tools, or members of a selection. */
function sayStable(state: TargetState): string {
  if (state.flow === 'selection') return `${state.summary.membersStable} of ${state.summary.members}`;
  return `${state.summary.toolsStable} of ${state.summary.tools}`;
}

function paintCell(text: string, column: number): string {
  return column === 1 ? paintStatus(text) : text;
}
