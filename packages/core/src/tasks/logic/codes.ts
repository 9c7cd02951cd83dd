import type { ErrorCodeRow } from '../../problems/error-code.js';

/** Tasks from the tests of schemas and from task files. */
export const taskCodes = {
  'TRI-001': {
    severity: 'error',
    text: 'there is no task: {reason}',
    hint: 'Give the tools tests, each with a _description that says what a user wants, or name a task file with --tasks.',
    exit: 2,
  },
  'TRI-002': {
    severity: 'error',
    text: 'the line is not a task: {reason}',
    hint: 'Write {"id": "btc-eur", "task": "What is one bitcoin worth in euros?", "tool": "getFirstPrice", "arguments": {"coin": "bitcoin"}}. "tool" may be a list of names, or null if no tool should be called; "arguments" may be left out.',
    exit: 2,
  },
  'TRI-003': {
    severity: 'error',
    text: 'the task "{task}" wants the tool {tool}, but there is no such tool',
    hint: '{suggestion}',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
