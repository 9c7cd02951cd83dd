import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Drafts: answers to a run, prompt by prompt, before the hand-in. */
export const draftCodes = {
  'DRF-001': {
    severity: 'error',
    text: 'the draft of {grader} for {target} is open elsewhere: {who}',
    hint: 'End that command first, or answer under another name.',
    exit: 2,
  },
  'DRF-002': {
    severity: 'error',
    text: 'another run has replaced run {taskId}; answers saved before are kept in {file}',
    hint: 'Open the new run and answer its prompts. Answers are not carried over, because the questions may have changed.',
  },
  'DRF-003': {
    severity: 'error',
    text: 'run {taskId} no longer takes answers: its status is {status}; your answers are kept in {file}',
    hint: 'See where it stands: flowmcp grading state {target}',
  },
  'DRF-004': {
    severity: 'error',
    text: 'the prompt {prompt} cannot be split: its {what} cannot be found',
    hint: 'Another version of the tool emitted it. Read it whole with "grading prompts --raw", or emit the run again.',
  },
  'DRF-005': {
    severity: 'error',
    text: 'run {taskId} has no prompt "{found}"',
    hint: 'Name one of the prompts of this run, by its id or its number.',
    exit: 2,
  },
  'DRF-006': {
    severity: 'error',
    text: '{grader} has handed in run {taskId}, so an opinion by the same name would not be a second one',
    hint: 'Have somebody else answer, or give another name.',
    exit: 2,
  },
  'DRF-007': {
    severity: 'error',
    text: 'an evaluator of run {taskId} is named {grader}, too',
    hint: 'Use another name: what an evaluator has signed is compared with its journal.',
    exit: 2,
  },
  'DRF-008': {
    severity: 'error',
    text: 'no hand-in of {target} was graded with the prompts that are there now, so there is nothing to compare an opinion with',
    hint: 'A second opinion is about the run that was graded last. Answer the open run instead, or grade one first.',
  },
  'DRF-009': {
    severity: 'error',
    text: '{grader} has already given a second opinion on run {taskId}: {file}',
    hint: 'An opinion is never rewritten. Give another name for another opinion.',
  },
  'DRF-010': {
    severity: 'error',
    text: 'these answers cannot be compared: {reason}',
    hint: 'Restore the file from a copy of the island, or move it elsewhere. The other answers were compared.',
  },
  'DRF-011': {
    severity: 'error',
    text: 'nobody has given a second opinion on {target} yet',
    hint: 'Somebody else has to answer the run that was graded last: flowmcp grading review {target} --by <name> --second-opinion',
  },
} satisfies Record<string, ErrorCodeRow>;
