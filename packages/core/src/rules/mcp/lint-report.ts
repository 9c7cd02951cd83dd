import type { Problem, Severity, Where } from '../../problems/problem.js';
import type { Position } from '../../sources/logic/module-reading.js';
import type {
  LintCategory,
  LintGrade,
  LintObservation,
  LintRule,
  PointRuleSet,
  ServerSnapshot,
  SnapshotPath,
} from './lint.js';
import type { LintClass, ShareGroup, ShareRule, ShareRuleSet } from './share-rule.js';

/** A rule of any set. */
export type AnyLintRule = LintRule | ShareRule;

/** One way to judge a server. It is never changed once released: a different way goes in another folder. */
export type LintRuleSet = PointRuleSet | ShareRuleSet;

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
  /** Only of traps and suspects: the hash of the text that they were found in. Whoever accepts them accepts this text. */
  readonly text?: string;
  /** Place in the file, if the target is a file. */
  readonly where?: Where;
}

/** Comparison of the issues with those that the baseline accepts. */
export interface LintDiff {
  /** Issues that the baseline does not accept, in the same order as in the report. */
  readonly added: readonly LintIssue[];
  readonly accepted: number;
  /** Entries of the baseline for this target that no longer match an issue. */
  readonly stale: readonly LintBaselineEntry[];
  /** Present if there are any: entries whose issue is still found, but in another text, or which name no text. */
  readonly changed?: readonly ChangedEntry[];
}

export interface LintBaselineEntry {
  /** Target of the report. */
  readonly target: string;
  readonly rule: string;
  /** The {@link LintIssue.subject} of the accepted issue. */
  readonly subject: string;
  /** The {@link LintIssue.text} of the accepted issue, if it has one. */
  readonly text?: string;
  readonly reason?: string;
  /** Last day of acceptance (`2027-01-31`). */
  readonly expires?: string;
}

/** An entry of a baseline that accepts another text than the one of the issue. */
export interface ChangedEntry extends LintBaselineEntry {
  /** The {@link LintIssue.text} of the issue that is found now. */
  readonly found: string;
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

/** A list that was not read, or not completely. */
type IncompleteList = NonNullable<LintReport['incomplete']>[number] & {
  /** Reported in place of MCP-020 without a place. */
  readonly problem?: Problem;
};
