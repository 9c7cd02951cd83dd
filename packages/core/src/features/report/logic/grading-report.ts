import type { Improvement } from '../../../grade/explanation.js';
import type { HistoryEntry, PastRetention } from '../../../grade/history.js';
import type { Problem, Severity } from '../../../problems/problem.js';
import type { CategoricalVeto } from '../../../spec/entry.js';
import type { Flow, Grade, NodeStatus, RollupStatus, Score, Tier } from '../../../spec/vocabulary.js';

/** The one model that every format of a grading report is drawn from. Plain values; all of it may travel. */

/** What a node is. Schemas and members stand on other nodes; the others are graded themselves. */
export const REPORT_NODE_KINDS = [
  'schema',
  'tools-aggregate',
  'tool',
  'namespace-aggregate',
  'description',
  'about',
  'skill',
  'member',
  'selection-aggregate',
] as const;
export type ReportNodeKind = (typeof REPORT_NODE_KINDS)[number];

/** A place in a file. */
export interface ReportPlace {
  /** `sources`: relative to the folder the command was started in; `island`: relative to the island. */
  readonly base: 'sources' | 'island';
  /** With `/` between its parts. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
}

/** An answer that kept a grade down. */
export interface ReportLoss {
  readonly questionId: string;
  readonly dimension: string | null;
  readonly score: Score;
  /** 1.0–5.0 as it counts. */
  readonly value: number;
  /** Points of the mean that 5 in its place would add. */
  readonly lost: number;
  readonly grader: string;
  readonly reasoning: string | null;
}

/** What code found by itself: told with a node, never part of its mean. */
export interface ReportFinding {
  /** Slug of the rule. */
  readonly rule: string;
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  /** Dotted path in the module. */
  readonly path: string | null;
  readonly place: ReportPlace | null;
}

/** Why something fails the gate. */
export interface ReportFailure {
  /** Rule of the gate, such as `grade-rejected`. */
  readonly rule: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** How a target stands before the gate, its nodes' own failures aside. */
export interface ReportGate {
  readonly passes: boolean;
  /** Worst grade that passes; null: there is no bar. */
  readonly minGrade: Grade | null;
  /** Nodes that fail. */
  readonly failed: number;
  /** Nodes that would fail, and that the baseline accepts. */
  readonly accepted: number;
  /** Of no single node that counts here. */
  readonly failures: readonly ReportFailure[];
}

export interface ReportNode {
  /** Id in the index. */
  readonly node: string;
  readonly kind: ReportNodeKind;
  /** Of its own: the tool's, the schema's, the skill's. */
  readonly name: string;
  /** Schema it belongs to; null for what is about the whole. */
  readonly schema: string | null;
  readonly status: NodeStatus;
  readonly grade: string | null;
  /** Band before the trim. */
  readonly rawGrade: string | null;
  readonly score: number | null;
  /** Share of the grader questions that apply and were judged, 0 to 1; null without a grade. */
  readonly coverage: number | null;
  readonly reason: string | null;
  /** The rule that gives the status, as a sentence. */
  readonly rule: string;
  readonly gradedAt: string | null;
  /** Entry that decides, relative to the target's folder. */
  readonly ref: string | null;
  /** That entry is about earlier content and gives no grade now. */
  readonly isOfEarlierContent: boolean;
  /** Who graded, without what code answered. */
  readonly graders: readonly string[];
  /** Where judges were asked that graded it, if not at their providers' addresses; absent otherwise. */
  readonly askedAt?: readonly string[];
  readonly persona: string | null;
  readonly veto: CategoricalVeto | null;
  /** Answers below 4 that count, the ones that cost most first. */
  readonly losses: readonly ReportLoss[];
  /** What would make the next better letter with the fewest answers. */
  readonly improvement: Improvement | null;
  /** Questions whose answers have aged out. */
  readonly stale: readonly string[];
  /** It is graded, but its newest tests do not bear it out. */
  readonly contradiction: string | null;
  /** What sets the tests apart that it rests on, in words; absent: nothing. */
  readonly tested?: string;
  /** Why it fails the gate; what stands on other nodes fails with them, and not a second time. */
  readonly failures: readonly ReportFailure[];
  readonly findings: readonly ReportFinding[];
  /** Oldest first; nothing in it is ever deleted. */
  readonly history: readonly Pick<
    HistoryEntry,
    'at' | 'mode' | 'grade' | 'score' | 'scoringSystem' | 'current' | 'ref'
  >[];
  /** When its schema was no member; absent where it always was one. */
  readonly away?: readonly Absence[];
  readonly place: ReportPlace | null;
}

/** A time in which a schema was no member of its namespace; `to` is null while it still is none. */
export interface Absence {
  /** Timestamp of the member list that lacks it. */
  readonly from: string;
  /** Timestamp of the list that has it again. */
  readonly to: string | null;
}

/** A node of a schema that is retired by now: it counts on earlier days only. */
export interface EarlierNode {
  readonly schema: string;
  readonly history: readonly Pick<HistoryEntry, 'at' | 'mode' | 'score' | 'scoringSystem'>[];
  readonly away: readonly Absence[];
}

export interface ReportTarget extends PastRetention {
  /** As it can be typed again. */
  readonly target: string;
  readonly flow: Flow;
  readonly tier: Tier;
  readonly status: RollupStatus;
  readonly grade: string | null;
  /** As whom a selection is read; null for a namespace, and while nothing of it has a grade. */
  readonly persona: string | null;
  /** The rule that gives the status. */
  readonly rule: string;
  readonly gradeRule: string;
  /** Nodes whose grade is the worst that counts. */
  readonly decidedBy: readonly string[];
  readonly gate: ReportGate;
  readonly updatedAt: string;
  /** In index order. */
  readonly nodes: readonly ReportNode[];
  /** Of retired schemas, for the trend alone; absent without any. */
  readonly earlier?: readonly EarlierNode[];
  /** Of no single node. */
  readonly findings: readonly ReportFinding[];
  /** Files that could not be read. */
  readonly warnings: readonly Problem[];
}

/** Letters, the veto, and none at all. */
export const REPORT_GRADES = ['A', 'B', 'C', 'D', 'F', 'REJECTED', 'none'] as const;

/** All targets in numbers. Nodes that stand on others are not counted: they would be counted twice. */
export interface ReportSummary {
  readonly targets: number;
  readonly nodes: number;
  readonly rollups: Readonly<Record<RollupStatus, number>>;
  readonly statuses: Readonly<Record<NodeStatus, number>>;
  readonly grades: Readonly<Record<(typeof REPORT_GRADES)[number], number>>;
  /** How many scores lie from `from` on and below the next `from`; the last one takes 5 in. */
  readonly scores: readonly { readonly from: number; readonly count: number }[];
  /** Nodes with a grade that were judged in part, and the least coverage of all; null where none has a grade. */
  readonly coverage: { readonly inPart: number; readonly least: number | null };
  readonly findings: Readonly<Record<Severity, number>>;
  /** Mean of all scores that stood at the end of each day on which something was graded. */
  readonly trend: readonly {
    /** `2026-03-01`. */
    readonly day: string;
    readonly mean: number;
    /** How many had a score by then. */
    readonly nodes: number;
  }[];
}

export interface ReportVersions {
  readonly gradingSpec: string;
  readonly scoringSystem: string;
  readonly gradingSystem: string;
}
