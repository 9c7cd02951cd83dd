import type { NodeEntry } from '../../grade/node-status.js';
import type { Island } from '../../island/island.js';
import type { AuditJournal } from '../../island/logic/audit.js';
import type { Readings } from '../../island/readings.js';
import type { FindSecrets } from '../../keys/logic/find-secrets.js';
import type { Problem } from '../../problems/problem.js';
import type { NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import type { PromptsFile } from '../../spec/prompts.js';
import type { StateFile } from '../../spec/state.js';
import type { Target } from '../../target/logic/target.js';
import { HandIns } from './logic/hand-ins.js';
import type { Place } from './logic/place.js';
import { Tally } from './logic/result.js';

export interface VerifyOptions {
  readonly strict: boolean;
  /** Searches for the values of the user's keys; null if those are unknown. */
  readonly findKeys: FindSecrets | null;
}

/** Everything read from a target so far. It is passed from step to step, and little is kept for each file. */
export interface TargetView {
  readonly island: Island;
  /** Compared with the snapshots, never believed. */
  readonly readings: Readings;
  readonly options: VerifyOptions;
  readonly nowMs: number;
  readonly target: Target;
  /** Relative to the island; can be typed into a command. */
  readonly folder: string;
  readonly tally: Tally;
  /** Folders of the target that are links, relative to it; their content is not read. */
  readonly linked: Set<string>;
  /** sha256 of every file, by its path relative to the target's folder; null if it cannot be read. */
  readonly files: Map<string, string | null>;
  /** Snapshots by their folder. */
  readonly snapshots: Map<string, KnownSnapshot[]>;
  /** Number of namespaces in each definition of a selection, by the hash of that definition. */
  readonly namespaces: Map<string, number>;
  readonly handIns: HandIns;
  readonly gradingIds: Set<string>;
  /** Number of entries by a harness that the specification does not list. */
  readonly otherHarnesses: Map<string, number>;
  /** Deciding entries, by their folder. */
  readonly deciding: Map<string, NodeEntry[]>;
  /** Problems of unusable entries, by their folder. */
  readonly broken: Map<string, Problem[]>;
  readonly facts: BoundFacts[];
  /** When the newest facts were gathered; empty if there are none. */
  factsAt: string;
  /** The readable files of the newest run. */
  readonly run: { state: StateFile | null; prompts: PromptsFile | null; skill: string | null };
  index: ReadIndex | null;
  /** The text of lock-snapshot.json. */
  frozenCopy: string | null;
  /** null if there is none. */
  journal: AuditJournal | null;
  /** Facts without a line in the journal, relative to the target. */
  unlisted: readonly string[];
  /** Files, entries and hashes that must turn out to exist, each with the first file that refers to it. */
  readonly expected: Expectations;
}

/** A snapshot whose content matches its name. */
export interface KnownSnapshot {
  readonly file: string;
  readonly timestamp: string;
  readonly hash: string;
  readonly sha256: string;
  /** Names of the schema's tools; empty for any other snapshot. */
  readonly tools: readonly string[];
}

/** Facts that are bound to one snapshot of a schema. */
export interface BoundFacts {
  readonly file: string;
  readonly schema: string;
  readonly schemaHash: string;
  readonly fileSha256: string;
  /** Whether the test worked; absent in a summary. */
  readonly working?: boolean;
  /** Tools in a summary; absent in a test record. */
  readonly tools?: readonly SummarisedTool[];
  /** Hashes of the shared lists in a summary, by `<name>@<version>`; absent in a test record. */
  readonly lists?: Readonly<Record<string, string>>;
}

export interface SummarisedTool {
  readonly tool: string;
  readonly working: number;
  readonly bar: number;
  readonly isOk: boolean;
  /** Relative to the island. */
  readonly records: readonly string[];
}

/** The readable parts of index.json. */
export interface ReadIndex {
  readonly text: string;
  /** The JSON value; undefined if it is not JSON. */
  readonly value: unknown;
  /** null if it does not have the shape of an index. */
  readonly index: NamespaceIndex | SelectionIndex | null;
}

interface Expectations {
  /** Path relative to the island → file and pointer that name it. */
  readonly files: Map<string, { readonly file: string; readonly path: string }>;
  /** Grading id → entry that refers to it. */
  readonly entries: Map<string, string>;
  /** Snapshot folder and hash → file that is bound to it. */
  readonly hashes: Map<string, { readonly folder: string; readonly hash: string; readonly file: string }>;
  /**
   * Path of an evaluated snapshot, relative to the target → its sha256 when it was run, and the file that records this.
   */
  readonly sources: Map<string, { readonly sha256: string; readonly source: string }>;
  /** Times of answers that no hand-in contains → entries with these answers. */
  readonly handIns: Map<string, string[]>;
}

export interface ReadFile {
  /** Relative to the target. */
  readonly path: string;
  readonly place: Place;
  readonly bytes: Buffer;
  readonly text: string;
}

export type CheckFile = (view: TargetView, file: ReadFile) => void;

/** The files of a folder, each of which can be read once. */
export interface UnreadFolder {
  /** Relative to the target. */
  readonly folder: string;
  readonly names: readonly string[];
  /** null if the file is gone, or cannot be read. */
  readonly read: (name: string) => ReadFile | null;
}

export type CheckFolder = (view: TargetView, folder: UnreadFolder) => void;

export function viewTarget(
  island: Island,
  target: Target,
  options: VerifyOptions,
  nowMs: number,
): TargetView {
  return {
    island,
    readings: island.openReadings(),
    options,
    nowMs,
    target,
    folder: target.folder,
    tally: new Tally(options.strict),
    files: new Map(),
    linked: new Set(),
    snapshots: new Map(),
    namespaces: new Map(),
    handIns: new HandIns(),
    gradingIds: new Set(),
    otherHarnesses: new Map(),
    deciding: new Map(),
    broken: new Map(),
    facts: [],
    factsAt: '',
    run: { state: null, prompts: null, skill: null },
    index: null,
    frozenCopy: null,
    journal: null,
    unlisted: [],
    expected: {
      files: new Map(),
      entries: new Map(),
      hashes: new Map(),
      sources: new Map(),
      handIns: new Map(),
    },
  };
}

/** Path of a target's file, relative to the island. */
export function pathIn({ folder }: Pick<TargetView, 'folder'>, path: string): string {
  return path === '' ? folder : `${folder}/${path}`;
}

/** Notes a file that must turn out to exist; `where` names the file that refers to it. */
export function expectFile(
  { expected }: TargetView,
  ref: string,
  where: { readonly file: string; readonly path: string },
): void {
  if (!expected.files.has(ref)) expected.files.set(ref, where);
}
