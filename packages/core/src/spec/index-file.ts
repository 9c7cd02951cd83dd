import type { TestDepth } from './books/book.js';
import type { Gathered } from './gathered.js';
import type { FailedSchema } from './members.js';
import type { NodeStatus, Readiness, RollupStatus } from './vocabulary.js';

/**
 * index.json, the derived roll-up (spec 23). Plain types: we write it ourselves, and reading it at start-up
 * must be fast.
 */

export interface VetoMark {
  readonly gradingId: string;
  readonly at: string;
}

export interface NamedRules {
  readonly scoringSystem: string;
  readonly gradingSystem: string;
}

export interface RegradedMark {
  readonly gradingSystem: string;
  readonly grade: string;
  readonly status: NodeStatus;
}

/** The rules of the counted entries. */
export interface SummarisedRules extends NamedRules {
  readonly gradingSpec: string;
  /** Number of graded nodes by version; absent unless they have several. */
  readonly mixed?: {
    readonly scoringSystem: Readonly<Record<string, number>>;
    readonly gradingSystem: Readonly<Record<string, number>>;
  };
  /** Status and grade of the whole if every node had the one that the island's gradingSystem gives it. */
  readonly regraded?: { readonly status: RollupStatus; readonly grade?: string };
}

export interface IndexNode {
  readonly status: NodeStatus;
  readonly grade?: string;
  /** Band before the tier trim. */
  readonly rawGrade?: string;
  /** Weighted mean, 1.0–5.0. */
  readonly score?: number;
  /** Share of the grader questions that were judged, by weight; absent if it is 1. */
  readonly coverage?: number;
  /** Newest entry, relative to the folder of the index. */
  readonly ref?: string;
  readonly reason?: string;
  /** The sentence for people, where `reason` is a value of a closed list. */
  readonly detail?: string;
  /** Code of the problem behind the reason. */
  readonly code?: string;
  /** Set on a pending node that cannot be asked about yet, because it waits for others. */
  readonly waits?: true;
  readonly gradedAt?: string;
  /** Hash that the graded entry is bound to. */
  readonly boundTo?: string;
  /** Questions whose answers have aged out. */
  readonly stale?: readonly string[];
  /** Mean without the stale answers; null if none is left. */
  readonly agedScore?: number | null;
  readonly veto?: VetoMark;
  /** Rules that its entry names; absent if they are the island's. */
  readonly rules?: NamedRules;
  /** What the island's gradingSystem makes of the same scores; absent if it is the one that graded them. */
  readonly regraded?: RegradedMark;
  /** Why it has to be graded again although its content has not changed. */
  readonly due?: 'scoring-system-bump' | 'grading-system-bump';
  /**
   * For a tool: how the tests behind its grade, or its newest tests, differed from plain calls; absent if they did not
   * differ or if this was not recorded.
   */
  readonly gathered?: Gathered;
  /** For a tool with facts about its content: how much its working tests allow, if the specification has a word for it. */
  readonly testDepth?: TestDepth;
}

export interface SnapshotRef {
  readonly file: string;
  readonly hash: string;
  readonly fileSha256: string;
}

export interface IndexSchema extends IndexNode {
  /** How far it has come; absent if the specification knows no such ladder. */
  readonly readiness?: Readiness;
  /** The newest snapshot; absent if no version of the schema has passed the gate. */
  readonly snapshot?: SnapshotRef;
  /** Its file, if the last import found that it does not pass the gate. */
  readonly failed?: Omit<FailedSchema, 'schema'>;
  readonly toolsAggregate: IndexNode;
  readonly tools: Readonly<Record<string, IndexNode>>;
}

export interface Blocker {
  readonly node: string;
  readonly reason: string;
  /** The sentence for people, where `reason` is a value of a closed list. */
  readonly message?: string;
  /** Code of the problem behind the reason. */
  readonly code?: string;
}

export interface LockedMember {
  readonly schemaId: string;
  readonly schemaVersion: string | null;
  readonly schemaHash: string | null;
  readonly gradingStatus: NodeStatus;
  readonly override: unknown;
}

export interface LockSnapshot {
  readonly selectionId: string;
  readonly selectionVersion: string | null;
  readonly selectionHash: string | null;
  readonly generatedAt: string;
  readonly members: readonly LockedMember[];
}

export interface NamespaceSummary extends SummarisedRules {
  readonly schemas: number;
  readonly tools: number;
  readonly toolsStable: number;
  readonly about: NodeStatus;
  readonly description: NodeStatus;
  readonly skills: number;
  /** That of the schema that has come least far; absent without schemas, or if there is no such ladder. */
  readonly readiness?: Readiness;
  readonly retired: readonly string[];
}

export interface NamespaceIndex {
  readonly indexVersion: 2;
  readonly namespace: string;
  readonly updatedAt: string;
  readonly status: RollupStatus;
  readonly grade?: string;
  /** Why the whole is blocked, where reasons are a closed list. */
  readonly reason?: string;
  readonly summary: NamespaceSummary;
  readonly about: IndexNode;
  readonly description: IndexNode;
  readonly skills: Readonly<Record<string, IndexNode>>;
  readonly namespaceAggregate: IndexNode;
  readonly schemas: Readonly<Record<string, IndexSchema>>;
  readonly blockers: readonly Blocker[];
  readonly lockSnapshot?: LockSnapshot;
}

/** How a member of a selection resolves: the manifest behind "M of N members PASS" (spec 23). */
export interface IndexMember {
  /** Status of the member's schema node in its namespace (decision D6). */
  readonly status: NodeStatus;
  /** Snapshot the member resolves to, relative to the island; null if it is not imported. */
  readonly resolvedArtifact: string | null;
  readonly grade?: string;
  /** Newest entry of its tools aggregate, relative to the folder of the selection's index. */
  readonly ref?: string;
  readonly reason?: string;
  /** The sentence for people, where `reason` is a value of a closed list. */
  readonly detail?: string;
  /** Code of the problem behind the reason. */
  readonly code?: string;
  /** Hash of the snapshot. */
  readonly boundTo?: string;
  /** Rules of a part that has to be scored again; absent if there is none. */
  readonly rules?: NamedRules;
  /** How the tests of the member's tools differed from plain calls. */
  readonly gathered?: Gathered;
}

export interface SelectionSummary extends SummarisedRules {
  readonly members: number;
  readonly membersStable: number;
  /** Distinct namespaces among the members. */
  readonly namespaces: number;
  /** "M of N members PASS", where M is the number of stable members. */
  readonly verdict: string;
  readonly about: NodeStatus;
  /** Number of graded or stable skills. */
  readonly skills: number;
  /** Members that are not in the island. */
  readonly notImported: readonly string[];
}

export interface SelectionIndex {
  readonly indexVersion: 2;
  /** Its id again, where the JSON Schema requires a namespace of every index. */
  readonly namespace?: string;
  readonly selectionId: string;
  readonly updatedAt: string;
  readonly status: RollupStatus;
  /** `n/a` with fewer than five namespaces. */
  readonly grade?: string;
  /** Why the whole is blocked, where reasons are a closed list. */
  readonly reason?: string;
  readonly summary: SelectionSummary;
  readonly about: IndexNode;
  /** By the skill's name. */
  readonly skills: Readonly<Record<string, IndexNode>>;
  readonly selectionAggregate: IndexNode;
  /** By `<namespace>.<schema>`. */
  readonly members: Readonly<Record<string, IndexMember>>;
  readonly blockers: readonly Blocker[];
  readonly lockSnapshot?: LockSnapshot;
}
