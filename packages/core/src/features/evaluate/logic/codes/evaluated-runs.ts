import type { ErrorCodeRow } from '../../../../problems/error-code.js';

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
