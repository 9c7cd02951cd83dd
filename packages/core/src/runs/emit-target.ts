import { formatJson, readTrusted } from '../island/documents.js';
import { recordFacts } from '../island/journal/record-facts.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { problem } from '../problems/error-codes.js';
import { type StateFile, stateFile, type UserReport } from '../spec/state.js';
import type { KnownSchemas } from '../target/load-namespace.js';
import type { Target } from '../target/logic/target.js';
import { rebuildTarget } from '../target/rebuild/rebuild.js';
import { openNamespace } from './emit-namespace.js';
import { openSelection } from './emit-selection.js';
import { continuableRun, continuedRun, readRun } from './open-run.js';
import type { EmitOptions, EmittedTarget } from './options.js';
import { regradeStored } from './regrade-stored.js';
import { repeatTest } from './repeat-test.js';
import type { EmitSurroundings, GivenContext, OpenedTarget } from './run-context.js';

/**
 * Emits the prompts of one target, or continues the run that is open.
 *
 * @param known schemas of the target that this command has already read
 */
export async function emitTarget(
  options: EmitOptions,
  surroundings: EmitSurroundings,
  target: Target,
  known?: KnownSchemas,
): Promise<EmittedTarget> {
  if (target.flow === 'provider' && target.scope.test !== undefined) {
    return repeatTest({ options, surroundings, now: (options.now ?? options.island.now)() }, target);
  }
  const first = openTarget(options, surroundings, target, known);
  const regraded = regradeStored(first);
  const opened = regraded.length > 0 ? openTarget(options, surroundings, target, known) : first;
  const open = continuableRun(opened.context);
  const emitted = open ? continuedRun(opened, open) : ((await opened.begin()) ?? nothingDue(opened));
  return keepUserReport(options, target, { ...emitted, ...(regraded.length > 0 && { regraded }) });
}

/** Reads a target, and finds what a run would ask about. Writes nothing. */
export function openTarget(
  options: EmitOptions,
  surroundings: EmitSurroundings,
  target: Target,
  known?: KnownSchemas,
): OpenedTarget {
  const { island } = options;
  const state = readRun(island, target);
  const given: GivenContext = {
    ...{ options, surroundings, state },
    now: (options.now ?? island.now)(),
    leftOut: state?.leftOut ?? [],
    report: reportOf(options, state),
    known,
  };
  return target.flow === 'provider' ? openNamespace(given, target) : openSelection(given, target);
}

function nothingDue({ context: { options, target, now }, empty }: OpenedTarget): EmittedTarget {
  const { island } = options;
  // An interrupted emit may have left vetoes that neither the journal nor the index shows yet.
  recordFacts(island, target.folder, { own: [], now });
  const { problems } = rebuildTarget({ island, target, now });
  return { ...empty, nothingDue: true, warnings: problems };
}

/**
 * The user-report that re-gradings in this run refer to: the one given now, joined with any report that is still kept.
 */
function reportOf({ regrade }: EmitOptions, state: StateFile | null): UserReport | null {
  const kept = state?.userReport ?? null;
  if (regrade?.triggeredBy !== 'user-report') return kept;
  const { reportedIssue = '', requestedBy = '' } = regrade;
  return {
    triggeredBy: 'user-report',
    reportedIssue: join(kept?.reportedIssue, reportedIssue),
    requestedBy: join(kept?.requestedBy, requestedBy),
  };
}

/**
 * Keeps a user-report in the target's state until an entry refers to it: a report stays true even if nothing is due on
 * the day it arrives.
 *
 * @returns the result of the emit, with RUN-016 if no question asked now refers to the report
 */
function keepUserReport(options: EmitOptions, { folder }: Target, emitted: EmittedTarget): EmittedTarget {
  if (options.regrade?.triggeredBy !== 'user-report' || emitted.refusals.length > 0) return emitted;
  const path = `${folder}/${FILE_NAMES.state}`;
  const state = readTrusted(options.island, path, stateFile);
  const isCarried =
    state?.status === 'prompts-emitted' &&
    state.subjects.some(({ regradingTrigger }) => regradingTrigger?.triggeredBy === 'user-report');
  if (isCarried) return emitted;
  const userReport = reportOf(options, state);
  if (state && userReport) options.island.replace(path, formatJson({ ...state, userReport }));
  const kept = problem('RUN-016', undefined, { target: emitted.target });
  const lost = problem('RUN-017', undefined, { target: emitted.target });
  return { ...emitted, warnings: [...emitted.warnings, state ? kept : lost] };
}

/** Joins two reports that wait for the same re-grading; a report given twice counts once. */
function join(kept: string | undefined, given: string): string {
  return kept === undefined || kept.split('; ').includes(given) ? (kept ?? given) : `${kept}; ${given}`;
}
