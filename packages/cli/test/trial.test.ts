// A trial from the command line: its file, its name, and a replay that prints the same bytes without a key.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OpenAiServer, startOpenAiServer } from '../../core/test/evaluators/openai-server.js';
import { runCommand } from './run-command.js';

const KEY = 'key-of-a-model-0123456789';
const TOOLS = [
  { name: 'next_ferry', inputSchema: { type: 'object', properties: { landing: { type: 'string' } } } },
];
const TASKS = [
  {
    id: 'ann',
    task: 'When does the next ferry leave Port Ann?',
    tool: 'next_ferry',
    arguments: { landing: 'Port Ann' },
  },
  { id: 'odd', task: 'And from 7?', tool: 'next_ferry', arguments: { landing: 7 } },
];

let fixture: FsFixture;
let model: OpenAiServer;
beforeEach(async () => {
  fixture = await createFixture({
    home: {},
    work: {
      'ferries.json': JSON.stringify({ tools: TOOLS }),
      'tasks.jsonl': TASKS.map((task) => JSON.stringify(task)).join('\n'),
    },
  });
  model = await startOpenAiServer(() => ({
    calls: [{ name: 'next_ferry', arguments: { landing: 'port ann' } }],
  }));
});
afterEach(async () => {
  await model.close();
  await fixture.rm();
});

const trial = (words: readonly string[], env: Record<string, string> = {}) =>
  runCommand(['trial', ...words], { cwd: fixture.getPath('work'), home: fixture.getPath('home'), env });

it('of a server is kept in the island, and shown again from there', async () => {
  const server = ['--snapshot', 'ferries.json', '--tasks', 'tasks.jsonl'];
  const asking = [
    ...server,
    '--model',
    'local/small',
    '--api-base',
    model.apiBase,
    '--samples',
    '2',
    '--json',
  ];
  const env = { FLOWMCP_JUDGE_API_KEY: KEY };
  const stopped = await trial([...asking, '--max-calls', '1'], env);
  expect(stopped.code).toBe(2);
  const asked = await trial(asking, env);
  const folder = fixture.getPath('home/.flowmcp/grading/trials/servers/ferries');
  const [name = '', ...others] = readdirSync(folder);
  const file = join(folder, name);
  expect(others).toEqual([]);
  expect([asked.code, asked.stderr]).toEqual([0, `answers are kept in ${file}\n`]);
  expect(JSON.parse(asked.stdout)).toMatchObject({
    status: true,
    results: [{ calls: 2, success: { rate: 1, n: 1 } }],
    warnings: [{ code: 'TRI-004', where: { file: 'tasks.jsonl', line: 2 } }],
  });
  expect(model.requests).toHaveLength(2);
  const shown = await trial(['--replay', file, '--json']);
  expect(shown).toEqual({ code: 0, stdout: asked.stdout, stderr: '' });
  expect(model.requests).toHaveLength(2);
  expect(asked.stdout + asked.stderr).not.toContain(KEY);
  // A kill before the last line leaves nothing to ask for, and no command may say that something is missing.
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\{"end".*\n$/, ''));
  const open = await trial(['--replay', file]);
  expect([open.code, open.stdout + open.stderr]).toEqual([2, expect.not.stringMatching(/\b0 (?:of|tasks)/)]);
  expect(open.stdout).toContain('only the last line');
  expect((await trial(asking, env)).stdout).toBe(asked.stdout);
  expect(model.requests).toHaveLength(2);
});
