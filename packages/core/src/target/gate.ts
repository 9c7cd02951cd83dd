import { existsSync } from 'node:fs';
import { readCheckedJson } from '../files/checked-json-file.js';
import { oldestCounted } from '../grade/ageing.js';
import type { GateNode, GatePolicy } from '../grade/gate/gate-node.js';
import type { GatedNodes } from '../grade/gate/judge.js';
import { sayGathered, sayTested } from '../grade/gathered.js';
import { worseOf } from '../grade/grade.js';
import { certaintyOfEntry, countedLetter } from '../grade/letter-certainty.js';
import { isGrade, isGraded, sayReason } from '../grade/roll-up.js';
import type { Island } from '../island/island.js';
import { splitId } from '../island/logic/names.js';
import { namespaceFolder } from '../island/logic/paths.js';
import type { EntriesSeen } from '../island/read-namespace.js';
import { fatal } from '../problems/error-codes.js';
import { type GradingBaseline, gradingBaselineFile } from '../spec/baselines.js';
import type { GradingRules } from '../spec/books/book.js';
import { mergeGathered } from '../spec/gathered.js';
import type {
  IndexMember,
  IndexNode,
  IndexSchema,
  NamespaceIndex,
  SelectionIndex,
} from '../spec/index-file.js';
import type { Grade } from '../spec/vocabulary.js';
import { createEntryReader, lastFullOf } from './entry-reader.js';
import { nodesOf } from './logic/build-index.js';
import { type Subject, subjectsOf } from './logic/subjects.js';
import type { Target } from './logic/target.js';
import { unrecordedTools } from './read-findings.js';
import type { DerivedTarget } from './rebuild/rebuild.js';
import { upToDateIndex } from './resolve-members.js';

/** Requirements for grades. */
export interface BarOptions {
  /** Lowest grade that passes; for a node whose tier cannot reach it, the tier's best grade is enough. */
  readonly minGrade?: Grade | undefined;
  /** Lowest share of judged questions among those that apply to a node; half by default, 0 for no minimum. */
  readonly minCoverage?: number | undefined;
  /** File with the accepted nodes. */
  readonly baseline?: string | undefined;
  /** Maximum age of an answer, in days. */
  readonly maxAgeDays?: number | undefined;
  /** Largest drop in a score that does not count as worse. */
  readonly noise?: number | undefined;
  /** Whether to accept tests that were sent to another origin. */
  readonly allowMapped?: boolean | undefined;
}

/** How much two gradings of the same content may differ (scoring protocol v1). */
const DEFAULT_NOISE = 0.2;
const DEFAULT_COVERAGE = 0.5;

/** Checks whether the options state any requirement. */
export function hasBar({ minGrade, minCoverage = 0, maxAgeDays, baseline }: BarOptions): boolean {
  return minGrade !== undefined || minCoverage > 0 || maxAgeDays !== undefined || baseline !== undefined;
}

export function policyOf(
  options: BarOptions,
  { now, grading }: Pick<GatePolicy, 'now' | 'grading'>,
): GatePolicy {
  const {
    minGrade = null,
    minCoverage = DEFAULT_COVERAGE,
    maxAgeDays = null,
    noise = DEFAULT_NOISE,
    allowMapped = false,
  } = options;
  return { minGrade, minCoverage, maxAgeDays, noise, allowMapped, now, grading };
}

/**
 * Refuses a minimum that no target can reach: a mistake in the options, not a finding about the grades.
 *
 * @throws GradingError GAT-021
 */
export function checkReachable(
  targets: readonly Target[],
  { minGrade, grading }: Pick<GatePolicy, 'minGrade' | 'grading'>,
): void {
  const [first] = targets;
  const isReachable = minGrade !== 'A' || targets.some(({ tier }) => grading.maxGrade[tier] === 'A');
  if (first && !isReachable) throw fatal('GAT-021', undefined, { target: first.name });
}

/**
 * Reads the baseline.
 *
 * @param isNew whether the file may be missing, because it will be written for the first time
 * @returns null if no file is named, or if it is missing and may be
 * @throws GradingError GAT-022 (unusable), GAT-023 (grades under other thresholds)
 */
export function readBaseline(
  file: string | undefined,
  { grading, isNew = false }: { readonly grading: GradingRules; readonly isNew?: boolean },
): GradingBaseline | null {
  if (file === undefined || (isNew && !existsSync(file))) return null;
  const baseline = readCheckedJson(file, gradingBaselineFile, 'GAT-022');
  const { gradingSystem } = baseline;
  if (gradingSystem !== grading.version) {
    throw fatal('GAT-023', { file }, { found: gradingSystem, expected: grading.version });
  }
  return baseline;
}

/** Input for reading the nodes that a gate judges. */
export interface GateReading {
  readonly island: Island;
  /** Entries of the target's own nodes, from which the target was derived. */
  readonly seen: EntriesSeen;
  readonly policy: Pick<GatePolicy, 'minGrade' | 'maxAgeDays'>;
  readonly now: Date;
}

/** The nodes that a gate judges for a whole target. */
export function gateNodesOf(
  target: Target,
  { index, subjects }: Pick<DerivedTarget, 'index' | 'subjects'>,
  reading: GateReading,
): GatedNodes {
  const own = { target: target.folder, tier: target.tier };
  const nodes = judgedNodes(own, { index, subjects }, reading);
  const memberOf = createMemberReader(reading);
  return {
    ...own,
    nodes: nodes.map((node) => {
      const member = memberIn(index, node.node);
      return member ? memberOf(node, member) : node;
    }),
  };
}

/**
 * All nodes to be judged. A missing About is left out, and so is a schema with tools, because its tools and its
 * aggregate are judged directly. A schema without tools is included, because it may be unreadable, and so is
 * one whose file does not pass the gate, because only its own node says why.
 */
function judgedNodes(
  of: Pick<GateNode, 'target' | 'tier'>,
  { index, subjects }: Pick<DerivedTarget, 'index' | 'subjects'>,
  reading: GateReading,
): GateNode[] {
  const unrecorded = unrecordedTools(reading.island, { index });
  const bySubject = new Map(subjects.map((subject) => [subject.node, subject]));
  const withTools = new Set(
    subjects.flatMap(({ tool, schema }) => (tool === null ? [] : [`schemas.${schema}`])),
  );
  const isJudged = (node: string, { status, failed }: IndexNode & Pick<IndexSchema, 'failed'>) =>
    (!withTools.has(node) || failed) && (node !== 'about' || status !== 'blocked' || bySubject.has(node));
  return nodesOf(index)
    .filter(([node, status]) => isJudged(node, status))
    .map(([node, { status, grade, score, coverage = 1, rules, gathered = {}, ...why }]) => ({
      ...{ ...of, node, status, coverage: isGraded(status) && bySubject.has(node) ? coverage : null },
      ...{ grade: grade ?? null, score: score ?? null, reason: sayReason(why) ?? null },
      ...ofEntry(isGraded(status) ? bySubject.get(node) : undefined, reading),
      ...(rules && { rules }),
      gathered,
      tested: sayTested({ gathered }, { isRecorded: !unrecorded.has(node) }),
    }));
}

/** What the policy needs of the entry behind a node's grade. */
function ofEntry(
  subject: Subject | undefined,
  { seen, policy: { minGrade, maxAgeDays } }: GateReading,
): Pick<GateNode, 'answeredAt' | 'certainty'> {
  const isAsked = subject && (minGrade !== null || maxAgeDays !== null);
  const entry = isAsked ? lastFullOf(subject, seen) : undefined;
  const certainty = (entry && minGrade && certaintyOfEntry(entry)) ?? undefined;
  return {
    answeredAt: maxAgeDays === null ? null : oldestCounted(entry?.answers ?? []),
    ...(certainty && { certainty }),
  };
}

function memberIn(index: NamespaceIndex | SelectionIndex, node: string): [string, IndexMember] | null {
  if (!('members' in index) || !node.startsWith('members.')) return null;
  const id = node.slice('members.'.length);
  const member = index.members[id];
  return member ? [id, member] : null;
}

/**
 * Returns a function that judges a member by the nodes it depends on, because the grade of a schema reveals nothing
 * about its tools. Each index is read only once.
 */
function createMemberReader(reading: Omit<GateReading, 'seen'>) {
  const known = new Map<string, GateNode[]>();
  const nodesIn = (namespace: string): GateNode[] => {
    const found = known.get(namespace) ?? readNodes(namespace, reading);
    known.set(namespace, found);
    return found;
  };
  return (member: GateNode, [id, { resolvedArtifact }]: [string, IndexMember]): GateNode => {
    // The member is missing, retired, or in a damaged index; its status shows that.
    if (resolvedArtifact === null) return { ...member, tier: 'autonomous' };
    const [namespace, schema] = splitId(id);
    const own = `schemas.${schema}`;
    const parts = nodesIn(namespace).filter(({ node }) => node === own || node.startsWith(`${own}.`));
    return { ...standingOn(member, parts), tier: 'autonomous', parts };
  };
}

function readNodes(namespace: string, { island, policy, now }: Omit<GateReading, 'seen'>): GateNode[] {
  const target = namespaceFolder(namespace);
  const index = upToDateIndex(island, namespace, { now });
  if (!index) return [];
  const { seen } = createEntryReader(island, target);
  const subjects = subjectsOf(index, { namespaceHash: '', about: null, skills: [] });
  return judgedNodes({ target, tier: 'autonomous' }, { index, subjects }, { island, seen, policy, now });
}

/**
 * Gives a member the lowest letter, the lowest coverage and the oldest answer of its parts; if one of them has no
 * grade, a graded member takes over the status of that part.
 */
function standingOn(own: GateNode, parts: readonly GateNode[]): GateNode {
  const ungraded = isGraded(own.status) ? parts.find(({ status }) => !isGraded(status)) : undefined;
  const letters = parts.map(({ grade }) => grade).filter(isGrade);
  const coverages = parts.flatMap(({ coverage }) => coverage ?? []);
  const certainties = parts.flatMap(({ certainty }) => certainty ?? []);
  const [certainty] = [...certainties].sort((a, b) => {
    const [one, other] = [countedLetter(a), countedLetter(b)];
    return one === other ? 0 : worseOf(one, other) === one ? -1 : 1;
  });
  const answered = parts.flatMap((part) => part.answeredAt ?? []).sort();
  return {
    ...own,
    ...(ungraded && {
      status: ungraded.status,
      reason: `${ungraded.node}: ${ungraded.reason ?? ungraded.status}`,
    }),
    grade: letters.length > 0 && !ungraded ? letters.reduce(worseOf) : own.grade,
    coverage: coverages.length > 0 && !ungraded ? Math.min(...coverages) : null,
    answeredAt: answered[0] ?? null,
    ...(certainty && { certainty }),
    ...testedBy([own, ...parts]),
  };
}

function testedBy(nodes: readonly GateNode[]): Pick<GateNode, 'gathered' | 'tested'> {
  const gathered = mergeGathered(nodes.map((node) => node.gathered));
  const isRecorded = nodes.every(({ tested, ...node }) => tested === sayGathered(node.gathered));
  return { gathered, tested: sayTested({ gathered }, { isRecorded }) };
}
