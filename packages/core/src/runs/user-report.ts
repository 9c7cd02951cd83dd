import { formatJson, readTrusted } from '../island/documents.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { problem } from '../problems/error-codes.js';
import { type StateFile, stateFile, type UserReport } from '../spec/state.js';
import type { EmitOptions, EmittedTarget } from './options.js';

/** The user-report that re-gradings of this run refer to: the one given now, joined with one that is still kept. */
export function reportOf({ regrade }: EmitOptions, state: StateFile | null): UserReport | null {
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
 * @param folder of the target
 * @returns the result of the emit, with RUN-016 if no question asked now refers to the report
 */
export function keepUserReport(options: EmitOptions, folder: string, emitted: EmittedTarget): EmittedTarget {
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

/** Joins two reports that wait for the same re-grading; a repeated one counts once. */
function join(kept: string | undefined, given: string): string {
  return kept === undefined || kept.split('; ').includes(given) ? (kept ?? given) : `${kept}; ${given}`;
}
