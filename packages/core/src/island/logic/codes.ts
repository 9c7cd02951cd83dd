import type { ErrorCodeRow } from '../../problems/error-code.js';

/** The island on disk: files, names, locks, index. */
export const islandCodes = {
  'ISL-001': {
    severity: 'error',
    text: 'the island could not be read or written ({code})',
    hint: 'Check that {root} exists, is yours, and has room; then run the same command again.',
    exit: 2,
  },
  'ISL-002': {
    severity: 'error',
    text: '{target} is in use by {who}',
    hint: 'Wait for it to finish, or end it, then run the same command again; FLOWMCP_LOCK_TIMEOUT says how many seconds a command waits.',
    exit: 2,
  },
  'ISL-003': {
    severity: 'error',
    text: '"{found}" can not be used as the name of a {what}',
    hint: 'Names hold letters, digits, "_" and "-" only, and are none that Windows keeps for a device (con, nul …); a namespace is lower case and begins with a letter.',
    exit: 2,
  },
  'ISL-004': {
    severity: 'error',
    text: 'this file exists with other content, and files of this kind are never rewritten',
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
    text: 'this is not what the island keeps here: {reason}',
    hint: 'The island holds plain files and folders only, and follows no link. Nothing was changed; look at where it leads, and move it aside.',
    exit: 2,
  },
  'ISL-007': {
    severity: 'error',
    text: 'this path leads out of {root}',
    hint: 'Nothing was read or written there. A file of the island names a place that is not in it: look at who wrote it.',
    exit: 2,
  },
  'ISL-008': {
    severity: 'error',
    text: 'the clock says {clock}, and that cannot be right: {reason}',
    hint: 'Nothing was derived or written. Set the clock of this machine. Where it is right, it was wrong when these files were written: move the folder of the target out of the island and import again, or take the folder from an older copy.',
    exit: 2,
  },
  'IDX-003': {
    severity: 'error',
    text: 'index.json is damaged, and with it the frozen lock snapshot it holds',
    hint: 'Move the file aside and run "flowmcp grading rebuild {folder}"; the lock snapshot is restored from lock-snapshot.json.',
    exit: 2,
  },
  'IDX-004': {
    severity: 'warning',
    text: 'the file can not be used: {reason}',
    hint: 'Files of the island are written by this tool only; move this one aside and run the command again.',
  },
  'IDX-005': {
    severity: 'error',
    text: 'lock-snapshot.json is damaged and there is no index.json to take it from',
    hint: 'Move it aside; the next "flowmcp grading run … --emit-prompts" freezes a new one.',
    exit: 2,
  },
  'IDX-006': {
    severity: 'error',
    text: 'the file is needed and can not be used: {reason}',
    hint: 'Nothing was changed. Move the file aside and run the command again: the next import writes a new member list, the next emit a new state.',
    exit: 2,
  },
  'IDX-007': {
    severity: 'error',
    text: '{schema} is a member of {namespace}, but no snapshot of it is here',
    hint: 'Nothing was changed, and no grade can leave it out. Import the provider folder again, or put the file back.',
    exit: 2,
  },
  'IDX-010': {
    severity: 'warning',
    text: 'the journal has taken in this entry, but it {state}: no older grade counts in its place',
    hint: 'Put the file back from a copy, or grade the node again. `flowmcp grading verify --all` names everything that differs.',
  },
} satisfies Record<string, ErrorCodeRow>;
