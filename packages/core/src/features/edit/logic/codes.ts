import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Edits of schema files: what is left to the author, and why a file was not written. */
export const editCodes = {
  'FIX-001': {
    severity: 'error',
    text: 'the file was left as it is, because {reason}',
    hint: 'Please report it with the file; it shows an error in this tool. The edits above it are not applied.',
  },
  'FIX-002': {
    severity: 'error',
    text: '{what} has to be changed by hand: {reason}',
    hint: 'Make the change yourself, or write the member with its plain value into the object and run the command again.',
  },
  'FIX-003': {
    severity: 'error',
    text: 'the file was not written: {reason}',
    hint: 'Commit the file first, so that git can restore it. To write it anyway, use --force.',
  },
  'FIX-004': {
    severity: 'error',
    text: 'the file was not written: it is a symbolic link',
    hint: 'Name the file that the link leads to.',
  },
  'FIX-005': {
    severity: 'error',
    text: 'the file could not be written ({reason})',
    hint: 'The old file is still there. Make its folder writable, or free disk space, and run the command again.',
    exit: 2,
  },
  'FIX-006': {
    severity: 'error',
    text: 'handlers of FlowMCP 1.x are not converted',
    hint: 'Move them to an export of their own: `export const handlers = ({ sharedLists, libraries }) => ({ <tool>: { preRequest, postRequest } })`. Chapter 08 of the Schemas-Spec shows both forms.',
  },
  'FIX-007': {
    severity: 'error',
    text: 'the file was not written: it has changed since it was read',
    hint: 'Run the command again.',
  },
  'FIX-008': {
    severity: 'error',
    text: 'the changes cannot be shown as a patch: the file contains control characters',
    hint: 'Remove these characters, such as a CR without LF. `migrate` and `fix` also take --write.',
  },
} satisfies Record<string, ErrorCodeRow>;
