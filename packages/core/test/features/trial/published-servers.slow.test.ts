// Published servers can be tried: a model is offered their tools, and none of them is called. And 1,000 tasks are asked
// with little work of our own.
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { replayTrial } from '../../../src/features/trial/result.js';
import { runTrial } from '../../../src/features/trial/run.js';
import { Island } from '../../../src/island/island.js';
import { type OpenAiServer, startOpenAiServer } from '../../evaluators/openai-server.js';
import { publishedServer } from '../lint/mcp/asking.js';

let model: OpenAiServer | undefined;
afterEach(async () => {
  await model?.close();
});

/** A model that calls the tool that is named in the task. */
async function startObedient(): Promise<OpenAiServer> {
  model = await startOpenAiServer(({ body }) => {
    const name = /`(.+)`/.exec(body.messages.at(-1)?.content ?? '')?.[1] ?? '';
    return { calls: [{ name, arguments: { message: 'hello', path: 'new.txt', content: 'x' } }] };
  });
  return model;
}

const openIsland = () => new Island(join(tmpdir(), 'no-island'));

it.each([
  ['everything', 'echo', { message: 'hello' }],
  ['filesystem', 'write_file', { path: 'new.txt', content: 'x' }],
  ['memory', 'read_graph', {}],
])('server-%s', async (name, tool, given) => {
  const { apiBase } = await startObedient();
  const folder = mkdtempSync(join(tmpdir(), 'trial-'));
  const tasks = join(folder, 'tasks.jsonl');
  const lines = [
    { id: 'right', task: `Use \`${tool}\`.`, tool, arguments: given },
    { id: 'unknown', task: 'Use `no_such_tool`.', tool },
  ];
  writeFileSync(tasks, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const out = join(folder, 'trial.jsonl');
  const command = [
    process.execPath,
    publishedServer(name),
    ...(name === 'filesystem' ? [folder] : []),
  ] as const;
  const stdio = { command, env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } };
  const found = await runTrial({ openIsland, stdio, tasks, model: 'local/x', apiBase, samples: 2, out });
  expect(found).toMatchObject({
    status: true,
    results: [{ outcomes: { success: 2, 'unknown-tool': 2 }, unchecked: [], calls: 4 }],
  });
  expect(replayTrial(out, {})).toEqual(found);
  // The tool that writes files was called by the model, and by nobody else.
  expect(readdirSync(folder).sort()).toEqual(['tasks.jsonl', 'trial.jsonl']);
});

it('1,000 tasks with 60 tools take little time, memory and room', async () => {
  const { apiBase } = await startObedient();
  const folder = mkdtempSync(join(tmpdir(), 'trial-'));
  const names = Array.from({ length: 60 }, (_, at) => `tool_${at}`);
  const inputSchema = { properties: { message: { type: 'string', description: 'What to say.' } } };
  const tools = names.map((name) => ({ name, description: `Says it in way ${name}.`, inputSchema }));
  const snapshot = join(folder, 'server.json');
  writeFileSync(snapshot, JSON.stringify({ tools }));
  const tasks = join(folder, 'tasks.jsonl');
  const lines = Array.from({ length: 1_000 }, (_, at) => {
    const tool = names[at % 60];
    return JSON.stringify({ id: `t${at}`, task: `Use \`${tool}\` for ${at}.`, tool });
  });
  writeFileSync(tasks, lines.join('\n'));
  const out = join(folder, 'trial.jsonl');
  const before = process.cpuUsage();
  const found = await runTrial({
    openIsland,
    snapshots: [snapshot],
    tasks,
    model: 'local/x',
    apiBase,
    samples: 1,
    out,
  });
  const { user, system } = process.cpuUsage(before);
  const read = process.cpuUsage();
  expect(replayTrial(out, {})).toEqual(found);
  const replay = process.cpuUsage(read);
  expect(found).toMatchObject({ status: true, results: [{ success: { rate: 1, n: 1_000 } }] });
  // Processor time, with that of the server in this process; limits leave room for a busy machine.
  expect((user + system) / 1_000 / 1_000).toBeLessThan(10);
  expect((replay.user + replay.system) / 1_000).toBeLessThan(1_000);
  expect(statSync(out).size).toBeLessThan(1_000_000);
  expect(readFileSync(out, 'utf8').split('\n')).toHaveLength(1_003);
});
