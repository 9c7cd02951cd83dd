/**
 * Why the published packages need each of their libraries. A library without a reason here, and a reason without a
 * library, is an error.
 */
export const DEPENDENCY_REASONS: Readonly<Record<string, { readonly why: string; readonly loaded: string }>> =
  {
    '@ai-sdk/anthropic': { why: 'asks models of Anthropic', loaded: '`--judge-model anthropic/…`' },
    '@ai-sdk/google': { why: 'asks models of Google', loaded: '`--judge-model google/…`' },
    '@ai-sdk/openai': { why: 'asks models of OpenAI', loaded: '`--judge-model openai/…`' },
    '@ai-sdk/openai-compatible': {
      why: 'asks any server that speaks as OpenAI does, local ones too',
      loaded: '`--judge-model` with `--api-base`',
    },
    '@bomb.sh/tab': {
      why: 'scripts that make a shell ask the command what could come next',
      loaded: '`completion`, and when a shell asks',
    },
    '@noble/hashes': {
      why: '`crypto` of the sandbox: the hashes and HMACs of Node that schemas use; audited, without dependencies, no randomness',
      loaded: 'handlers that name it',
    },
    '@thanpolas/univ3prices': {
      why: 'public schemas name it: prices of Uniswap pools',
      loaded: 'handlers that name it',
    },
    '@modelcontextprotocol/server': {
      why: 'serves MCP in its old and new revisions from one definition',
      loaded: '`grading mcp`',
    },
    acorn: {
      why: 'reads schemas as syntax trees, so that nothing of them is run; small, and without dependencies',
      loaded: 'reading of sources',
    },
    ai: {
      why: 'one way to ask models of several providers for an object of a given shape',
      loaded: '`--judge-model`',
    },
    bullmq: {
      why: 'hands calls of evaluators to workers on other machines: attempts, limits, what a killed worker leaves (decision 0060)',
      loaded: '`--queue`, `evaluator work`',
    },
    'cli-table3': { why: 'tables in a terminal, with wide characters measured rightly', loaded: 'tables' },
    commander: { why: 'options, arguments and help of the command line', loaded: 'always' },
    ethers: {
      why: 'public schemas name it: addresses, contracts and amounts of Ethereum',
      loaded: 'handlers that name it',
    },
    'csv-parse': {
      why: 'splits rows of CSV into values, with quotes and line breaks; without dependencies',
      loaded: 'a dataset named `.csv`',
    },
    diff: { why: 'unified diffs that git takes', loaded: 'migrate, fix, propose' },
    eta: { why: 'pages of reports, with everything escaped unless said otherwise', loaded: 'HTML reports' },
    'eventsource-parser': {
      why: 'reads event streams of MCP servers, wherever they are cut; without dependencies, and the judge’s libraries bring it anyway',
      loaded: '`lint` of an address',
    },
    'fast-glob': {
      why: 'patterns of `dev grade`, without following links out',
      loaded: '`dev grade` with a pattern',
    },
    indicatorts: { why: 'public schemas name it: indicators of markets', loaded: 'handlers that name it' },
    ioredis: {
      why: 'the connection of bullmq, in the version it is tested with',
      loaded: '`--queue`, `evaluator work`',
    },
    'junit-report-builder': {
      why: 'JUnit reports, whose escaping is easy to get wrong',
      loaded: 'JUnit reports',
    },
    minisearch: {
      why: 'BM25 with the words that matched; one module, without dependencies',
      loaded: '`find`, `findability`',
    },
    moment: { why: 'public schemas name it: dates', loaded: 'handlers that name it' },
    'magic-string': { why: 'edits a text at offsets of its syntax tree', loaded: 'migrate, fix, propose' },
    'p-limit': { why: 'bounds what is under way at a time', loaded: 'requests and evaluators' },
    'p-retry': { why: 'repeats after a 429', loaded: 'requests' },
    pako: {
      why: '`zlib` of the sandbox: the functions of Node that pack and unpack at once',
      loaded: 'handlers that name it',
    },
    picocolors: { why: 'colours, and knows when there are none', loaded: 'output' },
    preact: {
      why: 'the page of `grading review`: what it shows follows from its state, so undo, drafts and faults need no code of their own; 13 KB',
      loaded: 'in the browser, by `grading review`',
    },
    'proper-lockfile': {
      why: 'locks that work on network drives and are recognised when their holder is gone',
      loaded: 'writing commands',
    },
    'quickjs-emscripten': {
      why: 'an engine of its own, without file, network and environment, for code that has to be run; nothing is compiled at install',
      loaded: '`--evaluate sandbox`, `--handlers sandbox`',
    },
    tldts: { why: 'the public suffix list: which part of a host name is the owner’s', loaded: 'pretests' },
    'trading-signals': {
      why: 'public schemas name it: indicators of markets',
      loaded: 'handlers that name it',
    },
    undici: {
      why: 'the only HTTP client that lets us look at each address at the moment it is dialled',
      loaded: 'requests',
    },
    'write-file-atomic': {
      why: 'puts an answer into a cache that several processes use; not used for the island, for it takes a short write for a whole one',
      loaded: '`--cache`',
    },
    zod: {
      why: 'shapes of documents that others write, with messages that name the place',
      loaded: 'such documents',
    },
  };

/** Alternatives that were considered and not used. */
export const NOT_USED: readonly (readonly [what: string, instead: string])[] = [
  [
    'talib, canvas, better-sqlite3, ccxt and axios in the sandbox',
    'native code does not run there, and requests go through the guarded `fetch`; a test that uses one could not tell (decision 0097)',
  ],
  [
    'ajv in what is published',
    'zod for documents, a check of our own for declared outputs; ajv only proves in tests that `spec/schemas` say the same',
  ],
  [
    'axios, got, node-fetch',
    'undici: none of them shows the address at connect time, so a name can change its answer between check and connection',
  ],
  [
    'a client library for MCP',
    'a small client of our own: a linter has to see what a server really sent, a library mends or refuses it first, and it brings a way out to the network that is not guarded (decision 0048); the official one is what ours is tested against',
  ],
  [
    'p-queue',
    'a gate of our own in front of evaluators: halving after a refusal, the common pause and giving up on a silent host stay our code with either, and its intervals run on a clock that tests cannot hand in',
  ],
  [
    'babel, recast, the TypeScript compiler as parser',
    'acorn: modules are read, never rewritten, and it has no dependencies',
  ],
  [
    'canonicalize',
    'canonical JSON in the pass that refuses what is not JSON, in half the time; tests compare the two (decision 0138)',
  ],
  ['chalk', 'picocolors'],
  ['dotenv', '`parseEnv` of node:util; one function reads the key file (decision 0019)'],
  [
    'ipaddr.js and filters against SSRF that look at the URL',
    '`BlockList` of node:net at connect time: what is judged is what is dialled',
  ],
  [
    'isolated-vm, vm2, node:vm',
    'quickjs in WebAssembly: the first is compiled at install and shares a heap with us, the second was given up after escapes, the third is no boundary and says so',
  ],
  [
    're2',
    'texts of strangers are bounded and our own patterns are tested for growth; it is compiled at install',
  ],
  [
    'sanitize-filename, slugify',
    'a grammar of what is allowed, and refusal of all else (`island/logic/names.ts`): a name that was changed would no longer be the name',
  ],
  [
    'SQLite or another database',
    'plain files: evidence has to be readable, comparable and mendable with anybody’s tools (decision 0027)',
  ],
  [
    'a client for secrets or a keychain',
    'the key file and the environment that users have already; keys are read when asked for and never written',
  ],
];
