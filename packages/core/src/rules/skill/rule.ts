import type { ErrorCode } from '../../problems/error-codes.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import type { Report } from '../schema/rule.js';
import type { Placeholder } from './placeholders.js';
import type { MembersBySchema } from './resolve-reference.js';

/** What a skill of a provider folder may refer to: everything of its own namespace. */
export interface NamespaceSkillScope {
  readonly kind: 'namespace';
  readonly namespace: string;
  readonly tools: MembersBySchema;
  readonly resources: MembersBySchema;
  /** The skills of the folder by file base name, each with the skills its content refers to. */
  readonly skills: Readonly<Record<string, readonly string[]>>;
  /** Shared lists the schemas declare. */
  readonly lists: readonly string[];
}

/** What a skill of a selection may refer to: its members, and the other skills of the selection. */
export interface SelectionSkillScope {
  readonly kind: 'selection';
  /** That owns the selection. */
  readonly namespace: string;
  /** By namespace, what of it belongs to the selection. */
  readonly providers: Readonly<
    Record<
      string,
      {
        readonly tools: MembersBySchema;
        readonly resources: MembersBySchema;
        readonly skills: readonly string[];
      }
    >
  >;
  /** The skills of the selection by name, each with the skills its content refers to. */
  readonly skills: Readonly<Record<string, readonly string[]>>;
  readonly lists: readonly string[];
  /** No member is missing; else what leads nowhere may lead to what is not imported, and nothing is said of it. */
  readonly isComplete: boolean;
}

export type SkillScope = NamespaceSkillScope | SelectionSkillScope;

export interface SkillRuleInput {
  readonly reading: Omit<ModuleReading, 'problems'>;
  /** The exported object as anybody may have written it, a tree; empty where it is no object. */
  readonly skill: Readonly<Record<string, unknown>>;
  /** File base name, or the name a selection registers it under. */
  readonly skillName: string;
  readonly scope: SkillScope;
  /** Of the content; none where that is no text. */
  readonly placeholders: readonly Placeholder[];
}

/** One topic of the gate for skills. A rule never throws, whatever the members hold. */
export interface SkillRule {
  /** Every code the rule can report. */
  readonly codes: readonly ErrorCode[];
  readonly check: (input: SkillRuleInput, report: Report) => void;
}
