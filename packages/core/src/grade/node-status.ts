import type { GradedContent } from '../questions/applicability.js';
import type { EntryRules, GradingRules, Obstacle, RuleBook, Thresholds } from '../spec/books/book.js';
import { rulesOf, tellUnknown } from '../spec/books/registered.js';
import type { CategoricalVeto, EntryAnswer } from '../spec/entry.js';
import { gatheredField } from '../spec/gathered.js';
import { canonicalJson } from '../spec/hash.js';
import type { IndexNode, VetoMark } from '../spec/index-file.js';
import type { AggregateGrade, AreaId, GradingMode, Persona, Tier } from '../spec/vocabulary.js';
import { byCodeUnit } from '../values/code-unit-order.js';
import { type AgeingClassOf, ageAnswers } from './ageing.js';
import { coverageOf, isJudged, NO_JUDGEMENT } from './coverage.js';
import { gatheredOf } from './gathered.js';
import { gradeAnswers, worseOf } from './grade.js';
import { reweigh } from './reweigh.js';
import { newestPerQuestion } from './score.js';

export interface NodeSituation {
  /**
   * Oldest first. Entries with an earlier timestamp than the newest one that settles the grade may be left out, because
   * they decide nothing.
   */
  readonly entries: readonly NodeEntry[];
  /** null if the content is gone, so that no entry is about current content. */
  readonly currentHash: string | null;
  /** What prevents the node from being graded now, if anything. Never outweighs a full entry for the current hash. */
  readonly obstacle: Obstacle | null;
  /** A broken reference, which outweighs every entry but a veto; null or absent: all references exist. */
  readonly unresolved?: Obstacle | null | undefined;
  /**
   * Why no entry counts: one is gone or was edited, and no older one may count in its place. Null or absent if there is
   * no such entry.
   */
  readonly lost?: string | null | undefined;
  /**
   * Why an entry with the given timestamp is outdated although its hash is current; null if it is not outdated.
   */
  readonly outdated?: ((timestamp: string) => string | null) | undefined;
  /** Vetoes seen by an earlier roll-up, recorded in the journal, or inherited from another place. */
  readonly knownVetoes: readonly KnownVeto[];
  readonly ageingOf: AgeingClassOf;
  /** The content, which decides which questions apply. */
  readonly content: GradedContent;
  readonly now: Date;
  /** That of the island. */
  readonly book: RuleBook;
  /** Grades the answers again by these thresholds; without them, the entries' own grades count. */
  readonly thresholds?: Partial<GradingRules> | undefined;
  /**
   * Derives the status as versions before decision 0063 did, which required no judgement. This distinguishes
   * an older index from a damaged one.
   */
  readonly asBefore?: boolean | undefined;
}

/** A known veto; its entry may be here or elsewhere, or be gone. */
export interface KnownVeto extends VetoMark {
  /** The veto in its entry; undefined if the entry is gone. */
  readonly raised?: CategoricalVeto | undefined;
  /** Newest entry in the folder where the veto was raised, relative to the folder of the index. */
  readonly ref?: string | undefined;
}

/**
 * Derives the status of one node, from its entries and its situation alone (grading-rules §6, decision D24).
 * The newest full entry decides; a veto stays until a newer full entry with a counted judgement lifts it.
 *
 * @see spec 21, Stable Definition; spec 23, Irreversible veto
 */
export function deriveNode(situation: NodeSituation): IndexNode {
  const { entries, currentHash, obstacle, unresolved = null, lost = null } = situation;
  const newest = entries.at(-1);
  const lastFull = entries.findLast((entry) => entry.mode === 'full');
  const veto = standingVeto(entries, situation.knownVetoes, situation.asBefore);
  if (veto) return rejectedNode(veto, newest, (situation.outdated?.(veto.at) ?? null) !== null);
  const kept = newest && { ref: newest.ref, gradedAt: newest.timestamp, boundTo: newest.hash };
  const { blocked } = situation.book.spec;
  if (unresolved !== null && !situation.asBefore) return { ...blocked(unresolved), ...kept };
  if (lost !== null) {
    return { ...(obstacle === null ? { status: 'pending', reason: lost } : blocked(obstacle)), ...kept };
  }
  const isCurrent = lastFull !== undefined && lastFull.hash === currentHash;
  const outdated = isCurrent ? (situation.outdated?.(lastFull.timestamp) ?? null) : null;
  if (isCurrent && outdated === null && (situation.asBefore || isJudged(lastFull.answers))) {
    const rules = rulesOf(lastFull);
    if (rules) return gradedNode(lastFull, newest ?? lastFull, { ...situation, rules });
    const unknown = { cause: 'invalid', text: tellUnknown(lastFull) ?? '' } as const;
    if (obstacle === null)
      return {
        ...blocked(unknown),
        ...kept,
        ...otherRules(lastFull, situation.book),
        due: bumpOf(lastFull, situation.book),
      };
  }
  if (obstacle !== null) return { ...blocked(obstacle), ...kept };
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
 * The newest veto that no full entry has lifted; null if there is none.
 *
 * @param entries entries of one folder, oldest first
 * @param known vetoes whose entries may no longer exist
 * @param asBefore whether to apply the rule of earlier versions, which required no judgement
 */
export function standingVeto(
  entries: readonly NodeEntry[],
  known: readonly KnownVeto[],
  asBefore = false,
): KnownVeto | null {
  const lastFull = newestSettling(entries, asBefore);
  // Compare timestamps: entries written in the same second are equally new.
  const raised = raisedVeto(entries.filter(({ timestamp }) => !lastFull || timestamp >= lastFull.timestamp));
  const ref = entries.at(-1)?.ref;
  const candidates: KnownVeto[] = [
    ...known.filter((veto) => !entries.some((entry) => isEntryOf(veto, entry))),
    ...(raised
      ? [{ gradingId: raised.gradingId, at: raised.timestamp, raised: raised.veto ?? undefined, ref }]
      : []),
  ];
  const lifted = liftingEntry(entries, asBefore)?.timestamp ?? '';
  // A full entry with the veto's own timestamp is the veto's entry, edited later: it lifts nothing (spec 23).
  const standing = candidates.filter((veto) => veto.at >= lifted);
  return standing.sort((a, b) => byCodeUnit(a.at, b.at)).at(-1) ?? null;
}

/** The newest entry that settles the grade, if it lifts older vetoes. */
export function liftingEntry(entries: readonly NodeEntry[], asBefore = false): NodeEntry | undefined {
  const lastFull = newestSettling(entries, asBefore);
  return lastFull && !isRejecting(lastFull) ? lastFull : undefined;
}

function newestSettling(entries: readonly NodeEntry[], asBefore: boolean): NodeEntry | undefined {
  return entries.findLast((entry) => (asBefore ? entry.mode === 'full' : settles(entry)));
}

/**
 * Whether an entry makes all older ones irrelevant. One that only gives older answers a new letter lifts no veto that was
 * raised after those answers (decision 0089).
 */
export function settles(entry: SettlingEntry): boolean {
  return givesGrade(entry) && !entry.isRegraded;
}

/** A full entry without a counted judgement, from a version that required none, gives no grade (decision 0063). */
export function givesGrade(entry: Omit<SettlingEntry, 'isRegraded'>): boolean {
  return entry.mode === 'full' && (isRejecting(entry) || isJudged(entry.answers));
}

export type SettlingEntry = Pick<NodeEntry, 'mode' | 'grade' | 'veto' | 'answers' | 'isRegraded'>;

/** The entry that raised the newest veto. Later partial entries repeat the veto and raise none themselves. */
function raisedVeto(entries: readonly NodeEntry[]): NodeEntry | undefined {
  const newest = entries.findLast(isRejecting);
  const text = newest && canonicalJson(newest.veto);
  return entries.find((entry) => isRejecting(entry) && canonicalJson(entry.veto) === text);
}

/**
 * Whether an entry raised a known veto. As long as that entry exists, the entries decide, whatever an earlier roll-up
 * saw.
 */
function isEntryOf({ gradingId, at }: VetoMark, entry: NodeEntry): boolean {
  return entry.gradingId === gradingId && entry.timestamp === at && isRejecting(entry);
}

/** A veto rejects, whatever grade a foreign entry states beside it (spec 08, Categorical Veto). */
export function isRejecting(entry: Pick<NodeEntry, 'grade' | 'veto'>): boolean {
  return entry.grade === 'REJECTED' || entry.veto !== null;
}

/** Maximum number of characters of evidence that an index repeats; the entry has all of the evidence. */
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
    // The entry may be gone, but its id begins with the hash. For an outdated veto, it is left out: no hash covers
    // shared lists.
    ...(!isOutdated && { boundTo: gradingId.slice(0, 8) }),
    veto: { gradingId, at },
  };
}

/** The rules of an entry, if they are not the island's. */
function otherRules(entry: NodeEntry, { scoring, grading }: RuleBook): Pick<IndexNode, 'rules'> {
  const { scoringSystem, gradingSystem } = entry;
  if (scoringSystem === scoring.version && gradingSystem === grading.version) return {};
  return { rules: { scoringSystem, gradingSystem } };
}

/** Why an entry under other rules has to be followed by another (spec 06, 07). */
function bumpOf({ scoringSystem }: NodeEntry, { scoring }: RuleBook): NonNullable<IndexNode['due']> {
  return scoringSystem === scoring.version ? 'grading-system-bump' : 'scoring-system-bump';
}

/**
 * What the rules of the island add to a node that was graded under others: scores of another scoringSystem are due
 * again; those of the same one get the letter of the island's gradingSystem beside the recorded one.
 */
function bumped(full: NodeEntry, { book }: NodeSituation): Partial<IndexNode> {
  const other = otherRules(full, book);
  if (!other.rules) return {};
  const due = bumpOf(full, book);
  if (due === 'scoring-system-bump') return { ...other, due };
  const answers = newestPerQuestion(reweigh(full.answers, book.grading));
  const { aggregateGrade: grade } = gradeAnswers({ answers, tier: full.tier, rules: book });
  if (grade === null) return other;
  const status = statusOfGrade(grade, book.grading);
  return { ...other, regraded: { gradingSystem: book.grading.version, grade, status } };
}

function gradedNode(
  full: NodeEntry,
  newest: NodeEntry,
  situation: NodeSituation & { readonly rules: EntryRules },
): IndexNode {
  const { thresholds, book } = situation;
  const grading = { ...situation.rules.grading, ...thresholds };
  const rules = { scoring: situation.rules.scoring, grading };
  const counted = newestPerQuestion(thresholds?.weights ? reweigh(full.answers, grading) : full.answers);
  const graded = gradeAnswers({ answers: counted, tier: full.tier, rules });
  const { rawGrade, score } = graded;
  const grade = (thresholds && graded.aggregateGrade) ?? trimGrade(full, grading);
  const aged = ageAnswers(full.answers, { ...situation, days: book.grading.ageingDays }, rules);
  const { content } = situation;
  const coverage = situation.asBefore
    ? 1
    : coverageOf(full.answers, { area: full.area, content, grading: situation.rules.grading });
  return {
    status: statusOfGrade(thresholds ? grade : full.grade, grading),
    grade,
    ...(rawGrade && { rawGrade }),
    ...(score !== null && { score }),
    ...(coverage < 1 && { coverage }),
    ref: newest.ref,
    gradedAt: newest.timestamp,
    boundTo: full.hash,
    ...(aged && { stale: aged.stale, agedScore: aged.agedScore }),
    ...(thresholds ? {} : bumped(full, situation)),
    ...gatheredField([gatheredOf(counted)]),
  };
}

/** Status that the newest full entry for the current content gives its node (spec 21, Stable Definition). */
export function statusOfGrade(
  grade: AggregateGrade,
  { stableGrades }: Pick<Thresholds, 'stableGrades'>,
): 'graded' | 'stable' | 'rejected' {
  if (grade === 'REJECTED') return 'rejected';
  return stableGrades.includes(grade) ? 'stable' : 'graded';
}

/** Limits a grade to its tier, whoever wrote the entry (spec 08, Tier Trim). */
function trimGrade({ grade, tier }: NodeEntry, { maxGrade }: Pick<Thresholds, 'maxGrade'>): AggregateGrade {
  return grade === 'REJECTED' ? grade : worseOf(grade, maxGrade[tier]);
}

/** The fields of an entry that a node's status depends on. */
export interface NodeEntry {
  readonly gradingId: string;
  readonly area: AreaId;
  /** From the file's name. */
  readonly timestamp: string;
  readonly mode: GradingMode;
  readonly grade: AggregateGrade;
  /** Hash of the graded content. */
  readonly hash: string;
  readonly tier: Tier;
  /** The persona that the grader took on; null in an area without personas. */
  readonly persona: Persona | null;
  readonly answers: readonly EntryAnswer[];
  readonly veto: CategoricalVeto | null;
  readonly scoringSystem: string;
  readonly gradingSystem: string;
  /** Whether it has the answers of an older entry, graded by another gradingSystem. */
  readonly isRegraded: boolean;
  /** Relative to the folder of the index. */
  readonly ref: string;
}
