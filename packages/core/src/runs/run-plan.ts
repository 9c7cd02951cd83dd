import type { Persona } from '../spec/vocabulary.js';
import type { ListHashes } from '../target/logic/provider-lists.js';
import type { Subject } from '../target/logic/subjects.js';
import type { ComposedPrompt } from './compose-prompt.js';
import type { EntryPointInput } from './logic/prompts/entry-point.js';

/** One subject that is asked about, with everything that is known of it. */
export interface PlannedSubject extends ComposedPrompt {
  readonly subject: Subject;
  /** `flowmcp/4.x.y` */
  readonly version: string;
  /** Where the selection's size caps the grade below what its tier allows. */
  readonly maxGrade?: 'B';
  /** Hashes of the shared lists its tests were made with. */
  readonly lists?: ListHashes;
}

/** A run before it is written, whichever flow it belongs to. */
export interface RunPlan {
  /** What task ids begin with: the namespace or the selection. */
  readonly name: string;
  /** The target in a few words, e.g. `namespace defillama`. */
  readonly what: string;
  /** Who grades where an area asks for a persona; recorded with every answer (decision D3). */
  readonly persona: Persona;
  readonly entryPoint: EntryPointInput['target'];
  /** In the order they are asked. */
  readonly subjects: readonly PlannedSubject[];
  /** About that graded answers rest on, relative to the island. */
  readonly domainDocId?: string;
}
