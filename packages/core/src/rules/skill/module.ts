import { visitNoJson } from '../schema/data.js';
import { describeFound, isObject } from '../schema/schema-members.js';
import type { SkillRule } from './rule.js';

/** What the module exports. */
export const skillModuleRules: readonly SkillRule[] = [
  {
    codes: ['SKL001'],
    check({ reading }, report) {
      if (reading.exportName === null) report('SKL001', [], { found: 'no export of that name' });
      else if (!isObject(reading.value)) report('SKL001', [], { found: describeFound(reading.value) });
    },
  },
  {
    codes: ['SRC-007'],
    check({ reading }, report) {
      for (const { path, key } of reading.duplicateKeys) report('SRC-007', [...path, key], { key });
    },
  },
];

/** The exported object can be hashed. */
export const skillDataRules: readonly SkillRule[] = [
  {
    codes: ['SEC017'],
    check({ skill }, report) {
      visitNoJson(skill, [], (path, found) => report('SEC017', path, { found }));
    },
  },
];
