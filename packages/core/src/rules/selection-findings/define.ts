import type { ErrorCodeRow } from '../../problems/error-code.js';
import type { AreaId } from '../../spec/vocabulary.js';
import type { SelectionFindingRule, SkillFacts } from '../selection-finding.js';
import { selectionFindingCodes } from '../selection-finding-codes.js';

/** A deterministic finding of a selection (spec 10–13). Severity and remedy are those of its code; one rule has one code. */
export function defineSelectionFinding(
  rule: Omit<SelectionFindingRule, 'code' | 'severity' | 'fix'> & {
    readonly code: keyof typeof selectionFindingCodes;
  },
): SelectionFindingRule {
  const { severity, hint }: ErrorCodeRow = selectionFindingCodes[rule.code];
  return { ...rule, severity, fix: hint };
}

export const SKILL_AREAS: readonly AreaId[] = [
  'selection-skills-L1',
  'selection-skills-L2',
  'selection-skills-L3',
];

export function skillsOfLevel(skills: readonly SkillFacts[], level: SkillFacts['level']): SkillFacts[] {
  return skills.filter((skill) => skill.level === level);
}
