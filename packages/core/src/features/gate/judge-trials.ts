import type { Island } from '../../island/island.js';
import { hasTrials } from '../../island/list-namespace.js';
import { problem } from '../../problems/error-codes.js';
import { type Problem, splitProblems } from '../../problems/problem.js';
import type { TrialBaseline } from '../../spec/baselines.js';
import type { Target } from '../../target/logic/target.js';
import type { ShownTrial } from '../../trials/logic/standing.js';
import type { StandingTrials } from '../../trials/read-standing.js';
import { byCodeUnit } from '../../values/code-unit-order.js';

/** What trials are held against. */
export interface TrialBar {
  readonly minSuccess: number | undefined;
  /** Whether a trial that leaves the bar undecided fails. */
  readonly isStrict: boolean;
  readonly baseline: readonly TrialBaseline[];
}

/** The trials of a target at the gate. */
export interface JudgedTrials {
  readonly trials: readonly ShownTrial[];
  readonly failures: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Whether a baseline may hold them: none has gaps, and none that may be newer is damaged. */
  readonly isAcceptable: boolean;
}

/** The current trials of a target that a gate takes: with its own tools alone on offer. */
export interface GatedTrials extends Pick<StandingTrials, 'trials' | 'open' | 'problems'> {
  readonly target: string;
  /** Why there is no current trial, in words. */
  readonly why: string;
}

/** Reads the trials of a target; without any, nothing is loaded for them. */
export async function readGatedTrials(island: Island, target: Target): Promise<GatedTrials> {
  const none = { target: target.folder, trials: [], open: null, problems: [], why: 'it has none' };
  if (!hasTrials(island, target)) return none;
  const { readStandingTrials } = await import('../../trials/read-standing.js');
  const { trials, open, problems } = await readStandingTrials(island, target);
  const own = trials.filter(({ shown }) => shown.among === 'own');
  const why = own.length > 0 ? 'its tools have changed since' : 'none has only its own tools on offer';
  const current = own.filter(({ shown }) => shown.current);
  return { ...none, trials: current, open, problems, ...(trials.length > 0 && { why }) };
}

/**
 * Holds the trials of a target against the bar, each by itself.
 *
 * @returns failures TRI-011, TRI-020, TRI-022 and TRI-023, TRI-009 for a damaged trial that may be newer than one of these,
 *   GATE-031 without a current trial, GATE-032 for one that cannot be compared; warnings TRI-021 and
 *   GATE-034, and TRI-009 for others
 */
export async function judgeTrials(
  { target, trials, open, problems, why }: GatedTrials,
  { minSuccess, isStrict, baseline }: TrialBar,
): Promise<JudgedTrials> {
  const known = baseline.filter((entry) => entry.target === target);
  if (minSuccess === undefined && known.length === 0) {
    return { trials: [], failures: [], warnings: problems, isAcceptable: true };
  }
  const { compareWithBaseline, findGaps, judgeSuccess } = await import('../../trials/logic/judge-trial.js');
  const files = trials.map(({ shown }) => shown.file);
  // Whatever is damaged after a judged trial may be a newer one of its model; names begin with the time.
  const mayBeNewest = ({ where }: Problem) => files.some((file) => file < (where?.file ?? ''));
  const found: Problem[] = problems.map((one) => (mayBeNewest(one) ? { ...one, severity: 'error' } : one));
  let isAcceptable = !problems.some(mayBeNewest);
  const lacking = known.filter((entry) => !trials.some(({ shown }) => isOfModel(shown, entry)));
  if (trials.length === 0 || lacking.length > 0) {
    const wanted = [...new Set(lacking.map(({ model }) => ` with ${model}`))].join(',');
    const args = { target, wanted, why: trials.length > 0 ? 'the baseline has one' : why };
    found.push(open ?? problem('GATE-031', { file: target }, args));
  }
  for (const { shown, report, trial } of trials) {
    const { file } = shown;
    const before = known.find((entry) => isOfModel(shown, entry));
    const gaps = minSuccess === undefined && !before ? null : findGaps(report, file);
    if (gaps) {
      found.push(gaps);
      isAcceptable = false;
      continue;
    }
    if (minSuccess !== undefined) found.push(...judgeSuccess(report.success, minSuccess, { file, isStrict }));
    if (before) found.push(...compareWithBaseline(trial, report, { before, file, target }));
  }
  const { errors: failures, warnings } = splitProblems(found);
  return { trials: trials.map(({ shown }) => shown), failures, warnings, isAcceptable };
}

function isOfModel(
  { model, askedAt }: Pick<ShownTrial, 'model' | 'askedAt'>,
  entry: Pick<TrialBaseline, 'model' | 'askedAt'>,
): boolean {
  return entry.model === model && entry.askedAt === askedAt;
}

/** The trials of a new baseline; those of targets that are not gated stay. */
export async function updateTrials(
  gated: readonly GatedTrials[],
  before: readonly TrialBaseline[],
): Promise<TrialBaseline[]> {
  const targets = new Set(gated.map(({ target }) => target));
  const others = before.filter(({ target }) => !targets.has(target));
  if (gated.every(({ trials }) => trials.length === 0)) return others;
  const { baselineOfTrial } = await import('../../trials/logic/judge-trial.js');
  const now = gated.flatMap(({ target, trials }) =>
    trials.map(({ trial, report }) => baselineOfTrial(target, trial, report)),
  );
  return [...others, ...now].sort((a, b) => byCodeUnit(sortKey(a), sortKey(b)));
}

function sortKey({ target, model, askedAt }: TrialBaseline): string {
  return JSON.stringify([target, model, askedAt]);
}

/** GATE-033 for each trial of a baseline that a new one drops, because its model has no current trial. */
export function aboutDropped({ target, trials }: GatedTrials, before: readonly TrialBaseline[]): Problem[] {
  return before
    .filter((entry) => entry.target === target && !trials.some(({ shown }) => isOfModel(shown, entry)))
    .map(({ model }) => problem('GATE-033', { file: target }, { target, model }));
}
