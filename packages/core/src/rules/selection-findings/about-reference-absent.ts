import { defineSelectionFinding, skillsOfLevel } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'about-reference-absent',
  code: 'SKC-007',
  severity: 'warning',
  text: 'the topic {skill} (L2) does not refer to the About of {namespaces}',
  hint: 'Add {references} to its content or to requires.resources.',
  areas: ['selection-skills-L2', 'selection-aggregate'],
  why: 'A topic brings namespaces together. What each of them can and can not do stands in its About, so a topic points there (grading spec 13).',
  check: ({ skills, namespaces: all }) =>
    skillsOfLevel(skills, 'L2').flatMap(({ name, namespaces, abouts, file, at }) => {
      // If the skill names no namespaces, it only has to refer to one of the Abouts.
      const isSilent = namespaces.length === 0 && abouts.length === 0;
      const missing = isSilent ? all : namespaces.filter((namespace) => !abouts.includes(namespace));
      if (missing.length === 0) return [];
      const references = missing.map((namespace) => `{{resource:${namespace}/about}}`);
      return [
        {
          file,
          position: at.content,
          args: {
            skill: name,
            namespaces: `${isSilent ? 'any of ' : ''}${missing.join(', ')}`,
            references: references.join(isSilent ? ' or ' : ', '),
          },
        },
      ];
    }),
  examples: {
    pass: {
      namespaces: ['coins', 'pools', 'blocks'],
      skills: [
        {
          name: 'price-trends',
          level: 'L2',
          content:
            '{{tool:coins/tool/price}}, {{resource:coins/about}}. The About pages of `pools` and blocks.',
        },
      ],
    },
    fail: {
      namespaces: ['coins', 'pools'],
      skills: [
        {
          name: 'price-trends',
          level: 'L2',
          content:
            'What `coins` can do is in {{resource:coins/about}}, and all about {{tool:pools/tool/depth}} here.',
        },
      ],
    },
  },
});
