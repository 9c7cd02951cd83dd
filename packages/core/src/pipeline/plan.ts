import { randomBytes } from 'node:crypto';
import { estimateCalls, TOKEN_RULE } from '../engine/evaluator/estimate.js';
import type { Subject } from '../engine/subjects.js';
import { readTrusted } from '../island/documents.js';
import { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/paths.js';
import { createScratchFiles } from '../island/scratch-files.js';
import type { Problem } from '../model/problem.js';
import { promptsFile } from '../model/prompts.js';
import { type LeftOutSubject, stateFile } from '../model/state.js';
import type { Thresholds } from '../tables/grading-system-1.0.0.js';
import { eachTarget } from './each-target.js';
import { emitNamespace } from './emit/emit-namespace.js';
import { emitSelection } from './emit/emit-selection.js';
import type { EmitOptions, EmittedTarget } from './emit/options.js';
import { wantedSubjects } from './emit/plan-due.js';
import { asRead, readerOfRun } from './emit/reader.js';
import type { EmitSurroundings } from './emit/run-context.js';
import { readPackageIdentity } from './package-identity.js';
import { findPastRetention } from './past-retention.js';
import { assumeTested } from './plan/assume-tested.js';
import { describeDue } from './plan/due-nodes.js';
import type { PlannedRun, PlannedTarget, PlanOptions, PlanResult } from './plan/options.js';
import { compareThresholds, readThresholds } from './plan/what-if.js';
import { deriveNamespace } from './rebuild.js';
import { deriveSelection } from './rebuild-selection.js';
import { readRunStatus } from './state/run-status.js';
import { folderOf, resolveTargets, type Target } from './targets.js';

/**
 * What is to be graded, why, and what it would cost: stage 1 without requests runs over an island in memory, and what it
 * would send is counted. With other thresholds also what they would change. Writes nothing.
 *
 * @throws GradingError PLN-001 for thresholds that can not be used
 */
export async function planGrading(options: PlanOptions): Promise<PlanResult> {
  const { island, now = () => new Date() } = options;
  const thresholds = options.gradingSystem === undefined ? null : readThresholds(options.gradingSystem);
  const resolved = await resolveTargets(island, options.targets, { all: options.all ?? false });
  const errors: Problem[] = [...resolved.problems];
  const results = await eachTarget(resolved.targets, errors, (target, at) => {
    options.onProgress?.(at, resolved.targets.length, target.name);
    return planTarget(target, { options, thresholds, now: now() });
  });
  const sum = (of: (run: PlannedRun) => number) => results.reduce((total, { run }) => total + of(run), 0);
  return {
    status: errors.length === 0,
    results,
    total: { prompts: sum(({ prompts }) => prompts), tokens: sum(({ tokens }) => tokens) },
    rule: TOKEN_RULE,
    ...(thresholds && { gradingSystem: thresholds.version }),
    errors,
  };
}

interface Planning {
  readonly options: PlanOptions;
  readonly thresholds: Thresholds | null;
  readonly now: Date;
}

async function planTarget(target: Target, planning: Planning): Promise<PlannedTarget> {
  const { island } = planning.options;
  const { thresholds, now } = planning;
  const { emitted, wanted, leftOut, untested, scratch } = await imagineRun(target, planning);
  const compared = { island, scratch: imagine(island) };
  return {
    target: target.name,
    flow: target.flow,
    nodes: describeDue(wanted, { emitted, leftOut }),
    run: { ...costOf(emitted, scratch), untested },
    open: openRun(island, target),
    ...findPastRetention(island, target, now),
    refusals: emitted.refusals,
    ...(thresholds && { changes: compareThresholds(compared, target, { thresholds, now }) }),
    warnings: emitted.warnings,
  };
}

function imagine({ root }: Island): Island {
  return new Island(root, createScratchFiles());
}

interface ImaginedRun {
  readonly emitted: EmittedTarget;
  readonly wanted: readonly Subject[];
  readonly leftOut: readonly LeftOutSubject[];
  readonly untested: number;
  readonly scratch: Island;
}

/** Lets stage 1 work on an island in memory: it is the one that knows what is due. */
async function imagineRun(target: Target, { options, now }: Planning): Promise<ImaginedRun> {
  const { island, scope = 'pending' } = options;
  const scratch = imagine(island);
  const emit: EmitOptions = {
    island: scratch,
    targets: [],
    offline: true,
    anyFacts: true,
    scope,
    now: () => now,
  };
  const surroundings = imagineSurroundings();
  const state = readTrusted(island, `${folderOf(target)}/${FILE_NAMES.state}`, stateFile);
  const leftOut = state?.leftOut ?? [];
  if (target.flow === 'selection') {
    const derived = deriveSelection({ island, selectionId: target.selectionId, now });
    const reader = readerOfRun(emit, derived, state);
    const { subjects } = asRead(derived, { options: emit, reader });
    const wanted = wantedSubjects(subjects, emit, { scope: {}, leftOut });
    return { emitted: emitSelection(emit, surroundings, target), wanted, leftOut, untested: 0, scratch };
  }
  const derived = deriveNamespace({ island, namespace: target.namespace, now, reuse: false });
  const wanted = wantedSubjects(derived.subjects, emit, { scope: target.scope, leftOut });
  const untested = assumeTested(scratch, derived, wanted, now);
  return { emitted: await emitNamespace(emit, surroundings, target), wanted, leftOut, untested, scratch };
}

function imagineSurroundings(): EmitSurroundings {
  return {
    client: null,
    script: readPackageIdentity(),
    newFence: () => randomBytes(12).toString('hex'),
  };
}

function costOf({ promptsPath }: EmittedTarget, scratch: Island): Pick<PlannedRun, 'prompts' | 'tokens'> {
  const file = promptsPath === null ? null : readTrusted(scratch, promptsPath, promptsFile);
  const { calls, tokens } = estimateCalls((file?.prompts ?? []).map(({ prompt }) => prompt));
  return { prompts: calls, tokens };
}

function openRun(island: Island, target: Target): PlannedTarget['open'] {
  const run = readRunStatus(island, `${folderOf(target)}/${FILE_NAMES.state}`);
  return run?.status === 'prompts-emitted' && run.taskId !== null
    ? { taskId: run.taskId, prompts: run.asked.length }
    : null;
}
