import type { AreaId } from './vocabulary.js';

/** Fields of a member that a selection may override (spec 16); overrides are kept but not graded. */
export const OVERRIDABLE = ['name', 'description'] as const;
export type MemberOverride = Readonly<Partial<Record<(typeof OVERRIDABLE)[number], string>>>;

export interface SelectionMember {
  readonly schemaId: string;
  readonly override?: MemberOverride;
}

/**
 * A selection in the island: the neutral definition of spec 16. It holds no hash and no time, so that the
 * same definition always has the same selectionHash.
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
  /** Base personas or lenses; the first one grades unless a run chooses another. */
  readonly personaIds: readonly string[];
  /** Each is named `<namespace>.<schema>`, as in the source. */
  readonly members: readonly SelectionMember[];
  /** At most four (SKL018). The path is relative to the selection's folder and carries no version. */
  readonly skills: readonly { readonly file: string }[];
  /** Resources of the selection itself; not graded. */
  readonly resources: readonly unknown[];
  readonly prompts: readonly unknown[];
  /**
   * The references in the source to single parts of providers, each with the members that it stands for; for example,
   * `<namespace>/tool/<name>` stands for `<namespace>.<schema>`. They are not part of the selectionHash, because
   * schemas are graded as a whole (decision 0074).
   */
  readonly references?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The seven sections of domain knowledge that a selection's About must have (spec 10), in order. */
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

/** Area that grades the selection skills of a level (spec 05). */
export const AREA_OF_LEVEL = {
  L1: 'selection-skills-L1',
  L2: 'selection-skills-L2',
  L3: 'selection-skills-L3',
} as const satisfies Record<'L1' | 'L2' | 'L3', AreaId>;

/** The name of a skill in a definition: `skills/<skill>.mjs`, independent of its newest snapshot. */
export function skillName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.mjs$/, '');
}
