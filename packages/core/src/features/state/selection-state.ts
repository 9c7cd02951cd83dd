import { maxSelectionGrade } from '../../grade/precondition.js';
import type { Island } from '../../island/island.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { type RunStatus, readRunStatus } from '../../runs/run-status.js';
import type { SelectionSummary } from '../../spec/index-file.js';
import { nodesOf } from '../../target/logic/build-index.js';
import { findChangedMembers } from '../../target/logic/lock-snapshot.js';
import { formatPersona } from '../../target/logic/names.js';
import { readerOf } from '../../target/logic/selection/one-persona.js';
import type { SelectionTarget } from '../../target/logic/target.js';
import { findPastRetention } from '../../target/past-retention.js';
import { type DerivedSelection, deriveSelection } from '../../target/rebuild/derive-selection.js';
import { findingsOfSelection } from '../../target/selection-findings.js';
import { nextSelectionAction } from './next-selection-action.js';
import { isAcceptedHandIn, readHints } from './read-hints.js';
import { listTests, type StateDetails, type TargetStateBase } from './target-state.js';

/** State of a selection. */
export interface SelectionState extends TargetStateBase {
  readonly flow: 'selection';
  readonly tier: 'group-bound';
  readonly summary: SelectionSummary;
  /** Best grade that its size allows. */
  readonly maxGrade: 'A' | 'B';
  /** Persona that reads it; null while none of its parts has a grade. */
  readonly persona: string | null;
}

/**
 * Reads a selection with the current state of its members' namespaces, which may be newer than its index on disk: a
 * member that was graded or changed since is shown with its live status (grading-rules §7).
 */
export function readSelectionState(
  island: Island,
  target: SelectionTarget,
  { withDetails, now }: { withDetails: boolean; now: Date },
): SelectionState {
  const { folder } = target;
  const derived = deriveSelection({ island, selectionId: target.id, now });
  const { index } = derived;
  const reader = readerOf(derived.readings);
  const run = readRunStatus(island, `${folder}/${FILE_NAMES.state}`);
  const { gradingSpec, scoringSystem, gradingSystem } = index.summary;
  return {
    target: target.name,
    flow: 'selection',
    tier: 'group-bound',
    maxGrade: maxSelectionGrade(index.summary.namespaces),
    persona: reader && formatPersona(reader),
    rollupStatus: index.status,
    rollupGrade: index.grade ?? null,
    summary: index.summary,
    versions: { gradingSpec, scoringSystem, gradingSystem },
    nodes: nodesOf(index).map(([node, value]) => ({ node, ...value })),
    blockers: index.blockers,
    updatedAt: index.updatedAt,
    promptsPath: run?.status === 'prompts-emitted' ? `${folder}/${FILE_NAMES.prompts}` : null,
    nextAction: nextSelectionAction({ island, target, derived, run }),
    ...(withDetails && {
      ...findPastRetention(island, target, now),
      ...readDetails(island, { folder, derived, run, now }),
    }),
  };
}

function readDetails(
  island: Island,
  {
    folder,
    derived,
    run,
    now,
  }: { folder: string; derived: DerivedSelection; run: RunStatus | null; now: Date },
): StateDetails {
  const { hints, problems } = readHints({
    island,
    folder,
    subjects: derived.subjects,
    isShown: () => true,
    isAccepted: (file) => isAcceptedHandIn(run, file),
  });
  return {
    findings: findingsOfSelection(island, derived.content, now),
    facts: [],
    tests: listTests(nodesOf(derived.index), () => true),
    hints,
    warnings: [...derived.problems, ...problems, ...findChangedMembers(derived.index)],
  };
}
