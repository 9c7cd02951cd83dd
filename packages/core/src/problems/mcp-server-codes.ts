import type { ErrorCodeRow } from './error-code.js';

/** The command as an MCP server. */
export const mcpServerCodes = {
  'SRV-001': {
    severity: 'error',
    text: 'the path {path} cannot be used: {reason}',
    hint: 'Name a file or folder below {roots}. Only whoever starts the server can add folders, with --root.',
  },
  'SRV-002': {
    severity: 'error',
    text: '--root {path} is not a folder',
    hint: 'Name a folder that exists. A shell writes ~ out, a configuration file does not: give the whole path there.',
    exit: 2,
  },
  'SRV-003': {
    severity: 'error',
    text: 'the call was cancelled: {what} stopped before it was done',
    hint: 'Call it again. What was finished before is kept.',
  },
  'SRV-004': {
    severity: 'error',
    text: 'there is no part {part}: the text has {parts}',
    hint: 'Count parts from 1.',
  },
  'SRV-005': {
    severity: 'error',
    text: 'run {taskId} of {target} is still open, and it was begun for something else',
    hint: 'Answer its prompts and hand them in, then ask again. Only a person can discard it: flowmcp grading emit {target} --on-conflict overwrite',
  },
} satisfies Record<string, ErrorCodeRow>;
