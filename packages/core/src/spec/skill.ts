/** Closed word lists of Schemas-Spec chapter 14 and of chapter 13 of the grading specification. */
export const SKILL_TYPES = ['namespace', 'selection', 'agent'] as const;
export type SkillType = (typeof SKILL_TYPES)[number];

/** The role of a selection skill: signpost, topic or use case. Namespace skills have none (spec 13). */
export const SKILL_LEVELS = ['L1', 'L2', 'L3'] as const;
export type SkillLevel = (typeof SKILL_LEVELS)[number];

export const SKILL_INPUT_TYPES = ['string', 'number', 'boolean', 'enum'] as const;
export type SkillInputType = (typeof SKILL_INPUT_TYPES)[number];

/** The `skill` object of a skill module: typed data, valid only after the SKL rules. */
export interface SkillSource {
  readonly name: string;
  readonly type?: SkillType;
  /** `flowmcp/4.x.y`. */
  readonly version?: string;
  readonly description?: string;
  readonly whenToUse?: string;
  /** The level as the skill states it; it is never derived from the name. */
  readonly level?: SkillLevel;
  readonly requires?: SkillRequirements;
  readonly input?: readonly SkillInput[];
  /** Result of the skill, in words. */
  readonly output?: string;
  /** Markdown with placeholders such as `{{tool:name}}`. */
  readonly content: string;
  /** Persona a selection skill is written for: a base persona, a lens, or both. */
  readonly persona?: string | { readonly basePersonaId: string; readonly lensId?: string };
  /** Calls made before the skill is handed out; `content` includes their answers. */
  readonly prefill?: readonly SkillPrefill[];
}

export interface SkillRequirements {
  readonly tools?: readonly string[];
  readonly resources?: readonly string[];
  /** Abilities outside FlowMCP, e.g. a browser; free text. */
  readonly external?: readonly string[];
}

export interface SkillInput {
  readonly key: string;
  readonly type: SkillInputType;
  readonly description: string;
  readonly required: boolean;
  /** Present if and only if the type is `enum`. */
  readonly values?: readonly string[];
}

export interface SkillPrefill {
  readonly tool: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
