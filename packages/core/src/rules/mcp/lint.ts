import type { Severity } from '../../problems/problem.js';

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

export type LintGrade = 'A' | 'B' | 'C' | 'D' | 'F';

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
