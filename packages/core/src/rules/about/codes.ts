import type { ErrorCodeRow } from '../../problems/error-code.js';

/**
 * Codes about the About of a namespace (grading specification, chapter 11). All are warnings: a schema is never refused
 * because of its About; the node stays ungraded until there is one.
 */
export const aboutCodes = {
  'ABT-001': {
    severity: 'warning',
    text: 'resources.about has {member} {found}; {expected} was expected',
    hint: 'A resource named "about" is reserved for the About: declare it as Markdown beside the schema, or give the resource another name.',
  },
  'ABT-002': {
    severity: 'warning',
    text: 'the About is declared, but its file is missing',
    hint: 'Write the file, or correct resources.about.name; without it the About is not graded and the namespace stays partial.',
  },
  'ABT-003': {
    severity: 'warning',
    text: 'the About cannot be used: {reason}',
    hint: 'Put a regular file without keys in the resources folder beside the schema.',
  },
  'ABT-008': {
    severity: 'warning',
    text: 'the About is larger than {limit} bytes',
    hint: 'Shorten it: people and models read an About as a whole.',
  },
  'ABT-005': {
    severity: 'warning',
    text: 'the About contains {found}; UTF-8 text was expected',
    hint: 'Save it as UTF-8 Markdown that says what the namespace can and cannot do.',
  },
  'ABT-006': {
    severity: 'warning',
    text: 'resources.about.name is {found}; expected a .md file name made of letters, digits, ".", "_" and "-"',
    hint: 'Write `name: "{expected}"`.',
  },
  'ABT-007': {
    severity: 'warning',
    text: 'the About is named "{found}"; "{expected}" was expected',
    hint: 'Rename the file and the declaration; the text is used anyway.',
  },
} satisfies Record<string, ErrorCodeRow>;

/** Codes about personas in the About of a selection (grading specification, chapters 10 and 12). */
export const selectionAboutCodes = {
  'PER-001': {
    severity: 'error',
    text: '"{persona}" is neither a base persona nor a lens that the About of the selection defines: {reason}',
    hint: 'Name one of {bases}, or define the lens in the section "Personas Reference and Lens" of the About, in a line such as "`{persona}` – lens over `decision-maker`".',
  },
  'PER-002': {
    severity: 'error',
    text: 'there is no lens "{lens}" over {base}; the known ones are {known}',
    hint: 'Name one of them with --persona ‹base›--‹lens›, or define the lens in the section "Personas Reference and Lens" of the About of the selection.',
  },
} satisfies Record<string, ErrorCodeRow>;
