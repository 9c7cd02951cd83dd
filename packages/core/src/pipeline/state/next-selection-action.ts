import { tooFewNamespaces } from '../../engine/selection/threshold.js';
import { shellWord } from '../../engine/shell-word.js';
import { isCandidate } from '../../engine/subjects.js';
import type { Island } from '../../island/island.js';
import { FILE_NAMES } from '../../island/paths.js';
import type { DerivedSelection } from '../rebuild-selection.js';
import { folderOf, type SelectionTarget } from '../targets.js';
import { consumeCommand, emitCommand, type NextAction } from './next-action.js';
import type { RunStatus } from './run-status.js';

interface Situation {
  readonly island: Island;
  readonly target: SelectionTarget;
  readonly derived: DerivedSelection;
  readonly run: RunStatus | null;
}

/** The one command that brings a selection on: what is open comes first, then its members, then its own parts. */
export function nextSelectionAction(situation: Situation): NextAction {
  return (
    finishRun(situation) ??
    tooSmall(situation) ??
    mendIndexes(situation) ??
    importMembers(situation) ??
    gradeMembers(situation) ??
    gradeParts(situation) ??
    exportIt(situation)
  );
}

function finishRun({ island, target, derived, run }: Situation): NextAction | null {
  if (run?.status === 'consuming') {
    const scores = island.absolute(`${folderOf(target)}/${run.scores ?? FILE_NAMES.scores}`);
    return {
      command: consumeCommand(target, shellWord(scores)),
      why: 'a hand-in was interrupted; the same file finishes it',
    };
  }
  if (run?.status !== 'prompts-emitted') return null;
  const hashes = new Map(derived.subjects.map(({ node, hash }) => [node, hash]));
  if (run.asked.some(({ node, hash }) => hashes.get(node) !== hash)) {
    return { command: emitCommand(target), why: 'what the open run asks about has changed since' };
  }
  return { command: consumeCommand(target, 'scores.json'), why: 'prompts wait for their scores' };
}

function tooSmall({ target, derived: { index } }: Situation): NextAction | null {
  const reason = tooFewNamespaces(index.summary.namespaces);
  if (reason === null) return null;
  return {
    command: `flowmcp grading import ${shellWord(`<folder of ${target.selectionId}>`)}`,
    why: `add members of more namespaces and import it again: ${reason}`,
  };
}

function importMembers({ derived: { index } }: Situation): NextAction | null {
  const [missing] = index.summary.notImported;
  if (missing === undefined) return null;
  const namespace = missing.slice(0, missing.indexOf('.'));
  return {
    command: `flowmcp grading import ${shellWord(`<folder of ${namespace}>`)}`,
    why: `not imported: ${index.summary.notImported.join(', ')}`,
  };
}

/** What it says of its schemas is not known; nothing of the selection can be judged before. */
function mendIndexes({ derived: { index } }: Situation): NextAction | null {
  const [damaged] =
    Object.entries(index.members).find(
      ([, { status, resolvedArtifact }]) => status === 'blocked' && resolvedArtifact === null,
    ) ?? [];
  if (damaged === undefined) return null;
  const namespace = damaged.slice(0, damaged.indexOf('.'));
  return {
    command: `flowmcp grading rebuild ${shellWord(`providers/${namespace}`)}`,
    why: `the index of ${namespace} is damaged; move its index.json aside first`,
  };
}

function gradeMembers({ target, derived: { index } }: Situation): NextAction | null {
  const { members, membersStable } = index.summary;
  if (members === membersStable) return null;
  return {
    command: `${emitCommand(target)} --chain`,
    why: `${members - membersStable} of ${members} members are not stable; this emits the prompts of their namespaces`,
  };
}

function gradeParts({ target, derived }: Situation): NextAction | null {
  const due = derived.subjects.filter(
    (subject) =>
      isCandidate(subject, { due: 'pending', regrading: false }) && subject.status.status !== 'blocked',
  );
  if (due.length > 0) {
    return {
      command: emitCommand(target),
      why: `to be asked about: ${due.map(({ node }) => node).join(', ')}`,
    };
  }
  const nodes = [
    derived.index.about,
    ...Object.values(derived.index.skills),
    derived.index.selectionAggregate,
  ];
  const toMend = nodes.find(
    ({ status }) => status === 'rejected' || status === 'blocked' || status === 'graded',
  );
  if (!toMend) return null;
  return {
    command: emitCommand(target),
    why: 'mend what is blocked, vetoed or graded below B and import the selection again first',
  };
}

function exportIt({ target }: Situation): NextAction {
  return {
    command: `flowmcp grading export ${shellWord(target.name)}`,
    why: 'everything that can be graded is stable',
  };
}
