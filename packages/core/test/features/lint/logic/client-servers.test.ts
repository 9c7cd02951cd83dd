// The servers of client configurations: every shape, what is filled in, what is refused, and that no credential is shown.
import { expect, it } from 'vitest';
import { parseClientServers } from '../../../../src/features/lint/logic/client-servers.js';
import { describeProblem } from '../../../../src/problems/error-codes.js';
import { parseJson } from '../../../../src/sources/parse-json.js';

interface Given {
  readonly start?: true | readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function parse(text: string, { start = true, env = {} }: Given = {}) {
  const reading = parseJson(text, { root: '', anyKey: true, comments: true });
  expect(reading.problems).toEqual([]);
  const options = { start, variables: new Map(Object.entries(env)) };
  return parseClientServers({ file: 'mcp.json', reading }, options);
}

function serversOf(text: string, given?: Given) {
  const found = parse(text, given);
  if ('code' in found) return expect.fail(describeProblem(found).message);
  return found;
}

const serverOf = (entry: object, given?: Given) => {
  const [server] = serversOf(JSON.stringify({ mcpServers: { it: entry } }), given);
  return server ?? expect.fail('there is no server');
};
const codesOf = (entry: object, given?: Given) => serverOf(entry, given).problems.map(({ code }) => code);
const messagesOf = (entry: object, given?: Given) =>
  serverOf(entry, given).problems.map((found) => describeProblem(found).message);

it.each([
  [
    'Claude Desktop',
    `{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "server"], "env": { "A": "b" } } } }`,
    { kind: 'stdio', command: ['npx', '-y', 'server'], env: { A: 'b' } },
  ],
  [
    'Claude Code',
    `{ "mcpServers": { "files": { "type": "http", "url": "https://a.example/mcp", "headers": { "X": "y" } } } }`,
    { kind: 'http', url: 'https://a.example/mcp', headers: [{ name: 'X', value: 'y' }] },
  ],
  [
    'Cursor',
    `{ "mcpServers": { "files": { "url": "https://a.example/mcp" } } }`,
    { kind: 'http', url: 'https://a.example/mcp', headers: [] },
  ],
  [
    'Windsurf',
    `{ "mcpServers": { "files": { "serverUrl": "https://a.example/sse", "disabled": false } } }`,
    { kind: 'http', url: 'https://a.example/sse', headers: [] },
  ],
  [
    'Gemini',
    `{ "theme": "dark", "mcpServers": { "files": { "httpUrl": "https://a.example/mcp", "cwd": null } } }`,
    { kind: 'http', url: 'https://a.example/mcp', headers: [] },
  ],
  [
    'VS Code',
    `{ // for the team
      "inputs": [{ "id": "key", "type": "promptString", "password": true }],
      "servers": { "files": { "type": "stdio", "command": "node", "args": ["a.mjs"], "cwd": "tools", "env": { "PORT": 80 } }, },
    }`,
    { kind: 'stdio', command: ['node', 'a.mjs'], env: { PORT: '80' }, cwd: 'tools' },
  ],
  [
    'Zed',
    `{ "context_servers": { "files": { "source": "custom", "enabled": true, "command": "node", "args": [], "env": {} } } }`,
    { kind: 'stdio', command: ['node'], env: {} },
  ],
  [
    'an older Zed',
    `{ "context_servers": { "files": { "command": { "path": "node", "args": ["a.mjs"], "env": { "A": "b" } }, "settings": {} } } }`,
    { kind: 'stdio', command: ['node', 'a.mjs'], env: { A: 'b' } },
  ],
])('are read from the configuration of %s', (_, text, reached) => {
  expect(serversOf(text)).toMatchObject([{ target: 'mcp.json#files', reached, problems: [] }]);
});

it('are all that a file lists, in its order and with their places', () => {
  const found = serversOf(`{
  "servers": { "b": { "url": "https://b.example" } },
  "mcpServers": {
    "a": { "url": "https://a.example" },
    "c": { "url": "https://c.example" }
  }
}`);
  expect(found.map(({ target, place }) => [target, place?.line])).toEqual([
    ['mcp.json#a', 4],
    ['mcp.json#c', 5],
    ['mcp.json#b', 2],
  ]);
});

it.each([
  ['[]', 'it has none of mcpServers, servers, context_servers'],
  ['{ "mcp": {} }', 'it has none of mcpServers, servers, context_servers'],
  ['{ "__proto__": { "mcpServers": {} } }', 'it has none of mcpServers, servers, context_servers'],
  ['{ "servers": [{ "url": "https://a.example" }] }', 'servers is not an object'],
  ['{ "mcpServers": {}, "servers": null }', 'servers is not an object'],
  ['{ "mcpServers": {} }', 'it names no server'],
  ['{ "mcpServers": { "a": {} }, "mcpServers": { "b": {} } }', 'mcpServers occurs twice'],
])('%s is no configuration', (text, reason) => {
  expect(parse(text)).toMatchObject({ code: 'LNT-050', where: { file: 'mcp.json' }, args: { reason } });
});

it.each([
  [{}, 'it has neither a command nor a url'],
  [{ source: 'extension', settings: {} }, 'it has neither a command nor a url'],
  [{ command: 'node', url: 'https://a.example' }, 'it has both a command and a url'],
  [{ command: '' }, 'its command is not the name of a program'],
  [{ command: ['node', 'a.mjs'] }, 'its command is not the name of a program'],
  [{ command: { args: [] } }, 'it has neither a command nor a url'],
  [{ command: 'node', args: '--token hunter2' }, 'its args are not a list of texts'],
  [{ command: 'node', args: [7] }, 'its args are not a list of texts'],
  [{ command: 'node', env: ['A=b'] }, 'its env is not an object of texts'],
  [{ command: 'node', env: { A: null } }, 'its env is not an object of texts'],
  [{ command: 'node', cwd: 7 }, 'its cwd is not a text'],
  [{ url: 7 }, 'its url is not a text'],
  [{ url: 'https://a.example', headers: 'X: y' }, 'its headers are not an object of texts'],
])('%j cannot be asked', (entry, reason) => {
  expect(serverOf(entry)).toMatchObject({
    reached: null,
    problems: [
      { code: 'LNT-051', where: { file: 'mcp.json', line: 1 }, args: { target: 'mcp.json#it', reason } },
    ],
  });
});

it.each(['text', null, []])('an entry that is %j cannot be asked', (entry) => {
  expect(serversOf(JSON.stringify({ mcpServers: { it: entry } }))).toMatchObject([
    { problems: [{ code: 'LNT-051', args: { reason: 'its entry is not an object' } }] },
  ]);
});

it.each([
  '{ "mcpServers": { "a": { "url": "https://a.example" }, "a": { "url": "https://b.example" } } }',
  '{ "mcpServers": { "a": { "url": "https://a.example" } }, "servers": { "a": { "url": "https://b.example" } } }',
  '{ "mcpServers": { "a": { "url": "https://a.example", "url": "https://b.example" } } }',
  '{ "mcpServers": { "a": { "command": "a", "env": { "A": "b", "A": "c" } } } }',
])('what a client may read in two ways is not asked: %s', (text) => {
  for (const { problems } of serversOf(text)) {
    expect(problems).toMatchObject([
      { code: 'LNT-051', args: { reason: 'its name, or a key of its entry, occurs twice' } },
    ]);
  }
});

it('a key that occurs twice elsewhere does not matter', () => {
  const text = '{ "a": { "it": 1, "it": 2 }, "mcpServers": { "it": { "url": "https://a.example" } } }';
  expect(serversOf(text)).toMatchObject([{ problems: [] }]);
});

it.each([{ disabled: true }, { enabled: false }])(
  '%j is skipped with a note, whatever else is in it',
  (entry) => {
    expect(serverOf({ ...entry, command: 7 })).toMatchObject({
      reached: null,
      problems: [{ code: 'LNT-055', severity: 'info' }],
    });
  },
);

it.each([
  [{ command: 'node' }, [], ['LNT-044']],
  [{ command: 'node' }, ['other'], ['LNT-044']],
  [{ command: 'node' }, ['it'], []],
  [{ command: 'node' }, true, []],
  [{ command: `\${NODE}` }, [], ['LNT-044', 'LNT-045']],
  [{ url: 'https://a.example' }, [], []],
] as const)('%j with --start %j: %j', (entry, start, codes) => {
  expect(codesOf(entry, { start })).toEqual(codes);
});

it('fills what is named, everywhere in an entry, and once', () => {
  const env = { A: 'one', B: `\${A}`, __proto__x: 'two' };
  const program = {
    command: `\${A}/bin`,
    args: [`--b=\${env:B}`, '$A'],
    env: { X: `\${A}\${A}` },
    cwd: `\${__proto__x}`,
  };
  expect(serverOf(program, { env }).reached).toEqual({
    kind: 'stdio',
    command: ['one/bin', `--b=\${A}`, '$A'],
    env: { X: 'oneone' },
    cwd: 'two',
  });
  const address = { url: `https://\${A}.example`, headers: { Authorization: `Bearer \${env:A}` } };
  expect(serverOf(address, { env }).reached).toEqual({
    kind: 'http',
    url: 'https://one.example',
    headers: [{ name: 'Authorization', value: 'Bearer one' }],
  });
});

it.each([
  [{ command: 'a', env: { KEY: `\${input:api-key}` } }, `\${input:api-key}`],
  [
    { command: 'a', args: [`\${workspaceFolder}`, `\${env:HOME}`, `\${HOME}`] },
    `\${workspaceFolder}, \${env:HOME}, \${HOME}`,
  ],
  [{ command: 'a', args: [`\${constructor}`] }, `\${constructor}`],
  [{ url: 'https://a.example', headers: { A: `Bearer \${TOKEN:-hunter2}` } }, `\${TOKEN}`],
  [{ url: `https://\${HOST:-\${A}}/` }, `\${…}`],
  [{ url: `\${}` }, `\${}`],
])('%j is not asked, for something is left to fill', (entry, left) => {
  expect(messagesOf(entry, { env: { A: 'one' } })).toEqual([
    `mcp.json#it was not asked: there is no value for ${left}`,
  ]);
});

it.each([
  [{ command: 'a', env: { API_KEY: 'hunter2' } }],
  [{ command: 'a', env: { ANYTHING: 'x-hunter2-x' } }, 'x-hunter2-x'],
  [{ command: 'a', env: { ANYTHING: `\${A}` } }, 'x-hunter2-x'],
  [{ command: `\${A}` }, 'x-hunter2-x'],
  [{ command: 'a', args: ['--api-key', 'hunter2'] }],
  [{ command: 'a', args: ['--header', 'Authorization: Bearer x-hunter2-x'] }, 'x-hunter2-x'],
  [{ command: 'a', args: ['https://a.example/s/hunter2hunter2hunter2/mcp'] }, 'hunter2hunter2hunter2'],
  [{ url: 'https://a.example/s/hunter2hunter2hunter2/mcp' }, 'hunter2hunter2hunter2'],
  [{ url: 'https://a.example/mcp?token=hunter2' }],
  [{ url: 'https://a.example/mcp?id=x-hunter2-x' }, 'x-hunter2-x'],
  [{ url: 'https://ada:hunter2@a.example/mcp' }],
  [{ url: 'https://a.example/mcp', headers: { 'X-Key': 'hunter2' } }],
  [{ url: 'https://a.example/mcp', headers: { Authorization: 'Bearer x-hunter2-x' } }, 'x-hunter2-x'],
])('the credential of %j is kept, and is in no name', (entry, secret = 'hunter2') => {
  const name = `a ${secret} b`;
  const [server] = serversOf(JSON.stringify({ mcpServers: { [name]: entry } }), {
    env: { A: 'x-hunter2-x' },
  });
  expect(server?.secrets).toContain(secret);
  expect(server?.target).toBe('mcp.json#a [redacted] b');
});

it('a name may be one that every object has, and may hold anything', () => {
  const names = ['__proto__', 'constructor', '\u001b[31mred\n::error::', '', 'a/b#c', 'x'.repeat(1_000)];
  const entries = names.map(
    (name) => `${JSON.stringify(name)}: { "command": "a", "env": { "__proto__": "b" } }`,
  );
  const found = serversOf(`{ "mcpServers": { ${entries.join(', ')} } }`, { start: ['__proto__'] });
  expect(found.map(({ target }) => target)).toEqual(names.map((name) => `mcp.json#${name}`));
  expect(found.map(({ problems }) => problems.length)).toEqual([0, 1, 1, 1, 1, 1]);
  expect(JSON.stringify(found[0]?.reached)).toBe('{"kind":"stdio","command":["a"],"env":{"__proto__":"b"}}');
});

it('a file may list a thousand', () => {
  const entries = Array.from({ length: 1_000 }, (_, at) => [
    `s${at}`,
    { command: 'a', env: { KEY: `key-${at}` } },
  ]);
  const found = serversOf(JSON.stringify({ mcpServers: Object.fromEntries(entries) }));
  expect(found).toHaveLength(1_000);
  expect(found.at(-1)).toMatchObject({ target: 'mcp.json#s999', secrets: ['key-999'] });
});

it('a text of nothing but the beginnings of placeholders takes no time', () => {
  expect(codesOf({ command: `\${`.repeat(200_000) })).toEqual(['LNT-045']);
});
