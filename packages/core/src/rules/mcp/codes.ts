import type { ErrorCodeRow } from '../../problems/error-code.js';

/** Linting of MCP servers: what to lint, gates, baseline, files. */
export const lintCodes = {
  'LNT-001': {
    severity: 'error',
    text: 'a .json file is no schema',
    hint: 'Lint the snapshot of a server with --snapshot {file}.',
    exit: 2,
  },
  'LNT-002': {
    severity: 'error',
    text: 'a snapshot holds one server; {count} targets were found to save',
    hint: 'Name one server, or one schema file, with --save-snapshot.',
    exit: 2,
  },
  'LNT-003': {
    severity: 'error',
    text: 'the file can not be written ({reason})',
    hint: 'Name a file in a folder that exists and may be written to.',
    exit: 2,
  },
  'LNT-004': {
    severity: 'error',
    text: 'no snapshot was saved: a list of the server could not be read, and a file without it would look complete',
    hint: 'Mend the list and save again.',
    exit: 2,
  },
  'LNT-010': {
    severity: 'error',
    text: 'the baseline can not be used: {reason}',
    hint: 'Correct the file, or have it written anew with --update-baseline and another name.',
    exit: 2,
  },
  'LNT-011': {
    severity: 'error',
    text: 'the baseline is one of the rule set {found}; {expected} was expected',
    hint: 'Have a baseline of this rule set written with --update-baseline and another name.',
    exit: 2,
  },
  'LNT-012': {
    severity: 'warning',
    text: 'the baseline accepts {rule} of {subject}, which is not found any more',
    hint: 'Good news: take it out with --update-baseline, so that it is told when it comes back.',
  },
  'LNT-013': {
    severity: 'warning',
    text: 'the baseline accepted {rule} of {subject} until {expires}; it is a new issue again',
    hint: 'Mend it, or give the entry another day.',
  },
  'LNT-014': {
    severity: 'error',
    text: 'there is no baseline at this path',
    hint: 'Check the path, or have one written that accepts all there is now: add --update-baseline.',
    exit: 2,
  },
  'LNT-020': {
    severity: 'error',
    text: '{found}; --fail-on {failOn} lets none pass',
    hint: 'Mend what is listed, or accept it with --baseline <file> --update-baseline.',
  },
  'LNT-021': {
    severity: 'error',
    text: 'the grade is {grade}, with a score of {score}; --min-grade {minGrade} was expected',
    hint: 'Begin with what costs most: 15 points for each error, 5 for each warning, 1 for each info.',
  },
  'LNT-022': {
    severity: 'error',
    text: 'the tools take about {tokens} tokens, most of them {longest}; --token-budget allows {budget}',
    hint: 'Shorten descriptions and schemas, or offer fewer tools.',
  },
  'LNT-030': {
    severity: 'error',
    text: 'there is no lint rule "{rule}"',
    hint: 'The rules are {known}.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
