import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Hand-ins of graders. With any of these problems, nothing is written. */
export const scoresCodes = {
  'SCR-001': {
    severity: 'error',
    text: 'the scores file is not JSON: {reason}',
    hint: 'Write one JSON document; payloadSkeleton in prompts.json is a file ready to be filled.',
  },
  'SCR-002': {
    severity: 'error',
    text: 'expected {expected}, found {found}',
    hint: 'Start from payloadSkeleton in prompts.json; its shape is in spec/schemas/scores.schema.json.',
  },
  'SCR-003': {
    severity: 'error',
    text: 'scoring protocol "{found}" is not known; this is "v1"',
    hint: 'Set scoringProtocol to "v1" and grade with a grader that speaks it.',
  },
  'SCR-004': {
    severity: 'error',
    text: 'the scores belong to run {found}, but the open run is {open}: run superseded',
    hint: 'Grade the prompts in {prompts}; scores for an older run are not mixed into a newer one.',
  },
  'SCR-005': {
    severity: 'error',
    text: 'run {taskId} was finished with another scores file',
    hint: 'Begin the next run: flowmcp grading run {target} --emit-prompts',
  },
  'SCR-006': {
    severity: 'error',
    text: '{area}/{subject} was not asked in this run',
    hint: 'Answer only what prompts.json asks; subjects are spelled as there.',
  },
  'SCR-007': {
    severity: 'error',
    text: '{area}/{subject} is answered twice',
    hint: 'Keep one of the two.',
  },
  'SCR-008': {
    severity: 'error',
    text: '{question} was not asked of {area}/{subject}',
    hint: 'Question ids are listed with each prompt; questions that code answers are not asked.',
  },
  'SCR-009': {
    severity: 'error',
    text: '{question} is answered twice for {area}/{subject}',
    hint: 'Keep one of the two.',
  },
  'SCR-010': {
    severity: 'error',
    text: '{question} is not answered for {area}/{subject}',
    hint: 'Answer every question asked; what can not be answered is n/a with a reason.',
  },
  'SCR-011': {
    severity: 'error',
    text: 'a grader may not answer "stale"',
    hint: 'Stale is what an answer becomes with time. Use n/a with a reason where nothing can be said.',
  },
  'SCR-012': {
    severity: 'error',
    text: '{question} is answered with {expected}, found {found}',
    hint: 'See scoreType of the question: boolean takes pass or fail, scale-1-5 a number.',
  },
  'SCR-013': {
    severity: 'error',
    text: 'the answer was given for {found}, but {area}/{subject} was asked for {expected}',
    hint: 'Copy schemaHash from the prompt.',
  },
  'SCR-014': {
    severity: 'error',
    text: '{area}/{subject}: schema changed since the prompts were emitted',
    hint: 'Begin a new run: flowmcp grading run {target} --emit-prompts',
  },
  'SCR-015': {
    severity: 'error',
    text: '{area}/{subject} was asked for the persona {expected}, found {found}',
    hint: 'Copy persona from the prompt.',
  },
  'SCR-016': {
    severity: 'error',
    text: '{area}/{subject} was asked and is not answered',
    hint: 'Answer it, or accept a part of the prompts with --allow-missing.',
  },
  'SCR-017': {
    severity: 'error',
    text: 'there is no open run for {target}',
    hint: 'Emit prompts first: flowmcp grading run {target} --emit-prompts',
    exit: 2,
  },
  'SCR-018': {
    severity: 'error',
    text: 'the hand-in of run {taskId} was interrupted while it was being written',
    hint: 'Repeat it with the same file; a copy lies in {scores}: flowmcp grading run {target} --consume-scores {scoresPath}',
    exit: 2,
  },
  'SCR-019': {
    severity: 'error',
    text: 'state.json does not name the entries of run {taskId}',
    hint: 'The file was edited or damaged; move it aside and begin a new run.',
    exit: 2,
  },
  'SCR-020': {
    severity: 'error',
    text: 'the scores file has more than {limit} {what}; it was not read',
    hint: 'Hand in answers only; of long evidence a reference is enough.',
    exit: 2,
  },
  'SCR-021': {
    severity: 'error',
    text: 'the key "{field}" stands twice in one object',
    hint: 'Keep one of the two: programs differ in which value they take.',
  },
  'SCR-022': {
    severity: 'error',
    text: 'the key "{field}" is not taken from a file',
    hint: 'Give it another name.',
  },
  'SCR-023': {
    severity: 'error',
    text: '{what} can not be kept as it stands there',
    hint: 'Write whole characters, and numbers that a program can hold.',
  },
  'SCR-024': {
    severity: 'error',
    text: 'there is no field "{field}" here',
    hint: 'Remove it or correct its spelling; the shape is in spec/schemas/scores.schema.json.',
  },
  'SCR-025': {
    severity: 'error',
    text: '{more} more problems were found; they are not listed',
    hint: 'Mend what is listed and hand in again.',
  },
  'SCR-026': {
    severity: 'error',
    text: 'the answers were given at {found}, but it is {now} now',
    hint: 'Give the time of grading in UTC; an answer from the future would never age.',
  },
  'SCR-027': {
    severity: 'error',
    text: '{question} is n/a for {found}, which asks about something else',
    hint: 'Give one of {allowed}.',
  },
  'SCR-029': {
    severity: 'error',
    text: '{area}/{subject} was vetoed at {vetoed}, and this answer was given before, at {given}',
    hint: 'Only answers given after a veto can lift it: have all of its questions answered anew.',
  },
  'SCR-030': {
    severity: 'error',
    text: '{what} in {area}/{subject} is not as {evaluator} gave it, by its journal {journal}',
    hint: 'What is signed by an evaluator is handed in as it was written; flowmcp grading evaluate {target} writes it again from the journal. For answers of your own set creator.kind to "human" and creator.skill to your name.',
  },
  'SCR-031': {
    severity: 'error',
    text: 'this text holds what has the form of a key; it was not taken in',
    hint: 'Put something else in its place, such as [key], and hand in again: nothing of the file was used up. A key that is real has to be revoked.',
  },
  'GRD-007': {
    severity: 'error',
    text: 'an llm grader names its model; none is given',
    hint: 'Set harness.model (in an entry llmModel), or the kind to "human" or "script" where that is what graded.',
  },
  'GRD-010': {
    severity: 'warning',
    text: '{area}/{subject}: a grade of {grade} rests on no graded answer',
    hint: 'A grade of B or better should hold at least one judgement beside what code can measure.',
  },
  'NA-001': {
    severity: 'error',
    text: 'n/a needs a naReason of the closed set, found {found}',
    hint: 'Use not-applicable-to-tool-type, requires-private-data or blocked-by-precondition; out-of-scope-resource, -prompt and -procedure go with a question about one of these.',
  },
  'NA-002': {
    severity: 'error',
    text: 'a naReason goes with the score n/a only',
    hint: 'Remove naReason, or set the score to "n/a".',
  },
} satisfies Record<string, ErrorCodeRow>;
