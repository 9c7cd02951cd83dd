import type { ErrorCodeRow } from '../../problems/error-code.js';

/** The island on disk: files, names, locks, index. */
export const islandCodes = {
  'ISL-001': {
    severity: 'error',
    text: 'the island could not be read or written ({code})',
    hint: 'Check that {root} exists, that you own it, and that the disk has free space; then run the same command again.',
    exit: 2,
  },
  'ISL-002': {
    severity: 'error',
    text: '{target} is in use by {who}',
    hint: 'Wait for it to finish, or stop it, then run the same command again; FLOWMCP_LOCK_TIMEOUT sets how many seconds a command waits.',
    exit: 2,
  },
  'ISL-003': {
    severity: 'error',
    text: '"{found}" cannot be used as the name of a {what}',
    hint: 'Use only letters, digits, "_" and "-", and no name that Windows reserves for a device (con, nul …); a namespace is lower case and begins with a letter.',
    exit: 2,
  },
  'ISL-004': {
    severity: 'error',
    text: 'this file already exists with different content, and files of this kind are never rewritten',
    hint: 'Nothing was changed. Look at the file; if it is damaged, move it aside and run the command again.',
    exit: 2,
  },
  'ISL-005': {
    severity: 'error',
    text: 'the lock on {target} was lost while the command was running',
    hint: 'Another process may have worked on the same target; run the command again.',
    exit: 2,
  },
  'ISL-006': {
    severity: 'error',
    text: 'this does not belong here in the island: {reason}',
    hint: 'The island contains only plain files and folders, and links are not followed. Nothing was changed; check what it is or where it leads, and move it elsewhere.',
    exit: 2,
  },
  'ISL-007': {
    severity: 'error',
    text: 'this path leads outside {root}',
    hint: 'Nothing was read or written there. A file in the island names a place outside it: check who wrote that file.',
    exit: 2,
  },
  'ISL-008': {
    severity: 'error',
    text: 'the clock shows {clock}, which cannot be right: {reason}',
    hint: 'Nothing was derived or written. Set the clock of this machine. If the clock is right now, it was wrong when these files were written: move the folder of the target out of the island and import again, or restore the folder from an older copy.',
    exit: 2,
  },
  'IDX-011': {
    severity: 'error',
    text: 'index.json is damaged, and with it the frozen lock snapshot it contains',
    hint: 'Move the file aside and run "flowmcp grading rebuild {folder}"; the lock snapshot is restored from lock-snapshot.json.',
    exit: 2,
  },
  'IDX-004': {
    severity: 'warning',
    text: 'the file cannot be used: {reason}',
    hint: 'Only this tool writes the files of the island; move this one aside and run the command again.',
  },
  'IDX-005': {
    severity: 'error',
    text: 'lock-snapshot.json is damaged, and there is no index.json to restore it from',
    hint: 'Move it aside; the next "flowmcp grading emit …" freezes a new one.',
    exit: 2,
  },
  'IDX-012': {
    severity: 'error',
    text: 'the file is required and cannot be used: {reason}',
    hint: 'Nothing was changed. Move the file aside and run the command again: the next import writes a new member list, the next emit a new state.',
    exit: 2,
  },
  'IDX-013': {
    severity: 'error',
    text: '{schema} is a member of {namespace}, but it has no snapshot here',
    hint: 'Nothing was changed, and no grade can be given without it. Import the provider folder again, or restore the file.',
    exit: 2,
  },
  'IDX-010': {
    severity: 'warning',
    text: 'this entry is recorded in the journal, but it {state}; no older grade takes its place',
    hint: 'Restore the file from a copy, or grade the node again. `flowmcp grading verify --all` lists everything that differs.',
  },
  'RUL-001': {
    severity: 'error',
    text: 'this island follows {rules}, not {asked}',
    hint: 'Nothing was changed. Leave --rules out, or change the rules of the whole island: flowmcp grading rules --set {asked} (with --grading-data, if this command has it)',
    exit: 2,
  },
  'RUL-002': {
    severity: 'error',
    text: '"{found}" is not a version of any rules that this tool knows',
    hint: 'Nothing was changed. Known are {known}; the number alone means the specification.',
    exit: 2,
  },
  'RUL-003': {
    severity: 'error',
    text: 'these versions cannot be combined: {found}',
    hint: 'Nothing was changed. Name one version of an axis, and only those that the specification takes up; an axis that is not named is chosen for you.',
    exit: 2,
  },
  'RUL-004': {
    severity: 'error',
    text: 'the rules of this island cannot be told: {reason}',
    hint: 'Nothing was read or written. If a newer version of the tool wrote the file, use that version; if not, restore the file from a copy of the island.',
    exit: 2,
  },
  'RUL-005': {
    severity: 'error',
    text: 'another command has changed the rules of this island in the meantime',
    hint: 'No index was written. Run the command again; it then follows the new rules.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
