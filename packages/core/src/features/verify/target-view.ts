import type { NodeEntry } from '../../grade/node-entry.js';
import type { Island } from '../../island/island.js';
import type { FindSecrets } from '../../keys/logic/find-secrets.js';
import type { Problem } from '../../problems/problem.js';
import { folderOf, type Target } from '../../target/targets.js';
import { HandIns } from './logic/hand-ins.js';
import type { Layout } from './logic/layout.js';
import { Tally } from './tally.js';

export interface VerifyOptions {
  readonly strict: boolean;
  /** Finds the values of the user's keys; null: they are not known. */
  readonly findKeys: FindSecrets | null;
}

/** A snapshot that holds what its name says. */
export interface KnownSnapshot {
  readonly file: string;
  readonly timestamp: string;
  readonly hash: string;
  readonly sha256: string;
  /** Of a schema that can be read. */
  readonly tools: readonly string[];
}

/** What has been seen of a target so far. Whatever is kept for every file is small. */
export interface TargetView {
  readonly island: Island;
  readonly options: VerifyOptions;
  readonly target: Target;
  readonly layout: Layout;
  /** Relative to the island. */
  readonly folder: string;
  readonly tally: Tally;
  /** Folders of the target that are links, relative to it: what they hold is not read. */
  readonly linked: Set<string>;
  /** sha256 of every file, by its path relative to the target's folder; null where it cannot be read. */
  readonly files: Map<string, string | null>;
  /** Snapshots by the folder they lie in. */
  readonly snapshots: Map<string, KnownSnapshot[]>;
  /** Namespaces that the definition of a selection names, by its hash. */
  readonly namespaces: Map<string, number>;
  readonly handIns: HandIns;
  readonly gradingIds: Set<string>;
  /** Entries that decide, by the folder they lie in. */
  readonly deciding: Map<string, NodeEntry[]>;
  /** What is wrong with entries that cannot be used, by their folder. */
  readonly broken: Map<string, Problem[]>;
  /** What has to be there when everything was seen; each with the first file that says so. */
  readonly expected: Expectations;
}

interface Expectations {
  /** Path relative to the island → file and pointer that name it. */
  readonly files: Map<string, { readonly file: string; readonly path: string }>;
  /** Grading id → entry that follows it. */
  readonly entries: Map<string, string>;
  /** Snapshot folder and hash → file that is bound to it. */
  readonly hashes: Map<string, { readonly folder: string; readonly hash: string; readonly file: string }>;
  /** Snapshot that was evaluated, relative to the target → the sha256 it had, and the file that says so. */
  readonly sources: Map<string, { readonly sha256: string; readonly source: string }>;
  /** When answers were given that no hand-in holds → entries that hold them. */
  readonly handIns: Map<string, string[]>;
}

export function viewTarget(island: Island, target: Target, options: VerifyOptions): TargetView {
  const { flow } = target;
  return {
    island,
    options,
    target,
    layout: { flow, name: flow === 'provider' ? target.namespace : target.selectionId },
    folder: folderOf(target),
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

/** A path of the target as it lies in the island. */
export function pathIn({ folder }: TargetView, path: string): string {
  return path === '' ? folder : `${folder}/${path}`;
}

/** A target as it can be typed. */
export function typedName({ folder }: TargetView): string {
  return folder;
}
