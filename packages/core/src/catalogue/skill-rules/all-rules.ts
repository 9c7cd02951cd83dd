import { skillContentRules } from './content.js';
import { skillIdentityRules } from './identity.js';
import { skillInputRules } from './input.js';
import { skillDataRules, skillModuleRules } from './module.js';
import { skillRequiresRules } from './requires.js';
import type { SkillRule } from './rule.js';
import { skillShapeRules } from './shape.js';

/** Rules that hold for the module, whatever it exports. */
export const RULES_FOR_SKILL_MODULES: readonly SkillRule[] = skillModuleRules;

/** Rules that need `skill` to be an object. */
export const RULES_FOR_SKILLS: readonly SkillRule[] = [
  ...skillIdentityRules,
  ...skillShapeRules,
  ...skillInputRules,
  ...skillRequiresRules,
  ...skillContentRules,
  ...skillDataRules,
];
