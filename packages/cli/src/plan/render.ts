import { groupBy, type RetentionDays, sayPastRetention } from '@flowmcp/grading-core/commands';
import type { PlannedTarget, PlanResult } from '@flowmcp/grading-core/features/plan/options';
import colours from 'picocolors';
import { COMMAND_NAME } from '../terminal/command-name.js';
import { counted, section, terminalWidth } from '../terminal/layout.js';
import { renderTable } from '../terminal/table.js';

type Node = PlannedTarget['nodes'][number];
type Change = NonNullable<PlannedTarget['changes']>[number];

/** Maximum number of nodes named for one reason. */
const NAMED = 6;

/** In order of interest: first what will be asked, then what will not. */
const KINDS = {
  stale: 'answers have aged out',
  invalidated: 'changed since they were graded',
  rescore: 'scored by other rules, and asked again',
  pending: 'not graded yet',
  'asked again': 'graded, and asked again',
  gated: 'waiting for others',
  blocked: 'cannot be graded now',
} as const satisfies Record<Node['kind'], string>;

/** Each target in full. */
export function renderPlan(result: PlanResult, days: RetentionDays): string {
  const targets = result.results.map((target) => renderTarget(target, result, days));
  return [...targets, ...sumLines(result)].join('\n\n');
}

function renderTarget(target: PlannedTarget, result: PlanResult, days: RetentionDays): string {
  const { nodes, changes, open } = target;
  return [
    `${colours.bold(target.target)}: ${runWords(target)}`,
    ...sayPastRetention([target], days),
    ...(open ? [`a run is open: ${counted(open.prompts, 'prompt')} waiting for scores`] : []),
    ...Object.entries(KINDS).flatMap(([kind, title]) =>
      section(`${title}:`, nodeLines(nodes.filter((node) => node.kind === kind))),
    ),
    ...(changes ? changeLines(changes, assumedIn(result) ?? '') : []),
    ...gainLines([target]),
  ].join('\n');
}

function runWords({ run, nodes }: PlannedTarget): string {
  if (nodes.length === 0) return 'nothing to grade';
  if (run.prompts === 0) return 'nothing can be asked now';
  const cost = `${counted(run.prompts, 'prompt')}, about ${counted(run.tokens, 'token')}`;
  const untested = run.untested > 0 ? `; ${counted(run.untested, 'untested tool')} counted as working` : '';
  return `${cost}${untested}`;
}

const titles = new Set<string>(Object.values(KINDS));

/** Groups nodes that share a reason. */
function nodeLines(nodes: readonly Node[]): string[] {
  return [...groupBy(nodes, ({ reason }) => reason)].flatMap(([reason, of]) => {
    const named = of.slice(0, NAMED).map(({ node }) => node);
    const left = of.length - named.length;
    const more = left > 0 ? [`… and ${left} more: --json lists them`] : [];
    const lines = [...named, ...more];
    // The title already gives this reason.
    return titles.has(reason) ? lines : [`${reason}:`, ...lines.map((line) => `  ${line}`)];
  });
}

/** What the plan assumes instead of the rules of the island; undefined if nothing. */
function assumedIn({ gradingSystem, rules }: PlanResult): string | undefined {
  return gradingSystem ?? rules?.gradingSpec;
}

function changeLines(changes: readonly Change[], assumed: string): string[] {
  if (changes.length === 0) return ['', `under ${assumed} nothing would change`];
  return section(`under ${assumed}:`, changes.map(sayChange));
}

function sayChange({ node, before, after, why }: Change): string {
  return `${node || 'as a whole'}: ${before} → ${after}${why ? ` (${why})` : ''}`;
}

/** Maximum number of changed nodes named for one target, beside others. */
const CHANGES_NAMED = 20;

/** The nodes of one target among many that other rules would change. */
function changedNodes({ target, changes = [] }: PlannedTarget, assumed: string): string[] {
  const left = changes.length - CHANGES_NAMED;
  return section(`${target}, under ${assumed}:`, [
    ...changes.slice(0, CHANGES_NAMED).map(sayChange),
    ...(left > 0 ? [`… and ${left} more: ${COMMAND_NAME} grading plan --json lists them`] : []),
  ]);
}

/** What other rules would free and hold back. */
function gainLines(targets: readonly PlannedTarget[]): string[] {
  const freed = targets.reduce((sum, { freed: tools = 0 }) => sum + tools, 0);
  const held = targets.flatMap(({ target, held: areas = [] }) => areas.map((area) => `${target}: ${area}`));
  return [
    ...(freed > 0 ? ['', `no longer blocked: ${counted(freed, 'tool')}`] : []),
    ...section('held back, and not now:', held),
  ];
}

/** Renders many targets, one line each. */
export function renderPlanTable(result: PlanResult, days: RetentionDays): string {
  const { results } = result;
  const assumed = assumedIn(result);
  const count = (target: PlannedTarget, ...kinds: Node['kind'][]) =>
    String(target.nodes.filter(({ kind }) => kinds.includes(kind)).length);
  const rows = results.map((target) => [
    target.target,
    count(target, 'stale', 'invalidated', 'rescore'),
    count(target, 'pending', 'asked again'),
    count(target, 'blocked', 'gated'),
    String(target.run.prompts),
    String(target.run.tokens),
    ...(assumed ? [String(target.changes?.length ?? 0)] : []),
  ]);
  const head = ['target', 'again', 'new', 'held', 'prompts', 'tokens', ...(assumed ? ['changes'] : [])];
  const table = renderTable({ head, rows, width: terminalWidth(), paint: (text) => text });
  const wholes = results.flatMap(({ target, changes = [] }) =>
    changes.filter(({ node }) => node === '').map(({ before, after }) => `${target}: ${before} → ${after}`),
  );
  const untested = results.reduce((sum, { run }) => sum + run.untested, 0);
  return [
    table,
    ...(result.rules ? results.flatMap((target) => changedNodes(target, assumed ?? '')) : []),
    ...(assumed && !result.rules ? section(`as a whole, under ${assumed}:`, wholes) : []),
    ...gainLines(results),
    '',
    ...sumLines(result),
    ...sayPastRetention(results, days),
    ...(untested > 0 ? [`${counted(untested, 'untested tool')} counted as working`] : []),
  ].join('\n');
}

function sumLines({ total, rule, results }: PlanResult): string[] {
  if (total.prompts === 0) return ['Nothing would be asked.'];
  const of = results.length > 1 ? ` for ${counted(results.length, 'target')}` : '';
  return [`${counted(total.prompts, 'prompt')}, about ${counted(total.tokens, 'token')}${of}: ${rule}`];
}
