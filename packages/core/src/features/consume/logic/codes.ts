import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Hand-ins by graders. If any of these problems occurs, nothing is written. */
export const scoresCodes = {
  'SCR-001': {
    severity: 'error',
    text: 'the scores file is not JSON: {reason}',
    hint: 'Write one JSON document; payloadSkeleton in prompts.json is a file ready to be filled in.',
  },
  'SCR-002': {
    severity: 'error',
    text: 'expected {expected}, found {found}',
    hint: 'Start from payloadSkeleton in prompts.json; its shape is in spec/schemas/scores.schema.json.',
  },
  'SCR-003': {
    severity: 'error',
    text: 'unknown scoring protocol "{found}"; "v1" was expected',
    hint: 'Set scoringProtocol to "v1" and use a grader that supports it.',
  },
  'SCR-004': {
    severity: 'error',
    text: 'the scores belong to run {found}, but the open run is {open}: run superseded',
    hint: 'Grade the prompts in {prompts}; scores for an older run are not mixed into a newer one.',
  },
  'SCR-005': {
    severity: 'error',
    text: 'run {taskId} was already finished with another scores file',
    hint: 'Begin the next run: flowmcp grading emit {target}',
  },
  'SCR-006': {
    severity: 'error',
    text: '{area}/{subject} was not asked about in this run',
    hint: 'Answer only what prompts.json asks, and spell subjects as it does.',
  },
  'SCR-007': {
    severity: 'error',
    text: '{area}/{subject} is answered twice',
    hint: 'Keep one of the two.',
  },
  'SCR-008': {
    severity: 'error',
    text: '{question} was not asked about {area}/{subject}',
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
    hint: 'Answer every question asked; what cannot be answered is n/a with a reason.',
  },
  'SCR-011': {
    severity: 'error',
    text: 'a grader may not answer "stale"',
    hint: 'An answer becomes stale with time. Use n/a with a reason if nothing can be said.',
  },
  'SCR-012': {
    severity: 'error',
    text: '{question} must be answered with {expected}, found {found}',
    hint: 'See scoreType of the question: boolean takes pass or fail, scale-1-5 a number.',
  },
  'SCR-013': {
    severity: 'error',
    text: 'the answer is for the hash {found}, but {area}/{subject} was asked about with the hash {expected}',
    hint: 'Copy schemaHash from the prompt.',
  },
  'SCR-014': {
    severity: 'error',
    text: '{area}/{subject}: the schema has changed since the prompts were emitted',
    hint: 'Begin a new run: flowmcp grading emit {target}',
  },
  'SCR-015': {
    severity: 'error',
    text: '{area}/{subject} was asked about with the persona {expected}, found {found}',
    hint: 'Copy persona from the prompt.',
  },
  'SCR-016': {
    severity: 'error',
    text: 'the run asked about {area}/{subject}, but there is no answer',
    hint: 'Answer it, or accept part of the prompts with --allow-missing.',
  },
  'SCR-017': {
    severity: 'error',
    text: 'there is no open run for {target}',
    hint: 'First emit prompts: flowmcp grading emit {target}. To answer them by hand: flowmcp grading review {target} --by <name>',
    exit: 2,
  },
  'SCR-018': {
    severity: 'error',
    text: 'the hand-in of run {taskId} was interrupted while it was being written',
    hint: 'Repeat the hand-in with the same file, of which {scores} is a copy: flowmcp grading hand-in {target} {scoresPath}',
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
    hint: 'Hand in answers only; refer to long evidence instead of including it.',
    exit: 2,
  },
  'SCR-021': {
    severity: 'error',
    text: 'the key "{field}" appears twice in one object',
    hint: 'Keep one of the two: programs differ in which value they use.',
  },
  'SCR-022': {
    severity: 'error',
    text: 'the key "{field}" is not allowed in a file',
    hint: 'Give it another name.',
  },
  'SCR-023': {
    severity: 'error',
    text: '{what} cannot be stored as it is',
    hint: 'Write complete characters, and numbers that a program can represent.',
  },
  'SCR-024': {
    severity: 'error',
    text: 'unknown field "{field}"',
    hint: 'Remove it or correct its spelling; the shape is in spec/schemas/scores.schema.json.',
  },
  'SCR-025': {
    severity: 'error',
    text: 'not all problems are listed; number of problems left out: {more}',
    hint: 'Fix what is listed and hand in again.',
  },
  'SCR-026': {
    severity: 'error',
    text: 'the answers were given at {found}, but it is {now} now',
    hint: 'Give the time of grading in UTC; an answer from the future would never age.',
  },
  'SCR-027': {
    severity: 'error',
    text: '{question} is n/a with the reason {found}, which does not fit this question',
    hint: 'Give one of {allowed}.',
  },
  'SCR-029': {
    severity: 'error',
    text: '{area}/{subject} was vetoed at {vetoed}, but this answer was given before that, at {given}',
    hint: 'Only answers given after a veto can lift it: have all questions about this subject answered again.',
  },
  'SCR-030': {
    severity: 'error',
    text: '{what} in {area}/{subject} does not match what the journal {journal} records for {evaluator}',
    hint: 'Hand in what an evaluator has signed exactly as it was written; flowmcp grading evaluate {target} writes the file again from the journal. For your own answers, set creator.kind to "human" and creator.skill to your name.',
  },
  'SCR-031': {
    severity: 'error',
    text: 'this text contains something that looks like a key; it was not accepted',
    hint: 'Replace it, for example with [key], and hand in again: nothing from the file has been consumed. If the key is real, revoke it.',
  },
  'SCR-032': {
    severity: 'error',
    text: 'run {taskId} names {found}, which this version does not know',
    hint: 'Finish the hand-in with the version of the tool that accepted it.',
    exit: 2,
  },
  'SCR-033': {
    severity: 'error',
    text: 'the scores belong to run {found}, but no run of {target} is open: a later emit had nothing to ask and closed the last one',
    hint: 'See what holds it back (flowmcp grading state {target}), then emit anew: flowmcp grading emit {target}',
  },
  'SCR-040': {
    severity: 'error',
    text: 'nothing is filled in yet: {what}',
    hint: 'flowmcp grading review {target} --by <name> asks in a browser; docs/harness.md shows how an agent answers.',
  },
  'SCR-041': {
    severity: 'error',
    text: '{area}/{subject}: {open} of {all} answers lack a score or a reason: {questions}',
    hint: 'Give each a score and a reason; what cannot be answered is n/a with a naReason. --json lists every place.',
  },
  'SCR-042': {
    severity: 'error',
    text: 'creator.kind is null, so nothing shows who answered',
    hint: 'Say llm, human or script.',
  },
  'SCR-043': {
    severity: 'error',
    text: 'stopped by {signal}; answers kept: {kept}',
    hint: 'The same command goes on with them, and asks only for what is missing.',
  },
  'GRD-007': {
    severity: 'error',
    text: 'an llm grader must name its model; none is given',
    hint: 'Set harness.model (in an entry, llmModel), or set the kind to "human" or "script" if a person or a script did the grading.',
  },
  'GRD-010': {
    severity: 'warning',
    text: '{area}/{subject}: a grade of {grade} is not based on any judgement of a grader',
    hint: 'A grade of B or better should be based on at least one judgement besides what code can measure.',
  },
  'NA-001': {
    severity: 'error',
    text: 'expected {expected}, found {found}',
    hint: 'Use not-applicable-to-tool-type, requires-private-data or blocked-by-precondition; out-of-scope-resource, -prompt and -procedure are for questions about one of these.',
  },
  'NA-002': {
    severity: 'error',
    text: 'a naReason is allowed only with the score n/a',
    hint: 'Remove naReason, or set the score to "n/a".',
  },
} satisfies Record<string, ErrorCodeRow>;
