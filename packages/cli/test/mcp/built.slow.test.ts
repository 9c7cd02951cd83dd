// The built MCP server: a client of the official package drives it in both eras of the protocol, stdout carries nothing
// else, and our own lint gives it an A.
import { symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTidewatchApi } from '../../../../fixtures/mock-apis/tidewatch.mjs';
import { bundleCommand } from '../../../../scripts/bundle/bundle-command.js';
import { ROOT } from '../../../../scripts/source-files.js';
import { MAX_CHARACTERS } from '../../src/mcp/answer.js';
import { TOOLS } from '../../src/mcp/tools.js';
import { LINT_RULE_SETS } from '../../src/options/rules-option.js';
import { runProcess } from '../run-process.js';
import { callTool } from './open-client.js';

const LIBRARIES = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** Writes to stdout, in two ways, whenever anything becomes JSON: in every tool, and around it. */
const NOISE = `
const { stringify } = JSON;
let isBusy = false;
JSON.stringify = (...args) => {
  if (!isBusy) {
    isBusy = true;
    console.log('a forgotten line');
    process.stdout.write('another one\\n');
    isBusy = false;
  }
  return stringify(...args);
};`;

let fixture: FsFixture;
let api: Awaited<ReturnType<typeof startTidewatchApi>>;
beforeAll(async () => {
  const { files, libraries } = await bundleCommand();
  const textsOf = (all: typeof files) => Object.fromEntries(all.map(({ name, text }) => [name, text]));
  const dist = { ...textsOf(files), libraries: textsOf(libraries) };
  const command = { 'package.json': '{"type":"module"}', dist };
  fixture = await createFixture({ command, home: {}, 'noise.mjs': NOISE });
  symlinkSync(LIBRARIES, fixture.getPath('command/node_modules'));
  api = await startTidewatchApi();
});
afterAll(() => Promise.all([fixture.rm(), api.close()]));

const bin = () => fixture.getPath('command/dist/bin.js');
const server = (island: string) => [
  ...[
    bin(),
    'grading',
    'mcp',
    '--root',
    `${ROOT}fixtures/providers`,
    '--grading-data',
    fixture.getPath(island),
  ],
  ...['--origin-map', `https://api.tidewatch.example=${api.origin}`, '--allow-host', '127.0.0.1'],
];

describe.each([
  ['2025', { mode: 'legacy' } as const],
  ['2026', { mode: { pin: '2026-07-28' } } as const],
])('in the era of %s', (era, versionNegotiation) => {
  it('a client takes a provider from its import to a grade, whatever else writes to stdout', async () => {
    const client = new Client({ name: `client of ${era}`, version: '7.1' }, { versionNegotiation });
    const faults: Error[] = [];
    client.onerror = (error) => faults.push(error);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['--import', fixture.getPath('noise.mjs'), ...server(era)],
      env: { HOME: fixture.getPath('home'), PATH: process.env.PATH ?? '' },
      stderr: 'pipe',
    });
    let noise = '';
    transport.stderr?.on('data', (chunk) => {
      noise += chunk;
    });
    await client.connect(transport);
    const called = new Set<string>();
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const result = await callTool(client, name, args);
      called.add(name);
      expect(result.text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
      return result;
    };
    const target = 'tidewatch';
    await call('validate_sources', { paths: [target] });
    await call('import_sources', { paths: [target] });
    await call('plan_grading', { target });
    const { value: emitted } = await call('emit_prompts', { target });
    for (let open = emitted.promptCount; open > 0; open -= 1) {
      const { text } = await call('next_prompt', { target });
      const [, promptId, taskId] = /^promptId (\S+) .*, taskId ([^\s,]+)/.exec(text) ?? [];
      const questions = [...text.matchAll(/^\d+\. (Q-[\w-]+) \((boolean)?/gm)];
      const answers = questions.map(([, questionId, isBoolean]) => ({
        questionId,
        score: isBoolean ? 'pass' : 4.5,
        reasoning: 'as written',
      }));
      const wrong = { questionId: 'Q-none', score: 1, reasoning: 'x' };
      expect(
        (await call('submit_answers', { target, promptId, taskId, answers: [wrong] })).value.accepted,
      ).toBe(false);
      expect((await call('submit_answers', { target, promptId, taskId, answers })).value).toMatchObject({
        accepted: true,
      });
    }
    const { value: handedIn } = await call('hand_in', { target, model: 'some-model' });
    expect(handedIn.lines.at(-1)).toBe('[GRADING] DONE');
    expect((await call('hand_in', { target, model: 'some-model' })).value).toMatchObject({ lines: [] });
    expect((await call('show_state', { target })).value.next.tool).toBe('emit_prompts');
    expect((await call('explain_grade', { target })).text).toContain(`client of ${era}`);
    await call('report_grades', { target });
    expect((await call('import_sources', { paths: ['/etc'] })).text).toContain('SRV-001');
    expect((await call('list_targets')).value.targets).toHaveLength(1);
    expect([...called].sort()).toEqual(TOOLS.map(({ name }) => name).sort());

    for (const { uri } of (await client.listResources()).resources) {
      const { contents } = await client.readResource({ uri });
      const [first] = contents;
      expect(first && 'text' in first ? first.text.length : 0, uri).toBeGreaterThan(100);
      expect(first && 'text' in first ? first.text.length : 0, uri).toBeLessThanOrEqual(MAX_CHARACTERS);
    }
    expect((await client.readResource({ uri: 'flowmcp://codes/SCR-012' })).contents[0]).toHaveProperty(
      'text',
    );
    const prompt = await client.getPrompt({ name: 'grade-provider', arguments: { source: 'tidewatch' } });
    expect(JSON.stringify(prompt)).toContain('tidewatch');
    await client.close();
    expect(faults).toEqual([]);
    expect(noise).toContain('a forgotten line');
  });
});

it.each(LINT_RULE_SETS)('our own lint gives it an A by %s, without a warning', async (rules) => {
  const words = ['lint', '--json', '--rules', rules, '--stdio', '--', process.execPath, ...server('linted')];
  const options = { cwd: fixture.path, home: fixture.getPath('home'), built: bin() };
  const { code, stdout, stderr } = await runProcess(words, options);
  expect([code, stderr]).toEqual([0, '']);
  const { results } = JSON.parse(stdout) as {
    results: { grade: string; tokenEstimate: { total: number } }[];
  };
  expect(results).toMatchObject([{ grade: 'A', summary: { errors: 0, warnings: 0 } }]);
  expect(results[0]?.tokenEstimate.total).toBeLessThan(2500);
});

it('ends when the client closes it, and does not begin without its folder', async () => {
  const options = { cwd: fixture.path, home: fixture.getPath('home'), built: bin() };
  const ended = await runProcess(server('ended').slice(1), options);
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  const refused = await runProcess(['grading', 'mcp', '--root', 'no-such-folder'], options);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('SRV-002') });
});
