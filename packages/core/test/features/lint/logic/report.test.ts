// The content of a lint report besides the score: names, places, counts, tokens, and unreadable parts.
import { describe, expect, test } from 'vitest';
import { buildLintReport } from '../../../../src/features/lint/logic/report.js';
import { problem } from '../../../../src/problems/error-codes.js';
import type { SnapshotPath } from '../../../../src/rules/mcp/lint.js';
import { lint, rulesOf, serverWith, soundSchema, soundTool } from './linted-server.js';

test('a report of a valid server', () => {
  const tool = soundTool();
  const report = lint({ protocolVersion: '2025-11-25', tools: [tool] });
  const characters = `${tool.name} ${tool.description} ${JSON.stringify(tool.inputSchema)}`.length;
  const tokens = Math.ceil(characters / 3.5);
  expect(report).toEqual({
    target: 'https://mcp.example',
    ruleset: 'mcp-playground/1',
    protocolVersion: '2025-11-25',
    server: { name: 'prices', version: '1.4.0' },
    grade: 'A',
    score: 100,
    bonus: true,
    issues: [],
    summary: { errors: 0, warnings: 0, infos: 0, tools: 1, resources: 0, prompts: 0 },
    tokenEstimate: { total: tokens, perTool: [{ name: 'weather', tokens }] },
  });
});

test('the summary counts issues and items', () => {
  const { summary } = lint({ tools: [null], resources: [null, null], prompts: [null] });
  expect(summary).toEqual({ errors: 2, warnings: 5, infos: 3, tools: 1, resources: 2, prompts: 1 });
});

test('a name, protocol or identity that is not text becomes null', () => {
  const report = lint({ serverInfo: { name: 7, version: '' }, protocolVersion: {}, tools: [soundTool()] });
  expect(report).toMatchObject({ server: { name: null, version: null }, protocolVersion: null });
});

describe('an issue names its subject and its place', () => {
  const inputSchema = soundSchema({
    properties: { place: { type: 'string', description: '' }, 'a/b~c': { type: 'string' } },
    required: ['hour'],
  });
  const { issues } = lint({
    tools: [soundTool({ inputSchema }), soundTool({ name: '', description: ' ' })],
    resources: [{ uri: 'file:///a', name: '', description: 'All of A.', mimeType: 'a/b' }, {}],
    prompts: [{ name: 'p', description: 'Asks.', arguments: [{ name: 'x' }, { description: null }] }],
  });
  test.each(
    [
      ['weather', 'weather.place', '/tools/0/inputSchema/properties/place/description', '"place"'],
      ['weather', 'weather.a/b~c', '/tools/0/inputSchema/properties/a~1b~0c', '"a/b~c"'],
      ['weather', 'weather.hour', '/tools/0/inputSchema/required/0', '"hour"'],
      ['tools/1', 'tools/1', '/tools/1/description', 'no description'],
      ['tools/1', 'tools/1', '/tools/1/name', '""'],
      ['file:///a', 'file:///a', '/resources/0/name', 'no name'],
      ['resources/1', 'resources/1', '/resources/1', 'no name'],
      ['resources/1', 'resources/1', '/resources/1', 'no description'],
      ['resources/1', 'resources/1', '/resources/1', 'no MIME type'],
      ['p', 'p.x', '/prompts/0/arguments/0', '"x"'],
      ['p', 'p.arguments/1', '/prompts/0/arguments/1/description', '"arguments/1"'],
    ].map((row, at) => [at, ...row] as const),
  )('%i: %s', (at, target, subject, path, said) => {
    expect(issues[at]).toMatchObject({ target, subject, path });
    expect(issues[at]?.message).toContain(said);
  });

  test('and there are no others', () => {
    expect(issues).toHaveLength(11);
  });
});

test.each([[' \t'], [''], [null], [7], [{}]])('a tool named %j is identified by its index', (name) => {
  const { issues, tokenEstimate } = lint({ tools: [soundTool({ name })] });
  expect(issues).toMatchObject([
    { rule: 'tool-name-convention', target: 'tools/0', subject: 'tools/0', path: '/tools/0/name' },
  ]);
  expect(tokenEstimate.perTool[0]?.name).toBe('tools/0');
});

test.each([
  [undefined, ''],
  [null, '/serverInfo'],
  [{ version: '1' }, '/serverInfo'],
  [{ name: '', version: '1' }, '/serverInfo/name'],
])('a server with %j lacks its name at %j', (serverInfo, path) => {
  const { issues } = lint({ serverInfo, tools: [soundTool()] });
  expect(issues[0]).toMatchObject({ rule: 'server-no-name', path, subject: 'server' });
});

test('every issue in a file has a place, that of the file if nothing closer is known', () => {
  const asked: SnapshotPath[] = [];
  const source = {
    file: 'prices.json',
    locate: (path: SnapshotPath) => {
      asked.push(path);
      return path[0] === 'tools' ? { line: 4, column: 7 } : undefined;
    },
  };
  const { issues } = lint(
    { tools: [soundTool({ inputSchema: soundSchema({ required: ['hour'] }) })], prompts: [{}] },
    { source },
  );
  expect(issues.map(({ where }) => where)).toEqual([
    { file: 'prices.json', line: 4, column: 7 },
    { file: 'prices.json' },
  ]);
  expect(asked).toEqual([
    ['tools', 0, 'inputSchema', 'required', 0],
    ['prompts', 0],
  ]);
  expect(lint({ prompts: [{}] }).issues[0]).not.toHaveProperty('where');
});

describe('a list that could not be read', () => {
  const incomplete = [{ list: 'tools', reason: 'time-out' }] as const;

  test('is reported, and a server is then not judged to be empty', () => {
    const report = lint({}, { incomplete });
    expect(report.incomplete).toEqual(incomplete);
    expect(rulesOf(report)).toEqual([]);
    expect(rulesOf(lint({}))).toEqual(['server-empty']);
  });

  test('leaves this set as it is if it holds resource templates: no rule is about them', () => {
    const missing = [{ list: 'resourceTemplates', reason: 'time-out' }] as const;
    expect(rulesOf(lint({}, { incomplete: missing }))).toEqual(['server-empty']);
    expect(rulesOf(lint({ resourceTemplates: [{ uriTemplate: 'x://{y}' }] }))).toEqual(['server-empty']);
  });

  test('is reported without the problem it is told with', () => {
    const told = [{ ...incomplete[0], problem: problem('SRC-001') }];
    expect(lint({}, { incomplete: told }).incomplete).toEqual(incomplete);
  });

  test('gives no bonus for the tools that were read', () => {
    const tools = [soundTool()];
    expect(lint({ tools }, { incomplete }).bonus).toBe(false);
    expect(lint({ tools }, { incomplete: [{ list: 'prompts', reason: 'time-out' }] }).bonus).toBe(true);
  });
});

test('observations and declared capabilities are members only if there are any', () => {
  const observations = [{ code: 'string-id', detail: 'ids are text' }];
  const more = { observations, clientCapabilities: ['roots'], instructions: 'Ask first.' };
  const { observations: observed, declared, ...rest } = lint({ tools: [soundTool()], ...more });
  expect([observed, declared]).toEqual([observations, ['roots']]);
  const plain = lint({ tools: [soundTool()] });
  expect(rest).toEqual(plain);
  const empty = lint({ tools: [soundTool()], observations: [], clientCapabilities: [] });
  expect(Object.keys(empty)).toEqual(Object.keys(plain));
});

describe('the estimate of tokens', () => {
  test.each([
    ['nothing', null, 1],
    ['no schema', { name: 'abc', description: 'd' }, 2],
    ['a schema of null', { name: 'abc', description: 'd', inputSchema: null }, 2],
    ['7 characters', { name: 'abc', description: 'de' }, 2],
    ['8 characters', { name: 'abc', description: 'def' }, 3],
    ['a schema', { name: 'a', description: 'b', inputSchema: { é: ['"', null, 1.5] } }, 8],
    ['a description with its spaces', { name: 'a', description: `b${' '.repeat(30)}` }, 10],
  ])('%s', (_, tool, tokens) => {
    expect(lint({ tools: [tool] }).tokenEstimate).toMatchObject({ total: tokens, perTool: [{ tokens }] });
  });

  test('for all tools is the sum of their estimates, each rounded up', () => {
    const tools = Array.from({ length: 10 }, () => ({ name: 'ab', description: 'cd' }));
    expect(lint({ tools }).tokenEstimate.total).toBe(20);
  });
});

describe('foreign text in messages', () => {
  test('is on one line, without control characters, and short', () => {
    const name = `\u001b[31m\n\u202e${'x'.repeat(300)}`;
    const { issues } = lint({ tools: [soundTool({ name })] });
    expect(issues[0]?.message).toMatch(/^[^\p{Cc}\p{Cf}]{1,140}$/u);
    expect(issues[0]?.message.endsWith('…"')).toBe(true);
  });

  test('of a very long name is shortened in each issue of its tool', () => {
    const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`p${at}`, {}]));
    const tools = [soundTool({ name: '😀'.repeat(500_000), inputSchema: soundSchema({ properties }) })];
    const report = lint({ tools });
    expect(report.issues.length).toBe(4002);
    expect(JSON.stringify(report).length).toBeLessThan(5_000_000);
    expect(report.issues[0]?.target).toMatch(/^(?:😀){100}…$/u);
  });
});

test('10,000 tools, one name twice among them, have their one issue', () => {
  const tools = Array.from({ length: 10_000 }, (_, at) => soundTool({ name: `t${at % 9_999}` }));
  const report = buildLintReport(serverWith({ tools, prompts: Array.from({ length: 10_000 }, () => null) }));
  expect(report.issues).toHaveLength(10_001);
});
