import type { ErrorCodeRow } from '../../problems/error-code.js';

export const pretestCodes = {
  'NET-001': {
    severity: 'warning',
    text: 'no complete answer within {limitMs} ms',
    hint: 'Try again, or allow more time if the API is known to be slow.',
  },
  'NET-002': {
    severity: 'warning',
    text: 'the host name could not be resolved ({cause})',
    hint: 'Check main.root and the network connection.',
  },
  'NET-003': {
    severity: 'warning',
    text: 'the server refused the connection ({cause})',
    hint: 'Check that the server is up and that main.root names the right port.',
  },
  'NET-004': {
    severity: 'warning',
    text: 'no trusted TLS connection could be made ({cause})',
    hint: 'Check the certificate of the server; unverified connections are never made.',
  },
  'NET-005': {
    severity: 'warning',
    text: 'the server closed the connection before the answer was complete ({cause})',
    hint: 'Try again; if it keeps happening, the API is faulty.',
  },
  'NET-006': {
    severity: 'warning',
    text: 'the network gave no connection ({cause})',
    hint: 'Check the network connection.',
  },
  'NET-007': {
    severity: 'error',
    text: 'the address {address} is not contacted without --allow-host: {range}',
    hint: 'If this server is yours and you mean to contact it, name its host with --allow-host.',
  },
  'NET-008': {
    severity: 'warning',
    text: 'more than {limit} redirects',
    hint: 'Point main.root and the path at the final address.',
  },
  'NET-009': {
    severity: 'warning',
    text: 'a redirect leads to something that is no http(s) address',
    hint: 'Point main.root and the path at the final address.',
  },
  'NET-010': {
    severity: 'warning',
    text: 'a redirect would carry the request body to another origin',
    hint: 'Point main.root and the path at the final address.',
  },
  'NET-011': {
    severity: 'error',
    text: 'the request has no usable http(s) address',
    hint: 'The address must be http or https and must not contain a user name or password.',
  },
  'NET-012': {
    severity: 'error',
    text: 'the request can not be sent: its method or a header is not valid HTTP',
    hint: 'Check main.headers and the server parameters used in them for line breaks and other control characters.',
  },
  'NET-013': {
    severity: 'warning',
    text: 'the answer is not valid HTTP or cannot be decoded ({cause})',
    hint: 'The API sends an invalid answer; report it to its maintainer.',
  },
  'NET-014': {
    severity: 'warning',
    text: 'the run was ended before an answer came',
    hint: 'Run the command again.',
  },
  'NET-015': {
    severity: 'warning',
    text: 'the request holds a key that may not go where it leads',
    hint: 'The blocked tool names the key and the host, and what allows it.',
  },
  'NET-020': {
    severity: 'error',
    text: '"{entry}" is not a host: expected a host name or address, with or without a port',
    hint: 'Write --allow-host localhost or --allow-host 127.0.0.1:8080.',
  },
  'NET-021': {
    severity: 'error',
    text: '"{entry}" is not an origin: expected scheme, host and port, nothing more',
    hint: 'Write --origin-map https://api.example.org=http://127.0.0.1:8080.',
  },
  'NET-022': {
    severity: 'error',
    text: '{option} is {value}: expected a whole number of at least {min}',
    hint: 'Correct the option.',
  },
  'NET-023': {
    severity: 'error',
    text: '"{entry}" is not a host that the key {name} can be sent to: expected a host name or address, with or without a port',
    hint: 'Write --send-key {name}=llm.example.org, or "grading": { "sendKeys": { "{name}": ["llm.example.org"] } } in ~/.flowmcp/config.json. With a port, it may also be sent over http.',
  },
  'DPT-101': {
    severity: 'warning',
    text: 'fewer than {bar} working tests ({working} of {bar})',
    hint: 'Check the test records of the tool, correct its tests or the tool, and run the pretest again.',
  },
  'DPT-102': {
    severity: 'warning',
    text: 'API unreachable',
    hint: 'No test got an answer. Check main.root and the network, and try again.',
  },
  'DPT-103': {
    severity: 'warning',
    text: 'requires API key (--with-keys)',
    hint: 'Put the declared keys into the key file and run with --with-keys.',
  },
  'DPT-104': {
    severity: 'warning',
    text: 'key {name} not in {envPath}',
    hint: 'Add the key to the file; keys are not read from anywhere else.',
  },
  'DPT-105': {
    severity: 'warning',
    text: 'handler code not run',
    hint: 'The tool has handler code, which --handlers skip does not run; --handlers sandbox does.',
  },
  'DPT-112': {
    severity: 'warning',
    text: 'the handler code could not be loaded: {reason}',
    hint: 'In the sandbox, handler code gets sharedLists, fetch and the libraries of docs/libraries.md, and nothing else from the machine. With --handlers trust, it can use the libraries you have installed: npm install --prefix ~/.flowmcp/allowed-libraries …',
  },
  'DPT-113': {
    severity: 'warning',
    text: 'handler code not run: it needs {libraries}, which the sandbox does not have',
    hint: 'Give the sandbox a script of the library (docs/libraries.md). If you trust the code, --handlers trust runs it in its own process, with the libraries you have installed for it.',
  },
  'DPT-111': {
    severity: 'warning',
    text: 'access is by OAuth only, which is out of scope ({evidence})',
    hint: 'Remove whatever requires user consent; a static key is fine (grading specification 02).',
  },
  'DPT-106': {
    severity: 'warning',
    text: 'not tested (offline)',
    hint: 'Run without --offline to test the tool.',
  },
  'DPT-107': {
    severity: 'warning',
    text: 'may write, not called without --allow-writes ({method}, meta.isReadOnly is not true)',
    hint: 'Set meta.isReadOnly if a POST only reads, or pass --allow-writes.',
  },
  'DPT-114': {
    severity: 'warning',
    text: "{method} is not sent on a schema's word",
    hint: 'meta.isReadOnly is trusted for POST only: correct the method or meta.isReadOnly, or pass --allow-writes.',
  },
  'DPT-108': {
    severity: 'warning',
    text: 'shared list {ref}@{version} not found',
    hint: 'Put the list in _lists/ in the provider folder, beside it or beside the folder providers, and import the schema again.',
  },
  'DPT-109': {
    severity: 'warning',
    text: 'shared list {ref}@{version} not found, there is {found}',
    hint: 'Use the available version in main.sharedLists, or supply the requested one.',
  },
  'DPT-110': {
    severity: 'warning',
    text: 'shared list {ref} has no values for {field}',
    hint: 'Declare the list in main.sharedLists and name a field its entries have.',
  },
  'DPT-121': {
    severity: 'warning',
    text: 'the test has no value for {key}, which is required',
    hint: 'Give the test a value, or mark the parameter optional() or default(…).',
  },
  'DPT-122': {
    severity: 'warning',
    text: '{{{name}}} in {place} is neither a parameter nor in requiredServerParams',
    hint: 'Use {{USER_PARAM}} for a value from the caller, or declare the key in main.requiredServerParams.',
  },
  'DPT-123': {
    severity: 'warning',
    text: 'the server parameter {name} has no value',
    hint: 'Add the key to the key file and run with --with-keys.',
  },
  'DPT-124': {
    severity: 'warning',
    text: 'a path segment would be "." or "..", which leads out of the declared path',
    hint: 'Correct the test value or the path.',
  },
  'DPT-125': {
    severity: 'warning',
    text: 'root, path and values make no http(s) address',
    hint: 'main.root needs a full https address when a tool has no executeRequest handler.',
  },
  'DPT-131': {
    severity: 'warning',
    text: 'HTTP {status}, expected {expected}',
    hint: 'Only HTTP {expected} with data counts as working.',
  },
  'DPT-132': {
    severity: 'warning',
    text: 'HTTP {status} without data',
    hint: 'Choose test values for which the API has data.',
  },
  'DPT-133': {
    severity: 'warning',
    text: 'the answer is no JSON',
    hint: 'Declare output.mimeType text/plain or image/png if that is what the API sends.',
  },
  'DPT-134': {
    severity: 'warning',
    text: 'the answer is longer than the {limit} bytes that are read',
    hint: 'Narrow the test down (a limit, a page, a shorter period).',
  },
  'DPT-135': {
    severity: 'warning',
    text: 'the answer is nested deeper than {limit} levels',
    hint: 'Narrow the test down.',
  },
  'DPT-136': {
    severity: 'warning',
    text: 'HTTP 429 until the end: the API limits the rate',
    hint: 'Try again later, or slow down with --throttle.',
  },
  'DPT-137': {
    severity: 'warning',
    text: 'answer too large to read: it holds too many values, or takes too much time or memory',
    hint: 'Narrow the test down (a limit, a page, a shorter period). No more than 1,000,000 values of an answer are read.',
  },
  'DPT-141': {
    severity: 'warning',
    text: '{stage} failed: {reason}',
    hint: 'Run the handler with the values of the test and look at what it does with the answer.',
  },
  'DPT-143': {
    severity: 'warning',
    text: 'handler code may write: its {method} was not sent without --allow-writes (meta.isReadOnly is not true)',
    hint: 'Set meta.isReadOnly if a POST only reads, or pass --allow-writes.',
  },
  'DPT-144': {
    severity: 'warning',
    text: 'handler code would have sent the key {name} to {host}, which does not belong to main.root: not sent',
    hint: 'A key is sent only to the API it is for: name that API in main.root.',
  },
  'DPT-145': {
    severity: 'warning',
    text: 'the handler gives no data',
    hint: 'Return { response } with what was found; choose test values for which there is data.',
  },
  'DPT-146': {
    severity: 'warning',
    text: '{name} is a key of {owner} and was not sent to {host}, {why}; --send-key {name}={allow} allows it',
    hint: 'In main.root, name a host that belongs to the owner, with https. For a proxy or a host of your own, use --send-key, or grading.sendKeys in ~/.flowmcp/config.json.',
  },
  'DPT-147': {
    severity: 'warning',
    text: 'needs {library}, which the sandbox does not have',
    hint: 'Give the sandbox a script of the library (docs/libraries.md); in an open run, --scope all then runs the tests again. If you trust the code, --handlers trust runs it with the libraries you have installed for it.',
  },
  'PRE-006': {
    severity: 'warning',
    text: 'the answer says that it failed: {why}',
    hint: 'Choose test values that the API accepts; the record of the test contains the answer.',
  },
  'PRE-007': {
    severity: 'warning',
    text: 'handler code would have sent {slot} of the schema unfilled: not sent',
    hint: 'Make the code use the request it receives, which contains the values, or fill the placeholder itself.',
  },
  'ENV-001': {
    severity: 'warning',
    text: 'the key file {envPath} does not exist',
    hint: 'Create it, or set envPath in config.json.',
  },
  'ENV-002': {
    severity: 'error',
    text: 'the key file {envPath} cannot be read ({cause})',
    hint: 'Check that it is a file and that you have permission to read it.',
  },
  'ENV-003': {
    severity: 'error',
    text: 'the key file {envPath} is not UTF-8 text',
    hint: 'Save it as UTF-8. Windows PowerShell 5 writes UTF-16 with > and echo: use Set-Content -Encoding utf8.',
  },
  'LST-101': {
    severity: 'warning',
    text: 'the shared list file cannot be used: {cause}',
    hint: 'A list is { meta: { name, version, … }, entries: [ … ] }, as JSON or exported as `list`.',
  },
  'LST-102': {
    severity: 'warning',
    text: 'the list {list} {version} in this file is not used: the one in {used} has the same name and version but different content, and takes precedence',
    hint: 'Keep one of the two, or give this one another version.',
  },
  'LST-103': {
    severity: 'warning',
    text: 'the list {list} {version} has different content for other providers: {others}',
    hint: 'Each provider is tested with its own list. If the lists should be the same, keep one file beside all these providers; otherwise, give the lists different versions.',
  },
  'LST-104': {
    severity: 'info',
    text: 'the list {list} {version} has changed: the tools of schemas that refer to it are due again',
    hint: 'Tests and grades made with the earlier list no longer count: run the namespace again.',
  },
} satisfies Record<string, ErrorCodeRow>;
