import type { Report } from '../rule.js';
import { describeFound, isObject, memberOf } from '../schema/schema-members.js';
import { rule as skillIdentity } from '../skill/identity.js';
import { rule as contents } from './contents.js';
import { rule as identity } from './identity.js';
import { checkReference, referenceCodes } from './references.js';
import { defineSelectionRule, type SelectionRuleInput } from './rule.js';
import { listSkillEntries, pathInFolder, type SkillEntry, skillNameOf } from './skill-entries.js';

/** Maximum number of skills in a selection (Schemas-Spec 14, Validation Rules). */
export const MOST_SKILLS = 4;
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** Registration of skills in a selection (Schemas-Spec 14, Skill Registration, and 09). */
export const rule = defineSelectionRule({
  codes: {
    SEL004: {
      severity: 'info',
      text: 'the skill "{name}" is defined inside the selection; the rules for skills apply to it, and it becomes the file {file}',
      hint: 'Nothing needs to be done; a file of its own in the skills folder is easier to read.',
      fails: [
        {
          set: {
            'skills.1': { name: 'read-the-tide', content: 'Look.' },
          },
        },
        {
          set: {
            skills: {
              'read-the-tide': { name: 'read-the-tide', content: 'Look.' },
            },
          },
        },
      ],
    },
    SKL002: {
      ...skillIdentity.codes.SKL002,
      fails: [
        {
          set: {
            'skills.1': { name: 'Read the tide', content: 'Look.' },
          },
        },
        { shape: 'tools', set: { 'skills.0': 'Find' } },
      ],
    },
    SKL016: {
      severity: 'error',
      text: 'the file of the skill is {found}; the path of a .mjs file was expected',
      hint: 'Write `file: "./skills/name.mjs"`, relative to the file of the selection.',
      fails: [{ set: { 'skills.1.file': 'skills/plan-a-day.md' } }, { set: { 'skills.1.file': null } }],
    },
    SKL017: {
      severity: 'error',
      text: 'the skill file {path} is missing',
      hint: 'Put the skill there, or correct its name; the path is relative to the folder of the selection.',
      fails: [
        { set: { 'skills.1.file': 'skills/plan-a-week.mjs' } },
        { shape: 'tools', set: { 'skills.0': 'plan-a-week' } },
      ],
    },
    SKL018: {
      severity: 'error',
      text: 'the selection has {count} skills; at most 4 are allowed',
      hint: 'Keep the four that matter most, or split the selection.',
      fails: [
        {
          shape: 'tools',
          set: {
            skills: ['tides/skill/a', 'tides/skill/b', 'tides/skill/c', 'tides/skill/d', 'tides/skill/e'],
          },
        },
        {
          set: {
            skills: [
              'find-a-berth',
              'plan-a-day',
              'a/skill/a',
              'a/skill/b',
              { name: 'read-the-tide', content: 'Look.' },
            ],
          },
          also: ['SEL004'],
        },
      ],
    },
    'SEL-013': {
      ...identity.codes['SEL-013'],
      fails: [
        { set: { skills: 'find-a-berth' } },
        { set: { 'skills.1': null } },
        { set: { skills: { 'find-a-berth': 3 } } },
      ],
    },
    'SEL-016': {
      ...contents.codes['SEL-016'],
      fails: [
        {
          skillPaths: [
            'skills/find-a-berth.mjs',
            'skills/plan-a-day/plan-a-day--2026-05-30T09-00-00Z--0011aabb.mjs',
          ],
          set: { 'skills.1.file': 'skills/plan-a-day/plan-a-day--2026-05-30T09-00-00Z--0011aabb.mjs' },
        },
      ],
    },
    'SEL-018': {
      severity: 'error',
      text: 'two skills of the selection are called "{name}"',
      hint: 'Give one of them another name: a skill is stored under its name.',
      fails: [{ set: { 'skills.1': 'find-a-berth' } }],
    },
    'SEL-019': {
      severity: 'error',
      text: 'the skill file {found} is outside the folder of the selection',
      hint: 'Copy it into the skills folder beside the selection: everything that belongs to a selection must be in its folder.',
      fails: [
        { set: { 'skills.1.file': '../skills/plan-a-day.mjs' } },
        { set: { 'skills.1.file': '/skills/plan-a-day.mjs' } },
      ],
    },
    'SEL-023': {
      severity: 'warning',
      text: 'the skill file {path} is not imported: it is beside the selection, but the selection does not name it',
      hint: 'Add it to `skills` of the selection, or move it elsewhere.',
      fails: [{ ownsFolder: true, set: { skills: ['find-a-berth'] } }],
    },
    VAL110: {
      ...referenceCodes.VAL110,
      fails: [
        { set: { skills: { 'a/b': { file: 'skills/find-a-berth.mjs' } } } },
        { set: { skills: { 'tides/skill/a': null } } },
      ],
    },
    ID002: {
      ...referenceCodes.ID002,
      fails: [{ shape: 'tools', set: { 'skills.1': 'Tides/skill/read-a-table' } }],
    },
    ID003: {
      ...referenceCodes.ID003,
      fails: [{ shape: 'tools', set: { 'skills.1': 'tides/tool/getTide' } }],
    },
    ID004: {
      ...referenceCodes.ID004,
      fails: [{ shape: 'tools', set: { 'skills.1': 'tides/skill/' } }],
    },
    ID005: {
      ...referenceCodes.ID005,
      fails: [{ shape: 'tools', set: { 'skills.1': 'tides/read-a-table' } }],
    },
  },
  check(input, report) {
    const { selection, skillPaths = [], ownsFolder } = input;
    const value = memberOf(selection, 'skills');
    if (value !== undefined && !Array.isArray(value) && !isObject(value)) {
      const expected = 'a list or an object of skills';
      report('SEL-013', ['skills'], { member: 'skills', found: describeFound(value), expected });
    }
    const entries = listSkillEntries(selection);
    if (entries.length > MOST_SKILLS) report('SKL018', ['skills'], { count: entries.length });

    const names = new Set<string>();
    for (const entry of entries) {
      const name = checkEntry(entry, input, report);
      if (name === null) continue;
      if (names.has(name)) report('SEL-018', entry.path, { name });
      names.add(name);
    }
    if (!ownsFolder) return;
    const named = new Set(entries.map(pathOf));
    for (const path of skillPaths) if (!named.has(path)) report('SEL-023', ['skills'], { path });
  },
});
type OwnReport = Report<typeof rule.codes>;

/** Path of an entry's file, relative to the selection's folder; null if the entry names no file below that folder. */
export function pathOf(entry: SkillEntry): string | null {
  if (entry.kind === 'file') return typeof entry.file === 'string' ? pathInFolder(entry.file) : null;
  const isName = entry.kind === 'reference' && !entry.text.includes('/');
  return isName ? `skills/${entry.text}.mjs` : null;
}

/**
 * Name of a skill that belongs to the selection; null for anything else, such as a reference to a namespace's skill.
 */
export function registeredName(entry: SkillEntry): string | null {
  if (entry.kind === 'inline') {
    const name = entry.key ?? memberOf(entry.skill, 'name');
    return typeof name === 'string' ? name : null;
  }
  const path = pathOf(entry);
  if (path === null) return null;
  return (entry.kind === 'file' ? entry.key : null) ?? skillNameOf(path).name;
}

/** Checks an entry; returns the name that the skill gets in the selection, or null if it gets none. */
function checkEntry(entry: SkillEntry, input: SelectionRuleInput, report: OwnReport): string | null {
  const { path } = entry;
  switch (entry.kind) {
    case 'unknown': {
      const member = path.map(String).join('.');
      const expected = 'the name of a skill, a reference, { file } or a skill';
      report('SEL-013', path, { member, found: describeFound(entry.value), expected });
      return null;
    }
    case 'reference':
      if (entry.text.includes('/') && !entry.isKey) {
        checkReference({ text: entry.text, type: 'skill', list: 'skills', path }, report);
        return null;
      }
      return checkName(entry.text, path, report) ? checkFile(entry, entry.text, input, report) : null;
    case 'file':
      return checkFileEntry(entry, input, report);
    case 'inline':
      return checkInline(entry, report);
  }
}

function checkFileEntry(
  entry: SkillEntry & { kind: 'file' },
  input: SelectionRuleInput,
  report: OwnReport,
): string | null {
  const { file, filePath, key } = entry;
  if (typeof file !== 'string' || !file.endsWith('.mjs')) {
    report('SKL016', filePath, { found: describeFound(file) });
    return null;
  }
  const path = pathInFolder(file);
  if (path === null) {
    report('SEL-019', filePath, { found: describeFound(file) });
    return null;
  }
  const { name, isSnapshot } = skillNameOf(path);
  if (isSnapshot) report('SEL-016', filePath, { member: `the version in ${describeFound(file)}` });
  return checkName(key ?? name, entry.path, report) ? checkFile(entry, key ?? name, input, report) : null;
}

function checkFile(entry: SkillEntry, name: string, input: SelectionRuleInput, report: OwnReport): string {
  const path = pathOf(entry);
  if (path !== null && input.skillPaths && !input.skillPaths.includes(path)) {
    report('SKL017', entry.kind === 'file' ? entry.filePath : entry.path, { path });
  }
  return name;
}

function checkInline(entry: SkillEntry & { kind: 'inline' }, report: OwnReport): string | null {
  const name = entry.key ?? memberOf(entry.skill, 'name');
  const path = entry.key === null ? [...entry.path, 'name'] : entry.path;
  if (!checkName(name, path, report)) return null;
  report('SEL004', entry.path, { name, file: `skills/${name}.mjs` });
  return name;
}

function checkName(name: unknown, path: SkillEntry['path'], report: OwnReport): name is string {
  if (typeof name === 'string' && NAME.test(name)) return true;
  // The Slash-Rule applies only to keys (chapter 09), because a list may hold references.
  if (typeof name === 'string' && name.includes('/')) {
    const expected = 'the name of a skill of the selection itself (without slashes)';
    report('VAL110', path, { found: describeFound(name), list: 'skills', expected });
  } else report('SKL002', path, { found: describeFound(name) });
  return false;
}
