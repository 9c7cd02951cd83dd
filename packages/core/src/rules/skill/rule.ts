import type { ModuleReading } from '../../sources/logic/module-reading.js';
import type { Change, Rule, RuleCodes } from '../rule.js';
import type { Placeholder } from './placeholders.js';
import type { NamespaceSkillScope, SkillScope } from './scope.js';

export interface SkillRuleInput {
  readonly reading: Omit<ModuleReading, 'problems'>;
  /** The exported object, unvalidated; empty if it is not an object. */
  readonly skill: Readonly<Record<string, unknown>>;
  /** Base name of the file, or the name under which a selection registers it. */
  readonly skillName: string;
  readonly scope: SkillScope;
  /** Placeholders in the content; none if the content is not a string. */
  readonly placeholders: readonly Placeholder[];
}

/** A change to the skill of `test/rules/skill/good-skill.ts`. */
export interface SkillChange extends Change {
  /** Appended to the content. */
  readonly say?: string;
  readonly skillName?: string;
  readonly scope?: Partial<NamespaceSkillScope>;
}

/** Defines one topic of the gate for skills. */
export function defineSkillRule<const Codes extends RuleCodes<SkillChange>>(
  rule: Rule<SkillRuleInput, SkillChange, Codes>,
): Rule<SkillRuleInput, SkillChange, Codes> {
  return rule;
}
