import { defineSelectionFinding } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'about-section-missing',
  code: 'ABT-010',
  severity: 'warning',
  text: 'the About has no section "{section}": {found}',
  hint: 'Add a heading "{section}" with text under it. Until all seven sections are there, domain conformance cannot be graded.',
  areas: ['about-selection', 'selection-aggregate'],
  why: 'The About of a selection is its domain knowledge. Its members are held against seven sections, and what is not written down can not be held against (grading spec 10).',
  check: ({ about }) =>
    about
      ? about.missing.map(({ section, line }) => ({
          file: about.file,
          position: line === undefined ? undefined : { line, column: 1 },
          args: {
            section,
            found: line === undefined ? 'no such heading is there' : 'nothing stands under its heading',
          },
        }))
      : [],
  examples: {
    pass: {
      about: [
        '# 1. Identity\n\nChains and coins.\n',
        '## Shared Lists:\n\n- `evmChains`\n',
        '## CONVENTIONS\n\nLower case.\n',
        '### Forbidden Conventions\n\nNo long chain names.\n',
        '## Use Cases\n\nBuy or hold.\n',
        '## Personas Reference & Lens\n\ndecision-maker\n',
        '## Aging Rule\n\n60 days.\n',
      ].join('\n'),
    },
    fail: {
      about: [
        '# Identity\n\nChains and coins.\n',
        '## Shared Lists\n\nNo list is shared.\n',
        '## Forbidden Conventions\n\nNo long chain names.\n',
        '## Use Cases\n\nBuy or hold.\n',
        '## Personas Reference and Lens\n\ndecision-maker\n',
        '## Aging Rule\n\n60 days.\n',
      ].join('\n'),
    },
  },
});
