import type { ErrorCodeRow } from '../../model/error-code.js';

/** Why an evaluator gave no score (seed 004). `{evaluator}` is its name, never its arguments or headers. */
export const evaluatorCodes = {
  'EVL-001': {
    severity: 'error',
    text: 'the folder {folder}, where the evaluator is to run, {state}',
    hint: 'Name an existing folder with --evaluator-cwd, or leave it out to run where you are.',
    exit: 2,
  },
  'EVL-002': {
    severity: 'error',
    text: 'the evaluator program "{program}" was not found {place}',
    hint: 'Check its spelling and the PATH, or write the path to it; --evaluator-command takes a program and its arguments, no shell line.',
    exit: 2,
  },
  'EVL-003': {
    severity: 'error',
    text: 'the evaluator program "{program}" may not be run ({cause})',
    hint: 'Make it executable (chmod +x), or put its interpreter before it: --evaluator-command node grade.mjs',
    exit: 2,
  },
  'EVL-004': {
    severity: 'error',
    text: '"{program}" is to run {script}, and there is no such file',
    hint: 'A path is looked for from the folder the evaluator runs in (--evaluator-cwd).',
    exit: 2,
  },
  'EVL-005': {
    severity: 'error',
    text: 'the evaluator {evaluator} gave no answer within {seconds} s and was stopped',
    hint: 'Allow it more time with --evaluator-timeout, or let it do less for one call.',
    exit: 2,
  },
  'EVL-006': {
    severity: 'error',
    text: 'the evaluator {evaluator} ended with exit code {exitCode}: {stderr}',
    hint: 'It prints its answer and ends with 0; what it wrote to standard error is shown above.',
    exit: 2,
  },
  'EVL-007': {
    severity: 'error',
    text: 'the evaluator {evaluator} was ended by {signal}: {stderr}',
    hint: 'Somebody or the system stopped it (SIGKILL is often a lack of memory); run it alone with the same input.',
    exit: 2,
  },
  'EVL-008': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered more than {limit} bytes and was stopped',
    hint: 'An answer is one small JSON object; logs go to standard error.',
    exit: 2,
  },
  'EVL-009': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered what is not one JSON document: {shown}',
    hint: 'The whole answer is one JSON object such as {"score": 0.73}; logs go to standard error.',
    exit: 2,
  },
  'EVL-010': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered {found} in place of a JSON object',
    hint: 'Answer an object such as {"score": 0.73, "reasoning": "…"}.',
    exit: 2,
  },
  'EVL-011': {
    severity: 'error',
    text: 'the answer of the evaluator {evaluator} has no score; its keys: {keys}',
    hint: 'Add a number under "score".',
    exit: 2,
  },
  'EVL-012': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered {found} as its score; a score is a number',
    hint: 'Write the number without quotes; true, false and null are no numbers.',
    exit: 2,
  },
  'EVL-013': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered a score that is not finite ({found})',
    hint: 'Answer a finite number; what can not be scored ends with an exit code or status that says so.',
    exit: 2,
  },
  'EVL-014': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered the score {found}, which is not from 0 to 1',
    hint: 'Answer from 0 to 1, or allow every finite number with --score-range any.',
    exit: 2,
  },
  'EVL-015': {
    severity: 'error',
    text: 'the evaluator {evaluator} could not be started ({cause})',
    hint: 'Run the same command by hand; E2BIG is a too long command line, EMFILE and EAGAIN are limits of the system.',
    exit: 2,
  },
  'EVL-016': {
    severity: 'error',
    text: 'the call of the evaluator {evaluator} was called off',
    hint: 'Run the command again; answers that were complete are kept.',
    exit: 2,
  },
  'EVL-020': {
    severity: 'error',
    text: '{evaluator} refused the connection',
    hint: 'Start the evaluator server, or correct the host and port of its address.',
    exit: 2,
  },
  'EVL-021': {
    severity: 'error',
    text: '{evaluator} could not be reached: {reason}',
    hint: 'Check the address of the evaluator and the network connection.',
    exit: 2,
  },
  'EVL-022': {
    severity: 'error',
    text: '{evaluator} answered HTTP {status}: {shown}',
    hint: 'An evaluator answers 2xx with a JSON object; redirects are not followed, so name its final address.',
    exit: 2,
  },
  'EVL-023': {
    severity: 'error',
    text: 'the evaluator address {url} can not be used: {reason}',
    hint: 'Give an http or https address without user name and password; credentials go into --evaluator-header.',
    exit: 2,
  },
  'EVL-030': {
    severity: 'error',
    text: 'the judge {evaluator} refused to answer: {shown}',
    hint: 'Ask another model, or look at what the candidate holds; a refusal is no score.',
    exit: 2,
  },
  'EVL-031': {
    severity: 'error',
    text: 'the judge {evaluator} did not answer in the form it was asked for: {reason}',
    hint: 'Ask again, or take a model that can answer in a given JSON schema.',
    exit: 2,
  },
  'EVL-032': {
    severity: 'error',
    text: 'the judge model "{model}" is not written as provider/model of a known provider',
    hint: 'Write openai/…, anthropic/… or google/…; any other server that speaks as OpenAI does is named with --api-base.',
    exit: 2,
  },
  'EVL-033': {
    severity: 'error',
    text: 'there is no API key for the judge {evaluator}',
    hint: 'Set {variable} in the environment.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
