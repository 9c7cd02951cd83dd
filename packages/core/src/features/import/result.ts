import type { Island } from '../../island/island.js';
import type { Problem } from '../../problems/problem.js';
import type { BookVersions, FreedTools } from '../../spec/books/registered.js';
import type { SkillLevel } from '../../spec/skill.js';
import type { Shard } from '../../target/logic/shard.js';
import type { OnProgress } from '../../values/on-progress.js';
import type { RejectedFile } from './logic/plan.js';
import type { RetiredPart } from './logic/retired.js';

export interface ImportOptions {
  readonly island: Island;
  /** Provider folders, single schema files, selections, and folders of these. */
  readonly paths: readonly string[];
  /** Folders without links: shared lists that lie elsewhere are not read. Default: anywhere. */
  readonly listRoots?: readonly string[] | undefined;
  /** Plan only: write nothing. */
  readonly dryRun?: boolean;
  /** Import valid sources and report the others. */
  readonly keepGoing?: boolean;
  /** Refuse a schema or a selection because of warnings, too. */
  readonly strict?: boolean;
  /** Retire graded schemas that are missing from their folder (decision 0076). */
  readonly retire?: boolean;
  /** Run a schema whose `main` is computed, in a separate engine (decision 0049). */
  readonly evaluate?: 'sandbox' | undefined;
  /** Personas for selections that declare none: base personas or lenses, beginning with the one that grades. */
  readonly personaIds?: readonly string[] | undefined;
  /** Versions of the rules: a new island takes them, and any other has to follow them already. */
  readonly rules?: readonly string[] | undefined;
  /** Versions that a new island takes if `rules` names none. */
  readonly rulesOfNew?: readonly string[] | undefined;
  /** Restricts the sources to one shard. */
  readonly shard?: Shard | null;
  readonly now?: () => Date;
  /** Called before each namespace and each selection, and then before each schema file of a namespace. */
  readonly onProgress?: OnProgress;
}

export interface ImportedSkill {
  readonly schema: string;
  readonly skill: string;
  readonly hash: string;
  /** Path of the snapshot, relative to the island; null if the snapshot already existed. */
  readonly snapshot: string | null;
}

export interface ImportedList {
  readonly list: string;
  readonly version: string;
  readonly hash: string;
  /** Path of the snapshot, relative to the island; null if the snapshot already existed. */
  readonly snapshot: string | null;
}

/** What was stored, what already existed, and what was refused. */
interface Imported {
  readonly imported: readonly {
    readonly schema: string;
    readonly hash: string;
    readonly snapshot: string;
    /** Whether its `main` was evaluated in the sandbox instead of read. */
    readonly evaluated?: true;
  }[];
  readonly skipped: readonly { readonly schema: string; readonly hash: string }[];
  readonly rejected: readonly RejectedFile[];
  /** Parts that no longer count. */
  readonly retired: readonly RetiredPart[];
  /** Folder of the About, relative to the island; null if there is none. */
  readonly about: string | null;
  readonly indexPath: string;
  readonly warnings: readonly Problem[];
}

export interface ImportedNamespace extends Imported {
  readonly flow: 'provider';
  readonly namespace: string;
  /** Namespace under which the folder was recorded until now; absent if it was not renamed. */
  readonly renamedFrom?: string;
  readonly skills: readonly ImportedSkill[];
  /** Shared lists that schemas of this import refer to. */
  readonly lists: readonly ImportedList[];
}

/** `imported` or `skipped` holds only the definition, with the selection's id as its `schema`. */
export interface ImportedSelection extends Imported {
  readonly flow: 'selection';
  readonly selectionId: string;
  readonly skills: readonly (Omit<ImportedSkill, 'schema'> & { readonly level: SkillLevel | null })[];
  /** `<namespace>.<schema>` of every member. */
  readonly members: readonly string[];
  /** Members that are not imported. */
  readonly notImported: readonly string[];
}

export interface ImportResult {
  readonly status: boolean;
  readonly stage: 0;
  readonly dryRun: boolean;
  /** The rules that this import has chosen for a new island, or would choose; absent for the default ones. */
  readonly chosen?: BookVersions;
  /** Tools that declare enough tests only for a newer specification; absent if there are none. */
  readonly freed?: FreedTools;
  /** The results of namespaces come first, because selections depend on namespaces. */
  readonly results: readonly (ImportedNamespace | ImportedSelection)[];
  /**
   * Selections that the import of a shard left out because they depend on namespaces of all shards. Import them
   * afterwards.
   */
  readonly leftOut?: readonly string[];
  readonly errors: readonly Problem[];
}
