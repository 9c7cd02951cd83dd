import type { ErrorCodeRow } from '../../../problems/error-code.js';

/**
 * Reading and importing sources. The SRC codes say why a module could not be read; they replace IMP-002 of the
 * reference implementation, which gives no reason.
 */
export const importCodes = {
  'SRC-001': {
    severity: 'error',
    text: 'the module is not valid JavaScript: {reason}',
    hint: 'Correct the syntax at the given position; if the file ends abruptly, it may be truncated.',
  },
  'SRC-002': {
    severity: 'error',
    text: 'the value {reason}; only literals can be read without running the module',
    hint: 'Write the value itself. Objects, lists, strings, numbers, true, false, null, + and references to constants defined earlier in the module are allowed. If main has to be computed, --evaluate sandbox runs the module in isolation.',
  },
  'SRC-003': {
    severity: 'error',
    text: 'the file exceeds the limit of {limit}',
    hint: 'Shorten it, or split it if it is a schema; the limits exist because files can come from anyone.',
  },
  'GATE-004': {
    severity: 'error',
    text: 'the schema has more than {limit} problems; the rest are not listed',
    hint: 'Correct those listed and validate again.',
  },
  'SRC-004': {
    severity: 'error',
    text: 'the module contains {found}; expected UTF-8 text',
    hint: 'Save the file as UTF-8.',
  },
  'SRC-005': {
    severity: 'error',
    text: 'the file cannot be read ({reason})',
    hint: 'Check that it exists and that you have permission to read it.',
  },
  'SRC-008': {
    severity: 'warning',
    text: 'skills are read only from plain files in a plain folder; this is something else, or a link that leads outside the provider folder',
    hint: 'Put a plain file or folder in its place.',
  },
  'SRC-009': {
    severity: 'error',
    text: 'handler code writes to {path}, so what is served would not be what is graded',
    hint: 'Leave main unchanged. Work on a copy ({ ...main.tools.x }), or compute the value in the stage that needs it.',
  },
  'SRC-010': {
    severity: 'warning',
    text: 'could not tell: {what} writes to {path}, and what is served is then not what is graded',
    hint: 'Leave main unchanged, and import the schema again. Work on a copy, or compute the value in the stage that needs it.',
  },
  'SRC-011': {
    severity: 'error',
    text: 'a FlowMCP {generation} schema; 4.x is read here{more}',
    hint: 'Use the 4.x schema of this provider if there is one. "flowmcp migrate" shows its changes as a patch, and makes them with --write.',
  },
  'SRC-012': {
    severity: 'info',
    text: '{what}, skipped: {why}',
    hint: 'Nothing has to be done. To skip it without this note, leave it out of the paths.',
  },
  'SRC-013': {
    severity: 'info',
    text: '{what}, skipped: it was written by a grading command and is no source',
    hint: 'Name the files from which it was made. To check an island, use "flowmcp grading verify".',
  },
  'IMP-001': {
    severity: 'error',
    text: 'no schema and no selection found: {found}',
    hint: 'Name a .mjs file, a provider folder with .mjs files (not beginning with _), a selection, or a folder of such folders.',
    exit: 2,
  },
  'IMP-003': {
    severity: 'error',
    text: 'the file name "{name}" cannot be used for a folder of the island',
    hint: 'Use only letters, digits, _ and -, at most 128 of them, before .mjs. The name must not begin with _, be "scores", or be a name that Windows reserves for a device (con, aux, nul, com1 …).',
  },
  'IMP-005': {
    severity: 'error',
    text: 'the schemas in one folder belong to {count} namespaces: {found}',
    hint: 'A folder contains one provider: give all its schemas the same namespace or move the others.',
  },
  'IMP-018': {
    severity: 'error',
    text: 'the tools "{name}" and "{other}" would share one folder in the island',
    hint: 'Rename one of the two; camelCase is the convention.',
  },
  'IMP-019': {
    severity: 'error',
    text: 'the namespace {namespace} already comes from {other}; a command takes it from one folder',
    hint: 'A folder contains one provider: put all schemas of {namespace} into one folder. Importing the two one after the other would retire what the first import added.',
  },
  'IMP-009': {
    severity: 'warning',
    text: 'the schema {schema} also declares an About, but the namespace uses the one of {first}',
    hint: 'A namespace has one About: keep it in one schema.',
  },
  'IMP-010': {
    severity: 'error',
    text: 'the endpoint baseline cannot be used: {reason}',
    hint: 'Write { "source": "https://docs…", "endpoints": [{ "method": "GET", "path": "/items", "justification"?: "why there is no tool" }] }.',
  },
  'IMP-011': {
    severity: 'error',
    text: 'this is inside the island, where snapshots are kept',
    hint: 'Import from the folder where the sources are written; "flowmcp grading export" exports schemas.',
    exit: 2,
  },
  'IMP-012': {
    severity: 'error',
    text: 'the selection {selection} was already imported from {other} by this command',
    hint: 'An id belongs to only one selection: give one of the two another `selectionId`, or leave out one of the paths.',
  },
  'IMP-013': {
    severity: 'error',
    text: 'the selection {selection} in the island belongs to the namespace {owner}, but the one being imported belongs to {namespace}',
    hint: 'Give the new one a `selectionId` of its own. If it is the same selection and its namespace has changed, first remove selections/{selection} from the island: the grades there belong to the old namespace.',
  },
  'IMP-014': {
    severity: 'warning',
    text: 'the selection {selection} names its own personas ({own}); --persona {given} is ignored',
    hint: 'Correct `personaIds` in the selection if they are wrong; otherwise leave out --persona, which is only for selections that name no personas.',
  },
  'IMP-015': {
    severity: 'error',
    text: 'the {what} "{name}" and "{other}" differ only in case or in how their letters are composed',
    hint: 'On many disks one of the two would replace the other: rename one of them.',
  },
  'IMP-016': {
    severity: 'error',
    text: 'this import would retire schemas of {namespace} that have a grade: {schemas}',
    hint: 'Nothing of {namespace} was written. Put the missing files back into the folder, or import with --retire if these schemas should be retired.',
  },
  'IMP-017': {
    severity: 'warning',
    text: 'the time in the file name is more than a day ahead of the clock, {clock}; the import ignored the file',
    hint: 'Check the clock of this machine. If the clock is right, move the file out of the island, or leave it there: it will count once that time is reached. "flowmcp grading verify" finds all such files.',
  },
  'IMP-020': {
    severity: 'error',
    text: 'no file of the folder has a namespace that can be read, and the name "{folder}" of the folder cannot be one; expected a lower-case letter, then at most 127 lower-case letters, digits or hyphens',
    hint: 'Nothing was written. Correct one of the files so that its namespace can be read, or name the folder after the namespace.',
  },
  'IMP-021': {
    severity: 'error',
    text: 'the records under {from} cannot be moved to {to}, which is the namespace of this folder: {reason}',
    hint: 'Nothing was moved. The records only say which files did not pass the gate, and {to} has that again now: move {from} out of the island.',
  },
  'IMP-022': {
    severity: 'warning',
    text: 'schemas in subfolders of a provider folder are not read; passed over ({count}): {found}',
    hint: 'Move these schemas to the top level of the folder.',
  },
  'IMP-023': {
    severity: 'error',
    text: 'none of the paths leads to a schema or a selection',
    hint: 'Name schema files, provider folders or selections.',
  },
  // A rule of the Schemas-Spec (16) about a folder, not about what is in a file.
  VAL019: {
    severity: 'error',
    text: 'the folder is called "{folder}", but its schemas belong to the namespace "{namespace}"',
    hint: 'Rename the folder to {namespace}. The import uses the namespace all the same.',
  },
} satisfies Record<string, ErrorCodeRow>;
