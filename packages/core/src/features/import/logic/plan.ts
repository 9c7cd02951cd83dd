import type { Problem } from '../../../problems/problem.js';
import type { EndpointBaseline } from '../../../rules/finding.js';
import type { MemberList } from '../../../spec/members.js';
import type { SchemaMain } from '../../../spec/schema-main.js';

export interface Planned {
  readonly hash: string;
  /** null: the newest snapshot already has this content. */
  readonly fileName: string | null;
  readonly bytes: Uint8Array;
}

export interface PlannedSchema extends Planned {
  readonly schema: string;
  /** The evaluated value of a computed `main`; null: `main` is read from the bytes. */
  readonly evaluated: SchemaMain | null;
}

export interface RejectedFile {
  readonly file: string;
  readonly errors: readonly Problem[];
  /** Whether the island records that the file does not pass the gate. */
  readonly recorded?: true;
}

export interface PlannedAbout extends Planned {
  readonly schema: string;
}

export interface PlannedSkill extends Planned {
  readonly schema: string;
  readonly skill: string;
}

export interface ImportPlan {
  readonly schemas: readonly PlannedSchema[];
  /**
   * One for every schema that declares an About; the one whose schema comes first by name is the About of the
   * namespace.
   */
  readonly abouts: readonly PlannedAbout[];
  readonly skills: readonly PlannedSkill[];
  /** null: no baseline is recorded. */
  readonly baseline: { readonly fileName: string | null; readonly value: EndpointBaseline } | null;
  readonly rejected: readonly RejectedFile[];
  /** null: membership does not change. */
  readonly members: { readonly fileName: string; readonly list: MemberList } | null;
  readonly warnings: readonly Problem[];
}
