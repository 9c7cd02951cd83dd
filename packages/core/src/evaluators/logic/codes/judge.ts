import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Reasons why a judge gave no score, and faults of its intake. `{evaluator}` is its model. */
export const judgeCodes = {
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
  'EVL-034': {
    severity: 'error',
    text: 'the address of --api-base can not be used: {reason}',
    hint: 'Give the http or https address that stands before /chat/completions, such as http://127.0.0.1:8080/v1, without user name and password.',
    exit: 2,
  },
  'EVL-035': {
    severity: 'error',
    text: 'the server of the judge {evaluator} answered HTTP {status}: {shown}',
    hint: 'A 400 or 404 is about the name of the model or what it can do, a 429 about the pace or the account, a 5xx about the server itself.',
    exit: 2,
  },
  'EVL-036': {
    severity: 'error',
    text: 'the server of the judge {evaluator} did not accept the API key (HTTP {status})',
    hint: 'Check {variable} in the environment, and that its account may use this model.',
    exit: 2,
  },
  'EVL-037': {
    severity: 'error',
    text: 'the answer of the judge {evaluator} broke off: {reason}',
    hint: 'Ask again; if it stays so, the server or a proxy before it ends long answers.',
    exit: 2,
  },
  'EVL-038': {
    severity: 'error',
    text: 'the server of the judge {evaluator} answered more than {limit} bytes and was left',
    hint: 'A judgement is a small JSON object; look at what the server sends.',
    exit: 2,
  },
  'EVL-039': {
    severity: 'warning',
    text: 'the judge {evaluator} scored outside its scale from 0 to 1 in {calls}; the first such number is {found}, and {taken} was taken',
    hint: 'Each number as it came is kept under "clamped" beside the score. A model that keeps to the scale of the answer schema needs no clamp.',
  },
  'EVL-040': {
    severity: 'error',
    text: 'the intake is not JSON: {cause}',
    hint: 'An intake is { "quality_dimensions": [{ "name": …, "weight": … }], "hard_constraints": ["…"] }.',
    exit: 2,
  },
  'EVL-041': {
    severity: 'error',
    text: 'the intake has {found} where {expected} belongs',
    hint: 'An intake is { "quality_dimensions": [{ "name": …, "weight": … }], "hard_constraints": ["…"] }.',
    exit: 2,
  },
  'EVL-042': {
    severity: 'error',
    text: 'the intake names the quality dimension "{name}" twice',
    hint: 'Names are compared without the spaces around them; give each dimension its own, or add up the weights.',
    exit: 2,
  },
  'EVL-043': {
    severity: 'error',
    text: 'the intake has an unknown key "{key}"',
    hint: 'What a judge looks at stands under quality_dimensions and hard_constraints; correct the spelling.',
    exit: 2,
  },
  'EVL-044': {
    severity: 'error',
    text: 'the intake names neither a quality dimension nor a hard constraint',
    hint: 'Add one, or leave the intake out.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
