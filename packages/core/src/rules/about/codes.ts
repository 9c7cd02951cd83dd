import type { ErrorCodeRow } from '../../problems/error-code.js';

/**
 * Codes about the About of a namespace (grading specification, chapter 11). All are warnings: a schema is never refused
 * because of its About; the node stays ungraded until there is one.
 */
export const aboutCodes = {
  'ABT-001': {
    severity: 'warning',
    text: 'resources.about has {member} {found}; {expected} was expected',
    hint: 'The name is reserved for the About: declare it as Markdown beside the schema, or name the resource otherwise.',
  },
  'ABT-002': {
    severity: 'warning',
    text: 'the About is declared, but its file is missing',
    hint: 'Write the file, or correct resources.about.name; without it the About is not graded and the namespace stays partial.',
  },
  'ABT-003': {
    severity: 'warning',
    text: 'the file of the About is not taken: {reason}',
    hint: 'Put a plain file into the resources folder beside the schema.',
  },
  'ABT-004': {
    severity: 'warning',
    text: 'the About is larger than {limit} bytes',
    hint: 'An About is read by people and models as a whole: shorten it.',
  },
  'ABT-005': {
    severity: 'warning',
    text: 'the About holds {found}; UTF-8 text was expected',
    hint: 'Save it as UTF-8 Markdown that says what the namespace can and can not do.',
  },
  'ABT-006': {
    severity: 'warning',
    text: 'resources.about.name is {found}; the name of a .md file of letters, digits, ".", "_" and "-" was expected',
    hint: 'Write `name: "{expected}"`.',
  },
  'ABT-007': {
    severity: 'warning',
    text: 'the About is named "{found}"; "{expected}" was expected',
    hint: 'Rename the file and the declaration; the text is taken all the same.',
  },
} satisfies Record<string, ErrorCodeRow>;

/** Codes about personas in the About of a selection (grading specification, chapters 10 and 12). */
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
