import {
  type AreaId,
  describeProblem,
  type EmitResult,
  groupBy,
  oneLine,
  type Problem,
  sayScore,
} from '@flowmcp/grading-core/commands';
import type { ConsumeResult } from '@flowmcp/grading-core/features/consume/run';
import { decisiveReason, foldBlocked } from '@flowmcp/grading-core/features/emit/nothing-to-ask';
import { nameAsTyped } from '../terminal/command-name.js';
import { counted, terminalWidth, wrap } from '../terminal/layout.js';

type Emitted = EmitResult['results'][number];
type Consumed = ConsumeResult['results'][number];

/**
 * Describes what an emit did for one target, and the next step.
 *
 * @param prompts path of the prompts; null if there are none
 * @param skill path of the same prompts as a skill; null if there is none
 * @param ways who can answer the prompts, and how
 * @param instead what to do if nothing could be asked
 */
export function describeEmitted(
  found: Emitted,
  {
    prompts,
    skill,
    ways,
    instead,
  }: {
    prompts: string | null;
    skill?: string | null;
    ways: Readonly<Record<string, string>>;
    instead?: string | undefined;
  },
): string {
  const ok = found.pretests.filter(({ status }) => status === 'ok').length;
  const tools = counted(found.pretests.length, 'tool');
  const tests = found.pretests.length === 0 ? 'no tests due' : `tests passed by ${ok} of ${tools}`;
  const regraded = (found.regraded ?? []).map(
    ({ node, from, to }) => `  graded   ${node}: ${from} → ${to}, from the same answers`,
  );
  if (found.repeated) return describeRepeated(found.target, found.repeated);
  if (found.nothingDue) {
    const nothing = `${found.target}: nothing to grade${found.pretests.length === 0 ? '' : `, ${tests}`}`;
    return [nothing, ...regraded].join('\n');
  }
  const prompted = counted(found.promptCount, 'prompt');
  return [
    found.skipped
      ? `${found.target}: run ${found.taskId} is open, ${prompted} to be scored`
      : `${found.target}: ${found.flow === 'provider' ? `${prompted}, ${tests}` : prompted}`,
    ...regraded,
    ...found.vetoes.map(({ node, triggeredBy, evidence }) =>
      labelled('vetoed', `${node}: ${triggeredBy}: ${oneLine(evidence)}`),
    ),
    ...foldBlocked(found.blocked).map(({ what, reason }) =>
      labelled('blocked', `${what}: ${oneLine(reason)}`),
    ),
    ...[...groupBy(found.gatedAreas, ({ reason }) => reason)].map(([reason, gated]) =>
      labelled(
        'gated',
        `${gated.map(({ area }) => area).join(', ')}: ${found.gate ? withoutMembers(reason) : reason}`,
      ),
    ),
    ...sayNotAsked(found),
    ...(prompts
      ? [
          `  prompts  ${prompts}`,
          ...(skill ? [`  skill    ${skill}`] : []),
          ...Object.entries(ways).map(
            ([who, how], at) => `  ${(at === 0 ? 'next' : '').padEnd(8)} ${who}: ${how}`,
          ),
        ]
      : []),
    ...(instead ? [`  next     ${instead}`] : []),
  ].join('\n');
}

/** A line below a target; on a terminal, longer text goes on below its beginning. */
function labelled(label: string, text: string): string {
  const head = `  ${label.padEnd(8)} `;
  return head + wrap(text, terminalWidth(), head.length);
}

/** What a namespace or a selection lacks, so that its areas have nothing to ask about. */
const LACKING: Partial<Record<AreaId, string>> = {
  'namespace-skills': 'skills: the namespace has none',
  'about-namespace': 'About: the namespace has none',
  'about-selection': 'About: the selection has none',
  'selection-skills-L1': 'skills of level L1: the selection has none',
  'selection-skills-L2': 'skills of level L2: the selection has none',
  'selection-skills-L3': 'skills of level L3: the selection has none',
};

/** Areas without a subject, in words. Where something blocks a whole selection, its `blocked` lines say so already. */
function sayNotAsked({ skippedAreas, blocked, flow }: Emitted): string[] {
  if (flow === 'selection' && blocked.length > 0) return [];
  return skippedAreas.flatMap(({ area, subject }) => {
    if (subject !== undefined) return `  not asked  ${area} of ${subject}: code answers all of it`;
    return LACKING[area] === undefined ? [] : `  not asked  ${LACKING[area]}`;
  });
}

/** More targets than this are summed up. */
export const SHOWN_IN_FULL = 3;
/** Maximum number of groups of targets, and of vetoes, in a summary. */
const MOST_GROUPS = 20;
/** Maximum number of targets that a group names; a larger one is only counted. */
const MOST_NAMED = 3;

/** Describes what an emit did for many targets: those with the same outcome on one line. */
export function describeManyEmitted(results: readonly Emitted[]): string {
  const prompts = results.reduce((sum, { promptCount }) => sum + promptCount, 0);
  const vetoes = results.flatMap((found) =>
    found.vetoes.map(({ node, triggeredBy }) => `  vetoed   ${found.target} ${node}: ${triggeredBy}`),
  );
  return [...sumUpTargets(results, counted(prompts, 'prompt'), outcomeOf), ...cutOff(vetoes)].join('\n');
}

/**
 * A line with the number of targets, and one for each outcome, the most frequent first.
 *
 * @param total what was done for all of them
 * @param outcomeOf what became of a target, in words that others share
 */
export function sumUpTargets<T extends { readonly target: string }>(
  results: readonly T[],
  total: string,
  outcomeOf: (found: T) => string,
): string[] {
  const groups = [...groupBy(results, outcomeOf)].sort(([, a], [, b]) => b.length - a.length);
  return [
    `${counted(results.length, 'target')}, ${total}`,
    ...cutOff(
      groups.map(([outcome, of]) => {
        const names = of.length > MOST_NAMED ? '' : `: ${of.map(({ target }) => target).join(', ')}`;
        return `  ${String(of.length).padStart(String(results.length).length)}  ${outcome}${names}`;
      }),
    ),
  ];
}

function cutOff(lines: readonly string[]): readonly string[] {
  const left = lines.length - MOST_GROUPS;
  return left > 0 ? [...lines.slice(0, MOST_GROUPS), `  … and ${left} more: --json lists them`] : lines;
}

/** What became of a target, in words that other targets share. */
function outcomeOf(found: Emitted): string {
  if (found.promptCount > 0) return found.skipped ? 'run is open' : 'prompts emitted';
  if (found.nothingDue) return 'nothing to grade';
  if (found.gate) return 'waits for members';
  return withoutNode(decisiveReason(found) ?? 'nothing to ask');
}

/** A reason without the node that it begins with, as other targets may have it too. */
export function withoutNode(reason: string): string {
  return oneLine(reason).replace(/^(\d+ tools|\S+): /, '');
}

/** Describes a single test that was run again. */
function describeRepeated(target: string, repeated: NonNullable<Emitted['repeated']>): string {
  const { test, status, httpStatus, durationMs, error, record } = repeated;
  const answer = httpStatus === null ? '' : `, HTTP ${httpStatus}`;
  return [
    `${target}: declared test ${test} ${status}${answer}, in ${durationMs} ms`,
    ...(error === null ? [] : [`  ${oneLine(error)}`]),
    `  recorded ${record}`,
  ].join('\n');
}

/**
 * Removes from a reason the members that a selection is waiting for: they have separate lines, or are emitted with the
 * selection.
 */
function withoutMembers(reason: string): string {
  return reason.split(': ', 1).join('');
}

/** Whether a problem reports a closed gate, with a line for every member that the gate is waiting for. */
export function isGate({ code }: Problem): boolean {
  return code === 'PRE-004';
}

/** Whether a problem says that nothing can be asked about a target. */
export function isNothing({ code }: Problem): boolean {
  return code === 'RUN-002';
}

/** Formats a problem about a closed gate, keeping its line breaks. */
export function formatGate(found: Problem): string {
  const { message, hint } = describeProblem(found);
  return nameAsTyped(`${found.severity} ${found.code}: ${message}\n  → ${hint}`);
}

/** Describes what a hand-in did to its target, and names the command that shows the whole target. */
export function describeConsumed(found: Consumed, next: string): string {
  const grade = found.rollupGrade ? `, grade ${found.rollupGrade}` : '';
  const head = found.alreadyConsumed
    ? `${found.target}: these scores were already consumed, so nothing was written`
    : `${found.target}: ${counted(found.written.length, 'entry', 'entries')} written`;
  return [
    `${head}; roll-up ${found.rollupStatus}${grade}`,
    ...found.nodes.map(({ node, status, grade: letter, score }) => {
      const mean = score === null ? '' : ` (${sayScore(score)})`;
      return `  ${status.padEnd(8)} ${letter ?? '-'}  ${node}${mean}`;
    }),
    ...found.noGrade.map(({ area, subject, reason }) =>
      labelled('no grade', `${area}/${subject}: ${reason}`),
    ),
    ...found.missingAreas.map((missing) => `  missing  ${missing}`),
    `  next     ${next}`,
  ].join('\n');
}

/**
 * The lines that a grading loop must see in its transcript: one for each answered prompt, with `written=✗` if
 * no entry resulted (spec 25). Subjects are written as in the Goal-Block, so that no subject can pass for a
 * separate line.
 */
export function gradingLines(found: Consumed): `[GRADING] ${string}`[] {
  if (found.alreadyConsumed) return [];
  const noGrade = new Set(found.noGrade.map(({ area, subject }) => `${area}/${subject}`));
  const mark = (id: string) => (noGrade.has(id) ? '✗' : '✓');
  const asked = found.acceptedAreas.length + found.missingAreas.length;
  return [
    ...found.nodes.map(
      ({ area, subject, status }) =>
        `[GRADING] area=${area}/${oneLine(subject)} schema-valid=✓ status=${status} written=${mark(`${area}/${subject}`)}` as const,
    ),
    `[GRADING] PROGRESS ${found.acceptedAreas.length}/${asked}` as const,
    ...(found.taskComplete ? ['[GRADING] DONE' as const] : []),
  ];
}

/** Maximum number of names that are listed; the rest are counted. */
const NAMED = 5;

/**
 * Describes the selections that a shard left out.
 *
 * @param then the verb that says what to do with them once all shards are done
 * @returns null if nothing was left out
 */
export function describeLeftOut(leftOut: readonly string[] | undefined, then: string): string | null {
  if (!leftOut || leftOut.length === 0) return null;
  const named = leftOut.slice(0, NAMED).join(', ');
  const more = leftOut.length > NAMED ? ` and ${leftOut.length - NAMED} more` : '';
  return `${counted(leftOut.length, 'selection')} left out, because selections depend on the namespaces of every shard; ${then} them when all shards are done: ${named}${more}`;
}
