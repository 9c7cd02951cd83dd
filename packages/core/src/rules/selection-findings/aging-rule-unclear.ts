import { defineSelectionFinding } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'aging-rule-unclear',
  code: 'ABT-012',
  severity: 'info',
  text: 'the section "Aging Rule" states {found}; it is read as {days} days',
  hint: 'State one duration, as a number of days, weeks or months: "valid for 60 days".',
  areas: ['about-selection'],
  why: 'The section is there to say how long the About holds. Where it states no duration, or several, its readers disagree on when it is due.',
  check({ about }) {
    if (!about || about.missing.some(({ section }) => section === 'Aging Rule')) return [];
    const { stated, days, line } = about.validity;
    if (stated.length === 1) return [];
    const found =
      stated.length === 0
        ? 'no number of days, weeks or months'
        : `${stated.join(', ')} days beside each other`;
    return [
      {
        file: about.file,
        position: line === undefined ? undefined : { line, column: 1 },
        args: { found, days },
      },
    ];
  },
  examples: {
    pass: { about: '## Aging Rule\n\nHolds for **3** months, that is 90 days.\n' },
    fail: { about: '## Aging Rule\n\nReviewed every six weeks.\n' },
  },
});
