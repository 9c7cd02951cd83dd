import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Errors in a dataset. If there are any, no evaluator is called (seed 004). */
export const datasetCodes = {
  'DST-001': {
    severity: 'error',
    text: 'the record is not JSON: {reason}',
    hint: 'In JSON Lines, each line is one complete JSON object. A JSON array needs a file name that ends in .json, and CSV one that ends in .csv.',
    exit: 2,
  },
  'DST-002': {
    severity: 'error',
    text: 'the record is {found} instead of a JSON object',
    hint: 'Wrap the value in an object, such as {"input": …}. Any key names will do.',
    exit: 2,
  },
  'DST-003': {
    severity: 'error',
    text: 'the record is not valid UTF-8 from byte {byte} on',
    hint: 'Save the file as UTF-8; a byte order mark is fine.',
    exit: 2,
  },
  'DST-004': {
    severity: 'error',
    text: 'the record has more than {limit} bytes',
    hint: 'Keep examples small; refer to long material instead of including it.',
    exit: 2,
  },
  'DST-005': {
    severity: 'error',
    text: 'the set has {found} records, but the limit is {limit}; this record is the first one over the limit',
    hint: 'Use a sample of the set, such as its beginning (--limit).',
    exit: 2,
  },
  'DST-006': {
    severity: 'error',
    text: 'the set contains no records',
    hint: 'Write at least one record, or leave the option out.',
    exit: 2,
  },
  'DST-007': {
    severity: 'error',
    text: 'the file has more than {limit} bytes; the rest was not read',
    hint: 'Use a sample of the file.',
    exit: 2,
  },
  'DST-008': {
    severity: 'error',
    text: 'not all bad lines are listed; number of lines left out: {more}',
    hint: 'Fix what is listed and try again.',
    exit: 2,
  },
  'DST-009': {
    severity: 'error',
    text: 'the file cannot be read ({reason})',
    hint: 'Check the path; it must be a file of JSON Lines, a JSON array (.json) or CSV (.csv).',
    exit: 2,
  },
  'DST-010': {
    severity: 'error',
    text: 'the record cannot be passed to an evaluator as it is: {reason}',
    hint: 'Reduce the nesting, and leave out numbers that are too large for a program to represent.',
    exit: 2,
  },
  'DST-011': {
    severity: 'error',
    text: 'the results cannot be written to this file ({reason})',
    hint: 'Name a file in an existing folder that you can write to.',
    exit: 2,
  },
  'DST-012': {
    severity: 'error',
    text: 'no run can be started or resumed with this file: {reason}',
    hint: 'Resume with the candidate, sets and evaluator that the run was started with. To repeat a complete run, leave out --resume. If this is some other kind of file, move it or give --out another name.',
    exit: 2,
  },
  'DST-013': {
    severity: 'error',
    text: 'this file contains answers from an unfinished run',
    hint: 'Add --resume to keep them and ask only for what is missing, or remove the file to ask for everything again.',
    exit: 2,
  },
  'DST-014': {
    severity: 'error',
    text: 'the file is not one JSON array: {reason}',
    hint: 'A file named .json holds one array of objects; give JSON Lines another name, such as .jsonl.',
    exit: 2,
  },
  'DST-015': {
    severity: 'error',
    text: 'the first row of the CSV file cannot name the columns: {reason}',
    hint: 'Write a header row in which each column has a name of its own, separated by commas.',
    exit: 2,
  },
  'DST-016': {
    severity: 'error',
    text: 'values in the row: {found}; columns that the header names: {expected}',
    hint: 'Put a value that contains a comma or a line break in double quotes.',
    exit: 2,
  },
  'DST-017': {
    severity: 'error',
    text: 'the row is not CSV: {reason}',
    hint: 'Put a value that contains commas, quotes or line breaks in double quotes, and write each quote inside it twice: "say ""yes"" now".',
    exit: 2,
  },
  'DST-018': {
    severity: 'error',
    text: 'the run cannot be compared with this file: {reason}',
    hint: 'Name a file that an earlier run wrote with --out: the same sets, the same --limit, and a score for every call.',
    exit: 2,
  },
  'DST-019': {
    severity: 'warning',
    text: 'examples of the set {set}: {examples}; with fewer than six, no drop can be told from chance',
    hint: 'Compare over more examples; a set as small as this never fails for being worse than the baseline.',
  },
  'DST-020': {
    severity: 'error',
    text: 'the mean of the set {set} is {found}, below {bar}',
    hint: 'Look at the examples with the lowest scores, or lower --min-mean.',
  },
  'DST-021': {
    severity: 'error',
    text: 'the set {set} is worse than the baseline by {drop} on average, which is more than noise (p = {p})',
    hint: 'Compare the results example by example; if the drop is meant, use the new results as the baseline.',
  },
  'DST-022': {
    severity: 'error',
    text: 'the gate was not applied; calls without a score: {failed}',
    hint: 'Fix what made the calls fail and repeat the command; with --out and --resume only these calls are made.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;

/**
 * Evaluators on other machines, reached through a queue. `{queue}` is the queue's address without user and password.
 */
export const queueCodes = {
  'QUE-001': {
    severity: 'error',
    text: 'the address of the queue cannot be used: {reason}',
    hint: 'Write redis://host:6379/0, or rediss:// for TLS; if the address contains a password, name a variable or a file that contains the whole address: --queue env:NAME or --queue file:PATH',
    exit: 2,
  },
  'QUE-002': {
    severity: 'error',
    text: 'the queue at {queue} cannot be reached ({reason})',
    hint: 'Check that Redis is running there and that this machine can reach its port. No call was made.',
    exit: 2,
  },
  'QUE-003': {
    severity: 'error',
    text: 'the queue at {queue} refused access ({reason})',
    hint: 'Check the user, the password and the database number; an address with a password must come from a variable or a file: --queue env:NAME or --queue file:PATH',
    exit: 2,
  },
  'QUE-004': {
    severity: 'error',
    text: 'the queue at {queue} is {found}; expected Redis {least} or newer',
    hint: 'Use a newer Redis, or Valkey; Debian 12 and Ubuntu 24.04 provide a version that is new enough.',
    exit: 2,
  },
  'QUE-005': {
    severity: 'error',
    text: 'the connection to the queue at {queue} was lost for more than {seconds} s',
    hint: 'Answers received so far are kept. Repeat the command when Redis is back: jobs in the queue continue, and what has been answered is not asked again.',
    exit: 2,
  },
  'QUE-006': {
    severity: 'error',
    text: 'a worker could not read the call: {reason}',
    hint: 'The command and the workers must be of the same version of this tool.',
    exit: 2,
  },
  'QUE-007': {
    severity: 'error',
    text: 'the run was started with {wanted}, but a worker uses {own}',
    hint: 'Stop the workers that differ, start workers with the same evaluator, version and options, and repeat the command: only the missing answers are asked for.',
    exit: 2,
  },
  'QUE-008': {
    severity: 'warning',
    text: 'no worker was found at {queue}; {calls} must wait until one starts',
    hint: 'Start workers with the same evaluator, here or on other machines: flowmcp evaluator work --queue …',
  },
  'QUE-009': {
    severity: 'error',
    text: 'the call was set aside: {reason}',
    hint: 'A call is given up if its workers keep crashing, or if somebody removes it from the queue. Repeat the command to make the call once more.',
    exit: 2,
  },
  'QUE-010': {
    severity: 'error',
    text: 'a worker returned something that is not an answer: {reason}',
    hint: 'The command and the workers must be of the same version of this tool; nothing else should write to the queue. Repeat the command to make the call again.',
    exit: 2,
  },
  'QUE-011': {
    severity: 'error',
    text: 'the queue at {queue} could not carry out a command ({reason})',
    hint: 'Check the memory and the disk of this Redis server, and whether it accepts writes; then repeat the command. Answers received so far are kept.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;

/** Reasons why `evaluator serve-schema` cannot score a payload. None of them is a score. */
export const servedPayloadCodes = {
  'PLD-001': {
    severity: 'error',
    text: 'the payload on standard input is not one JSON document: {reason}',
    hint: 'Pass {"_protocol_version": 2, "candidate": "‹source of a schema›"}.',
    exit: 2,
  },
  'PLD-002': {
    severity: 'error',
    text: '{field} of the payload must be {expected}, found {found}',
    hint: 'Pass {"_protocol_version": 2, "candidate": "‹source of a schema›"}; other keys are ignored.',
    exit: 2,
  },
  'PLD-003': {
    severity: 'error',
    text: 'the payload on standard input has more than {limit} bytes; it was not read',
    hint: 'Check what is sent: even the largest schema that is accepted needs only a fraction of this.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;

/** Stage 2 without an agent: an evaluator answers the prompts of an open run. */
export const evaluatedRunCodes = {
  'EVR-001': {
    severity: 'error',
    text: '{target} has no open run with prompts to answer',
    hint: 'First emit prompts: flowmcp grading emit {target}',
    exit: 2,
  },
  'EVR-002': {
    severity: 'error',
    text: '{missing} of {total} {what} of {target} have no score; {first}: {reason}',
    hint: 'Fix the cause and repeat the command: answers are kept, and only the missing ones are asked for. If the version of the evaluator has changed, everything is asked again. With --allow-missing, a hand-in accepts only the prompts that are complete, and closes the run.',
    exit: 2,
  },
  'EVR-003': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered with the score {found}, but questions are scored from 1 to 5',
    hint: 'With --score-range any, a score from 1 to 5 is used as it is; without it, the evaluator must answer from 0 to 1.',
    exit: 2,
  },
  'EVR-004': {
    severity: 'error',
    text: 'the answer of the judge {evaluator} cannot be handed in: {reason}',
    hint: 'Try again, or use a model that follows the output schema of a prompt.',
    exit: 2,
  },
  'EVR-005': {
    severity: 'error',
    text: 'the prompt {prompt} has no part "{part}", so it cannot be split into single questions',
    hint: 'The prompts were written by another version or by hand; emit them again: flowmcp grading emit {target} --on-conflict overwrite',
    exit: 2,
  },
  'EVR-006': {
    severity: 'error',
    text: '{target} still had questions to ask after {turns} turns',
    hint: 'Repeat the command to continue; flowmcp grading state {target} shows what is due.',
    exit: 2,
  },
  'EVR-007': {
    severity: 'error',
    text: 'the run {taskId} of {target} was answered but changed nothing; the same questions would be asked again and again',
    hint: 'A prompt whose answers are all n/a produces no grade. flowmcp grading state {target} shows what is due.',
  },
  'EVR-008': {
    severity: 'error',
    text: 'the scores cannot be written to {file} ({reason})',
    hint: 'Check the path; the same scores are in {kept}.',
    exit: 2,
  },
  'EVR-009': {
    severity: 'warning',
    text: '{lines} of {file} cannot be read',
    hint: 'A command was stopped while it was writing. The lost answers will be asked for again; nothing else is lost.',
  },
} satisfies Record<string, ErrorCodeRow>;
