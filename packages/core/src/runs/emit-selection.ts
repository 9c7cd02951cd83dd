import {
  checkMembers,
  countNamespaces,
  explainGate,
  type GateResult,
  maxSelectionGrade,
  tooFewNamespaces,
} from '../grade/precondition.js';
import { isHeld, sayBlocker, sayReason } from '../grade/roll-up.js';
import { recordFacts } from '../island/journal/record-facts.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { errorOf, problem } from '../problems/error-codes.js';
import { checkLens } from '../rules/about/personas-section.js';
import { hashValue } from '../spec/hash.js';
import type { LockSnapshot } from '../spec/index-file.js';
import type { GatedArea, SkippedArea } from '../spec/prompts.js';
import { AREA_OF_LEVEL } from '../spec/selection.js';
import { SKILL_LEVELS } from '../spec/skill.js';
import type { StateFile } from '../spec/state.js';
import type { AreaId, Persona } from '../spec/vocabulary.js';
import { describeRetired } from '../target/absences.js';
import { freezeSelection } from '../target/logic/lock-snapshot.js';
import { readerOf, subjectsFor } from '../target/logic/selection/one-persona.js';
import { isLostReference } from '../target/logic/selection/references.js';
import type { Subject } from '../target/logic/subjects.js';
import type { SelectionTarget } from '../target/logic/target.js';
import {
  asSelectionSkills,
  type DerivedSelection,
  deriveSelection,
} from '../target/rebuild/derive-selection.js';
import { rebuildSelection } from '../target/rebuild/rebuild.js';
import { asksAnything, composePrompt, highestVersion } from './compose-prompt.js';
import { askedFor, type EmitOptions, type EmittedTarget } from './options.js';
import { dueOfSelection, type SelectionDue, wantedSubjects } from './plan-due.js';
import { emptyResult, type GivenContext, type OpenedTarget, type SelectionContext } from './run-context.js';
import {
  findSelectionSecrets,
  personaOfRun,
  readSelectionBasis,
  type SelectionBasis,
} from './selection-basis.js';
import { selectionContent } from './selection-prompts.js';
import { type RunPlan, writeLockSnapshot, writeRun } from './write-run.js';

/** Reads a selection for a run. */
export function openSelection(given: GivenContext, target: SelectionTarget): OpenedTarget {
  const { options, now, state } = given;
  const derived = deriveSelection({ island: options.island, selectionId: target.id, now });
  const about = derived.content.about?.text ?? null;
  const strange = options.persona ? checkLens(options.persona, about) : null;
  if (strange) throw errorOf(strange);
  const context: ReaderContext = {
    ...{ ...given, target },
    key: keyOf(options, derived, state),
    reader: options.persona ?? askedAs(state) ?? readerOf(derived.readings),
  };
  const before = asRead(derived, context);
  const wanted = wantedSubjects(before.subjects, context);
  return {
    ...{ context, before, wanted },
    empty: emptySelection(context, before),
    blocked: () => blockedParts(context, before, wanted, dueIn(context, before, wanted)),
    begin: () => (wanted.length > 0 ? beginRun(context, before, wanted) : null),
  };
}

/**
 * The context of a run over a selection, with the persona that the run asks: the one that an option names, otherwise
 * that of the open run, otherwise that of the newest grade (decision 0064). The persona is null if none was named and
 * none has read anything yet.
 */
type ReaderContext = SelectionContext & { readonly reader: Persona | null };

/** The persona that an open run asks; null if no run is open. */
function askedAs(state: StateFile | null): Persona | null {
  if (state?.status !== 'prompts-emitted') return null;
  return state.subjects.find(({ persona }) => persona !== null)?.persona ?? null;
}

/** Makes parts due again if another persona has read them; a partial run leaves every grade as it is. */
function asRead<T extends DerivedSelection>(
  derived: T,
  { options, reader }: Pick<ReaderContext, 'options' | 'reader'>,
): T {
  if (options.mode === 'partial') return derived;
  return { ...derived, subjects: subjectsFor(reader, derived.subjects, derived.readings) };
}

/** Without a persona option, the open run continues, whichever persona it asks. */
function keyOf(options: EmitOptions, derived: DerivedSelection, state: StateFile | null): string {
  const own = runKey(options, derived);
  const persona = askedAs(state);
  if (options.persona || !persona) return own;
  const open = runKey({ ...options, persona }, derived);
  return state?.runKey === open ? open : own;
}

/** Hash of what a run was asked to do, of the parts of the selection, and of the status of its members. */
function runKey(options: EmitOptions, { content, index }: DerivedSelection): string {
  return hashValue({
    ...askedFor(options),
    selectionHash: content.snapshot.hash,
    about: content.about?.hash ?? null,
    skills: content.skills.map(({ skill, hash }) => `${skill}@${hash}`),
    members: Object.entries(index.members).map(
      ([member, { boundTo, status }]) => `${member}@${boundTo ?? ''} ${status}`,
    ),
  });
}

/** Begins a new run: freezes the members first; the gate then looks at the frozen members alone (spec 16, 21). */
function beginRun(
  context: ReaderContext,
  before: DerivedSelection,
  wanted: readonly Subject[],
): EmittedTarget {
  const { options, target, now, reader } = context;
  const { island } = options;
  const refusals = findSelectionSecrets(before.content);
  if (refusals.length > 0) return { ...emptySelection(context, before), refusals };
  const persona = canRun(context, before) ? personaOfRun(reader, before.content) : null;
  const lockSnapshot = freeze(before, now);
  recordFacts(island, target.folder, { own: [], now });
  writeLockSnapshot(context, lockSnapshot);
  const rebuilt = rebuildSelection({ island, selectionId: target.id, now, lockSnapshot });
  const after = asRead(rebuilt, context);
  const gate = checkMembers(lockSnapshot, after.index.summary.notImported);
  const found = dueIn(context, after, wanted);
  const result = selectionResult(context, { after, candidates: wanted, lockSnapshot, gate, found });
  const { about } = after.content;
  if (!persona || !about || !gate.passed || found.due.length === 0) return writeRun(context, null, result);
  const basis = readSelectionBasis(island, after, about, now);
  const plan = planSelectionRun(context, { basis, due: found.due, persona, lockSnapshot });
  const skippedAreas = [...result.skippedAreas, ...answeredByCode(plan, found.due)];
  return writeRun(context, plan, { ...result, skippedAreas });
}

/**
 * Checks whether a run can ask anything at all; only then does its persona matter. The selection must be large enough
 * and have domain knowledge.
 */
function canRun(context: SelectionContext, { index, content }: DerivedSelection): boolean {
  return content.about !== null && tooFew(context, { index }) === null;
}

function tooFew({ options }: SelectionContext, { index }: Pick<DerivedSelection, 'index'>): string | null {
  return tooFewNamespaces(countNamespaces(Object.keys(index.members)), options.island.book.grading);
}

function dueIn({ options }: SelectionContext, derived: DerivedSelection, wanted: readonly Subject[]) {
  const { index, content, subjects } = derived;
  return dueOfSelection(subjects, wanted, { index, skills: asSelectionSkills(content.skills), options });
}

function freeze({ index, content }: DerivedSelection, now: Date): LockSnapshot {
  const { selectionId, members } = index;
  const { definition, snapshot } = content;
  return freezeSelection({ selectionId, declared: definition.members, definition: snapshot, members, now });
}

/** The areas of a selection, in the order in which they are graded. */
const AREAS_OF_SELECTION: readonly AreaId[] = [
  'about-selection',
  ...SKILL_LEVELS.map((level) => AREA_OF_LEVEL[level]),
  'selection-aggregate',
];

/** The result for a selection before anything is asked about it. */
function emptySelection(context: SelectionContext, derived: DerivedSelection) {
  return emptyResult(context, maxGradeOf(context, derived));
}

function maxGradeOf({ options }: SelectionContext, { index }: Pick<DerivedSelection, 'index'>): 'A' | 'B' {
  return maxSelectionGrade(countNamespaces(Object.keys(index.members)), options.island.book.grading);
}

/** Plans the run that asks about all due subjects of a selection. */
function planSelectionRun(
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
  const isCapped = maxGradeOf(context, basis) === 'B';
  const planned = due.map((subject) => ({ subject, content: selectionContent(basis, subject) }));
  return {
    what: `selection ${selectionId}`,
    persona,
    secrets: [],
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
function answeredByCode({ subjects }: RunPlan, due: readonly Subject[]): SkippedArea[] {
  const planned = new Set(subjects.map(({ subject }) => subject.node));
  return due
    .filter(({ node }) => !planned.has(node))
    .map(({ area, subject }) => ({ area, subject, naReason: 'blocked-by-precondition' }));
}

interface SelectionFindings {
  readonly after: DerivedSelection;
  readonly candidates: readonly Subject[];
  readonly lockSnapshot: LockSnapshot;
  readonly gate: GateResult;
  readonly found: SelectionDue;
}

/** The result of a run over a selection, without its prompts. */
function selectionResult(context: SelectionContext, findings: SelectionFindings): EmittedTarget {
  const { after, candidates, gate, found } = findings;
  const few = tooFew(context, after);
  const isGated = few === null && !gate.passed;
  return {
    ...emptySelection(context, after),
    blocked: blockedParts(context, after, candidates, found),
    skippedAreas: isGated ? [] : skippedAreas(context, after, few !== null),
    gatedAreas: isGated
      ? allAreas(context).map((area) => ({ area, reason: gate.reason }))
      : [...waitingParts(findings), ...waiting(findings)],
    ...(isGated && { gate: gateProblem(context, findings) }),
    warnings: after.problems,
  };
}

function gateProblem(
  { options: { island, chain = false }, target: { folder } }: SelectionContext,
  { after, lockSnapshot, gate }: SelectionFindings,
) {
  const source = `${folder}/${FILE_NAMES.index}`;
  const { members, summary } = after.index;
  const lost = Object.entries(members).flatMap(([member, resolved]) =>
    isLostReference(resolved) ? [[member, sayReason(resolved) ?? ''] as const] : [],
  );
  const { notImported } = summary;
  const retired = notImported.flatMap((member) => {
    const found = describeRetired(island, member);
    return found === null ? [] : [[member, found] as const];
  });
  const reason = explainGate({
    ...{ lockSnapshot, gate, source, notImported, isChained: chain },
    lost: new Map([...lost, ...retired]),
  });
  return problem('PRE-004', { file: source, path: 'lockSnapshot' }, { reason });
}

/** Parts that wait for others, where that does not count as blocked. */
function waitingParts({ after, candidates }: SelectionFindings): GatedArea[] {
  const wanted = new Set(candidates.map(({ node }) => node));
  return after.subjects.flatMap(({ node, area, subject, status }) =>
    wanted.has(node) && status.waits ? [{ area, subject, reason: sayReason(status) ?? '' }] : [],
  );
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
function blockedParts(
  { options: { areas } }: SelectionContext,
  { index, subjects }: DerivedSelection,
  candidates: readonly Subject[],
  found: SelectionDue,
): EmittedTarget['blocked'] {
  const free = new Set(subjects.filter(({ status }) => !isHeld(status)).map(({ node }) => node));
  const wanted = new Set(candidates.map(({ node }) => node).filter((node) => !free.has(node)));
  const known = new Set(subjects.map(({ node }) => node));
  const isPart = (node: string) => node === 'about' || node.startsWith('skills.');
  const isShown = (node: string) => wanted.has(node) || (!areas && isPart(node) && !known.has(node));
  const blocked = index.blockers.filter(({ node }) => isShown(node));
  return [
    ...blocked.map((blocker) => ({ node: blocker.node, reason: sayBlocker(blocker) })),
    ...found.blocked,
  ];
}

/** All areas if the selection is too small to be graded, otherwise only the areas without a subject. */
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
