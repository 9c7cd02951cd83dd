import { defineSelectionFinding } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'lens-unclear',
  code: 'ABT-014',
  severity: 'warning',
  text: 'what the About says about {lenses} defines no lens: {reason}',
  hint: 'Give each lens a line of its own with one base persona, such as "`{first}` – lens over `decision-maker`".',
  areas: ['about-selection'],
  why: 'A lens refines exactly one base persona. Where the About leaves open which, no run can grade with it (grading spec 12).',
  check: ({ about }) =>
    about
      ? about.unclearLenses.map(({ lenses, line, reason }) => ({
          file: about.file,
          position: { line, column: 1 },
          args: { lenses: lenses.join(', '), first: lenses[0] ?? '', reason },
        }))
      : [],
  examples: {
    pass: { about: '## Personas Reference and Lens\n\n- crypto-trader (decision-maker)\n- ai-engineer\n' },
    fail: {
      about: '## Personas Reference and Lens\n\n- `crypto-trader`: decision-maker and ai-engineer in one.\n',
    },
  },
});
