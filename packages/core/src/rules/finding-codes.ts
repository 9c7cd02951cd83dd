import type { ErrorCodeRow } from '../problems/error-code.js';

/** Deterministic findings: shown with a node, never part of its mean. `error` where a secret leaks or a veto follows. */
export const findingCodes = {
  'FND-001': {
    severity: 'warning',
    text: 'the description praises instead of describing: "{phrase}"',
    hint: 'Say what the tool returns and from where; leave the judgement to the reader.',
  },
  'FND-002': {
    severity: 'warning',
    text: 'the description says what for instead of what: "{phrase}"',
    hint: 'Move use cases into the About resource and keep inputs, results and limits here.',
  },
  'FND-010': {
    severity: 'warning',
    text: '{missing} of {admitted} endpoints in {source} have no tool ({percent} %): {list}',
    hint: 'Add the tools, or give each endpoint left out a justification in baseline.json.',
  },
  'FND-020': {
    severity: 'info',
    text: '{count} of {total} indented lines are not indented by steps of four spaces',
    hint: 'Indent by four spaces; no tabs.',
  },
  'FND-021': {
    severity: 'info',
    text: '{count} of {total} statements end in a semicolon',
    hint: 'Leave the semicolons out.',
  },
  'FND-022': {
    severity: 'info',
    text: '{count} of {total} conditions have no space inside their parentheses',
    hint: 'Write `if( condition )`.',
  },
  'FND-023': {
    severity: 'warning',
    text: 'an error is caught here and nothing is done about it',
    hint: 'Report it in the result, or let it pass to the runtime.',
  },
  'FND-024': {
    severity: 'info',
    text: 'this runs while the module loads',
    hint: 'Move it into a handler; a schema module only declares.',
  },
  'FND-025': {
    severity: 'warning',
    text: 'handler code writes to {path}: what is served is not what is graded',
    hint: 'Leave main as it is written, and import the schema again: a source that does this is refused now.',
  },
  'FND-030': {
    severity: 'error',
    text: '{call} prints {what}, which holds a key',
    hint: 'Remove the output; a log is read by more people than a key is meant for.',
  },
  'FND-031': {
    severity: 'error',
    text: 'a comment holds what looks like a key: {what}',
    hint: 'Remove it and replace the key at its provider: it has been published with the file.',
  },
  'FND-040': {
    severity: 'warning',
    text: 'the module loads {name} ({source}, by {form})',
    hint: 'Declare libraries in main.requiredLibraries and take them from the handler factory; schema modules import nothing.',
  },
  'FND-041': {
    severity: 'warning',
    text: 'the code uses {what}',
    hint: 'Take libraries from the handler factory; require does not exist in a schema module.',
  },
  'FND-042': {
    severity: 'warning',
    text: 'the code makes code from text: {what}',
    hint: 'Write the code out; what is made at run time can not be reviewed.',
  },
  'FND-043': {
    severity: 'warning',
    text: 'the code reaches into the process: {what}',
    hint: 'Name what it needs in main.requiredServerParams; the runtime hands it in.',
  },
  'FND-044': {
    severity: 'warning',
    text: 'the code can start other programs or threads: {what}',
    hint: 'Remove it; a schema calls an API and nothing else.',
  },
  'FND-045': {
    severity: 'warning',
    text: 'the code uses the file system: {what}',
    hint: 'Remove it; data that belongs to the schema is a resource or a shared list.',
  },
  'FND-046': {
    severity: 'warning',
    text: 'the code reaches the global scope by a detour: {what}',
    hint: 'Name what is needed directly, or leave it out.',
  },
  'FND-047': {
    severity: 'warning',
    text: '{what} goes to {address}, not to the request the runtime prepared',
    hint: 'Declare the address as root and path of the tool, or fetch struct.url.',
  },
  'FND-048': {
    severity: 'error',
    text: '{name} is known as a malicious module ({reference}, {year})',
    hint: 'Remove it, and check the machines that have run the module.',
  },
  'FND-050': {
    severity: 'warning',
    text: 'the schema mixes tools that need a key ({keyed}) with tools that need none ({keyless})',
    hint: 'Split it into two schemas, so that the free part works without a key.',
  },
  'FND-051': {
    severity: 'warning',
    text: 'the only way in is OAuth ({evidence})',
    hint: 'Leave it out: consent by a user can not be given by the runtime. A static key would be fine.',
  },
  'FND-052': {
    severity: 'warning',
    text: '{method} whose meta.isReadOnly is not true: the tool may change data, and nothing says why that is wanted',
    hint: 'Set meta.isReadOnly: true if it only reads; else leave the tool out.',
  },
  'FND-053': {
    severity: 'warning',
    text: 'the schema names no documentation; what is reachable but undocumented may be open by mistake',
    hint: 'Put the address of the API documentation into main.docs, or leave the schema out.',
  },
  'FND-054': {
    severity: 'warning',
    text: '{method} whose meta.isReadOnly is true: the two contradict each other',
    hint: 'Correct the one that is wrong. Without --allow-writes the tool is not tested.',
  },
  'FND-060': {
    severity: 'info',
    text: 'no terms of service are linked',
    hint: 'Put their address into main.termsOfService if the provider has any; this lowers nothing.',
  },
  'FND-061': {
    severity: 'warning',
    text: 'the terms of service are at {terms}, the API is at {api}: they count as not attached',
    hint: 'Link the terms of the API itself; their root domain has to be that of main.root.',
  },
  'FND-062': {
    severity: 'warning',
    text: 'the terms of service could not be reached ({status}): stale, not failed',
    hint: 'Check the address in main.termsOfService.',
  },
  'FND-070': {
    severity: 'warning',
    text: 'the source carries {name}; a source is neutral',
    hint: 'Remove it. Hash and version of a snapshot are in its file name and in the index.',
  },
  'FND-080': {
    severity: 'warning',
    text: 'the skill {skill} does not refer to the About resource of its namespace',
    hint: 'Add {reference} to its content, or "about" to requires.resources.',
  },
  'FND-081': {
    severity: 'warning',
    text: 'the skill {skill} states no limitations',
    hint: 'Add a heading "Limitations" with at least one line under it.',
  },
  'FND-090': {
    severity: 'warning',
    text: 'the test counts as working, but the answer says that it failed: {why}',
    hint: 'Look at the record of the test. If the answer is an error, choose values that the API accepts; declare an output, so that one can be told from the other.',
  },
  'FND-091': {
    severity: 'info',
    text: 'the test found nothing in {lists}',
    hint: 'Choose values for which the API has data: an empty answer shows nothing of the output.',
  },
} satisfies Record<string, ErrorCodeRow>;
