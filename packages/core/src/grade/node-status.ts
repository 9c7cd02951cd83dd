import type { GradedContent } from '../questions/applicability.js';
import type { CategoricalVeto } from '../spec/entry.js';
import { gatheredField } from '../spec/gathered.js';
import { gradingSystem, type Thresholds } from '../spec/grading-system-1.0.0.js';
import { canonicalJson } from '../spec/hash.js';
import type { IndexNode, VetoMark } from '../spec/index-file.js';
import type { AggregateGrade } from '../spec/vocabulary.js';
import { byCodeUnit } from '../values/code-unit-order.js';
import { type AgeingClassOf, ageAnswers } from './ageing.js';
import { coverageOf, isJudged, NO_JUDGEMENT } from './coverage.js';
import { gatheredOf } from './gathered.js';
import { gradeAnswers, worseOf } from './grade.js';
import type { NodeEntry } from './node-entry.js';
import { newestPerQuestion } from './score.js';

export interface NodeSituation {
  /** Oldest first. Those of a second before the newest that settles may be left out: nothing follows from them. */
  readonly entries: readonly NodeEntry[];
  /** null: the content is gone, and no entry is about it. */
  readonly currentHash: string | null;
  /** Why the node can not be graded now; null when it can. Never outweighs a full entry for this hash. */
  readonly obstacle: string | null;
  /** What it refers to is gone: outweighs every entry but a veto. null or absent: all of it is there. */
  readonly unresolved?: string | null | undefined;
  /** Why an entry of that time is about something else, though its hash is the current one; null where it is not. */
  readonly outdated?: ((timestamp: string) => string | null) | undefined;
  /** Vetoes that an earlier roll-up saw, that the journal has taken in, or that follow it from another place. */
  readonly knownVetoes: readonly KnownVeto[];
  readonly ageingOf: AgeingClassOf;
  /** What decides which questions apply. */
  readonly content: GradedContent;
  readonly now: Date;
  /** Grades anew from the answers by these; the entries' own grades count without them. */
  readonly thresholds?: Thresholds | undefined;
  /** As versions before decision 0063 did it, which asked for no judgement: so is an older index told from a damaged one. */
  readonly asBefore?: boolean | undefined;
}

/** A veto that is known of, whether its entry lies here, elsewhere, or nowhere any more. */
export interface KnownVeto extends VetoMark {
  /** What its entry says; undefined where that is gone. */
  readonly raised?: CategoricalVeto | undefined;
  /** Newest entry beside it, relative to the folder of the index. */
  readonly ref?: string | undefined;
}

/**
 * Status of one node, from its entries and its situation alone (grading-rules §6, decision D24).
 * The newest full entry decides; a veto stays until a newer full entry lifts it, in which a judgement counts.
 *
 * @see spec 21, Stable Definition; spec 23, Irreversible veto
 */
export function deriveNode(situation: NodeSituation): IndexNode {
  const { entries, currentHash, obstacle, unresolved = null } = situation;
  const newest = entries.at(-1);
  const lastFull = entries.findLast((entry) => entry.mode === 'full');
  const veto = standingVeto(entries, situation.knownVetoes, situation.asBefore);
  if (veto) return rejectedNode(veto, newest, (situation.outdated?.(veto.at) ?? null) !== null);
  const kept = newest && { ref: newest.ref, gradedAt: newest.timestamp, boundTo: newest.hash };
  if (unresolved !== null && !situation.asBefore) return { status: 'blocked', reason: unresolved, ...kept };
  const isCurrent = lastFull !== undefined && lastFull.hash === currentHash;
  const outdated = isCurrent ? (situation.outdated?.(lastFull.timestamp) ?? null) : null;
  if (isCurrent && outdated === null && (situation.asBefore || isJudged(lastFull.answers))) {
    return gradedNode(lastFull, newest ?? lastFull, situation);
  }
  if (obstacle !== null) return { status: 'blocked', reason: obstacle, ...kept };
  return { status: 'pending', reason: outdated ?? pendingReason({ isCurrent, lastFull, newest }), ...kept };
}

function pendingReason({
  isCurrent,
  lastFull,
  newest,
}: {
  isCurrent: boolean;
  lastFull: NodeEntry | undefined;
  newest: NodeEntry | undefined;
}): string {
  if (isCurrent) return NO_JUDGEMENT;
  if (lastFull) return 'schema changed, re-grade required';
  return newest ? 'only partial gradings, a full one is required' : 'not graded yet';
}

/**
 * The newest veto that no full entry has lifted; null where there is none.
 *
 * @param entries of one place, oldest first
 * @param known vetoes of which the entries may say nothing any more
 * @param asBefore as versions did it that asked for no judgement
 */
export function standingVeto(
  entries: readonly NodeEntry[],
  known: readonly KnownVeto[],
  asBefore = false,
): KnownVeto | null {
  const lastFull = newestSettling(entries, asBefore);
  // By time and not by place: of what was written in one second nothing is newer than the rest.
  const raised = raisedVeto(entries.filter(({ timestamp }) => !lastFull || timestamp >= lastFull.timestamp));
  const ref = entries.at(-1)?.ref;
  const candidates: KnownVeto[] = [
    ...known.filter((veto) => !entries.some((entry) => isEntryOf(veto, entry))),
    ...(raised
      ? [{ gradingId: raised.gradingId, at: raised.timestamp, raised: raised.veto ?? undefined, ref }]
      : []),
  ];
  const lifted = liftingEntry(entries, asBefore)?.timestamp ?? '';
  // A full entry of the veto's own time is its entry, edited: that lifts nothing (spec 23).
  const standing = candidates.filter((veto) => veto.at >= lifted);
  return standing.sort((a, b) => byCodeUnit(a.at, b.at)).at(-1) ?? null;
}

/** The newest entry that settles, if it is one that lifts what is older. */
export function liftingEntry(entries: readonly NodeEntry[], asBefore = false): NodeEntry | undefined {
  const lastFull = newestSettling(entries, asBefore);
  return lastFull && !isRejecting(lastFull) ? lastFull : undefined;
}

function newestSettling(entries: readonly NodeEntry[], asBefore: boolean): NodeEntry | undefined {
  return entries.findLast((entry) => (asBefore ? entry.mode === 'full' : settles(entry)));
}

/**
 * Does nothing follow from older entries? A full one in which no judgement counts, of a version that asked for none, makes no
 * grade and lifts no veto (decision 0063).
 */
export function settles(entry: Pick<NodeEntry, 'mode' | 'grade' | 'veto' | 'answers'>): boolean {
  return entry.mode === 'full' && (isRejecting(entry) || isJudged(entry.answers));
}

/** The entry that raised the newest veto. Partial ones after it repeat it and are no veto of their own. */
function raisedVeto(entries: readonly NodeEntry[]): NodeEntry | undefined {
  const newest = entries.findLast(isRejecting);
  const text = newest && canonicalJson(newest.veto);
  return entries.find((entry) => isRejecting(entry) && canonicalJson(entry.veto) === text);
}

/** Of a veto whose entry is still there the entries tell, whichever of them an earlier roll-up saw first. */
function isEntryOf({ gradingId, at }: VetoMark, entry: NodeEntry): boolean {
  return entry.gradingId === gradingId && entry.timestamp === at && isRejecting(entry);
}

/** A veto rejects whatever grade an entry of somebody else's writes beside it (spec 08, Categorical Veto). */
export function isRejecting(entry: Pick<NodeEntry, 'grade' | 'veto'>): boolean {
  return entry.grade === 'REJECTED' || entry.veto !== null;
}

/** Longest evidence that an index repeats; the entry has all of it. */
const EVIDENCE_SHOWN = 300;

function rejectedNode(
  { gradingId, at, raised, ref: there }: KnownVeto,
  newest: NodeEntry | undefined,
  isOutdated: boolean,
): IndexNode {
  const ref = newest?.ref ?? there;
  return {
    status: 'rejected',
    grade: 'REJECTED',
    reason: raised
      ? `veto ${raised.triggeredBy}: ${raised.evidence.slice(0, EVIDENCE_SHOWN)}`
      : 'veto; its entry is missing',
    ...(ref !== undefined && { ref }),
    gradedAt: at,
    // A grading id begins with the hash it is bound to; the entry itself may be gone. No hash covers the shared lists.
    ...(!isOutdated && { boundTo: gradingId.slice(0, 8) }),
    veto: { gradingId, at },
  };
}

function gradedNode(full: NodeEntry, newest: NodeEntry, situation: NodeSituation): IndexNode {
  const { thresholds } = situation;
  const counted = newestPerQuestion(full.answers);
  const graded = gradeAnswers({
    answers: counted,
    tier: full.tier,
    ...(thresholds && { system: thresholds }),
  });
  const { rawGrade, score } = graded;
  const grade = (thresholds && graded.aggregateGrade) ?? trimGrade(full);
  const aged = ageAnswers(full.answers, situation.ageingOf, situation.now);
  const coverage = situation.asBefore ? 1 : coverageOf(full.area, full.answers, situation.content);
  return {
    status: statusOfGrade(thresholds ? grade : full.grade, thresholds),
    grade,
    ...(rawGrade && { rawGrade }),
    ...(score !== null && { score }),
    ...(coverage < 1 && { coverage }),
    ref: newest.ref,
    gradedAt: newest.timestamp,
    boundTo: full.hash,
    ...(aged && { stale: aged.stale, agedScore: aged.agedScore }),
    ...gatheredField([gatheredOf(counted)]),
  };
}

/** Status that the newest full entry for the current content gives its node (spec 21, Stable Definition). */
export function statusOfGrade(
  grade: AggregateGrade,
  { stableGrades }: Pick<Thresholds, 'stableGrades'> = gradingSystem,
): 'graded' | 'stable' | 'rejected' {
  if (grade === 'REJECTED') return 'rejected';
  return stableGrades.includes(grade) ? 'stable' : 'graded';
}

/** No entry, whoever wrote it, gives more than its tier can (spec 08, Tier Trim). */
function trimGrade({ grade, tier }: NodeEntry): AggregateGrade {
  return grade === 'REJECTED' ? grade : worseOf(grade, gradingSystem.maxGrade[tier]);
}
