import type { Severity, Where } from '../../problems/problem.js';
import type { Position } from '../../sources/logic/module-reading.js';

/** What a rule looks at. Properties and arguments belong to their tool or prompt. */
export type LintSubject = 'server' | 'tool' | 'property' | 'resource' | 'prompt' | 'argument';

/** Part of the server an issue is about. */
export type LintCategory = 'server' | 'tool' | 'resource' | 'prompt';

/** Path from the root of a snapshot: `['tools', 0, 'inputSchema']`. */
export type SnapshotPath = readonly (string | number)[];

/**
 * A server as it describes itself, its lists exactly as it sent them: a member may be anything, null too. What the
 * rules are about is what a strict shape would refuse.
 */
export interface ServerSnapshot {
  /** Anything but an object counts as no identity. */
  readonly serverInfo?: unknown;
  readonly protocolVersion?: unknown;
  readonly capabilities?: unknown;
  readonly tools: readonly unknown[];
  readonly resources: readonly unknown[];
  readonly prompts: readonly unknown[];
}

/** The record a rule looks at, and what stands above it. */
export interface LintView {
  readonly snapshot: ServerSnapshot;
  /** The item, empty where the server sent no object. For the server itself: its serverInfo. */
  readonly item: Readonly<Record<string, unknown>>;
  /** The property schema or the argument, as sent; the item for all others. */
  readonly value: unknown;
  /** Every list that the server offers was read. */
  readonly complete: boolean;
}

/** What the issues come to. */
export interface LintOutcome {
  /** 0 to 100, a whole number. */
  readonly score: number;
  readonly grade: LintGrade;
  /** The points for descriptions were given. */
  readonly bonus: boolean;
  readonly errors: number;
}

/** One violation: what the message says besides, and where below the subject it stands. */
export interface LintFound {
  readonly detail?: string;
  readonly path?: SnapshotPath;
  /** Of a property that the schema only names, and does not have. */
  readonly property?: string;
}

/** What every rule says of itself. */
interface LintRuleText {
  /** Slug, equal to the file name and to the page's anchor. */
  readonly id: string;
  readonly severity: Severity;
  /** What is wrong, in a few words, as a message shows it. */
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly examples: LintExamples;
}

/** A rule of one rule set about one kind of subject; never changed once it is released. */
export interface LintSubjectRule extends LintRuleText {
  readonly subject: LintSubject;
  readonly check: (view: LintView) => readonly LintFound[];
  /** Whoever breaks this rule has no points at all. */
  readonly zeroesScore?: true;
}

/** A rule about the score itself: looked at when it is known, and without points. */
export interface LintOutcomeRule extends LintRuleText {
  readonly subject: 'outcome';
  readonly check: (outcome: LintOutcome) => readonly LintFound[];
}

export type LintRule = LintSubjectRule | LintOutcomeRule;

export interface LintExamples {
  /** Parts of a snapshot: the rest has a name, a version and empty lists. */
  readonly pass: Partial<ServerSnapshot>;
  /** Breaks this rule once and, but for a rule about the outcome, no other. */
  readonly fail: Partial<ServerSnapshot>;
}

/** The numbers of a rule set. */
export interface LintScoring {
  /** What a server starts with, and at most has. */
  readonly full: number;
  /** Taken off per issue. */
  readonly points: Readonly<Record<Severity, number>>;
  /** Given where there is a tool and the description of every one has so many characters. */
  readonly bonus: { readonly points: number; readonly descriptionLength: number };
  /** Lower bounds, inclusive, best first; below the last one the grade is F. */
  readonly bands: readonly { readonly atLeast: number; readonly grade: LintGrade }[];
  /** Characters that are counted as one token. */
  readonly charactersPerToken: number;
}

/** One way to look at a server, never changed once it is released: another one is a folder of its own. */
export interface LintRuleSet {
  /** `mcp-playground/1`. */
  readonly id: string;
  /** In the order of their issues: server, tools and properties, resources, prompts and arguments, the outcome. */
  readonly rules: readonly LintRule[];
  readonly scoring: LintScoring;
}

export interface LintIssue {
  readonly rule: string;
  readonly severity: Severity;
  /** Taken off the score: 15, 5, 1; 0 for server-grade-f. */
  readonly points: number;
  /** Name of the tool, resource (or its uri) or prompt; `server`. With its place where it has no name: `tools/3`. */
  readonly target: string;
  readonly category: LintCategory;
  /** The target, and the property or argument behind it: `getPrice.id`. What a baseline calls the issue by. */
  readonly subject: string;
  readonly message: string;
  /** JSON pointer into the snapshot. */
  readonly path: string;
  /** Where the target is a file. */
  readonly where?: Where;
}

export type LintGrade = 'A' | 'B' | 'C' | 'D' | 'F';

/** How the issues compare with those that were accepted before. */
export interface LintDiff {
  /** Issues that the baseline does not accept, in the report's order. */
  readonly added: readonly LintIssue[];
  readonly accepted: number;
  /** Entries of the baseline for this target that nothing matches any more. */
  readonly stale: readonly LintBaselineEntry[];
}

export interface LintBaselineEntry {
  /** Of the report. */
  readonly target: string;
  readonly rule: string;
  /** {@link LintIssue.subject}. */
  readonly subject: string;
  readonly reason?: string;
  /** Day (`2027-01-31`) after which it is accepted no more. */
  readonly expires?: string;
}

export interface LintReport {
  /** The address, the command, the file. Never a credential. */
  readonly target: string;
  readonly ruleset: string;
  readonly protocolVersion: string | null;
  readonly server: { readonly name: string | null; readonly version: string | null };
  readonly grade: LintGrade;
  /** 0 to 100, a whole number. */
  readonly score: number;
  /** The points for descriptions were given. */
  readonly bonus: boolean;
  readonly issues: readonly LintIssue[];
  readonly summary: {
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
    readonly tools: number;
    readonly resources: number;
    readonly prompts: number;
  };
  readonly tokenEstimate: {
    readonly total: number;
    readonly perTool: readonly { readonly name: string; readonly tokens: number }[];
  };
  /** Lists that could not be read though the server offers them: the report speaks of the others only. */
  readonly incomplete?: readonly {
    readonly list: 'tools' | 'resources' | 'prompts';
    readonly reason: string;
  }[];
  /** With a baseline. */
  readonly diff?: LintDiff;
}

/** A snapshot that was taken or read, and where its parts stand in a file. */
export interface LintedServer {
  readonly target: string;
  readonly snapshot: ServerSnapshot;
  readonly incomplete: NonNullable<LintReport['incomplete']>;
  /** Present where the target is a file. */
  readonly source?: {
    readonly file: string;
    readonly locate: (path: SnapshotPath) => Position | undefined;
  };
}
