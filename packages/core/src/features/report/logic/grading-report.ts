import type { PastRetention } from '../../../grade/ageing.js';
import type { Improvement } from '../../../grade/explanation.js';
import type { HistoryEntry } from '../../../grade/history.js';
import type { LetterCertainty } from '../../../grade/letter-certainty.js';
import type { Problem, Severity } from '../../../problems/problem.js';
import type { TestDepth } from '../../../spec/books/book.js';
import type { CategoricalVeto } from '../../../spec/entry.js';
import type { Flow, Grade, NodeStatus, RollupStatus, Score, Tier } from '../../../spec/vocabulary.js';
import type { TrialReport } from '../../../trials/logic/report.js';
import type { ShownTrial, ToolTrial } from '../../../trials/logic/standing.js';

/**
 * The single model from which every format of a grading report is drawn. It holds only plain values, which may leave
 * this machine.
 */

/** Kind of a node. Schemas and members depend on other nodes; all other nodes are graded directly. */
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
  /** `sources`: relative to the folder in which the command was started; `island`: relative to the island. */
  readonly base: 'sources' | 'island';
  /** Path with `/` as the separator. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
}

/** An answer that lowered a grade. */
export interface ReportLoss {
  readonly questionId: string;
  readonly dimension: string | null;
  readonly score: Score;
  /** The score that counts, 1.0–5.0. */
  readonly value: number;
  /** Points that the mean would gain if this score were 5. */
  readonly lost: number;
  readonly grader: string;
  readonly reasoning: string | null;
}

/** A deterministic finding: shown with a node, but never part of its mean. */
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

/** Slug under which reports show what is wrong with a file that does not pass the gate. */
export const FAILED_FILE = 'file-does-not-pass';
/** What to do about it. */
export const FAILED_FILE_FIX = 'Fix the file and import it again: flowmcp grading import.';

/** Reason why a node or target fails the gate. */
export interface ReportFailure {
  /** Rule of the gate, such as `grade-rejected`. */
  readonly rule: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** A target's result at the gate, without the failures of its nodes. */
export interface ReportGate {
  readonly passes: boolean;
  /** Lowest grade that passes; null: there is no minimum. */
  readonly minGrade: Grade | null;
  /** Number of nodes that fail. */
  readonly failed: number;
  /** Number of nodes that would fail, but are accepted by the baseline. */
  readonly accepted: number;
  /** Failures that do not belong to any of the nodes counted here. */
  readonly failures: readonly ReportFailure[];
}

export interface ReportNode {
  /** Id in the index. */
  readonly node: string;
  readonly kind: ReportNodeKind;
  /** Name of the tool, schema or skill alone, without its schema or namespace. */
  readonly name: string;
  /** Schema it belongs to; null for a node about the whole target. */
  readonly schema: string | null;
  readonly status: NodeStatus;
  readonly grade: string | null;
  /** Band before the trim. */
  readonly rawGrade: string | null;
  readonly score: number | null;
  /** Share of the applicable questions that graders have judged, by weight, from 0 to 1; null without a grade. */
  readonly coverage: number | null;
  readonly reason: string | null;
  /** What a node without a grade waits for, in words; absent if it has one, or if a fault of its own blocks it. */
  readonly waitsFor?: string;
  /** The rule behind the status, as a sentence. */
  readonly rule: string;
  readonly gradedAt: string | null;
  /** The deciding entry, relative to the target's folder. */
  readonly ref: string | null;
  /** Whether that entry is about earlier content, so that it no longer gives a grade. */
  readonly isOfEarlierContent: boolean;
  /** Graders, not counting code. */
  readonly graders: readonly string[];
  /** Addresses at which the node's judges were asked, if these are not the providers' own; absent otherwise. */
  readonly askedAt?: readonly string[];
  /** How certain a judge's letter is; absent if the deciding entry does not show it. */
  readonly certainty?: LetterCertainty;
  readonly persona: string | null;
  readonly veto: CategoricalVeto | null;
  /** Answers below 4 that count, the most costly first. */
  readonly losses: readonly ReportLoss[];
  /** The smallest number of better answers that would reach the next letter. */
  readonly improvement: Improvement | null;
  /** Questions whose answers are too old. */
  readonly stale: readonly string[];
  /** Set if the node has a grade that its newest tests do not support. */
  readonly contradiction: string | null;
  /** How the tests behind the node differ from ordinary ones, in words; absent if they do not. */
  readonly tested?: string;
  /** For a tool: how much its working tests allow; absent if the specification has no word for it. */
  readonly testDepth?: TestDepth;
  /**
   * Why the node fails the gate. If it fails only because nodes that it depends on fail, their failures are not
   * repeated here.
   */
  readonly failures: readonly ReportFailure[];
  readonly findings: readonly ReportFinding[];
  /** Oldest first; history is never deleted. */
  readonly history: readonly Pick<
    HistoryEntry,
    'at' | 'mode' | 'grade' | 'score' | 'scoringSystem' | 'current' | 'ref'
  >[];
  /** When the node's schema was not a member; absent if it always was. */
  readonly away?: readonly Absence[];
  /** For a tool: what trials show of it; absent if they show nothing. */
  readonly trials?: readonly ToolTrial[];
  readonly place: ReportPlace | null;
}

/** A trial beside the grades of its target, with how its attempts ended. */
export type ReportTrial = ShownTrial & Pick<TrialReport, 'outcomes' | 'confusion'>;

/** A period in which a schema was not a member of its namespace; `to` is null as long as the schema is still absent. */
export interface Absence {
  /** Timestamp of the first member list without it. */
  readonly from: string;
  /** Timestamp of the list that contains it again. */
  readonly to: string | null;
}

/** A node of a schema that has since been retired: it counts for earlier days only. */
export interface EarlierNode {
  readonly schema: string;
  readonly history: readonly Pick<HistoryEntry, 'at' | 'mode' | 'score' | 'scoringSystem'>[];
  readonly away: readonly Absence[];
}

export interface ReportTarget extends PastRetention {
  /** The target's name, as commands accept it. */
  readonly target: string;
  readonly flow: Flow;
  readonly tier: Tier;
  readonly status: RollupStatus;
  readonly grade: string | null;
  /** Persona that reads a selection; null for a namespace, or if no part of the selection has a grade yet. */
  readonly persona: string | null;
  /** The rule behind the status. */
  readonly rule: string;
  readonly gradeRule: string;
  /** Nodes that decide the grade of the target. */
  readonly decidedBy: readonly string[];
  readonly gate: ReportGate;
  readonly updatedAt: string;
  /** In index order. */
  readonly nodes: readonly ReportNode[];
  /** Nodes of retired schemas, for the trend only; absent if there are none. */
  readonly earlier?: readonly EarlierNode[];
  /** The newest whole trial of each model; absent if there is none. */
  readonly trials?: readonly ReportTrial[];
  /** Findings that belong to no single node. */
  readonly findings: readonly ReportFinding[];
  /** Files that could not be read. */
  readonly warnings: readonly Problem[];
}

/** What a node may have as its grade in a report: a letter, REJECTED under a veto, or no grade at all. */
export const REPORT_GRADES = ['A', 'B', 'C', 'D', 'F', 'REJECTED', 'none'] as const;

/** Totals over all targets. Nodes that take their grade from other nodes are left out, so that nothing counts twice. */
export interface ReportSummary {
  readonly targets: number;
  readonly nodes: number;
  readonly rollups: Readonly<Record<RollupStatus, number>>;
  readonly statuses: Readonly<Record<NodeStatus, number>>;
  /** Number of the blocked nodes that have no fault and only wait, see `ReportNode.waitsFor`. */
  readonly waiting: number;
  readonly grades: Readonly<Record<(typeof REPORT_GRADES)[number], number>>;
  /** Number of scores in each range, which extends from its `from` to just below the next; the last one includes 5. */
  readonly scores: readonly { readonly from: number; readonly count: number }[];
  /** Number of graded nodes that were judged in part, and the lowest coverage of all; null if no node has a grade. */
  readonly coverage: { readonly inPart: number; readonly least: number | null };
  readonly findings: Readonly<Record<Severity, number>>;
  /** For each day with a grading, the mean of all scores that were valid at the end of that day. */
  readonly trend: readonly {
    /** `2026-03-01`. */
    readonly day: string;
    readonly mean: number;
    /** Number of nodes whose scores are in this mean. */
    readonly nodes: number;
  }[];
}
