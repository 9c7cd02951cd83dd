import type { Size } from '../sizes.js';
import type { Workplace } from '../workload/workplace.js';

/** Files that the floor reads: a single file, or all files below a folder whose paths match. */
export interface Reads {
  readonly root: string;
  /** A regular expression over paths relative to the root. */
  readonly names: string;
  /** Number of folder levels below the root; default: all. */
  readonly depth?: number;
}

export interface PreparedOperation {
  /** Arguments after the command. */
  readonly args: readonly string[];
  /** The folder that the operation changes, restored before each run; null if the operation only reads. */
  readonly changes: string | null;
  readonly reads: readonly Reads[];
  /** Whether the operation waits for the disk; if so, the floor does too. */
  readonly sync: boolean;
  /** Files that the floor writes; default: the same as the operation. */
  readonly writes?: readonly (readonly [path: string, bytes: number])[];
  readonly input?: string;
  /** Exit codes that count as success; default: 0. */
  readonly exits?: readonly number[];
  /** Runs before each run of the operation and of the floor, once the folder has been restored. */
  readonly before?: () => void;
}

/** The maximum an operation may take. */
export interface Target {
  /** `clock`: the ratio by the clock; the other ratio and seconds are processor time. */
  readonly what: 'ratio' | 'clock' | 'seconds' | 'megabytes';
  readonly most: number;
  /** Names of the sizes that the target applies to; default: all. */
  readonly sizes?: readonly string[];
}

export interface Operation {
  /** Matched by `--only`. */
  readonly id: string;
  readonly title: string;
  readonly targets: readonly Target[];
  /** Set if it is also measured on islands without grades. */
  readonly needsNoGrades?: true;
  /** Creates the files that the operation needs. */
  readonly prepare: (workplace: Workplace, size: Size) => PreparedOperation;
}

/** Limits at the size of a registry. */
export const REGISTRY_TARGETS: readonly Target[] = [
  { what: 'seconds', most: 120, sizes: ['registry'] },
  { what: 'megabytes', most: 500, sizes: ['registry'] },
];

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
