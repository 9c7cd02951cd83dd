import { SKILL_TYPES } from '../../spec/skill.js';
import { describeFound, isText, memberOf } from '../schema/schema-members.js';
import type { SkillRule } from './rule.js';

const NAME = /^[a-z][a-z0-9-]{0,63}$/;
const LEVEL_PREFIX = /^l[1-3](?=-|$)/;
const VERSION = 'flowmcp/4.0.0';
/** Of the third version; chapter 14 accepts it with a warning, chapter 09 does not speak of it. */
const LEGACY_VERSION = 'flowmcp-skill/1.0.0';
const LONGEST_DESCRIPTION = 1024;
const TYPES: ReadonlySet<unknown> = new Set(SKILL_TYPES);

/** Name, version, type and the texts every skill has (Schemas-Spec 14, Required Fields). */
export const skillIdentityRules: readonly SkillRule[] = [
  {
    codes: ['SKL002', 'SKL003', 'GATE-016'],
    check({ skill, skillName }, report) {
      const name = memberOf(skill, 'name');
      if (typeof name !== 'string' || !NAME.test(name)) {
        report('SKL002', ['name'], { found: describeFound(name) });
        return;
      }
      if (name !== skillName) report('SKL003', ['name'], { name, expected: skillName });
      const prefix = LEVEL_PREFIX.exec(name)?.[0];
      if (prefix !== undefined) report('GATE-016', ['name'], { name, prefix });
    },
  },
  {
    codes: ['SKL004', 'GATE-010'],
    check({ skill }, report) {
      const version = memberOf(skill, 'version');
      if (version === LEGACY_VERSION) report('GATE-010', ['version'], { found: version });
      else if (version !== VERSION) report('SKL004', ['version'], { found: describeFound(version) });
    },
  },
  {
    // Chapter 14 calls type and whenToUse required, no rule of chapter 09 asks for them, and the folder
    // tells the type: what is missing is a warning, what contradicts the place is an error.
    codes: ['GATE-011', 'GATE-012', 'GATE-013'],
    check({ skill, scope }, report) {
      const type = memberOf(skill, 'type');
      if (type === undefined) report('GATE-011', ['type'], { expected: scope.kind });
      else if (type !== scope.kind) {
        const found = TYPES.has(type) ? `the type of another place, ${type}` : describeFound(type);
        report('GATE-012', ['type'], { found, expected: scope.kind });
      }
      if (memberOf(skill, 'whenToUse') === undefined) report('GATE-013', ['whenToUse']);
    },
  },
  {
    codes: ['SKL007'],
    check({ skill }, report) {
      const description = memberOf(skill, 'description');
      if (!isText(description)) {
        report('SKL007', ['description'], { found: describeFound(description) });
        return;
      }
      const length = [...description].length;
      if (length > LONGEST_DESCRIPTION) report('SKL007', ['description'], { found: `${length} characters` });
    },
  },
  {
    codes: ['SKL010', 'SKL011'],
    check({ skill }, report) {
      for (const [code, key] of [
        ['SKL010', 'content'],
        ['SKL011', 'output'],
      ] as const) {
        const value = memberOf(skill, key);
        if (!isText(value)) report(code, [key], { found: describeFound(value) });
      }
    },
  },
  {
    codes: ['GATE-015'],
    check({ skill, scope }, report) {
      const level = memberOf(skill, 'level');
      // A selection skill has one; what it says there is read when the selection is graded (spec 13).
      if (scope.kind === 'selection') return;
      if (level !== undefined) report('GATE-015', ['level'], { found: describeFound(level) });
    },
  },
];
