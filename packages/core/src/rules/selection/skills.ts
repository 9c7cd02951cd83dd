import type { Report } from '../schema/rule.js';
import { describeFound, isObject, memberOf } from '../schema/schema-members.js';
import { checkReference } from './members.js';
import type { SelectionRule, SelectionRuleInput } from './rule.js';
import { listSkillEntries, pathInFolder, type SkillEntry, skillNameOf } from './skill-entries.js';

/** Schemas-Spec 14, Validation Rules. */
export const MOST_SKILLS = 4;
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** How a selection registers its skills (Schemas-Spec 14, Skill Registration, and 09). */
export const selectionSkillRules: readonly SelectionRule[] = [
  {
    codes: ['SEL-013', 'SKL018'],
    check({ selection }, report) {
      const value = memberOf(selection, 'skills');
      if (value === undefined) return;
      if (!Array.isArray(value) && !isObject(value)) {
        const expected = 'a list, or an object, of skills';
        report('SEL-013', ['skills'], { member: 'skills', found: describeFound(value), expected });
      }
      const count = listSkillEntries(selection).length;
      if (count > MOST_SKILLS) report('SKL018', ['skills'], { count });
    },
  },
  {
    codes: [
      ...(['SEL004', 'SEL-013', 'SEL-016', 'SEL-018', 'SEL-019', 'VAL110', 'ID002', 'ID003'] as const),
      ...(['ID004', 'ID005', 'SKL002', 'SKL016', 'SKL017'] as const),
    ],
    check(input, report) {
      const names = new Set<string>();
      for (const entry of listSkillEntries(input.selection)) {
        const name = checkEntry(entry, input, report);
        if (name === null) continue;
        if (names.has(name)) report('SEL-018', entry.path, { name });
        names.add(name);
      }
    },
  },
  {
    codes: ['SEL-023'],
    check({ selection, skillPaths = [], ownsFolder }, report) {
      if (!ownsFolder) return;
      const named = new Set(listSkillEntries(selection).map(pathOf));
      for (const path of skillPaths) if (!named.has(path)) report('SEL-023', ['skills'], { path });
    },
  },
];

/** Path of the file that an entry names, from the folder of the selection; null where it names none below it. */
export function pathOf(entry: SkillEntry): string | null {
  if (entry.kind === 'file') return typeof entry.file === 'string' ? pathInFolder(entry.file) : null;
  const isName = entry.kind === 'reference' && !entry.text.includes('/');
  return isName ? `skills/${entry.text}.mjs` : null;
}

/** The name a skill of the selection's own has in it; null for a reference to one of a namespace, and for what is none. */
export function registeredName(entry: SkillEntry): string | null {
  if (entry.kind === 'inline') {
    const name = entry.key ?? memberOf(entry.skill, 'name');
    return typeof name === 'string' ? name : null;
  }
  const path = pathOf(entry);
  if (path === null) return null;
  return (entry.kind === 'file' ? entry.key : null) ?? skillNameOf(path).name;
}

/** The name the skill gets in the selection; null where it gets none. */
function checkEntry(entry: SkillEntry, input: SelectionRuleInput, report: Report): string | null {
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
  report: Report,
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

function checkFile(entry: SkillEntry, name: string, input: SelectionRuleInput, report: Report): string {
  const path = pathOf(entry);
  if (path !== null && input.skillPaths && !input.skillPaths.includes(path)) {
    report('SKL017', entry.kind === 'file' ? entry.filePath : entry.path, { path });
  }
  return name;
}

function checkInline(entry: SkillEntry & { kind: 'inline' }, report: Report): string | null {
  const name = entry.key ?? memberOf(entry.skill, 'name');
  const path = entry.key === null ? [...entry.path, 'name'] : entry.path;
  if (!checkName(name, path, report)) return null;
  report('SEL004', entry.path, { name, file: `skills/${name}.mjs` });
  return name;
}

function checkName(name: unknown, path: SkillEntry['path'], report: Report): name is string {
  if (typeof name === 'string' && NAME.test(name)) return true;
  // The Slash-Rule is about keys (chapter 09): a list may hold references.
  if (typeof name === 'string' && name.includes('/')) {
    const expected = 'the name of a skill of the selection itself, without slashes,';
    report('VAL110', path, { found: describeFound(name), list: 'skills', expected });
  } else report('SKL002', path, { found: describeFound(name) });
  return false;
}
