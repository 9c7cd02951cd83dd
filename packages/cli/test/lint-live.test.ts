// A server over HTTP: its header comes from a variable, and is neither printed nor saved.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { speak, startHttp } from '../../core/test/features/lint/mcp/http-server.js';
import { runCommand } from './run-command.js';

const TOKEN = 'lantern-7731-under-the-bridge';
const tools = [
  {
    name: 'next_ferry',
    description: `Says when the next ferry leaves a landing. Asked with ${TOKEN}.`,
    inputSchema: {
      type: 'object',
      properties: { landing: { type: 'string', description: 'Name of the landing.' } },
      required: ['landing'],
    },
  },
];

let fixture: FsFixture;
beforeAll(async () => {
  fixture = await createFixture({ home: {}, work: {} });
});
afterAll(() => fixture.rm());

const lint = (...words: string[]) =>
  runCommand(['lint', ...words], {
    cwd: fixture.getPath('work'),
    home: fixture.getPath('home'),
    env: { FERRY_TOKEN: TOKEN },
  });

async function startFerry() {
  const answer = speak({ 'tools/list': { tools }, 'prompts/list': { prompts: [] } });
  return startHttp((one, response) =>
    one.headers.authorization === TOKEN ? answer(one, response) : response.writeHead(401).end(),
  );
}

describe('a server over HTTP', () => {
  it('is graded, and the header appears nowhere', async () => {
    const { url } = await startFerry();
    const header = ['--header', 'Authorization: env:FERRY_TOKEN', '--allow-host', '127.0.0.1'];
    const text = await lint(url, ...header, '--save-snapshot', 'ferry.json');
    expect([text.code, text.stderr]).toEqual([0, '']);
    expect(text.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp: A \(100\)\n/);
    const json = await lint(url, ...header, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      status: true,
      results: [{ grade: 'A', summary: { tools: 1 } }],
    });
    const saved = readFileSync(fixture.getPath('work/ferry.json'), 'utf8');
    expect(JSON.parse(saved)).toHaveProperty('tools[0].name', 'next_ferry');
    for (const one of [text.stdout, json.stdout, saved]) expect(one).not.toContain(TOKEN);
  });

  it('that refuses an unknown client has no grade', async () => {
    const { url } = await startFerry();
    const { code, stdout, stderr } = await lint(url, '--allow-host', '127.0.0.1');
    expect(stdout).toBe('');
    expect(stderr).toContain('error MCP-003');
    expect(code).toBe(2);
  });

  it('is not contacted if its address is private and not allowed', async () => {
    const { url, received } = await startFerry();
    const { code, stderr } = await lint(url);
    expect(stderr).toContain('error MCP-002');
    expect(code).toBe(2);
    expect(received).toEqual([]);
  });

  it('is not contacted if another server would get its header too', async () => {
    const [one, other] = [await startFerry(), await startFerry()];
    const words = [one.url, other.url, '--allow-host', '127.0.0.1', '--header', 'X-Ferry: env:FERRY_TOKEN'];
    const { code, stderr } = await lint(...words);
    expect(stderr).toContain('--header would go to 2 different servers');
    expect(code).toBe(2);
    expect([one.received, other.received]).toEqual([[], []]);
  });

  it('keeps its place among others, whichever answers first', async () => {
    const answer = speak({ 'tools/list': { tools }, 'prompts/list': { prompts: [] } });
    const slow = await startHttp((one, response) => setTimeout(() => answer(one, response), 100));
    const quick = await startHttp(answer);
    const { code, stdout } = await lint(slow.url, quick.url, '--allow-host', '127.0.0.1', '--json');
    const { results } = JSON.parse(stdout) as { results: { target: string }[] };
    expect(results.map(({ target }) => target)).toEqual([slow.url, quick.url]);
    expect(code).toBe(0);
  });

  it('that was only partly read is counted separately', async () => {
    const whole = await startHttp(speak({ 'tools/list': { tools }, 'prompts/list': { prompts: [] } }));
    const part = await startHttp(speak({ 'tools/list': { tools }, 'prompts/list': undefined }));
    const { code, stdout, stderr } = await lint(whole.url, part.url, '--allow-host', '127.0.0.1');
    expect(stdout).toMatch(/ A {6}100 .*\n.* A\* {5}100 /);
    expect(stdout).toContain(
      '2 targets: 1 A, 1 A*\n* partial grade: a list of this server could not be read\n',
    );
    expect(stderr).toContain('MCP-020');
    expect(code).toBe(2);
  });

  it('is not contacted if its report could not be written', async () => {
    const { url, received } = await startHttp(speak({ 'tools/list': { tools } }));
    const { code, stdout, stderr } = await lint(url, '--allow-host', '127.0.0.1', '--out', '/');
    expect(stdout).toBe('');
    expect(stderr).toContain('error LNT-003');
    expect(code).toBe(2);
    expect(received).toEqual([]);
  });

  it('never announces a report that was not written', async () => {
    const reports = fixture.getPath('work/reports');
    mkdirSync(reports);
    const answer = speak({ 'tools/list': { tools }, 'prompts/list': { prompts: [] } });
    const { url } = await startHttp((one, response) => {
      rmSync(reports, { recursive: true, force: true });
      return answer(one, response);
    });
    const { code, stdout, stderr } = await lint(
      ...[url, '--allow-host', '127.0.0.1', '--out', 'reports/ferry.txt'],
    );
    expect(stdout).toContain(': A (100)');
    expect(stderr).toContain('error LNT-003');
    expect(stderr).not.toContain('report:');
    expect(code).toBe(2);
  });
});
