import type { Severity } from '../../problems/problem.js';
import type {
  LintFound,
  LintGrade,
  LintMeasured,
  LintRuleText,
  ServerSnapshot,
  SnapshotPath,
} from './lint.js';
import type { Members } from './members.js';
import type { Needs } from './words/sentence-words.js';
import type { TextTraits } from './words/text-traits.js';

// Rules of a set that scores by shares: one member of a population (a tool, an input …) loses at most once, and a
// defect costs the same share of the score in a small server and in a large one.

/** How certain and how harmful an issue is; the worst first. */
export const LINT_CLASSES = ['trap', 'suspect', 'broken', 'smell'] as const;
export type LintClass = (typeof LINT_CLASSES)[number];

/** What a share of the score is about. */
export const SHARE_GROUPS = ['inputs', 'items', 'schemas', 'server'] as const;
export type ShareGroup = (typeof SHARE_GROUPS)[number];

export type ItemKind = 'tool' | 'resource' | 'template' | 'prompt';

/** A tool, resource, resource template or prompt. */
export interface ReadItem {
  readonly kind: ItemKind;
  /** The item as sent; empty if the server sent no object. */
  readonly item: Members;
  /** `['tools', 3]`. */
  readonly path: SnapshotPath;
  /** Schemas of a tool, node by node; empty for other items. */
  readonly nodes: readonly SchemaNode[];
  /** Leaf inputs of a tool, or the arguments of a prompt. */
  readonly inputs: readonly LeafInput[];
}

/** One schema inside `inputSchema` or `outputSchema`. */
export interface SchemaNode {
  readonly schema: Members;
  /** The whole `inputSchema` or `outputSchema`. */
  readonly root: Members;
  /** From the tool: `['inputSchema', 'properties', 'id']`. */
  readonly path: SnapshotPath;
  /** The innermost schema around it, itself included, that has an `$id`; else the root. */
  readonly document: Members;
  /** Whether an ancestor is reached through oneOf, anyOf, allOf, not, if, then or else. */
  readonly isInBranch: boolean;
  /** The member of `$defs` or `definitions` that holds it, the outermost one; null outside of them. */
  readonly definition: Members | null;
}

/** An input that holds no further inputs, or an argument of a prompt. */
export interface LeafInput {
  /** Names of the properties on the way, joined by dots: `query.limit`. */
  readonly name: string;
  /** The property's schema as sent; empty for `true` or any other value. */
  readonly schema: Members;
  /**
   * The schema with the target of its `$ref`; equal to `schema` without one. One for each place where branches define the
   * property; none if nobody can tell what may be sent.
   */
  readonly resolved: readonly Members[];
  /** The whole `inputSchema`; for an argument of a prompt, the argument itself. */
  readonly root: Members;
  /** From the item. */
  readonly path: SnapshotPath;
}

/** Where a text stands. `name` covers names of items, properties and arguments. */
export type TextPlace =
  | 'instructions'
  | 'name'
  | 'title'
  | 'description'
  | 'address'
  | 'schema-text'
  | 'value';

/** A text that a client may show to the model. */
export interface VisibleText {
  readonly text: string;
  readonly place: TextPlace;
  /** From the snapshot. */
  readonly path: SnapshotPath;
  /** Null for texts of the server itself. */
  readonly owner: ReadItem | null;
  /** The text without hidden characters, split into sentences of at most 1,000 characters. Computed on first use. */
  readonly sentences: readonly string[];
}

/** A server prepared for the rules. */
export interface ReadServer {
  readonly snapshot: ServerSnapshot;
  /** The serverInfo; empty if it is no object. */
  readonly about: Members;
  /** Whether every list that the server offers was read. */
  readonly complete: boolean;
  readonly items: readonly ReadItem[];
  readonly tools: readonly ReadItem[];
  /** Every text. Computed on each use. */
  readonly texts: readonly VisibleText[];
  /** Those that are more than a plain word, and so are put to rules about texts. */
  readonly longerTexts: readonly VisibleText[];
  /** Tokens that all tools take, estimated. */
  readonly tokens: number;
  /**
   * Lower-case names that belong to this server: its items, their properties, and values of its schemas that are one
   * word. Computed on first use.
   */
  readonly ownNames: ReadonlySet<string>;
  /** Lower-case names of the tools of other servers of the same client configuration, with those servers' targets. */
  readonly foreignTools: ReadonlyMap<string, string>;
  /** What a judge model found, by text; empty if none was asked. */
  readonly judged: ReadonlyMap<string, JudgedText>;
}

/** A judge model's view of a text that tries to steer the model. */
export interface JudgedText {
  /** A part of the text. */
  readonly quote: string;
  readonly reason: string;
}

/** A violation, with what may differ from its rule. */
export interface ShareFound extends LintFound {
  /** The class of this violation, if it is not the rule's; a rule says in its text when that happens. */
  readonly class?: LintClass;
  /** The loss of this violation, if it is less than the rule's. */
  readonly loss?: number;
  /** Other members of the population that lose by the same violation, such as the earlier of two twins. */
  readonly shared?: readonly ReadItem[];
}

export interface ShareExamples {
  /** Parts of a snapshot that does not break the rule; the test adds a name, a version and empty lists. */
  readonly pass: Partial<ServerSnapshot>;
  /** Parts of a snapshot that breaks this rule once; other rules may be broken only where `also` names them. */
  readonly fail: Partial<ServerSnapshot>;
  /** Rules that `fail` cannot avoid, such as the two suspect rules behind two signals. */
  readonly also?: readonly string[];
  /** Tools of another server of the same client configuration, for rules about such servers. */
  readonly foreignTools?: readonly string[];
}

/** A source for a rule, and what it says. */
export interface LintEvidence {
  readonly source: string;
  readonly says: string;
}

export const TOOL_POISONING: LintEvidence = {
  source: 'OWASP MCP Top 10, MCP03',
  says: 'Tool poisoning hides instructions in metadata that the model reads and the user does not.',
};

interface ShareRuleBase extends LintRuleText {
  readonly class: LintClass;
  /** The share that an issue costs; absent for classes that only cap the score. */
  readonly group?: ShareGroup;
  /** Share of its member that an issue costs, 0 to 1. */
  readonly loss?: number;
  /** The rule finds nothing unless a judge model was asked. */
  readonly needsJudge?: true;
  /** What to do about all issues of this rule, with `{n}` for their number and `{s}` for the plural: `describe {n} input{s}`. */
  readonly lift?: string;
  /** An issue costs the whole score. */
  readonly zeroesScore?: true;
  readonly evidence: readonly LintEvidence[];
  /**
   * Of the issues on the recorded servers, how many are right, judged by hand; absent while there are none. Some rules
   * only count or look for what is missing, and are right by definition.
   */
  readonly right?: number | 'by definition';
  readonly examples: ShareExamples;
  /**
   * Puts the defect into a sound tool of a server, for the proof by injection.
   *
   * @param tool a tool of the snapshot; may be changed, as may the snapshot
   * @returns false if this tool cannot have the defect
   */
  readonly mutate: (tool: Record<string, unknown>, snapshot: MutableSnapshot) => boolean;
}

/** A copy of a snapshot that belongs to the caller. */
export interface MutableSnapshot extends ServerSnapshot {
  serverInfo?: unknown;
  protocolVersion?: unknown;
  instructions?: unknown;
  tools: Record<string, unknown>[];
}

/** A suspect or trap issue of one text, as `signals` rules see it. */
export interface Signal {
  readonly rule: string;
  readonly class: LintClass;
  readonly detail?: string | undefined;
}

type Check<Subject> = (subject: Subject, server: ReadServer) => readonly ShareFound[];

export type ShareRule = ShareRuleBase &
  (
    | { readonly subject: 'server'; readonly check: (server: ReadServer) => readonly ShareFound[] }
    | { readonly subject: 'item' | 'tool'; readonly check: Check<ReadItem> }
    | {
        readonly subject: 'schema';
        readonly check: Check<{ readonly tool: ReadItem; readonly node: SchemaNode }>;
      }
    | {
        readonly subject: 'input';
        readonly check: Check<{ readonly item: ReadItem; readonly input: LeafInput }>;
      }
    | {
        readonly subject: 'text';
        readonly check: Check<VisibleText>;
        /** Words without which the rule finds nothing in a text, unless {@link mayHold} is true. */
        readonly needs?: () => Needs;
        /**
         * A look that depends only on the text, its place and whether tools of other servers are known, so that it is taken
         * once for equal texts. A rule without this and without `needs` is asked about each text.
         */
        readonly mayHold?: (
          traits: TextTraits,
          text: Pick<VisibleText, 'text' | 'place' | 'sentences'>,
          server: Pick<ReadServer, 'foreignTools'>,
        ) => boolean;
        /** Takes long. Where only traps are wanted, it looks only at texts in which another rule found something. */
        readonly isSlow?: true;
      }
    /** Runs for each text in which a suspect or trap rule fired, after all others. */
    | {
        readonly subject: 'signals';
        readonly check: Check<{ readonly text: VisibleText; readonly signals: readonly Signal[] }>;
      }
  );

/** The numbers of a set that scores by shares. */
export interface ShareScoring {
  readonly full: number;
  readonly bands: readonly { readonly atLeast: number; readonly grade: LintGrade }[];
  /** Points that each group can cost. */
  readonly budgets: Readonly<Record<ShareGroup, number>>;
  /** The highest score of a server that has an issue of the class. */
  readonly caps: Readonly<Partial<Record<LintClass, number>>>;
  readonly severities: Readonly<Record<Exclude<LintClass, 'smell'>, Severity>>;
}

/** One way to judge a server by shares. Never changed once released. */
export interface ShareRuleSet {
  readonly kind: 'shares';
  readonly id: string;
  /** By name, the order in which issues of one class about one subject are reported. */
  readonly rules: readonly ShareRule[];
  readonly scoring: ShareScoring;
  /** What each rule finds in the recorded servers, by id. */
  readonly measured: Readonly<Record<string, LintMeasured>>;
}

/** Defines a rule. Its file is named after its id. */
export function defineShareRule(rule: ShareRule): ShareRule {
  return rule;
}
