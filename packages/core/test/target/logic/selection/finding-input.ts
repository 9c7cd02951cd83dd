// Builds a whole selection from a short example.

import type { SelectionExample, SelectionFindingInput } from '../../../../src/rules/selection-finding.js';
import { toSelectionSkill } from '../../../../src/target/logic/selection/skills.js';

const NOW = new Date('2026-06-01T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

/** A skill has its own file, and each member its own line. */
export function buildFindingInput(example: SelectionExample): SelectionFindingInput {
  const { about, aboutAge = 0, skills = [], namespaces = [], sharedLists = [] } = example;
  const imported = new Date(NOW.getTime() - aboutAge * DAY).toISOString().slice(0, 19);
  return {
    selectionId: 'crypto',
    aboutDays: 90,
    definition: { namespace: 'crypto-group' },
    about:
      about === undefined
        ? null
        : { text: about, timestamp: `${imported.replaceAll(':', '-')}Z`, file: 'crypto-about.md' },
    skills: skills.map((skill) => {
      const members = Object.keys(skill);
      return toSelectionSkill(
        { content: '', ...skill },
        {
          name: skill.name,
          file: `skills/${skill.name}.mjs`,
          locate: ([member]) => {
            const at = members.indexOf(String(member));
            return at < 0 ? undefined : { line: at + 2, column: 5 };
          },
        },
      );
    }),
    namespaces: namespaces.map((namespace) => ({ namespace, hasAbout: true })),
    sharedLists,
    now: NOW,
  };
}
