import type { Island } from '../../island/island.js';
import type { Problem } from '../../problems/problem.js';
import type { SkillLevel } from '../../spec/skill.js';
import type { Shard } from '../../target/logic/shard.js';
import type { RetiredPart } from './logic/retired.js';

export interface ImportOptions {
  readonly island: Island;
  /** Provider folders, single schema files, selections, and folders full of either. */
  readonly paths: readonly string[];
  /** Plan only: nothing is written. */
  readonly dryRun?: boolean;
  /** Import what passes, report the rest. */
  readonly keepGoing?: boolean;
  /** Warnings refuse a schema or a selection too. */
  readonly strict?: boolean;
  /** Let schemas go that have a grade and are missing from their folder (decision 0076). */
  readonly retire?: boolean;
  /** Run a schema whose `main` is computed, in a separate engine (decision 0049). */
  readonly evaluate?: 'sandbox' | undefined;
  /** Whom selections are for that do not say so themselves: base personas or lenses, the grading one first. */
  readonly personaIds?: readonly string[] | undefined;
  /** Of all sources, only those of this shard. */
  readonly shard?: Shard | null;
  readonly now?: () => Date;
  /** Called before each namespace and each selection, for progress. */
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

export interface ImportedSkill {
  readonly schema: string;
  readonly skill: string;
  readonly hash: string;
  /** Relative to the island; null where it was there already. */
  readonly snapshot: string | null;
}

export interface ImportedList {
  readonly list: string;
  readonly version: string;
  readonly hash: string;
  /** Relative to the island; null where it was there already. */
  readonly snapshot: string | null;
}

/** What was snapshotted, what was there already, and what was refused. */
interface Imported {
  readonly imported: readonly {
    readonly schema: string;
    readonly hash: string;
    readonly snapshot: string;
    /** Its `main` was not read but evaluated in the sandbox. */
    readonly evaluated?: true;
  }[];
  readonly skipped: readonly { readonly schema: string; readonly hash: string }[];
  readonly rejected: readonly { readonly file: string; readonly errors: readonly Problem[] }[];
  /** What was there before and counts no longer. */
  readonly retired: readonly RetiredPart[];
  /** Folder of the About, relative to the island; null where there is none. */
  readonly about: string | null;
  readonly indexPath: string;
  readonly warnings: readonly Problem[];
}

export interface ImportedNamespace extends Imported {
  readonly flow: 'provider';
  readonly namespace: string;
  readonly skills: readonly ImportedSkill[];
  /** Shared lists that schemas of this import refer to. */
  readonly lists: readonly ImportedList[];
}

/** In `imported` or `skipped` stands the definition alone, with the selection's id as its `schema`. */
export interface ImportedSelection extends Imported {
  readonly flow: 'selection';
  readonly selectionId: string;
  readonly skills: readonly (Omit<ImportedSkill, 'schema'> & { readonly level: SkillLevel | null })[];
  /** `<namespace>.<schema>`, all of them. */
  readonly members: readonly string[];
  /** Those of the members that nothing imported answers to. */
  readonly notImported: readonly string[];
}

export interface ImportResult {
  readonly status: boolean;
  readonly stage: 0;
  readonly dryRun: boolean;
  /** Namespaces first, for selections rest on them. */
  readonly results: readonly (ImportedNamespace | ImportedSelection)[];
  /** With a shard: selections that rest on the namespaces of all shards, to be imported after them. */
  readonly leftOut?: readonly string[];
  readonly errors: readonly Problem[];
}
