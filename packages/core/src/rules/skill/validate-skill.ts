import type { Problem } from '../../problems/problem.js';
import type { ModuleReading } from '../../sources/logic/module-reading.js';
import { judgeModule } from '../judge-module.js';
import { isObject, memberOf } from '../schema/schema-members.js';
import { parsePlaceholders } from './placeholders.js';
import { skillRules } from './registry.generated.js';
import type { SkillRuleInput } from './rule.js';
import type { SkillScope } from './scope.js';

export interface ValidateSkillInput {
  /** Read with `skill` as the only export name, or by `readInlineSkill` for a skill inside a selection. */
  readonly reading: ModuleReading;
  /** File name shown in messages. */
  readonly file: string;
  /** Base name of the file without extension, or the name under which a selection registers it. */
  readonly skillName: string;
  /** Everything the skill may refer to; made by `buildSkillScope` or `buildSelectionSkillScope`. */
  readonly scope: SkillScope;
  /** Warnings become errors. */
  readonly strict?: boolean | undefined;
}

/**
 * The gate for a skill of a namespace or a selection: lists every problem of its module. The rules are those of
 * Schemas-Spec 4.2.0, chapters 09, 14 and 18, and of the grading specification, chapter 13.
 *
 * @returns problems with file, path below the export, line and column (1-based), in source
 *   order; the skill passes, and is a SkillSource, iff none has the severity `error`
 */
export function validateSkill({
  reading,
  file,
  skillName,
  scope,
  strict = false,
}: ValidateSkillInput): Problem[] {
  const { value } = reading;
  const skill = isObject(value) ? value : {};
  const content = memberOf(skill, 'content');
  const placeholders = typeof content === 'string' ? parsePlaceholders(content) : [];
  const input: SkillRuleInput = { reading, skill, skillName, scope, placeholders };
  return judgeModule({ reading, file, root: 'skill', strict, rules: skillRules, input });
}
