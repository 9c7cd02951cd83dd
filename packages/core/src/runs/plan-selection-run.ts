import {
  countNamespaces,
  explainGate,
  type GateResult,
  maxSelectionGrade,
  tooFewNamespaces,
} from '../grade/precondition.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { problem } from '../problems/error-codes.js';
import { hashValue } from '../spec/hash.js';
import type { LockSnapshot } from '../spec/index-file.js';
import type { GatedArea, SkippedArea } from '../spec/prompts.js';
import { AREA_OF_LEVEL } from '../spec/selection.js';
import { SKILL_LEVELS } from '../spec/skill.js';
import type { AreaId, Persona } from '../spec/vocabulary.js';
import { isLostReason } from '../target/logic/selection/references.js';
import type { Subject } from '../target/logic/subjects.js';
import type { DerivedSelection } from '../target/rebuild/derive-selection.js';
import { asksAnything, composePrompt } from './compose-prompt.js';
import { highestVersion } from './highest-version.js';
import type { EmittedTarget } from './options.js';
import type { SelectionDue } from './plan-selection-due.js';
import { emptyResult, type SelectionContext } from './run-context.js';
import type { RunPlan } from './run-plan.js';
import type { SelectionBasis } from './selection-basis.js';
import { selectionContent } from './selection-prompts.js';

/** The areas of a selection, in the order they are graded. */
const AREAS_OF_SELECTION: readonly AreaId[] = [
  'about-selection',
  ...SKILL_LEVELS.map((level) => AREA_OF_LEVEL[level]),
  'selection-aggregate',
];

/** The result for a selection before anything is asked about it. */
export function emptySelection({ target }: Pick<SelectionContext, 'target'>, derived: DerivedSelection) {
  return emptyResult(target, maxGradeOf(derived));
}

function maxGradeOf({ index }: DerivedSelection): 'A' | 'B' {
  return maxSelectionGrade(countNamespaces(Object.keys(index.members)));
}

/** Plans the run that asks about all due subjects of a selection. */
export function planSelectionRun(
  context: SelectionContext,
  {
    basis,
    due,
    persona,
    lockSnapshot,
  }: {
    basis: SelectionBasis;
    due: readonly Subject[];
    persona: Persona;
    lockSnapshot: LockSnapshot;
  },
): RunPlan {
  const { id: selectionId } = context.target;
  const version = `flowmcp/${highestVersion(basis.members.map(({ main }) => main.version))}`;
  const isCapped = maxSelectionGrade(countNamespaces(Object.keys(basis.index.members))) === 'B';
  const planned = due.map((subject) => ({ subject, content: selectionContent(basis, subject) }));
  return {
    name: selectionId,
    what: `selection ${selectionId}`,
    persona,
    entryPoint: { flow: 'selection', selectionId, lockSnapshotHash: hashValue(lockSnapshot) },
    domainDocId: basis.about.file,
    subjects: planned
      .filter(({ subject, content }) => asksAnything(subject.area, context.options, content.deterministic))
      .map(({ subject, content }) => ({
        subject,
        version,
        ...(isCapped && subject.area === 'selection-aggregate' && { maxGrade: 'B' as const }),
        ...composePrompt(context, { subject, content, persona, secrets: [] }),
      })),
  };
}

/** Due subjects without a prompt, because code has answered all of their chosen questions. */
export function answeredByCode({ subjects }: RunPlan, due: readonly Subject[]): SkippedArea[] {
  const planned = new Set(subjects.map(({ subject }) => subject.node));
  return due
    .filter(({ node }) => !planned.has(node))
    .map(({ area, subject }) => ({ area, subject, naReason: 'blocked-by-precondition' }));
}

export interface SelectionFindings {
  readonly after: DerivedSelection;
  readonly candidates: readonly Subject[];
  readonly lockSnapshot: LockSnapshot;
  readonly gate: GateResult;
  readonly found: SelectionDue;
}

/** The result of a run over a selection, without its prompts. */
export function selectionResult(context: SelectionContext, findings: SelectionFindings): EmittedTarget {
  const { after, candidates, gate, found } = findings;
  const few = tooFewNamespaces(countNamespaces(Object.keys(after.index.members)));
  const isGated = few === null && !gate.passed;
  return {
    ...emptySelection(context, after),
    blocked: blockedParts(context, after, candidates, found),
    skippedAreas: isGated ? [] : skippedAreas(context, after, few !== null),
    gatedAreas: isGated
      ? allAreas(context).map((area) => ({ area, reason: gate.reason }))
      : waiting(findings),
    ...(isGated && { gate: gateProblem(context, findings) }),
    warnings: after.problems,
  };
}

function gateProblem({ folder }: SelectionContext, { after, lockSnapshot, gate }: SelectionFindings) {
  const source = `${folder}/${FILE_NAMES.index}`;
  const lost = Object.entries(after.index.members).flatMap(([member, { reason = '' }]) =>
    isLostReason(reason) ? [[member, reason] as const] : [],
  );
  const reason = explainGate({ lockSnapshot, gate, source, lost: new Map(lost) });
  return problem('PRE-004', { file: source, path: 'lockSnapshot' }, { reason });
}

/** The aggregate waits until the parts of the selection are graded (spec 05). */
function waiting({ candidates, found: { waitsFor } }: SelectionFindings): GatedArea[] {
  if (waitsFor.length === 0) return [];
  const reason = `waits for the grades of ${waitsFor.join(', ')}`;
  return candidates
    .filter(({ area }) => area === 'selection-aggregate')
    .map(({ area, subject }) => ({ area, subject, reason }));
}

function allAreas({ options: { areas } }: SelectionContext): AreaId[] {
  return AREAS_OF_SELECTION.filter((area) => !areas || areas.includes(area));
}

/** Nodes that cannot be asked about now, including those that belong to no area and so to no run. */
export function blockedParts(
  { options: { areas } }: SelectionContext,
  { index, subjects }: DerivedSelection,
  candidates: readonly Subject[],
  found: SelectionDue,
): EmittedTarget['blocked'] {
  const wanted = new Set(candidates.map(({ node }) => node));
  const known = new Set(subjects.map(({ node }) => node));
  const isPart = (node: string) => node === 'about' || node.startsWith('skills.');
  const isShown = (node: string) => wanted.has(node) || (!areas && isPart(node) && !known.has(node));
  return [...index.blockers.filter(({ node }) => isShown(node)), ...found.blocked];
}

/** All areas if the selection is too small to be graded; otherwise the areas without a subject. */
function skippedAreas(
  context: SelectionContext,
  { subjects }: DerivedSelection,
  tooSmall: boolean,
): SkippedArea[] {
  return allAreas(context).flatMap((area): SkippedArea[] => {
    const isWanted = tooSmall || area === 'about-selection';
    if (!tooSmall && subjects.some((subject) => subject.area === area)) return [];
    return [{ area, naReason: isWanted ? 'blocked-by-precondition' : 'not-applicable-to-tool-type' }];
  });
}
