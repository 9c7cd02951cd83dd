import type { Problem, Severity, Where } from '../../problems/problem.js';
import type { Position } from '../../sources/logic/module-reading.js';
import type { LintClass, ShareGroup, ShareRule, ShareRuleSet } from './share-rule.js';

/** Subjects of rules. Properties and arguments belong to their tool or prompt. */
export type LintSubject = 'server' | 'tool' | 'property' | 'resource' | 'prompt' | 'argument';

/** The part of the server that an issue is about. */
export type LintCategory = 'server' | 'tool' | 'resource' | 'template' | 'prompt';

/** Path from the root of a snapshot: `['tools', 0, 'inputSchema']`. */
export type SnapshotPath = readonly (string | number)[];

/**
 * A server's description of itself, with its lists exactly as sent: an item may be anything, even null. The rules judge
 * exactly what a strict shape would refuse.
 */
export interface ServerSnapshot {
  /** Anything other than an object counts as a missing identity. */
  readonly serverInfo?: unknown;
  readonly protocolVersion?: unknown;
  readonly capabilities?: unknown;
  readonly tools: readonly unknown[];
  readonly resources: readonly unknown[];
  readonly prompts: readonly unknown[];
  readonly resourceTemplates?: readonly unknown[];
  /** Text for the model that the server sends with its greeting, as sent. */
  readonly instructions?: unknown;
  readonly observations?: readonly LintObservation[];
  /** Capabilities that the client declared: some servers offer more tools to clients that have them. */
  readonly clientCapabilities?: readonly string[];
}

/** How the server departed from the protocol although it could be read. It costs no points. */
export interface LintObservation {
  /** Slug, such as `stray-output`. */
  readonly code: string;
  readonly detail: string;
}

/** The subject of a rule, and its surroundings. */
export interface LintView {
  readonly snapshot: ServerSnapshot;
  /** The item, or the serverInfo if the subject is the server itself; empty if the server sent no object. */
  readonly item: Readonly<Record<string, unknown>>;
  /** The property schema or the argument, as sent; for all other subjects, the item. */
  readonly value: unknown;
  /** Whether the server's tools, resources and prompts were read, as far as it offers them. */
  readonly complete: boolean;
}

/** The result of all issues together. */
export interface LintOutcome {
  /** A whole number from 0 to 100. */
  readonly score: number;
  readonly grade: LintGrade;
  /** Whether the bonus points for descriptions were awarded. */
  readonly bonus: boolean;
  readonly errors: number;
}

/** A violation: text to add to the message, and the place of the violation below the subject. */
export interface LintFound {
  readonly detail?: string;
  readonly path?: SnapshotPath;
  /** Name of a property that `required` lists although `properties` does not contain it. */
  readonly property?: string;
}

/** What all rules have in common. */
export interface LintRuleText {
  /** Slug, equal to the file name and to the page's anchor. */
  readonly id: string;
  readonly severity: Severity;
  /** The problem in a few words, for messages. */
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly examples: LintExamples;
}

/** A rule about one kind of subject; never changed once released. */
export interface LintSubjectRule extends LintRuleText {
  readonly subject: LintSubject;
  readonly check: (view: LintView) => readonly LintFound[];
  /** Breaking this rule costs all points. */
  readonly zeroesScore?: true;
}

/** A rule about the score itself. It is checked once the score is known, and deducts no points. */
export interface LintOutcomeRule extends LintRuleText {
  readonly subject: 'outcome';
  readonly check: (outcome: LintOutcome) => readonly LintFound[];
}

export type LintRule = LintSubjectRule | LintOutcomeRule;

/** A rule of any set. */
export type AnyLintRule = LintRule | ShareRule;

export interface LintExamples {
  /** Parts of a snapshot that does not break the rule; the test adds a name, a version and empty lists. */
  readonly pass: Partial<ServerSnapshot>;
  /** Parts of a snapshot that breaks this rule once and, unless the rule is about the outcome, no other rule. */
  readonly fail: Partial<ServerSnapshot>;
}

/** The numbers of a rule set. */
export interface LintScoring {
  /** The score to start from, which is also the highest. */
  readonly full: number;
  /** Deducted per issue. */
  readonly points: Readonly<Record<Severity, number>>;
  /** Points added if there are tools and every description has at least `descriptionLength` characters. */
  readonly bonus: { readonly points: number; readonly descriptionLength: number };
  /** Inclusive lower bounds of the grades, best grade first; a score below the last bound gets an F. */
  readonly bands: readonly { readonly atLeast: number; readonly grade: LintGrade }[];
  /** Number of characters that count as one token. */
  readonly charactersPerToken: number;
}

/** One way to judge a server. It is never changed once released: a different way goes in another folder. */
export type LintRuleSet = PointRuleSet | ShareRuleSet;

/** A set in which each issue takes off points. */
export interface PointRuleSet {
  readonly kind: 'points';
  /** `mcp-playground/1`. */
  readonly id: string;
  /**
   * Rules in the order in which their issues are reported: server, tools and properties, resources, prompts and
   * arguments, the outcome.
   */
  readonly rules: readonly LintRule[];
  readonly scoring: LintScoring;
}

export interface LintIssue {
  readonly rule: string;
  readonly severity: Severity;
  /** Only of a rule set that scores by shares. */
  readonly class?: LintClass;
  /**
   * Deducted from the score; 0 for rules about the outcome. In a set that scores by shares, 0 also where a worse issue
   * of the same member counts.
   */
  readonly points: number;
  /**
   * Name of the tool, resource or prompt; if it has no name, the uri of a resource or else the place (`tools/3`);
   * `server` for the server itself.
   */
  readonly target: string;
  readonly category: LintCategory;
  /** The target plus the property or argument: `getPrice.id`. Baselines identify issues by this string. */
  readonly subject: string;
  readonly message: string;
  /** JSON pointer into the snapshot. */
  readonly path: string;
  /** Place in the file, if the target is a file. */
  readonly where?: Where;
}

export type LintGrade = 'A' | 'B' | 'C' | 'D' | 'F';

/** Comparison of the issues with those that the baseline accepts. */
export interface LintDiff {
  /** Issues that the baseline does not accept, in the same order as in the report. */
  readonly added: readonly LintIssue[];
  readonly accepted: number;
  /** Entries of the baseline for this target that no longer match an issue. */
  readonly stale: readonly LintBaselineEntry[];
}

export interface LintBaselineEntry {
  /** Target of the report. */
  readonly target: string;
  readonly rule: string;
  /** The {@link LintIssue.subject} of the accepted issue. */
  readonly subject: string;
  readonly reason?: string;
  /** Last day of acceptance (`2027-01-31`). */
  readonly expires?: string;
}

/** What a rule finds in the recorded servers, and in tools that its defect was put into. */
export interface LintMeasured {
  readonly servers: number;
  readonly tools: number;
  readonly issues: number;
  /** Of the issues, how many are right, judged by hand. */
  readonly right?: number;
  /** Tools that the defect was put into. */
  readonly injected: number;
  /** Of these, in how many the rule found it. */
  readonly found: number;
}

/** What one group of members costs. */
export interface LintPart {
  readonly group: ShareGroup;
  /** Points that the group can cost. */
  readonly budget: number;
  readonly population: number;
  /** From 0 to 1. */
  readonly loss: number;
  /** budget × loss, to two decimals. */
  readonly points: number;
}

/** What a judge model was asked about the texts of a server. */
export interface SecondLookSummary {
  readonly model: string;
  /** Texts put to the model, each once. */
  readonly texts: number;
  readonly calls: number;
  /** Answers taken from the cache. */
  readonly cached: number;
  /** Texts without a usable answer: the second look is incomplete. */
  readonly failed: number;
}

/** An issue that the configuration ignores, and why. */
export interface IgnoredIssue extends LintIssue {
  readonly reason: string;
  readonly expires: string;
}

export interface LintReport {
  /** The server's address or command, or the file. Never contains a credential. */
  readonly target: string;
  readonly ruleset: string;
  readonly protocolVersion: string | null;
  readonly server: { readonly name: string | null; readonly version: string | null };
  readonly grade: LintGrade;
  /** A whole number from 0 to 100. */
  readonly score: number;
  /** Whether the bonus points for descriptions were awarded; only of a rule set that has a bonus. */
  readonly bonus?: boolean;
  readonly issues: readonly LintIssue[];
  /** Traps that another rule set found, if this one looks for none; they change neither score nor issues. */
  readonly alerts?: readonly LintIssue[];
  /** Only of a rule set that scores by shares: what each group of members costs. */
  readonly parts?: readonly LintPart[];
  /** Only of a rule set that scores by shares: the highest score that the worst issue allows. */
  readonly cap?: { readonly at: number; readonly rule: string } | null;
  /** Issues that the configuration ignores; they count for nothing. */
  readonly ignored?: readonly IgnoredIssue[];
  /** Rules that the configuration switched off or whose issues it ignored: the grade is that of an adjusted set. */
  readonly adjusted?: readonly string[];
  /** Present if a judge model was asked. */
  readonly judge?: SecondLookSummary;
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
  /** Lists that the server offers but that could not be read; the report covers only the others. */
  readonly incomplete?: readonly {
    readonly list: 'tools' | 'resources' | 'resourceTemplates' | 'prompts';
    readonly reason: string;
  }[];
  /** How the server departed from the protocol; present if it did. */
  readonly observations?: readonly LintObservation[];
  /** Capabilities declared to the server, which may offer other tools without them; present if there were any. */
  readonly declared?: readonly string[];
  /** Present if there is a baseline. */
  readonly diff?: LintDiff;
}

/** A list that was not read, or not completely. */
type IncompleteList = NonNullable<LintReport['incomplete']>[number] & {
  /** Reported in place of MCP-020 without a place. */
  readonly problem?: Problem;
};

/** A snapshot taken from a server or read from a file; for a file, also the places of its parts. */
export interface LintedServer {
  readonly target: string;
  readonly snapshot: ServerSnapshot;
  readonly incomplete: readonly IncompleteList[];
  /** Present if the target is a file. */
  readonly source?: {
    readonly file: string;
    readonly locate: (path: SnapshotPath) => Position | undefined;
  };
}
