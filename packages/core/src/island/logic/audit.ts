import type { AggregateGrade, VetoTrigger } from '../../spec/vocabulary.js';

/** audit.jsonl: the facts that a target has recorded, line by line; no line is ever changed (decision 0050). */

/** Files that are created once and never rewritten, so a missing one is a loss. */
export const FACT_KINDS = ['snapshot', 'test', 'scores', 'entry'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

interface AuditHead {
  /** Counted from 1, without gaps. */
  readonly seq: number;
  /** sha256 of the bytes of the previous line, without its line break; null in the first line. */
  readonly previous: string | null;
  readonly at: string;
}

interface FileBytes {
  /** Relative to the target's folder. */
  readonly path: string;
  /** Hash of the file's bytes. */
  readonly sha256: string;
}

/** A fact written by the command that added the line. */
export interface RecordedFact extends AuditHead, FileBytes {
  readonly kind: 'snapshot' | 'test' | 'scores';
}

export interface RecordedEntry extends AuditHead, FileBytes {
  readonly kind: 'entry';
  readonly gradingId: string;
  readonly grade: AggregateGrade;
}

/** The veto of an entry; this line comes before the line of the entry. */
export interface RecordedVeto extends AuditHead, FileBytes {
  readonly kind: 'veto';
  readonly gradingId: string;
  /** Folder of the graded subject, relative to the target's; `.` for the target as a whole. */
  readonly node: string;
  readonly triggeredBy: VetoTrigger;
}

/** A fact that existed without a line, because it is older than the journal or was left by an interrupted command. */
export interface AdoptedFact extends AuditHead, FileBytes {
  readonly kind: 'adopted';
  readonly fact: FactKind;
}

/** Hash of index.json after a rebuild (decision 0072). */
export interface RecordedIndex extends AuditHead {
  readonly kind: 'index';
  readonly sha256: string;
}

/** Digest of a run at the time its prompts were emitted (decision 0073). */
export interface RecordedRun extends AuditHead {
  readonly kind: 'run';
  readonly taskId: string;
  /** Digest of state.json, without the parts that change during the run. */
  readonly state: DocumentDigest;
  readonly prompts: DocumentDigest;
}

/** A JSON document reduced to a few hashes, which show where it has been changed. */
export interface DocumentDigest {
  /** Hash of the whole document, as canonical JSON. */
  readonly sha256: string;
  /** hash8 of everything at a JSON pointer, in which `*` stands for every index of a list. */
  readonly fields: Readonly<Record<string, string>>;
  /** hash8 of each item of the document's main list. */
  readonly items: readonly string[];
}

/**
 * A change of the island's rules, written before rules.json says so; or rules other than the default ones, under which
 * the target was begun. The versions are separated by commas.
 */
export interface RecordedRules extends AuditHead {
  readonly kind: 'rules';
  readonly from: string;
  readonly to: string;
}

/** The target got another name; its folder is moved once the line is written (spec 19). */
export interface RenamedTarget extends AuditHead {
  readonly kind: 'renamed';
  readonly from: string;
  readonly to: string;
}

/** Repairs the unfinished line before it: `previous` covers the bytes of that line. */
export interface MendedLine extends AuditHead {
  readonly kind: 'mended';
}

/** A line about a fact. */
export type FactLine = RecordedFact | RecordedEntry | RecordedVeto | AdoptedFact;
export type AuditLine = FactLine | RecordedIndex | RecordedRun | RecordedRules | RenamedTarget | MendedLine;

export function isFactLine(line: AuditLine): line is FactLine {
  return 'path' in line;
}

/** A line that breaks the chain. */
export interface AuditBreak {
  /** Line number in the file, counted from 1. */
  readonly line: number;
  readonly reason: 'no line' | 'edited' | 'out of turn' | 'not after the line before';
}

export interface AuditJournal {
  /** Every readable line, in order. */
  readonly lines: readonly AuditLine[];
  /** Empty if the chain is sound. */
  readonly breaks: readonly AuditBreak[];
  /** Number of bytes of an incomplete line at the end, which the next command repairs; null if there is none. */
  readonly torn: number | null;
  /**
   * Number and hash that the next line refers to. If they are also recorded elsewhere, comparing them reveals whether
   * lines were cut off at the end.
   */
  readonly head: { readonly seq: number; readonly sha256: string } | null;
  /** Whether the text ends with a line break; true for an empty text. */
  readonly endsWhole: boolean;
}
