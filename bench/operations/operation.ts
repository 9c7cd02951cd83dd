import type { Size } from '../sizes.js';
import type { Workplace } from '../workload/workplace.js';

/** Files that the floor reads: one, or all below a folder whose paths fit. */
export interface Reads {
  readonly root: string;
  /** A regular expression over paths relative to the root. */
  readonly names: string;
  /** So many folders below the root are walked; all of them unless given. */
  readonly depth?: number;
}

export interface PreparedOperation {
  /** After the command. */
  readonly args: readonly string[];
  /** The folder it changes, put back before each run; null where it only reads. */
  readonly changes: string | null;
  readonly reads: readonly Reads[];
  /** Does it wait for the disk? Then the floor does. */
  readonly sync: boolean;
  /** What the floor writes, where that is not what the operation wrote. */
  readonly writes?: readonly (readonly [path: string, bytes: number])[];
  readonly input?: string;
  /** Exit codes that are right; 0 unless given. */
  readonly exits?: readonly number[];
  /** Done before each run of the operation and of the floor, after the folder was put back. */
  readonly before?: () => void;
}

/** The most an operation may take. */
export interface Target {
  readonly what: 'ratio' | 'seconds' | 'megabytes';
  readonly most: number;
  /** Names of the sizes it holds for; all of them unless given. */
  readonly sizes?: readonly string[];
}

export interface Operation {
  /** For `--only`. */
  readonly id: string;
  readonly title: string;
  readonly targets: readonly Target[];
  /** Makes what the operation works on. */
  readonly prepare: (workplace: Workplace, size: Size) => PreparedOperation;
}

/** Names of files in an island. */
export const NAMES = {
  entries: '_gradings/[^/]+\\.json$',
  snapshots: '/schema/[^/]+\\.mjs$',
  members: 'members--[^/]+\\.json$',
  facts: 'summary\\.json$',
  index: '(?:^|/)index\\.json$',
  state: '(?:^|/)state\\.json$',
  journal: 'audit\\.jsonl$',
} as const;

export function anyOf(...names: readonly (keyof typeof NAMES)[]): string {
  return names.map((name) => NAMES[name]).join('|');
}
