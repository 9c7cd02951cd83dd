import type { ErrorCodeRow } from '../../problems/error-code.js';

/** Codes for linting MCP servers: problems with targets, files and baselines, and gates that a server fails. */
export const lintCodes = {
  'LNT-001': {
    severity: 'error',
    text: 'a .json file is not a schema',
    hint: 'To lint the snapshot of a server, use --snapshot {file}.',
    exit: 2,
  },
  'LNT-002': {
    severity: 'error',
    text: 'a snapshot contains one server, but {count} targets were found',
    hint: 'Name one server, or one schema file, with --save-snapshot.',
    exit: 2,
  },
  'LNT-003': {
    severity: 'error',
    text: 'the file cannot be written ({reason})',
    hint: 'Name a file in an existing folder that you can write to.',
    exit: 2,
  },
  'LNT-004': {
    severity: 'error',
    text: 'no snapshot was saved: a list from the server could not be read, and a file without it would look complete',
    hint: 'Fix the list and save again.',
    exit: 2,
  },
  'LNT-010': {
    severity: 'error',
    text: 'the baseline cannot be used: {reason}',
    hint: 'Correct the file, or write a new one under another name with --update-baseline.',
    exit: 2,
  },
  'LNT-011': {
    severity: 'error',
    text: 'the baseline is for the lint rule set {found}, but this run uses {expected}; {fit}',
    hint: 'To accept the issues of this set, write a baseline under another name with --update-baseline.',
    exit: 2,
  },
  'LNT-012': {
    severity: 'warning',
    text: 'the baseline accepts {rule} for {subject}, but this issue no longer exists',
    hint: 'Remove the entry with --update-baseline, so that the issue is reported if it comes back.',
  },
  'LNT-013': {
    severity: 'warning',
    text: 'the baseline accepted {rule} for {subject} until {expires}; the issue now counts as new again',
    hint: 'Fix the issue, or give the baseline entry a later date.',
  },
  'LNT-014': {
    severity: 'error',
    text: 'there is no baseline at this path',
    hint: 'Check the path, or add --update-baseline to write a baseline that accepts all current issues.',
    exit: 2,
  },
  'LNT-020': {
    severity: 'error',
    text: '{found}; --fail-on {failOn} allows none',
    hint: 'Fix what is listed, or accept it with --baseline <file> --update-baseline.',
  },
  'LNT-021': {
    severity: 'error',
    text: 'the grade is {grade}, with a score of {score}; --min-grade requires {minGrade}',
    hint: 'Start with what costs most: {error} points for each error, {warning} for each warning, {info} for each info.',
  },
  'LNT-022': {
    severity: 'error',
    text: 'the tools take about {tokens} tokens, but --token-budget allows {budget}; the longest: {longest}',
    hint: 'Shorten descriptions and schemas, or offer fewer tools.',
  },
  'LNT-023': {
    severity: 'error',
    text: 'the grade is {grade}, with a score of {score}; --min-grade requires {minGrade}',
    hint: 'Start here: {start}.',
  },
  'LNT-030': {
    severity: 'error',
    text: 'there is no lint rule "{rule}"',
    hint: 'The rules are {known}.',
    exit: 2,
  },
  'LNT-040': {
    severity: 'error',
    text: '{count} alert{s}: texts that try to steer the model',
    hint: 'Read the texts named. If they are harmless, ignore them in flowmcp-lint.json, with a reason and the "subject" and "text" that --json shows.',
  },
  'LNT-052': {
    severity: 'error',
    text: '{count} of the changes concern what a model reads',
    hint: 'Review them. If they are wanted, keep the new snapshot as the one to compare with.',
  },
  'LNT-054': {
    severity: 'error',
    text: 'the second look is incomplete: {model} gave no usable answer about {count} of {texts} texts ({reason})',
    hint: 'Run the same command again; with --cache only the missing answers are asked for.',
    exit: 2,
  },
  'LNT-057': {
    severity: 'error',
    text: 'a second look by a model needs a rule set that scores by shares; this run uses {ruleset}',
    hint: 'Add --rules flowmcp/1.',
    exit: 2,
  },
  'LNT-046': {
    severity: 'error',
    text: '{target} kept announcing changes of its {list}: they were read again {times} times, and had changed again after each reading',
    hint: 'Complete the lists before the server answers the first request for them. The report covers what was read last.',
    exit: 2,
  },
  'LNT-053': {
    severity: 'warning',
    text: 'the baseline was written with {found} declared to the servers; this run declared {expected}',
    hint: 'Servers may offer other tools then: use the same --capability, or write the baseline again with --update-baseline.',
  },
  'LNT-041': {
    severity: 'error',
    text: 'the severity of {rule} cannot be changed: it finds traps',
    hint: 'Remove the line. A text that you have read and found harmless goes into "ignore", with a reason and a last day.',
    exit: 2,
  },
  'LNT-042': {
    severity: 'error',
    text: '{expires} is too far ahead: {rule} can be ignored until {latest} at most',
    hint: 'Choose an earlier day. Entries last 366 days at most, those for trap and suspect rules 183; then somebody looks again.',
    exit: 2,
  },
  'LNT-043': {
    severity: 'error',
    text: 'the lint configuration cannot be used: {reason}',
    hint: 'Correct the file, or lint without it: --no-config. docs/lint.md describes its keys.',
    exit: 2,
  },
  'LNT-048': {
    severity: 'warning',
    text: 'the entry that ignored {rule} for {subject} until {expires} no longer has any effect',
    hint: 'Fix the issue and remove the entry, or look at it again and choose a later day.',
  },
  'LNT-049': {
    severity: 'warning',
    text: 'no issue matches the entry that ignores {rule} for {subject}',
    hint: 'Remove the entry, or correct its rule, target or subject.',
  },
  'LNT-058': {
    severity: 'warning',
    text: 'the entry that ignores {rule} for {subject} has no effect: it does not say in which text',
    hint: 'Read the text. If it is harmless, add to the entry: "text": "{text}".',
  },
  'LNT-059': {
    severity: 'warning',
    text: 'the entry that ignores {rule} for {subject} has no effect: the text has changed since',
    hint: 'Read the new text. If it is harmless, write into the entry: "text": "{text}".',
  },
  'LNT-060': {
    severity: 'warning',
    text: 'the baseline accepts {rule} for {subject}, but does not say in which text; the issue counts as new',
    hint: 'Read the text. If it is harmless, add to the entry: "text": "{text}"; --update-baseline does that for all entries.',
  },
  'LNT-061': {
    severity: 'warning',
    text: 'the baseline accepts {rule} for {subject} with another text; the issue counts as new',
    hint: 'Read the new text. If it is harmless, accept it with --update-baseline.',
  },
  'LNT-044': {
    severity: 'error',
    text: '{target} was not started: it is a program, and starting it runs it',
    hint: 'Look at its entry, then start it with --start={name}; --start alone starts all programs of the configuration.',
    exit: 2,
  },
  'LNT-045': {
    severity: 'error',
    text: '{target} was not asked: there is no value for {left}',
    hint: `Set a variable and name it: --env NAME fills \${NAME} and \${env:NAME}, and nothing else is filled.`,
    exit: 2,
  },
  'LNT-050': {
    severity: 'error',
    text: 'the client configuration cannot be used: {reason}',
    hint: 'Expected is JSON, comments allowed: { "mcpServers": { "name": { "command": … } or { "url": … } } }. VS Code writes "servers" instead, Zed "context_servers".',
    exit: 2,
  },
  'LNT-051': {
    severity: 'error',
    text: '{target} cannot be asked: {reason}',
    hint: 'Write { "command": "node", "args": ["server.mjs"] } or { "url": "https://…" }, and each name and key once.',
    exit: 2,
  },
  'LNT-055': {
    severity: 'info',
    text: '{target} was skipped: its configuration disables it',
    hint: 'To lint it too, enable it in the configuration.',
  },
  'LNT-047': {
    severity: 'warning',
    text: '{count} result{s} of this server point{verb} to no file: code hosts such as GitHub drop them',
    hint: 'Save what the server says with --save-snapshot <file>, in the folder of the run, and the results point to that file.',
  },
} satisfies Record<string, ErrorCodeRow>;
