import { SKILL_TYPES } from '../../spec/skill.js';
import { exportedDataCodes, KEY_IN_COMMENT, visitNoJson } from '../exported-data.js';
import type { Report } from '../rule.js';
import { describeFound, isObject, isText, type Members, memberOf } from '../schema/schema-members.js';
import { defineSkillRule } from './rule.js';
import type { SkillScope } from './scope.js';

const NAME = /^[a-z][a-z0-9-]{0,63}$/;
const LEVEL_PREFIX = /^l[1-3](?=-|$)/;
const VERSION = 'flowmcp/4.0.0';
/**
 * Value of `version` in skills of version 3; chapter 14 accepts it with a warning, and chapter 09 does not mention it.
 */
const LEGACY_VERSION = 'flowmcp-skill/1.0.0';
const LONGEST_DESCRIPTION = 1024;
const TYPES: ReadonlySet<unknown> = new Set(SKILL_TYPES);

/** Exports of the module, and required fields of skills (Schemas-Spec 14, Required Fields). */
export const rule = defineSkillRule({
  codes: {
    SKL001: {
      severity: 'error',
      text: 'the skill module contains {found}; an object exported as "skill" was expected',
      hint: 'Write `export const skill = { … }`.',
      fails: [
        { replace: ['export const skill', 'const skill'] },
        { text: 'export const skill = [];' },
        { text: 'export const skill = null;' },
        { replace: ['const skill', 'const main'] },
      ],
    },
    'SRC-007': {
      ...exportedDataCodes['SRC-007'],
      fails: [{ replace: ['"type":', '"type": "agent", "type":'] }],
    },
    'GATE-025': { ...exportedDataCodes['GATE-025'], fails: [KEY_IN_COMMENT] },
    SEC017: {
      ...exportedDataCodes.SEC017,
      fails: [{ replace: ['"type":', '"weight": 1e999, "type":'] }],
    },
    SKL002: {
      severity: 'error',
      text: 'the name of the skill is {found}; a name of no more than 64 lower-case letters, digits and hyphens, beginning with a letter, was expected',
      hint: 'Name the skill after its task, as in "plan-a-crossing".',
      fails: [
        { set: { name: 'Daily_Report' } },
        { remove: ['name'] },
        { set: { name: '3d-chart' } },
        { set: { name: 'a'.repeat(65) } },
      ],
    },
    SKL003: {
      severity: 'error',
      text: 'the skill is named "{name}", but it is stored as "{expected}"',
      hint: 'Give both the same name: a skill is found by its file, or by the name a selection registers it under.',
      fails: [{ set: { name: 'weekly-report' } }, { skillName: 'weekly-report' }],
    },
    SKL004: {
      severity: 'error',
      text: 'the version of the skill is {found}; "flowmcp/4.0.0" was expected',
      hint: 'Write `version: "flowmcp/4.0.0"`: it is the version of the format, not of the text.',
      fails: [{ remove: ['version'] }, { set: { version: '4.0.0' } }, { set: { version: 'flowmcp/5.0.0' } }],
    },
    SKL007: {
      severity: 'error',
      text: 'the description of the skill is {found}; text of no more than 1024 characters was expected',
      hint: 'Say in a sentence or two what the skill does and returns.',
      fails: [{ remove: ['description'] }, { set: { description: 'a'.repeat(1025) } }],
    },
    SKL010: {
      severity: 'error',
      text: 'the content of the skill is {found}; Markdown text was expected',
      hint: 'Write the steps that an agent should follow.',
      fails: [{ set: { content: ' ' } }, { set: { content: null } }],
    },
    SKL011: {
      severity: 'error',
      text: 'the output of the skill is {found}; text was expected',
      hint: 'Say what the agent delivers at the end.',
      fails: [{ set: { output: '' } }],
    },
    'GATE-010': {
      severity: 'warning',
      text: 'the version "{found}" of the skill belongs to the previous format',
      hint: 'Write `version: "flowmcp/4.0.0"`, and add type and whenToUse.',
      fails: [{ set: { version: 'flowmcp-skill/1.0.0' } }],
    },
    'GATE-011': {
      severity: 'warning',
      text: 'the skill has no type; "{expected}" is assumed from its location',
      hint: 'Write `type: "{expected}"`.',
      fails: [{ remove: ['type'] }],
    },
    'GATE-012': {
      severity: 'error',
      text: 'the type of the skill is {found}; "{expected}" was expected in this folder',
      hint: 'Correct the type, or move the file to the selection or agent it belongs to.',
      fails: [{ set: { type: 'selection' } }, { set: { type: 'namespace-skill' } }, { set: { type: null } }],
    },
    'GATE-013': {
      severity: 'warning',
      text: 'the skill does not say when to use it',
      hint: 'Add `whenToUse`: one sentence on the situation in which an agent should use this skill.',
      fails: [{ remove: ['whenToUse'] }],
    },
    'GATE-015': {
      severity: 'info',
      text: 'the level {found} is ignored: skills of a namespace have none',
      hint: 'Remove it; levels order the skills of a selection.',
      fails: [{ set: { level: 'L1' } }],
    },
    'GATE-016': {
      severity: 'warning',
      text: 'the name "{name}" begins with a level ({prefix})',
      hint: 'Name the skill after its task only; a selection skill states its level in the member "level".',
      fails: [
        { skillName: 'l2-report', set: { name: 'l2-report' } },
        { skillName: 'l3', set: { name: 'l3' } },
      ],
    },
  },
  module({ reading: { exportName, value, duplicateKeys, keyForms } }, report) {
    if (exportName === null) report('SKL001', [], { found: 'no export named "skill"' });
    else if (!isObject(value)) report('SKL001', [], { found: describeFound(value) });
    for (const { path, key } of duplicateKeys) report('SRC-007', [...path, key], { key });
    for (const where of keyForms) report('GATE-025', { where });
  },
  check({ skill, skillName, scope }, report) {
    visitNoJson(skill, [], (path, found) => report('SEC017', path, { found }));

    const name = memberOf(skill, 'name');
    if (typeof name === 'string' && NAME.test(name)) {
      if (name !== skillName) report('SKL003', ['name'], { name, expected: skillName });
      const prefix = LEVEL_PREFIX.exec(name)?.[0];
      if (prefix !== undefined) report('GATE-016', ['name'], { name, prefix });
    } else report('SKL002', ['name'], { found: describeFound(name) });

    const version = memberOf(skill, 'version');
    if (version === LEGACY_VERSION) report('GATE-010', ['version'], { found: version });
    else if (version !== VERSION) report('SKL004', ['version'], { found: describeFound(version) });

    checkPurpose(skill, scope.kind, report);
    checkTexts(skill, report);
    const level = memberOf(skill, 'level');
    // A selection skill has a level, which is checked when the selection is graded (spec 13).
    if (level === undefined || scope.kind === 'selection') return;
    report('GATE-015', ['level'], { found: describeFound(level) });
  },
});
type OwnReport = Report<typeof rule.codes>;

/**
 * Chapter 14 requires type and whenToUse, but no rule of chapter 09 does, and the folder implies the type. So it is a
 * warning if either is missing, and an error if the type contradicts the place.
 */
function checkPurpose(skill: Members, expected: SkillScope['kind'], report: OwnReport): void {
  const type = memberOf(skill, 'type');
  if (type === undefined) report('GATE-011', ['type'], { expected });
  else if (type !== expected) {
    const found = TYPES.has(type) ? `${describeFound(type)}, which belongs elsewhere` : describeFound(type);
    report('GATE-012', ['type'], { found, expected });
  }
  if (memberOf(skill, 'whenToUse') === undefined) report('GATE-013', ['whenToUse']);
}

function checkTexts(skill: Members, report: OwnReport): void {
  const description = memberOf(skill, 'description');
  const length = isText(description) ? [...description].length : 0;
  if (!isText(description)) report('SKL007', ['description'], { found: describeFound(description) });
  else if (length > LONGEST_DESCRIPTION) report('SKL007', ['description'], { found: `${length} characters` });
  const content = memberOf(skill, 'content');
  if (!isText(content)) report('SKL010', ['content'], { found: describeFound(content) });
  const output = memberOf(skill, 'output');
  if (!isText(output)) report('SKL011', ['output'], { found: describeFound(output) });
}
