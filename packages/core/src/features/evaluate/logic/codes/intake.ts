import type { ErrorCodeRow } from '../../../../problems/error-code.js';

/**
 * Reading and importing sources. The SRC codes give the reason why a module could not be read; they replace IMP-002 of
 * the reference, which gives none.
 */
export const intakeCodes = {
  'SRC-001': {
    severity: 'error',
    text: 'the module is no valid JavaScript: {reason}',
    hint: 'Correct the syntax at the place given; a file that was cut off ends in the middle of something.',
  },
  'SRC-002': {
    severity: 'error',
    text: 'the value {reason}; only what is written out as a literal can be read without running the module',
    hint: 'Write the value itself: objects, lists, texts, numbers, true, false, null, + and references to constants defined above it. A main that has to be computed is run, apart from everything, by --evaluate sandbox.',
  },
  'SRC-003': {
    severity: 'error',
    text: 'the module goes beyond the limit of {limit}',
    hint: 'Split the schema or shorten it; the limits are there because sources come from anybody.',
  },
  'GATE-004': {
    severity: 'error',
    text: 'the schema has more than {limit} problems; the others are not listed',
    hint: 'Correct those that are listed and validate again.',
  },
  'SRC-004': {
    severity: 'error',
    text: 'the module holds {found}; UTF-8 text was expected',
    hint: 'Save the file as UTF-8.',
  },
  'SRC-005': {
    severity: 'error',
    text: 'the file can not be read ({reason})',
    hint: 'Check that it is there and that you may read it.',
  },
  'SRC-008': {
    severity: 'warning',
    text: 'skills are read from plain files in a plain folder only; this is something else, or a link that leads out of the provider folder',
    hint: 'Put the file itself there.',
  },
  'SRC-009': {
    severity: 'error',
    text: 'handler code writes to {path}: what is served would not be what is graded',
    hint: 'Leave main as it is written. Work on a copy ({ ...main.tools.x }), or compute the value in the stage that needs it.',
  },
  'SRC-010': {
    severity: 'warning',
    text: 'could not tell: {what} writes to {path}, and what is served is then not what is graded',
    hint: 'Leave main as it is written, and import the schema again. Work on a copy, or compute the value in the stage that needs it.',
  },
  'IMP-001': {
    severity: 'error',
    text: 'no schema and no selection found: {found}',
    hint: 'Name a .mjs file, a provider folder with .mjs files (not beginning with _), a selection, or a folder of such folders.',
    exit: 2,
  },
  'IMP-003': {
    severity: 'error',
    text: 'the file name "{name}" can not become a folder of the island',
    hint: 'Use letters, digits, _ and - only, at most 128 of them, before .mjs; no _ at the beginning, not "scores", and nothing that Windows keeps for a device (con, aux, nul, com1 …).',
  },
  'IMP-005': {
    severity: 'error',
    text: 'the schemas of one folder name {count} namespaces: {found}',
    hint: 'One folder is one provider: give all its schemas the same namespace or move the others.',
  },
  'IMP-007': {
    severity: 'error',
    text: 'the tools "{name}" and "{other}" would share one folder of the island',
    hint: 'Rename one of the two; camelCase is the convention.',
  },
  'IMP-008': {
    severity: 'error',
    text: 'the namespace {namespace} was already imported from {other} by this command',
    hint: 'One folder is one provider: put all schemas of {namespace} into one folder. Importing the two one after the other would retire what the first one brought.',
  },
  'IMP-009': {
    severity: 'warning',
    text: 'the schema {schema} declares an About too; that of {first} is the one of the namespace',
    hint: 'A namespace has one About: keep it in one schema.',
  },
  'IMP-010': {
    severity: 'error',
    text: 'the endpoint baseline can not be used: {reason}',
    hint: 'Write { "source": "https://docs…", "endpoints": [{ "method": "GET", "path": "/items", "justification"?: "why there is no tool" }] }.',
  },
  'IMP-011': {
    severity: 'error',
    text: 'this lies in the island itself, where snapshots are kept',
    hint: 'Import from the folder the sources are written in; "flowmcp grading export" hands schemas out.',
    exit: 2,
  },
  'IMP-012': {
    severity: 'error',
    text: 'the selection {selection} was already imported from {other} by this command',
    hint: 'An id belongs to one selection: give one of the two another `selectionId`, or leave one of the paths out.',
  },
  'IMP-013': {
    severity: 'error',
    text: 'the selection {selection} of the island belongs to the namespace {owner}, this one to {namespace}',
    hint: 'Give this one a `selectionId` of its own. If it is the same selection and its namespace has changed, remove selections/{selection} from the island first: its grades were given to the other.',
  },
  'IMP-014': {
    severity: 'warning',
    text: 'the selection {selection} says itself that it is for {own}; {given} of --persona is not taken over',
    hint: 'Change `personaIds` of the selection if it is wrong, or leave --persona out: it is for selections that name nobody.',
  },
  'IMP-015': {
    severity: 'error',
    text: 'the {what} "{name}" and "{other}" differ only in case or in how their letters are composed',
    hint: 'On many disks one of the two would take the place of the other: give one another name.',
  },
  'IMP-016': {
    severity: 'error',
    text: 'this import would retire schemas of {namespace} that have a grade: {schemas}',
    hint: 'Nothing of {namespace} was written. Put the missing files back into the folder, or import with --retire if these schemas are to go.',
  },
  'IMP-017': {
    severity: 'warning',
    text: 'it is named more than a day ahead of the clock, {clock}, and is set aside: the import was made as if it were not there',
    hint: 'Check the clock of this machine. Where it is right, move the file out of the island, or leave it: it counts when its time comes. "flowmcp grading verify" finds all of them.',
  },
} satisfies Record<string, ErrorCodeRow>;
