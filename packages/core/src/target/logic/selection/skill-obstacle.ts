import type { SelectionSkill } from '../../../rules/selection-finding.js';

/**
 * Why a selection skill cannot be graded: without a level it belongs to no area, without a persona focus it is invalid
 * (spec 13, Binding Statements 1).
 *
 * @returns the reason for blocking its node, null if there is none
 */
export function skillObstacle({ level, persona }: Pick<SelectionSkill, 'level' | 'persona'>): string | null {
  if (level === null) return 'no level (L1, L2 or L3)';
  return persona === null ? 'no persona focus' : null;
}
