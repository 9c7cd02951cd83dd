import type { AreaId } from './vocabulary.js';

/** What a selection may call a member by instead of what its schema says (spec 16); kept, and graded by nobody. */
export const OVERRIDABLE = ['name', 'description'] as const;
export type MemberOverride = Readonly<Partial<Record<(typeof OVERRIDABLE)[number], string>>>;

export interface SelectionMember {
  readonly schemaId: string;
  readonly override?: MemberOverride;
}

/**
 * A selection as the island keeps it: the neutral definition of spec 16. No hash and no time stands in it, so that
 * the same definition always has the same selectionHash.
 */
export interface SelectionDefinition {
  /** `[a-z0-9-]+`, the name of its folder. */
  readonly selectionId: string;
  readonly namespace: string;
  readonly name: string;
  /** `flowmcp/4.x.y`. */
  readonly version: string;
  readonly description: string;
  readonly whenToUse: string;
  /** Base personas or lenses; the first one grades unless a run says otherwise. */
  readonly personaIds: readonly string[];
  /** `<namespace>.<schema>`, as written. */
  readonly members: readonly SelectionMember[];
  /** At most four (SKL018); the file is relative to the folder of the selection and carries no version. */
  readonly skills: readonly { readonly file: string }[];
  /** Unique to the selection; not graded. */
  readonly resources: readonly unknown[];
  readonly prompts: readonly unknown[];
  /**
   * What of providers the source names one by one, and the members it stands for, `<namespace>/tool/<name>` to
   * `<namespace>.<schema>`. No part of the selectionHash: schemas are graded as a whole (decision 0074).
   */
  readonly references?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The seven sections that a selection's About has to carry as domain knowledge (spec 10), in their order. */
export const ABOUT_SECTIONS = [
  'Identity',
  'Shared Lists',
  'Conventions',
  'Forbidden Conventions',
  'Use Cases',
  'Personas Reference and Lens',
  'Aging Rule',
] as const;
export type AboutSection = (typeof ABOUT_SECTIONS)[number];

/** Area that grades a selection skill of each level (spec 05). */
export const AREA_OF_LEVEL = {
  L1: 'selection-skills-L1',
  L2: 'selection-skills-L2',
  L3: 'selection-skills-L3',
} as const satisfies Record<'L1' | 'L2' | 'L3', AreaId>;
