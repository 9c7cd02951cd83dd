import type { Persona } from '../spec/vocabulary.js';
import type { ListHashes } from '../target/logic/provider-lists.js';
import type { Subject } from '../target/logic/subjects.js';
import type { ComposedPrompt } from './compose-prompt.js';
import type { EntryPointInput } from './logic/prompts/entry-point.js';

/** One subject to ask about, with everything known about it. */
export interface PlannedSubject extends ComposedPrompt {
  readonly subject: Subject;
  /** `flowmcp/4.x.y` */
  readonly version: string;
  /** Set if the selection's size caps the grade below the limit of its tier. */
  readonly maxGrade?: 'B';
  /** Hashes of the shared lists its tests used. */
  readonly lists?: ListHashes;
}

/** A run before it is written, for a provider or a selection. */
export interface RunPlan {
  /** Prefix of task ids: the namespace or the selection. */
  readonly name: string;
  /** The target in a few words, e.g. `namespace defillama`. */
  readonly what: string;
  /** The persona that grades the areas that ask for one; recorded with every answer (decision D3). */
  readonly persona: Persona;
  readonly entryPoint: EntryPointInput['target'];
  /** In the order they are asked. */
  readonly subjects: readonly PlannedSubject[];
  /** The About that graded answers rest on, relative to the island. */
  readonly domainDocId?: string;
}
