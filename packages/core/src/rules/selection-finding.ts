import type { SlotsIn } from '../problems/error-code.js';
import type { Problem } from '../problems/problem.js';
import type { Position } from '../sources/logic/module-reading.js';
import type { AboutSection, SelectionDefinition } from '../spec/selection.js';
import type { SkillLevel, SkillSource } from '../spec/skill.js';
import type { AreaId, BasePersonaId } from '../spec/vocabulary.js';
import type { Filled, FindingRuleHead } from './finding.js';

/** Fields of a skill that findings point to. */
export const SKILL_PLACES = ['name', 'level', 'persona', 'description', 'whenToUse', 'content'] as const;
export type SkillPlace = (typeof SKILL_PLACES)[number];

/** The parts of a selection skill that rules look at. */
export interface SelectionSkill {
  readonly name: string;
  /** null if the skill has no level, or no valid one. */
  readonly level: SkillLevel | null;
  /** null if the skill has no persona focus. */
  readonly persona: NonNullable<SkillSource['persona']> | null;
  /** Empty if the skill has none; the same goes for `whenToUse` and `content`. */
  readonly description: string;
  readonly whenToUse: string;
  readonly content: string;
  /** `requires.tools` and `requires.resources`, as written. */
  readonly tools: readonly string[];
  readonly resources: readonly string[];
  /** Whether `content` has a section about limitations, and how many points such sections list. */
  readonly limitations: { readonly heading: boolean; readonly items: number };
  readonly file: string;
  readonly at: Readonly<Partial<Record<SkillPlace, Position>>>;
}

/** A namespace that contains members of the selection. */
export interface SelectionNamespace {
  readonly namespace: string;
  readonly hasAbout: boolean;
}

/** Everything about one selection that findings are derived from. */
export interface SelectionFindingInput {
  readonly selectionId: string;
  readonly definition: Pick<SelectionDefinition, 'namespace'>;
  /** null if the selection has none, which its status reports instead of a finding. */
  readonly about: {
    readonly text: string;
    /** Timestamp of the snapshot, `YYYY-MM-DDTHH-MM-SSZ`. */
    readonly timestamp: string;
    readonly file: string;
  } | null;
  readonly skills: readonly SelectionSkill[];
  /** Without duplicates. */
  readonly namespaces: readonly SelectionNamespace[];
  /** Names of the lists in the island. */
  readonly sharedLists: readonly string[];
  readonly now: Date;
  /** How long an About stays valid that does not say it. */
  readonly aboutDays: number;
}

/** An explicit reference from one skill to another, see `target/logic/selection/skill-references.ts`. */
export interface SkillReference {
  /** As written. */
  readonly text: string;
  /** Name of the skill it refers to, which may not exist. */
  readonly target: string;
}

/** A skill with what its text reveals about the selection. */
export interface SkillFacts extends SelectionSkill {
  /** Names of the selection's other skills that occur verbatim in its text. */
  readonly names: readonly string[];
  readonly references: readonly SkillReference[];
  /** Namespaces that the skill uses or names; only those that have an About. */
  readonly namespaces: readonly string[];
  /** Namespaces of the selection to whose About the skill refers. */
  readonly abouts: readonly string[];
}

/** Facts about a selection's About, from its seven sections. */
export interface AboutFacts {
  readonly file: string;
  /** Sections that are missing or have no text, in the order of spec 10. */
  readonly missing: readonly {
    readonly section: AboutSection;
    /** Line of the section's heading, if there is one. */
    readonly line?: number;
  }[];
  readonly ageDays: number;
  readonly validity: AboutValidity;
  /** Names of the shared lists that the About refers to, in text order. */
  readonly lists: readonly { readonly name: string; readonly line: number }[];
  readonly lenses: Readonly<Record<string, BasePersonaId>>;
  readonly unclearLenses: readonly UnclearLens[];
}

/** How long an About stays valid. */
export interface AboutValidity {
  readonly days: number;
  /**
   * Line that states the number of days, otherwise the line of the section's heading; absent if there is no such
   * section.
   */
  readonly line?: number;
  /** Every stated duration, in days; empty if the default applies. */
  readonly stated: readonly number[];
}

/** A statement that leaves the base persona of its lenses unclear. */
export interface UnclearLens {
  readonly lenses: readonly string[];
  readonly line: number;
  readonly reason: string;
}

export interface SelectionFacts {
  /** Names of the lists in the island. */
  readonly sharedLists: readonly string[];
  readonly about: AboutFacts | null;
  readonly skills: readonly SkillFacts[];
  /** Namespaces that contain members and have an About. */
  readonly namespaces: readonly string[];
}

/** Place of a finding. */
export interface SelectionFoundPlace {
  readonly file: string;
  /** Default: the beginning of the file. */
  readonly position?: Position | undefined;
  readonly args?: Problem['args'];
}

/** A short selection for an example: the test that runs it fills in the rest of the input. */
export interface SelectionExample {
  readonly about?: string;
  /** Days since the About was imported. */
  readonly aboutAge?: number;
  readonly skills?: readonly (Pick<SkillSource, 'name'> & Partial<SkillSource>)[];
  readonly namespaces?: readonly string[];
  readonly sharedLists?: readonly string[];
}

export interface SelectionFindingRule extends FindingRuleHead {
  readonly check: (facts: SelectionFacts) => readonly SelectionFoundPlace[];
  readonly examples: { readonly pass: SelectionExample; readonly fail: SelectionExample };
}

/** Defines a deterministic finding of a selection (spec 10–13). */
export function defineSelectionFinding<
  const Code extends string,
  const Text extends string,
  const Hint extends string,
>(
  rule: SelectionFindingRule & {
    readonly code: Code;
    readonly text: Text;
    readonly hint: Hint;
    readonly check: (facts: SelectionFacts) => readonly Filled<SelectionFoundPlace, SlotsIn<Text | Hint>>[];
  },
): SelectionFindingRule & { readonly code: Code } {
  return rule;
}

export const SKILL_AREAS: readonly AreaId[] = [
  'selection-skills-L1',
  'selection-skills-L2',
  'selection-skills-L3',
];

export function skillsOfLevel(skills: readonly SkillFacts[], level: SkillFacts['level']): SkillFacts[] {
  return skills.filter((skill) => skill.level === level);
}
