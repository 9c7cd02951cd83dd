import { checkMembers, countNamespaces, tooFewNamespaces } from '../grade/precondition.js';
import { recordFacts } from '../island/journal/record-facts.js';
import { errorOf } from '../problems/error-codes.js';
import { checkLens } from '../rules/about/personas-section.js';
import type { LockSnapshot } from '../spec/index-file.js';
import type { StateFile } from '../spec/state.js';
import type { Persona } from '../spec/vocabulary.js';
import { freezeSelection } from '../target/logic/lock-snapshot.js';
import type { Subject } from '../target/logic/subjects.js';
import type { SelectionTarget } from '../target/logic/target.js';
import {
  asSelectionSkills,
  type DerivedSelection,
  deriveSelection,
} from '../target/rebuild/derive-selection.js';
import { rebuildSelection } from '../target/rebuild/rebuild.js';
import { continuableRun, continuedRun, readRun } from './open-run.js';
import { type EmitOptions, type EmittedTarget, selectionRunKey } from './options.js';
import { wantedSubjects } from './plan-due.js';
import { dueOfSelection } from './plan-selection-due.js';
import {
  answeredByCode,
  blockedParts,
  emptySelection,
  planSelectionRun,
  selectionResult,
} from './plan-selection-run.js';
import { askedAs, asRead, readerOfRun } from './reader.js';
import type { EmitSurroundings, SelectionContext } from './run-context.js';
import { findSelectionSecrets, personaOfRun, readSelectionBasis } from './selection-basis.js';
import { reportOf } from './user-report.js';
import { writeLockSnapshot } from './write-lock-snapshot.js';
import { closeOpenRun, writeRun } from './write-run.js';

/** Emits the prompts of one selection, or continues the run that is open. */
export function emitSelection(
  options: EmitOptions,
  surroundings: EmitSurroundings,
  target: SelectionTarget,
): EmittedTarget {
  const { island } = options;
  const { id: selectionId, folder } = target;
  const now = (options.now ?? island.now)();
  const state = readRun(island, folder, target);
  const derived = deriveSelection({ island, selectionId, now });
  const about = derived.content.about?.text ?? null;
  const strange = options.persona ? checkLens(options.persona, about) : null;
  if (strange) throw errorOf(strange);
  const key = keyOf(options, derived, state);
  const leftOut = state?.leftOut ?? [];
  const reader = readerOfRun(options, derived, state);
  const report = reportOf(options, state);
  const context: ReaderContext = { options, surroundings, target, folder, now, key, leftOut, report, reader };
  const before = asRead(derived, context);
  const empty = emptySelection(context, before);
  const wanted = wantedSubjects(before.subjects, options, { scope: {}, leftOut });
  const open = continuableRun(context, state);
  if (open) {
    const blocked = blockedParts(context, before, wanted, dueIn(context, before, wanted));
    return continuedRun(context, { open, derived: before, blocked, empty });
  }
  if (wanted.length > 0) return beginRun(context, { before, wanted, previous: state });
  recordFacts(island, folder, { own: [], now });
  const { problems } = rebuildSelection({ island, selectionId, now });
  return { ...empty, nothingDue: true, warnings: problems };
}

/** A run of a selection with the persona it asks; null if no persona was named or asked yet. */
type ReaderContext = SelectionContext & { readonly reader: Persona | null };

/** Without a persona option, the open run continues, whichever persona it asks. */
function keyOf(options: EmitOptions, derived: DerivedSelection, state: StateFile | null): string {
  const own = selectionRunKey(options, derived);
  const persona = askedAs(state);
  if (options.persona || !persona) return own;
  const open = selectionRunKey({ ...options, persona }, derived);
  return state?.runKey === open ? open : own;
}

/** Begins a new run: freezes the members first, then decides from the frozen members alone (spec 16, 21). */
function beginRun(
  context: ReaderContext,
  {
    before,
    wanted,
    previous,
  }: { before: DerivedSelection; wanted: readonly Subject[]; previous: StateFile | null },
): EmittedTarget {
  const { options, target, now, reader } = context;
  const { island } = options;
  const refusals = findSelectionSecrets(before.content);
  if (refusals.length > 0) return { ...emptySelection(context, before), refusals };
  const persona = canRun(before) ? personaOfRun(reader, before.content) : null;
  const lockSnapshot = freeze(before, now);
  recordFacts(island, context.folder, { own: [], now });
  writeLockSnapshot(context, lockSnapshot);
  const rebuilt = rebuildSelection({ island, selectionId: target.id, now, lockSnapshot });
  const after = asRead(rebuilt, context);
  const gate = checkMembers(lockSnapshot);
  const found = dueIn(context, after, wanted);
  const result = selectionResult(context, { after, candidates: wanted, lockSnapshot, gate, found });
  const { about } = after.content;
  if (!persona || !about || !gate.passed || found.due.length === 0) {
    closeOpenRun(context, previous);
    return result;
  }
  const basis = readSelectionBasis(island, after, about, now);
  const plan = planSelectionRun(context, { basis, due: found.due, persona, lockSnapshot });
  const told = { ...result, skippedAreas: [...result.skippedAreas, ...answeredByCode(plan, found.due)] };
  if (plan.subjects.length > 0) return writeRun(context, plan, { result: told, previous });
  closeOpenRun(context, previous);
  return told;
}

/**
 * Checks whether a run can ask anything at all, so that its persona matters: the group must be large enough and have
 * domain knowledge.
 */
function canRun({ index, content }: DerivedSelection): boolean {
  return content.about !== null && tooFewNamespaces(countNamespaces(Object.keys(index.members))) === null;
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
