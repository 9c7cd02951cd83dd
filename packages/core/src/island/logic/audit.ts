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

/** Comes before the line of the entry that holds the veto. */
export interface RecordedVeto extends AuditHead, FileBytes {
  readonly kind: 'veto';
  readonly gradingId: string;
  /** Folder of the graded subject, relative to the target's; `.` for the target as a whole. */
  readonly node: string;
  readonly triggeredBy: VetoTrigger;
}

/** An existing fact without a line: older than the journal, or left by an interrupted command. */
export interface AdoptedFact extends AuditHead, FileBytes {
  readonly kind: 'adopted';
  readonly fact: FactKind;
}

/** Hash of the index.json that a rebuild left (decision 0072). */
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
  /** hash8 of each item of its main list. */
  readonly items: readonly string[];
}

/** Follows an unfinished line; `previous` covers the bytes of that line. */
export interface MendedLine extends AuditHead {
  readonly kind: 'mended';
}

/** A line about a fact. */
export type FactLine = RecordedFact | RecordedEntry | RecordedVeto | AdoptedFact;
export type AuditLine = FactLine | RecordedIndex | RecordedRun | MendedLine;

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
  /** Bytes of an incomplete line at the end; the next command repairs it. */
  readonly torn: number | null;
  /**
   * Number and hash that the next line refers to; if they are also recorded elsewhere, they reveal whether lines were
   * cut off at the end.
   */
  readonly head: { readonly seq: number; readonly sha256: string } | null;
  /** Whether the text ends with a line break; true for an empty text. */
  readonly endsWhole: boolean;
}
