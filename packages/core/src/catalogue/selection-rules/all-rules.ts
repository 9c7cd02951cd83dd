import { selectionContentRules } from './contents.js';
import { selectionIdentityRules } from './identity.js';
import { selectionMemberRules } from './members.js';
import { selectionDataRules, selectionModuleRules } from './module.js';
import type { SelectionRule } from './rule.js';
import { selectionSkillRules } from './skills.js';

/** Rules that hold for the file, whatever it holds. */
export const RULES_FOR_SELECTION_MODULES: readonly SelectionRule[] = selectionModuleRules;

/** Rules that need the selection to be an object. */
export const RULES_FOR_SELECTIONS: readonly SelectionRule[] = [
  ...selectionContentRules,
  ...selectionIdentityRules,
  ...selectionMemberRules,
  ...selectionSkillRules,
  ...selectionDataRules,
];
