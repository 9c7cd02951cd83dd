import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Building prompts (spec 20, 25): a prompt with one of these problems never reaches a grader. */
export const promptCodes = {
  'PB-003': {
    severity: 'error',
    text: 'there is nothing to ask about {what}: at least one question for a grader was expected',
    hint: 'Leave this prompt out; an area whose questions are all answered by code needs no grader.',
  },
  'PB-004': {
    severity: 'error',
    text: 'question {question} belongs to area {found}, the prompt is for {expected}',
    hint: "Ask only questions of the prompt's own area; see docs/catalog/questions.md.",
  },
  'PB-007': {
    severity: 'error',
    text: 'the completion condition has {length} characters before a prompt is named, at most {max} are allowed',
    hint: 'Describe the target of the run in fewer words.',
  },
  'PB-008': {
    severity: 'error',
    text: 'the number of turns is {found}, a whole number of at least 1 was expected',
    hint: 'Give --max-turns a positive whole number.',
  },
  'PB-101': {
    severity: 'error',
    text: 'a secret would get into the prompt for {what}',
    hint: 'Remove what is, or looks like, a key from the schema, its tests or the recorded answers; import again and emit again.',
  },
  'PB-102': {
    severity: 'error',
    text: 'the prompt for {what} tries to steer the grader: "{phrase}"',
    hint: 'Instructions, questions and policies name what to look at, never which score to give.',
  },
  'PB-103': {
    severity: 'error',
    text: 'the prompt for {what} calls an HTTP 4xx answer a success: "{phrase}"',
    hint: 'Only HTTP 200 with data has worked (spec 06, binding rule 1); correct the wording.',
  },
  'PB-104': {
    severity: 'error',
    text: 'the prompt for {what} still holds the slot "{phrase}"',
    hint: 'Write the text itself; prompts are put together from parts, nothing is filled in later.',
  },
  'PB-105': {
    severity: 'error',
    text: 'the fence of the prompt for {what} is too short, or occurs in the text it has to hold',
    hint: 'Draw another random fence of at least 16 letters and digits.',
  },
  'PB-201': {
    severity: 'error',
    text: 'area {area} is judged with a persona, and the prompt for {what} has none',
    hint: 'Name a persona with --persona ‹base›--‹lens›.',
  },
  'PB-202': {
    severity: 'error',
    text: 'area {area} is judged without a persona, and the prompt for {what} has one',
    hint: 'Leave the persona out of the prompts of this area (spec 12).',
  },
  'PB-301': {
    severity: 'error',
    text: 'the prompt for {what} sends the grader to {path}, outside the island',
    hint: 'A grader reads files of the island only; import the file first.',
  },
} satisfies Record<string, ErrorCodeRow>;
