import type { AggregateGrade, VetoTrigger } from '../../spec/vocabulary.js';

/** audit.jsonl: what a target has taken in, line by line; no line is ever changed (decision 0050). */

/** What is created once and never rewritten, so that its absence is a loss. */
export const FACT_KINDS = ['snapshot', 'test', 'scores', 'entry'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

interface AuditHead {
  /** From 1 on, without gaps. */
  readonly seq: number;
  /** sha256 of the bytes of the line before, its line end left out; null in the first. */
  readonly previous: string | null;
  readonly at: string;
}

interface FileBytes {
  /** Relative to the target's folder. */
  readonly path: string;
  /** Of the file's bytes. */
  readonly sha256: string;
}

/** A fact that the command wrote which added the line. */
export interface RecordedFact extends AuditHead, FileBytes {
  readonly kind: 'snapshot' | 'test' | 'scores';
}

export interface RecordedEntry extends AuditHead, FileBytes {
  readonly kind: 'entry';
  readonly gradingId: string;
  readonly grade: AggregateGrade;
}

/** Stands before the line of the entry that holds the veto. */
export interface RecordedVeto extends AuditHead, FileBytes {
  readonly kind: 'veto';
  readonly gradingId: string;
  /** Folder of what was graded, relative to the target's; `.` for the target as a whole. */
  readonly node: string;
  readonly triggeredBy: VetoTrigger;
}

/** A fact that lay there without a line: older than the journal, or left by a command that was stopped. */
export interface AdoptedFact extends AuditHead, FileBytes {
  readonly kind: 'adopted';
  readonly fact: FactKind;
}

/** Bytes of index.json as a rebuild left them (decision 0072). */
export interface RecordedIndex extends AuditHead {
  readonly kind: 'index';
  readonly sha256: string;
}

/** What a run was when its prompts were emitted (decision 0073). */
export interface RecordedRun extends AuditHead {
  readonly kind: 'run';
  readonly taskId: string;
  /** Of state.json, without what changes while the run goes on. */
  readonly state: DocumentDigest;
  readonly prompts: DocumentDigest;
}

/** A JSON document in a few hashes, which tell where it was changed. */
export interface DocumentDigest {
  /** Of the whole, as canonical JSON. */
  readonly sha256: string;
  /** hash8 of everything at a JSON pointer, in which `*` stands for each place of a list. */
  readonly fields: Readonly<Record<string, string>>;
  /** hash8 of each item of its main list. */
  readonly items: readonly string[];
}

/** What stands before it is a line that was not finished; `previous` vouches for its bytes. */
export interface MendedLine extends AuditHead {
  readonly kind: 'mended';
}

/** A line about a fact. */
export type FactLine = RecordedFact | RecordedEntry | RecordedVeto | AdoptedFact;
export type AuditLine = FactLine | RecordedIndex | RecordedRun | MendedLine;

export function isFactLine(line: AuditLine): line is FactLine {
  return 'path' in line;
}

/** A line that is not what has to stand in its place. */
export interface AuditBreak {
  /** Of the file, from 1 on. */
  readonly line: number;
  readonly reason: 'no line' | 'edited' | 'out of turn' | 'not after the line before';
}

export interface AuditJournal {
  /** Every line that can be read, in order. */
  readonly lines: readonly AuditLine[];
  /** Empty where the chain is sound. */
  readonly breaks: readonly AuditBreak[];
  /** Bytes of what stands at the end and is no whole line; the next command mends it. */
  readonly torn: number | null;
  /** What the next line follows; whoever notes it down elsewhere finds lines that are cut off at the end. */
  readonly head: { readonly seq: number; readonly sha256: string } | null;
  /** Does the text end with a line end? An empty one does. */
  readonly endsWhole: boolean;
}
