import type { ErrorCodeRow } from '../../problems/error-code.js';

const INTAKE_SHAPE =
  'An intake is { "quality_dimensions": [{ "name": …, "weight": …, "description": …, "rubric": … }], "hard_constraints": ["…"] }; description and rubric may be left out.';

/** Reasons why a model gave no answer, as a judge or in a trial, and errors in a judge's intake. `{evaluator}` is the model. */
const judgeCodes = {
  'EVL-030': {
    severity: 'error',
    text: 'the model {evaluator} refused to answer: {shown}',
    hint: 'Use another model, or check what the request contains; a refusal is not an answer.',
    exit: 2,
  },
  'EVL-031': {
    severity: 'error',
    text: 'the judge {evaluator} did not answer in the requested form: {reason}',
    hint: 'Try again, or use a model that can follow a given JSON schema in its answers.',
    exit: 2,
  },
  'EVL-032': {
    severity: 'error',
    text: 'the model "{model}" does not have the form provider/model with a known provider',
    hint: 'Write openai/…, anthropic/… or google/…; for any other server that is compatible with OpenAI, use --api-base.',
    exit: 2,
  },
  'EVL-033': {
    severity: 'error',
    text: 'there is no API key for the model {evaluator}',
    hint: 'Set {variable} in the environment.',
    exit: 2,
  },
  'EVL-034': {
    severity: 'error',
    text: 'the address given with --api-base cannot be used: {reason}',
    hint: 'Give the http or https address without /chat/completions, such as http://127.0.0.1:8080/v1, and without a user name and password.',
    exit: 2,
  },
  'EVL-035': {
    severity: 'error',
    text: 'the server of the model {evaluator} answered HTTP {status}: {shown}',
    hint: 'A 400 or 404 points to the name of the model or to something the model cannot do, a 429 to the rate limit or the account, and a 5xx to the server itself.',
    exit: 2,
  },
  'EVL-036': {
    severity: 'error',
    text: 'the server of the model {evaluator} rejected the API key (HTTP {status})',
    hint: 'Check the key in the environment ({variable}), and check that its account has access to this model.',
    exit: 2,
  },
  'EVL-037': {
    severity: 'error',
    text: 'the answer of the model {evaluator} was cut off: {reason}',
    hint: 'Try again; if it keeps happening, the server or a proxy in front of it cuts off long answers.',
    exit: 2,
  },
  'EVL-038': {
    severity: 'error',
    text: 'the server of the model {evaluator} answered with more than {limit} bytes, so the connection was closed',
    hint: 'An answer is small; check what the server sends.',
    exit: 2,
  },
  'EVL-039': {
    severity: 'warning',
    text: 'the judge {evaluator} scored outside its scale from 0 to 1 in {calls}; the first such number is {found}, and {taken} was used instead',
    hint: 'Each original number is kept under "clamped" beside the score. If this happens often, use another model.',
  },
  'EVL-040': {
    severity: 'error',
    text: 'the intake is not JSON: {cause}',
    hint: INTAKE_SHAPE,
    exit: 2,
  },
  'EVL-041': {
    severity: 'error',
    text: 'the intake has {found} where {expected} was expected',
    hint: INTAKE_SHAPE,
    exit: 2,
  },
  'EVL-042': {
    severity: 'error',
    text: 'the intake names the quality dimension "{name}" twice',
    hint: 'Names are compared without surrounding spaces; give each dimension its own name, or merge the two and add up their weights.',
    exit: 2,
  },
  'EVL-043': {
    severity: 'error',
    text: 'the intake has an unknown key "{key}"',
    hint: 'Correct the spelling, or remove the key: a judge would not see it. A quality dimension has name, weight, description and rubric, and an item of a rubric has score and text.',
    exit: 2,
  },
  'EVL-044': {
    severity: 'error',
    text: 'the intake names neither a quality dimension nor a hard constraint',
    hint: 'Add one, or leave the intake out.',
    exit: 2,
  },
  'EVL-060': {
    severity: 'error',
    text: 'the server of the judge {evaluator} refused every form in which it can be asked for an answer (a JSON schema, JSON, a tool call): {shown}',
    hint: 'Use another model, or a server that supports response_format or tools for this model.',
    exit: 2,
  },
  'EVL-061': {
    severity: 'error',
    text: 'the rubric of the quality dimension "{name}" describes the score {found}, but this judge scores from {min} to {max}',
    hint: 'Write the scores of a rubric on the scale of the command: 0 to 1 for evaluator run and evaluator check, 1 to 5 for grade.',
    exit: 2,
  },
  'EVL-057': {
    severity: 'warning',
    text: '{target}: letters that are undecided after {samples} samples: {count} of {total} ({which})',
    hint: 'The grades count as they are. A mean lies near the edge of a band, or the samples differ much; --judge-max allows more of them. To see the chances of an entry: flowmcp grading explain {target}',
  },
} satisfies Record<string, ErrorCodeRow>;

/**
 * Reasons why an evaluator gave no score (seed 004). `{evaluator}` is the evaluator's name, never its arguments or
 * headers.
 */
export const evaluatorCodes = {
  'EVL-001': {
    severity: 'error',
    text: 'the evaluator cannot run in the folder {folder}, which {state}',
    hint: 'Name an existing folder with --evaluator-cwd, or leave it out to use the current folder.',
    exit: 2,
  },
  'EVL-002': {
    severity: 'error',
    text: 'the evaluator program "{program}" was not found {place}',
    hint: 'Check its spelling and the PATH, or give its path; --evaluator-command takes a program and its arguments, not a shell command line.',
    exit: 2,
  },
  'EVL-003': {
    severity: 'error',
    text: 'the evaluator program "{program}" cannot be run ({cause})',
    hint: 'Make it executable (chmod +x), or put its interpreter first: --evaluator-command node grade.mjs',
    exit: 2,
  },
  'EVL-004': {
    severity: 'error',
    text: '"{program}" cannot run {script}: there is no such file',
    hint: 'Check the path; a relative path starts from the folder the evaluator runs in (--evaluator-cwd).',
    exit: 2,
  },
  'EVL-005': {
    severity: 'error',
    text: 'the evaluator {evaluator} gave no answer within {seconds} s and was stopped',
    hint: 'Allow it more time with --evaluator-timeout, or let it do less per call.',
    exit: 2,
  },
  'EVL-006': {
    severity: 'error',
    text: 'the evaluator {evaluator} exited with code {exitCode}: {stderr}',
    hint: 'It must print its answer and exit with code 0; what it wrote to standard error is shown above.',
    exit: 2,
  },
  'EVL-007': {
    severity: 'error',
    text: 'the evaluator {evaluator} was stopped by {signal}: {stderr}',
    hint: 'A person or the system stopped it (SIGKILL often means a lack of memory); run it on its own with the same input.',
    exit: 2,
  },
  'EVL-008': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered with more than {limit} bytes and was stopped',
    hint: 'An answer is one small JSON object; logs go to standard error.',
    exit: 2,
  },
  'EVL-009': {
    severity: 'error',
    text: 'the evaluator {evaluator} did not answer with one JSON document: {shown}',
    hint: 'The whole answer must be one JSON object such as {"score": 0.73}; logs go to standard error.',
    exit: 2,
  },
  'EVL-062': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered with {shown}, but JSON has no such number',
    hint: 'NaN and Infinity are not JSON, but Python writes them unless json.dumps gets allow_nan=False. Answer with finite numbers, and with null where there is none; if something cannot be scored, report that with a nonzero exit code or an HTTP error status.',
    exit: 2,
  },
  'EVL-063': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered with improvementHints that an entry cannot hold: {reason}',
    hint: 'improvementHints is a list of at most 20 objects { "targetField": …, "suggestion": …, "priority": "low", "medium" or "high" }; keep anything else under another key.',
    exit: 2,
  },
  'EVL-010': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered with {found} instead of a JSON object',
    hint: 'Answer with an object such as {"score": 0.73, "reasoning": "…"}.',
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
    text: 'the evaluator {evaluator} answered with {found} as its score; a score must be a number',
    hint: 'Write the number without quotes; true, false and null are not numbers.',
    exit: 2,
  },
  'EVL-013': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered with a score that is not finite ({found})',
    hint: 'Answer with a finite number; if something cannot be scored, report that with a nonzero exit code or an HTTP error status.',
    exit: 2,
  },
  'EVL-014': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered with the score {found}, which is outside 0 to 1',
    hint: 'Answer with a score from 0 to 1, or allow any finite number with --score-range any.',
    exit: 2,
  },
  'EVL-015': {
    severity: 'error',
    text: 'the evaluator {evaluator} could not be started ({cause})',
    hint: 'Run the same command by hand. E2BIG means that the command line is too long; EMFILE and EAGAIN mean that a system limit was reached.',
    exit: 2,
  },
  'EVL-016': {
    severity: 'error',
    text: 'the call to the evaluator {evaluator} was cancelled',
    hint: 'Run the command again; complete answers are kept.',
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
    hint: 'An evaluator must answer 2xx with a JSON object; redirects are not followed, so give its final address. 429 or 503 means that it was still busy at the last attempt: try again later, or send it fewer calls at a time (--concurrency, --throttle).',
    exit: 2,
  },
  'EVL-023': {
    severity: 'error',
    text: 'the evaluator address {url} cannot be used: {reason}',
    hint: 'Give an http or https address without a user name and password; pass credentials with --evaluator-header.',
    exit: 2,
  },
  ...judgeCodes,
  'EVL-024': {
    severity: 'error',
    text: '{evaluator} gave no complete answer within {seconds} s',
    hint: 'Allow it more time with --evaluator-timeout, or let it do less per call.',
    exit: 2,
  },
  'EVL-025': {
    severity: 'error',
    text: '{evaluator} could not be called: {reason}',
    hint: 'Check the host name in --evaluator-url or --api-base.',
    exit: 2,
  },
  'EVL-026': {
    severity: 'error',
    text: '{evaluator} could not be called: {reason}',
    hint: 'Check the scheme (http or https) and the certificate; for your own certificate authority, set NODE_EXTRA_CA_CERTS.',
    exit: 2,
  },
  'EVL-027': {
    severity: 'error',
    text: '{evaluator} answered with more than {limit} bytes; the rest was not read',
    hint: 'An answer is one small JSON object such as {"score": 0.73}.',
    exit: 2,
  },
  'EVL-028': {
    severity: 'error',
    text: '{evaluator} gave no usable answer: {reason}',
    hint: 'Check the log of the evaluator server; it may have stopped in the middle of a call.',
    exit: 2,
  },
  'EVL-029': {
    severity: 'error',
    text: 'header {which} of the evaluator cannot be sent: {reason}',
    hint: 'Write --evaluator-header "Name: value"; connection headers (Host, Content-Length …) are set by this program.',
    exit: 2,
  },
  'EVL-050': {
    severity: 'error',
    text: '{evaluator} first answered as version {before} and now answers as version {now}',
    hint: 'All scores of one run must come from one version. Wait until the new version is in place, and run again.',
    exit: 2,
  },
  'EVL-051': {
    severity: 'error',
    text: 'the cache folder {folder} cannot be used ({cause})',
    hint: 'Name a writable folder with --cache, or leave it out.',
    exit: 2,
  },
  'EVL-052': {
    severity: 'warning',
    text: 'a cached answer is damaged and was not used: {reason}',
    hint: 'It is requested again and replaced; you do not need to do anything.',
  },
  'EVL-053': {
    severity: 'warning',
    text: 'an answer could not be stored in the cache ({cause})',
    hint: 'The run continues; check that the folder given with --cache is writable and has free space.',
  },
  'EVL-054': {
    severity: 'error',
    text: 'the answer of {evaluator} is too large to read: it contains too many values, or takes too much time or memory',
    hint: 'An answer is one small JSON object such as {"score": 0.73}.',
    exit: 2,
  },
  'EVL-055': {
    severity: 'error',
    text: 'no call was made, because the budget is used up ({budget}); calls that are missing: {missing}',
    hint: 'Repeat the command to continue, or allow more.',
    exit: 2,
  },
  'EVL-056': {
    severity: 'error',
    text: 'the budget is used up ({budget}); calls that {what} still needs: {missing}',
    hint: 'Repeat the same command: it has the same budget again, and what is answered is not asked again. `evaluator run` and `grade` keep their answers with --cache, and `evaluator run` also with --out, continued with --resume.',
    exit: 2,
  },
  'EVL-057': {
    severity: 'warning',
    text: '{target}: letters that are undecided after {samples} samples: {count} of {total} ({which})',
    hint: 'The grades count as they are. A mean lies near the edge of a band, or the samples differ much; --judge-max allows more of them. To see the chances of an entry: flowmcp grading explain {target}',
  },
  'EVL-070': {
    severity: 'error',
    text: 'the evaluator {evaluator} exited with code {exitCode} before it could be called again: {stderr}',
    hint: 'With --persistent, a program reads a line, answers with a line, and waits for the next one until its standard input ends. Leave the option out for a program that answers once.',
    exit: 2,
  },
  'EVL-071': {
    severity: 'error',
    text: 'the evaluator {evaluator} wrote something other than the one answer to its call and was stopped',
    hint: 'With --persistent, the answer to each line is one line of JSON on standard output that repeats the number "call" of that line; logs go to standard error.',
    exit: 2,
  },
  'EVL-072': {
    severity: 'error',
    text: 'the evaluator {evaluator} answered with no line within {seconds} s and was stopped',
    hint: 'With --persistent, a program answers each line as soon as it has read it, without waiting for the end of its input, and flushes its output (in Python: print(…, flush=True)). Allow it more time with --evaluator-timeout.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
