import { certaintyOfEntry } from '../../grade/letter-certainty.js';
import { maxSelectionGrade, tooFewNamespaces } from '../../grade/precondition.js';
import { isGraded, isHeld, sayReason } from '../../grade/roll-up.js';
import { readNamespaceIndex } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { formatPersona, splitId } from '../../island/logic/names.js';
import { FILE_NAMES, namespaceFolder } from '../../island/logic/paths.js';
import type { EntriesSeen } from '../../island/read-namespace.js';
import { type RunStatus, readRunStatus } from '../../runs/run-status.js';
import type { SelectionSummary } from '../../spec/index-file.js';
import { describeRetired } from '../../target/absences.js';
import { createEntryReader, lastFullOf } from '../../target/entry-reader.js';
import { nodesOf } from '../../target/logic/build-index.js';
import { findChangedMembers, findOtherScores } from '../../target/logic/lock-snapshot.js';
import { hasFailed, isMissing } from '../../target/logic/missing-members.js';
import { readerOf, subjectsFor } from '../../target/logic/selection/one-persona.js';
import { isLostReference } from '../../target/logic/selection/references.js';
import { isCandidate, type Subject } from '../../target/logic/subjects.js';
import type { SelectionTarget } from '../../target/logic/target.js';
import { targetWaitsFor } from '../../target/logic/waits-for.js';
import { findPastRetention } from '../../target/past-retention.js';
import { type DerivedSelection, deriveSelection } from '../../target/rebuild/derive-selection.js';
import { findingsOfSelection } from '../../target/selection-findings.js';
import {
  answerStep,
  askLeftOut,
  emitStep,
  finishRun,
  gradeAnew,
  importStep,
  isBumped,
  type NextAction,
  propose,
} from './next-action.js';
import { isAcceptedHandIn, readHints } from './read-hints.js';
import { listTests, type NodeCertainty, type StateDetails, type TargetStateBase } from './target-state.js';

/** State of a selection. */
export interface SelectionState extends TargetStateBase {
  readonly flow: 'selection';
  readonly tier: 'group-bound';
  readonly summary: SelectionSummary;
  /** Best grade that the selection's size allows. */
  readonly maxGrade: 'A' | 'B';
  /** Persona that reads the selection; null as long as none of its parts has a grade. */
  readonly persona: string | null;
}

/**
 * Reads a selection with the current state of its members' namespaces, which may be newer than the selection's index on
 * disk: a member that was graded or changed after that index was written is shown with its live status (grading-rules
 * §7).
 */
export function readSelectionState(
  island: Island,
  target: SelectionTarget,
  { withDetails, now }: { withDetails: boolean; now: Date },
): SelectionState {
  const { folder } = target;
  const { seen } = createEntryReader(island, folder);
  const derived = deriveSelection({ island, selectionId: target.id, now, seen });
  const { index } = derived;
  const reader = readerOf(derived.readings);
  const run = readRunStatus(island, `${folder}/${FILE_NAMES.state}`);
  const { gradingSpec, scoringSystem, gradingSystem } = index.summary;
  return {
    target: target.name,
    flow: 'selection',
    tier: 'group-bound',
    maxGrade: maxSelectionGrade(index.summary.namespaces, island.book.grading),
    persona: reader && formatPersona(reader),
    rollupStatus: index.status,
    rollupGrade: index.grade ?? null,
    summary: index.summary,
    versions: { gradingSpec, scoringSystem, gradingSystem },
    nodes: nodesOf(index).map(([node, value]) => ({ node, ...value })),
    blockers: index.blockers,
    waitsFor: targetWaitsFor(nodesOf(index)),
    updatedAt: index.updatedAt,
    promptsPath: run?.status === 'prompts-emitted' ? `${folder}/${FILE_NAMES.prompts}` : null,
    nextAction: nextSelectionAction({ island, target, derived, run }),
    ...(withDetails && {
      ...findPastRetention(island, target, now),
      ...readDetails(island, { folder, derived, seen, run, now }),
    }),
  };
}

function readDetails(
  island: Island,
  {
    folder,
    derived,
    seen,
    run,
    now,
  }: { folder: string; derived: DerivedSelection; seen: EntriesSeen; run: RunStatus | null; now: Date },
): StateDetails {
  const { hints, problems } = readHints({
    island,
    folder,
    subjects: derived.subjects,
    isShown: () => true,
    isAccepted: (file) => isAcceptedHandIn(run, file),
  });
  const certainties = derived.subjects.flatMap(({ node, status, ...of }): NodeCertainty[] => {
    const entry = isGraded(status.status) ? lastFullOf(of, seen) : undefined;
    const certainty = entry && certaintyOfEntry(entry);
    return certainty ? [{ node, certainty }] : [];
  });
  return {
    findings: findingsOfSelection(island, derived.content, now),
    facts: [],
    tests: listTests(nodesOf(derived.index), () => true),
    ...(certainties.length > 0 && { certainties }),
    hints,
    warnings: [
      ...derived.problems,
      ...problems,
      ...findChangedMembers(derived.index),
      ...findOtherScores(derived.index, island.book.scoring.version),
    ],
  };
}

interface Situation {
  readonly island: Island;
  readonly target: SelectionTarget;
  readonly derived: DerivedSelection;
  readonly run: RunStatus | null;
}

/** The next command for a selection: an open run comes first, then its members, then its own parts. */
function nextSelectionAction(situation: Situation): NextAction {
  return (
    finishRun({ ...situation, hasChanged: (run) => hasChanged(run, situation) }) ??
    tooSmall(situation) ??
    mendIndexes(situation) ??
    importMembers(situation) ??
    importAgain(situation) ??
    gradeMembers(situation) ??
    askParts(situation) ??
    gradeParts(situation) ??
    exportIt(situation)
  );
}

/**
 * A member that has changed since the run froze it is a finding, not a reason to refuse scores: the run is judged by
 * its frozen members (grading-rules §7).
 */
function hasChanged({ asked }: RunStatus, { derived }: Situation): boolean {
  const hashes = new Map(derived.subjects.map(({ node, hash }) => [node, hash]));
  return asked.some(({ node, hash }) => hashes.get(node) !== hash);
}

function tooSmall({ island, target, derived: { index } }: Situation): NextAction | null {
  const reason = tooFewNamespaces(index.summary.namespaces, island.book.grading);
  if (reason === null) return null;
  return propose(importStep(target.id), `add members of more namespaces and import it again: ${reason}`);
}

function importMembers({ island, target, derived: { index } }: Situation): NextAction | null {
  const [missing] = index.summary.notImported;
  if (missing === undefined) return null;
  const retired = index.summary.notImported.flatMap((member) => describeRetired(island, member) ?? []);
  if (retired.length > 0) {
    return propose(importStep(target.id), `first name other members in the selection: ${retired.join('; ')}`);
  }
  const [namespace] = splitId(missing);
  return propose(importStep(namespace), `not imported: ${index.summary.notImported.join(', ')}`);
}

/** Something that the selection refers to is gone or has moved, and neither a member nor a grader can repair that. */
function importAgain({ target, derived: { index } }: Situation): NextAction | null {
  const [, lost] = nodesOf(index).find(([, node]) => isLostReference(node)) ?? [];
  if (!lost) return null;
  return propose(
    importStep(target.id),
    `correct its references and import it again: ${sayReason(lost) ?? ''}`,
  );
}

/** A member's index is damaged, so its status is unknown; until it is rebuilt, the selection cannot be judged. */
function mendIndexes({ derived: { index } }: Situation): NextAction | null {
  const [damaged] =
    Object.entries(index.members).find(
      ([, member]) => member.status === 'blocked' && member.resolvedArtifact === null && !isMissing(member),
    ) ?? [];
  if (damaged === undefined) return null;
  const [namespace] = splitId(damaged);
  return propose(
    { stage: 'rebuild', target: `providers/${namespace}` },
    `the index of ${namespace} is damaged; move its index.json aside first`,
  );
}

/**
 * Suggests a chain if something can be asked about the selection itself, and also about members that are blocked or
 * whose current content was never graded. Otherwise suggests the run of one member, which gives more information about
 * it.
 */
function gradeMembers({ island, target, derived }: Situation): NextAction | null {
  const { members } = derived.index;
  const open = Object.entries(members).filter(([, { status }]) => status !== 'stable');
  const failed = open.filter(([, { status, ...why }]) => status === 'blocked' && hasFailed(why));
  const askable = open.filter(
    (one) => (one[1].status === 'pending' || one[1].status === 'blocked') && !failed.includes(one),
  );
  const [first] = [askable, failed, open].find((some) => some.length > 0) ?? [];
  if (!first) return null;
  const count = `${open.length} of ${Object.keys(members).length} members are not stable`;
  const [asked] = askable.filter(([id]) => hasOpenRun(island, id));
  // A chain would only continue these runs.
  if (asked && askable.every(([id, { status }]) => status === 'blocked' || hasOpenRun(island, id))) {
    const [name] = splitId(asked[0]);
    return propose(
      answerStep({ name: `providers/${name}` }),
      `${count}; the prompts about ${asked[0]} are waiting for their scores`,
    );
  }
  if (askable.length > 0 && derived.subjects.some(isPending)) {
    return propose(emitStep(target, '--chain'), `${count}; this emits the prompts of their namespaces`);
  }
  const [id, { status, ...why }] = first;
  const [namespace, schema] = splitId(id);
  if (failed.includes(first)) {
    return propose(importStep(namespace), `${count}; first fix ${id}: ${sayReason(why)}`);
  }
  const stands = `${count}; ${id} is ${status}`;
  return askable.length > 0
    ? propose(emitStep({ name: `providers/${namespace}/${schema}` }), `${stands}: this asks about it`)
    : propose(importStep(namespace), `${stands}: first edit its source`);
}

/** Checks whether an open run of its namespace asks about the current content of a member. */
function hasOpenRun(island: Island, member: string): boolean {
  const [namespace, schema] = splitId(member);
  const folder = namespaceFolder(namespace);
  const run = readRunStatus(island, `${folder}/${FILE_NAMES.state}`);
  if (run?.status !== 'prompts-emitted') return false;
  const hash = readNamespaceIndex(island, folder)?.schemas[schema]?.snapshot?.hash;
  return run.asked.some((one) => one.node.split('.')[1] === schema && one.hash === hash);
}

function askParts({ target, derived, run }: Situation): NextAction | null {
  const hashes = new Map(derived.subjects.map(({ node, hash }) => [node, hash]));
  return askLeftOut(target, run, (node) => hashes.get(node));
}

const isPending = (subject: Subject) => isCandidate(subject, { due: 'pending', regrading: false });

function gradeParts({ target, derived }: Situation): NextAction | null {
  const { subjects, readings } = derived;
  const due = subjectsFor(readerOf(readings), subjects, readings).filter(
    (subject) => isPending(subject) && !isHeld(subject.status),
  );
  // The aggregate waits as long as any part of the selection is due.
  const parts = due.filter(({ node }) => node !== 'selectionAggregate');
  const asked = parts.length > 0 ? parts : due;
  if (asked.length > 0) {
    return propose(emitStep(target), `to be asked about: ${asked.map(({ node }) => node).join(', ')}`);
  }
  const nodes = [
    derived.index.about,
    ...Object.values(derived.index.skills),
    derived.index.selectionAggregate,
  ];
  if (nodes.some(isBumped)) return gradeAnew(target);
  const toMend = nodes.find(
    ({ status }) => status === 'rejected' || status === 'blocked' || status === 'graded',
  );
  if (!toMend) return null;
  return propose(importStep(target.id), 'first fix what is blocked, vetoed or graded below B');
}

function exportIt({ target }: Situation): NextAction {
  return propose({ stage: 'export', target: target.name }, 'everything that can be graded is stable');
}
