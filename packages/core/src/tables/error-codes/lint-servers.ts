import type { ErrorCodeRow } from '../../model/error-code.js';

/** Why an MCP server, or a part of it, could not be looked at. `{target}` holds no credential. */
export const lintServerCodes = {
  'MCP-001': {
    severity: 'error',
    text: '{target} could not be reached: {reason}',
    hint: 'Check the address and the network connection, and that the server runs.',
    exit: 2,
  },
  'MCP-002': {
    severity: 'error',
    text: '{target} was not contacted: {reason}',
    hint: 'If it is your own server, allow it by name: --allow-host localhost, or --allow-host 10.0.0.5:8080',
    exit: 2,
  },
  'MCP-003': {
    severity: 'error',
    text: '{target} answered HTTP {status}: it wants to know who asks',
    hint: "Put the credential into a variable and name it: --header 'Authorization: env:TOKEN' (the variable holds the whole value, such as Bearer …).",
    exit: 2,
  },
  'MCP-004': {
    severity: 'error',
    text: '{target} answered HTTP {status}: {shown}',
    hint: 'Check the path: it is often /mcp, or /sse for older servers.',
    exit: 2,
  },
  'MCP-005': {
    severity: 'error',
    text: '{target} gave no answer to {method} within {seconds} s{aside}',
    hint: 'Allow it more time with --timeout, or look at why the server does not answer.',
    exit: 2,
  },
  'MCP-006': {
    severity: 'error',
    text: '{target} does not speak MCP: {reason}',
    hint: 'Check that the address or the command is that of an MCP server.',
    exit: 2,
  },
  'MCP-007': {
    severity: 'error',
    text: '{target} answered {method} with error {code}: {shown}',
    hint: 'Look at the log of the server; the words are its own.',
    exit: 2,
  },
  'MCP-008': {
    severity: 'error',
    text: '{target} says more than is read: {what} of more than {limit} bytes',
    hint: 'A server that is meant for a language model is far smaller; look at what it sends.',
    exit: 2,
  },
  'MCP-009': {
    severity: 'error',
    text: '{target} redirects to where it is not followed: {reason}',
    hint: 'Give the final address of the server.',
    exit: 2,
  },
  'MCP-010': {
    severity: 'error',
    text: '{target} could not be started: {reason}',
    hint: 'Write the program and its arguments after --stdio --, as separate words; there is no shell. It is looked for on the PATH and, as a path, from the folder it runs in.',
    exit: 2,
  },
  'MCP-011': {
    severity: 'error',
    text: '{target} ended ({how}) before it answered {method}: {stderr}',
    hint: 'Run the same command by hand. It gets no variables but the PATH; name those it needs with --env NAME.',
    exit: 2,
  },
  'MCP-012': {
    severity: 'error',
    text: '{target} closed the connection before it answered {method}',
    hint: 'Look at the log of the server; it may have ended in the middle of an answer.',
    exit: 2,
  },
  'MCP-013': {
    severity: 'error',
    text: 'the address {url} can not be used: {reason}',
    hint: "Give an http or https address without user name and password; credentials go into --header 'Name: env:VARIABLE'.",
    exit: 2,
  },
  'MCP-014': {
    severity: 'error',
    text: 'header {which} can not be sent: {reason}',
    hint: "Write --header 'Name: env:VARIABLE'; headers of the connection (Host, Content-Length …) are set by this program.",
    exit: 2,
  },
  'MCP-020': {
    severity: 'error',
    text: '{target} offers {list}, and they could not be read: {reason}',
    hint: 'The report speaks of the other lists only; what could not be read is neither good nor bad.',
    exit: 2,
  },
  'MCP-021': {
    severity: 'error',
    text: 'nothing of what {target} offers could be read: {reason}',
    hint: 'There is no grade for a server that nothing is known of; look at the log of the server.',
    exit: 2,
  },
  'MCP-022': {
    severity: 'error',
    text: 'a page of {list} is {found} in place of a list',
    hint: 'Answer {list}/list with an object that has a list under "{list}".',
    exit: 2,
  },
  'MCP-023': {
    severity: 'error',
    text: 'the cursor of page {page} of {list} was given before, so that the list has no end',
    hint: 'Leave nextCursor out with the last page.',
    exit: 2,
  },
  'MCP-024': {
    severity: 'error',
    text: 'the cursor of page {page} of {list} is {found} in place of text',
    hint: 'A cursor is text; leave nextCursor out with the last page.',
    exit: 2,
  },
  'MCP-025': {
    severity: 'error',
    text: 'the list of {list} goes on after {limit} {unit}',
    hint: 'No model chooses from so many; look at what the server lists.',
    exit: 2,
  },
  'MCP-026': {
    severity: 'error',
    text: 'the answer to {method} nests deeper than {limit} levels',
    hint: 'Flatten the schemas; no client can use such nesting.',
    exit: 2,
  },
  'MCP-030': {
    severity: 'error',
    text: 'the snapshot can not be read: {reason}',
    hint: 'Write one with --save-snapshot, or by hand: { "serverInfo": …, "tools": [], "resources": [], "prompts": [] }',
    exit: 2,
  },
  'MCP-031': {
    severity: 'error',
    text: 'the file is no snapshot of an MCP server: {reason}',
    hint: 'A snapshot is a JSON object with at least one of serverInfo, tools, resources and prompts.',
    exit: 2,
  },
  'MCP-032': {
    severity: 'error',
    text: '{list} of the snapshot is {found} in place of a list',
    hint: 'Write the list as the server sent it, or leave the key out.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
