import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Faults of a dataset. With any of these, no evaluator is called (seed 004). */
export const datasetCodes = {
  'DST-001': {
    severity: 'error',
    text: 'the line is not JSON: {reason}',
    hint: 'A dataset is JSON Lines: one whole JSON object in each line.',
    exit: 2,
  },
  'DST-002': {
    severity: 'error',
    text: 'the line holds {found} in place of a JSON object',
    hint: 'Wrap it: {"input": …}. The names of the keys are free.',
    exit: 2,
  },
  'DST-003': {
    severity: 'error',
    text: 'the line is not UTF-8 from byte {byte} on',
    hint: 'Save the file as UTF-8; a byte order mark is fine.',
    exit: 2,
  },
  'DST-004': {
    severity: 'error',
    text: 'the line has more than {limit} bytes',
    hint: 'Keep an example small; of long material a reference is enough.',
    exit: 2,
  },
  'DST-005': {
    severity: 'error',
    text: 'the set has {found} records, at most {limit} are taken; this is the first one beyond',
    hint: 'Take a sample of it.',
    exit: 2,
  },
  'DST-006': {
    severity: 'error',
    text: 'the set holds no record',
    hint: 'Write one JSON object per line, or leave the option out.',
    exit: 2,
  },
  'DST-007': {
    severity: 'error',
    text: 'the file has more than {limit} bytes; the rest was not read',
    hint: 'Take a sample of it.',
    exit: 2,
  },
  'DST-008': {
    severity: 'error',
    text: '{more} more bad lines were found; they are not listed',
    hint: 'Mend what is listed and try again.',
    exit: 2,
  },
  'DST-009': {
    severity: 'error',
    text: 'the dataset can not be read ({reason})',
    hint: 'Check the path: a file of JSON Lines was expected.',
    exit: 2,
  },
  'DST-010': {
    severity: 'error',
    text: 'the record can not be handed to an evaluator as it stands there: {reason}',
    hint: 'Write it flatter, with numbers that a program can hold.',
    exit: 2,
  },
  'DST-011': {
    severity: 'error',
    text: 'the results can not be written there ({reason})',
    hint: 'Name a file in a folder that exists and may be written to.',
    exit: 2,
  },
  'DST-012': {
    severity: 'error',
    text: 'no run can be begun or resumed with this file: {reason}',
    hint: 'Resume with the candidate, sets and evaluator of the beginning. A run that is whole is begun anew without --resume; a file of another kind has to be moved, or --out named otherwise.',
    exit: 2,
  },
  'DST-013': {
    severity: 'error',
    text: 'answers of a run that did not come to its end lie in this file',
    hint: 'Add --resume to keep them and ask only what is missing, or remove the file to ask everything again.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;

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

/** Reasons why `evaluator serve-schema` cannot score a payload. None of them is a score. */
export const servedPayloadCodes = {
  'PLD-001': {
    severity: 'error',
    text: 'the payload on standard input is not one JSON document: {reason}',
    hint: 'Hand in {"_protocol_version": 2, "candidate": "‹source of a schema›"}.',
    exit: 2,
  },
  'PLD-002': {
    severity: 'error',
    text: '{field} of the payload was to be {expected}, found {found}',
    hint: 'Hand in {"_protocol_version": 2, "candidate": "‹source of a schema›"}; other keys are ignored.',
    exit: 2,
  },
  'PLD-003': {
    severity: 'error',
    text: 'the payload on standard input has more than {limit} bytes; it was not read',
    hint: 'A schema of the largest size that is read needs a fraction of it.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;

/** Stage 2 without an agent: an evaluator answers the prompts of an open run. */
export const evaluatedRunCodes = {
  'EVR-001': {
    severity: 'error',
    text: '{target} has no open run whose prompts could be answered',
    hint: 'Emit prompts first: flowmcp grading run {target} --emit-prompts',
    exit: 2,
  },
  'EVR-002': {
    severity: 'error',
    text: '{missing} of {total} {what} of {target} have no score; {first}: {reason}',
    hint: 'Repeat the command when the reason is gone: answers are kept, and only the missing ones are asked; another version of the evaluator is asked everything. With --allow-missing a hand-in takes the prompts that are complete, and closes the run.',
    exit: 2,
  },
  'EVR-003': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered the score {found}, and a question is answered from 1 to 5',
    hint: 'With --score-range any a score counts as it is, from 1 to 5; without it the evaluator answers from 0 to 1.',
    exit: 2,
  },
  'EVR-004': {
    severity: 'error',
    text: 'what the judge {evaluator} answered can not be handed in: {reason}',
    hint: 'Ask again, or take a model that keeps to the output schema of a prompt.',
    exit: 2,
  },
  'EVR-005': {
    severity: 'error',
    text: 'the prompt {prompt} has no part "{part}", so that no question can be taken out of it',
    hint: 'The prompts were written by another version or by hand; emit them anew: flowmcp grading run {target} --emit-prompts --on-conflict overwrite',
    exit: 2,
  },
  'EVR-006': {
    severity: 'error',
    text: '{target} still had something to ask after {turns} turns',
    hint: 'Repeat the command to go on; flowmcp grading state {target} says what is due.',
    exit: 2,
  },
  'EVR-007': {
    severity: 'error',
    text: 'the run {taskId} of {target} was answered and changed nothing: it would be asked again without end',
    hint: 'A prompt of which every answer is n/a makes no grade. flowmcp grading state {target} says what is due.',
  },
  'EVR-008': {
    severity: 'error',
    text: 'the scores can not be written to {file} ({reason})',
    hint: 'Check the path; the same scores lie in {kept}.',
    exit: 2,
  },
  'EVR-009': {
    severity: 'warning',
    text: '{lines} of {file} can not be read',
    hint: 'A command was stopped while it wrote. What the answer was is asked again; nothing else is lost.',
  },
} satisfies Record<string, ErrorCodeRow>;
