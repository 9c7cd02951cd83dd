import type { ModuleReading } from '../../sources/logic/module-reading.js';
import type { Change, Rule, RuleCodes } from '../rule.js';
import type { Placeholder } from './placeholders.js';
import type { NamespaceSkillScope, SkillScope } from './scope.js';

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

/** To the good skill of `test/rules/skill/good-skill.ts`. */
export interface SkillChange extends Change {
  /** Put at the end of the content. */
  readonly say?: string;
  readonly skillName?: string;
  readonly scope?: Partial<NamespaceSkillScope>;
}

/** One topic of the gate for skills. */
export function defineSkillRule<const Codes extends RuleCodes<SkillChange>>(
  rule: Rule<SkillRuleInput, SkillChange, Codes>,
): Rule<SkillRuleInput, SkillChange, Codes> {
  return rule;
}
