import type { NodeEntry } from '../../grade/node-entry.js';
import type { Island } from '../../island/island.js';
import type { FindSecrets } from '../../keys/logic/find-secrets.js';
import type { Problem } from '../../problems/problem.js';
import type { Target } from '../../target/logic/target.js';
import { HandIns } from './logic/hand-ins.js';
import type { Layout } from './logic/layout.js';
import { Tally } from './tally.js';

export interface VerifyOptions {
  readonly strict: boolean;
  /** Searches for the values of the user's keys; null: they are unknown. */
  readonly findKeys: FindSecrets | null;
}

/** A snapshot whose content matches its name. */
export interface KnownSnapshot {
  readonly file: string;
  readonly timestamp: string;
  readonly hash: string;
  readonly sha256: string;
  /** Only for a readable schema. */
  readonly tools: readonly string[];
}

/** Everything read of a target so far. The data kept per file is small. */
export interface TargetView {
  readonly island: Island;
  readonly options: VerifyOptions;
  readonly target: Target;
  readonly layout: Layout;
  /** Relative to the island. */
  readonly folder: string;
  readonly tally: Tally;
  /** Folders of the target that are links, relative to it; their content is not read. */
  readonly linked: Set<string>;
  /** sha256 of every file, by its path relative to the target's folder; null if it cannot be read. */
  readonly files: Map<string, string | null>;
  /** Snapshots by their folder. */
  readonly snapshots: Map<string, KnownSnapshot[]>;
  /** Number of namespaces in the definition of a selection, by its hash. */
  readonly namespaces: Map<string, number>;
  readonly handIns: HandIns;
  readonly gradingIds: Set<string>;
  /** Deciding entries, by their folder. */
  readonly deciding: Map<string, NodeEntry[]>;
  /** Problems of unusable entries, by their folder. */
  readonly broken: Map<string, Problem[]>;
  /** Files, entries and hashes that must exist in the end, each with the first file that refers to it. */
  readonly expected: Expectations;
}

interface Expectations {
  /** Path relative to the island → file and pointer that name it. */
  readonly files: Map<string, { readonly file: string; readonly path: string }>;
  /** Grading id → entry that refers to it. */
  readonly entries: Map<string, string>;
  /** Snapshot folder and hash → file that is bound to it. */
  readonly hashes: Map<string, { readonly folder: string; readonly hash: string; readonly file: string }>;
  /** Evaluated snapshot, relative to the target → the sha256 it had, and the file that records it. */
  readonly sources: Map<string, { readonly sha256: string; readonly source: string }>;
  /** Times of answers that are in no hand-in → entries with these answers. */
  readonly handIns: Map<string, string[]>;
}

export function viewTarget(island: Island, target: Target, options: VerifyOptions): TargetView {
  const { flow, id: name, folder } = target;
  return {
    island,
    options,
    target,
    layout: { flow, name },
    folder,
    tally: new Tally(options.strict),
    files: new Map(),
    linked: new Set(),
    snapshots: new Map(),
    namespaces: new Map(),
    handIns: new HandIns(),
    gradingIds: new Set(),
    deciding: new Map(),
    broken: new Map(),
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
export function pathIn({ folder }: TargetView, path: string): string {
  return path === '' ? folder : `${folder}/${path}`;
}

/** The name of a target as it can be typed into a command. */
export function typedName({ folder }: TargetView): string {
  return folder;
}
