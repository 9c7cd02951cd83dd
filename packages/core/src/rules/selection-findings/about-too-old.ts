import { defineSelectionFinding } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'about-too-old',
  code: 'ABT-011',
  severity: 'warning',
  text: 'the About is {age} days old; by {source} it holds for {days} days',
  hint: 'Review it, update it and import it again.',
  areas: ['about-selection', 'selection-aggregate'],
  why: 'What a domain agrees on changes. After the time that the About itself states, 90 days unless it does, somebody has to look at it again (grading spec 10).',
  check({ about }) {
    if (!about || about.ageDays <= about.validity.days) return [];
    const { days, line, stated } = about.validity;
    return [
      {
        file: about.file,
        position: line === undefined ? undefined : { line, column: 1 },
        args: {
          age: Math.floor(about.ageDays),
          days,
          source: stated.length > 0 ? 'its section "Aging Rule"' : 'default',
        },
      },
    ];
  },
  examples: {
    pass: { about: '## Aging Rule\n\nThis holds for 60 days.\n', aboutAge: 60 },
    fail: { about: '## Aging Rule\n\nThis holds for 8 weeks.\n', aboutAge: 57 },
  },
});
