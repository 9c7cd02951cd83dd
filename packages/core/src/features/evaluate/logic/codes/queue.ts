import type { ErrorCodeRow } from '../../../../problems/error-code.js';

/** Evaluators on other machines, through a queue. `{queue}` is its address without user and password. */
export const queueCodes = {
  'QUE-001': {
    severity: 'error',
    text: 'the address of the queue can not be used: {reason}',
    hint: 'Write redis://host:6379/0, or rediss:// for TLS; with a password name a variable or a file that holds all of it: --queue env:NAME or --queue file:PATH',
    exit: 2,
  },
  'QUE-002': {
    severity: 'error',
    text: 'the queue at {queue} can not be reached ({reason})',
    hint: 'Is Redis running there, and is its port open for this machine? Nothing was asked.',
    exit: 2,
  },
  'QUE-003': {
    severity: 'error',
    text: 'the queue at {queue} lets nobody in like this ({reason})',
    hint: 'Check user, password and number of the database; with a password the address comes from a variable or a file: --queue env:NAME or --queue file:PATH',
    exit: 2,
  },
  'QUE-004': {
    severity: 'error',
    text: 'the queue at {queue} is {found}, and Redis {least} or newer was expected',
    hint: 'Use a newer Redis, or Valkey; Debian 12 and Ubuntu 24.04 have one.',
    exit: 2,
  },
  'QUE-005': {
    severity: 'error',
    text: 'the queue at {queue} was lost for more than {seconds} s',
    hint: 'Answers that had come are kept. Repeat the command when Redis is back: jobs in the queue go on, and what is answered is not asked again.',
    exit: 2,
  },
  'QUE-006': {
    severity: 'error',
    text: 'a worker could not read the call: {reason}',
    hint: 'Command and workers have to be of the same version of this tool.',
    exit: 2,
  },
  'QUE-007': {
    severity: 'error',
    text: 'the run was begun with {wanted}, and a worker asks {own}',
    hint: 'Start the workers with the same evaluator, of the same version and with the same options, end the others, and repeat the command: only what is missing is asked.',
    exit: 2,
  },
  'QUE-008': {
    severity: 'warning',
    text: 'no worker is seen at {queue}, and {calls} wait for one',
    hint: 'Start workers with the same evaluator, here or on other machines: flowmcp evaluator work --queue …',
  },
  'QUE-009': {
    severity: 'error',
    text: 'the call was set aside: {reason}',
    hint: 'A call that ends its workers again and again, or that somebody takes out of the queue, is given up. Repeat the command to have it asked once more.',
    exit: 2,
  },
  'QUE-010': {
    severity: 'error',
    text: 'a worker gave back what is no answer: {reason}',
    hint: 'Command and workers have to be of the same version of this tool; nobody else should write to the queue. Repeat the command to have it asked anew.',
    exit: 2,
  },
  'QUE-011': {
    severity: 'error',
    text: 'the queue at {queue} could not do what it was asked ({reason})',
    hint: 'Look at that Redis: its memory, its disk, and whether it may be written to. Answers that had come are kept; repeat the command then.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
