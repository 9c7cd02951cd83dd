import { defineSelectionFinding, SKILL_AREAS } from '../selection-finding.js';

const PREFIX = /^l[1-3](?=[-_]|$)/i;

export const finding = defineSelectionFinding({
  id: 'level-in-name',
  code: 'SKC-009',
  severity: 'warning',
  text: 'the name {skill} begins with the level "{prefix}"',
  hint: 'Name the skill after its task only; the member level states its level.',
  areas: [...SKILL_AREAS, 'selection-aggregate'],
  why: 'A level can change, a name should not. It stands in the member level only (grading spec 13).',
  check: ({ skills }) =>
    skills.flatMap(({ name, file, at }) => {
      const prefix = PREFIX.exec(name)?.[0];
      return prefix === undefined ? [] : [{ file, position: at.name, args: { skill: name, prefix } }];
    }),
  examples: {
    pass: { skills: [{ name: 'crypto-l1-entry' }, { name: 'l10n-check' }] },
    fail: { skills: [{ name: 'l1-crypto-entry' }] },
  },
});
