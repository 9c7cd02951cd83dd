import type { ErrorCodeRow } from '../../problems/error-code.js';

/** What a run needs from the About of a selection (grading specification, chapters 10 and 12). */
export const selectionAboutCodes = {
  'PER-001': {
    severity: 'error',
    text: '"{persona}" is no base persona, and no lens that the About of the selection defines: {reason}',
    hint: 'Name one of {bases}; or define the lens in the section "Personas Reference and Lens" of the About, in a line such as "`{persona}` – lens over `decision-maker`".',
  },
  'PER-002': {
    severity: 'error',
    text: 'there is no lens "{lens}" over {base}; there are {known}',
    hint: 'Name one of them with --persona ‹base›--‹lens›, or define the lens in the section "Personas Reference and Lens" of the selection\'s About.',
  },
} satisfies Record<string, ErrorCodeRow>;
