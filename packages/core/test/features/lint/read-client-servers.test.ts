// Servers of client configurations as targets: which are read, started and asked, with what, and where their issues stand.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintTargets } from '../../../src/features/lint/lint-targets.js';
import type { LintOptions } from '../../../src/features/lint/options.js';
import { readClientServers } from '../../../src/features/lint/read-client-servers.js';
import { speak, startHttp, TOOL } from './mcp/http-server.js';

const SERVERS = fileURLToPath(new URL('../../../../../fixtures/mcp-servers/', import.meta.url));
const KEY = 'lantern-7731';

let fixture: FsFixture;
beforeEach(async () => {
  fixture = await createFixture({ conf: {}, tools: {}, 'a#b': {} });
});
afterEach(() => fixture.rm());

const path = (name: string) => fixture.getPath(name);
const nameOf = (target: string) => target.replace(`${fixture.getPath('')}`, '').replace(/^\//, '');
const write = (servers: object, name = 'mcp.json') =>
  fixture.writeFile(name, JSON.stringify({ mcpServers: servers }, null, 2));
async function run(options: LintOptions = {}) {
  const result = await lintTargets({ servers: [path('mcp.json')], allowHosts: ['127.0.0.1'], ...options });
  const shown = (problems: typeof result.errors) =>
    problems.map(({ target, code }) => `${nameOf(target)} ${code}`);
  return { ...result, errorsOf: shown(result.errors), warningsOf: shown(result.warnings) };
}

describe('a word of the command line', () => {
  const NONE = { variables: new Map(), start: [] };
  const address = { url: 'https://a.example' };
  const read = (...words: string[]) => {
    const { targets, problems } = readClientServers(words.map(path), NONE);
    return {
      found: targets.map(({ server }) => nameOf(server.name)),
      problems: problems.map(({ target, code, args }) => `${nameOf(target)} ${code} ${args?.reason ?? ''}`),
    };
  };

  beforeEach(async () => {
    await write({ mail: address, files: address });
    await write({ notes: address }, 'a#b/c#.json');
  });

  it.each([
    [['mcp.json'], ['mcp.json#mail', 'mcp.json#files']],
    [['mcp.json#files'], ['mcp.json#files']],
    [
      ['mcp.json', 'mcp.json#mail', './mcp.json'],
      ['mcp.json#mail', 'mcp.json#files'],
    ],
    [['a#b/c#.json'], ['a#b/c#.json#notes']],
    [
      ['a#b/c#.json#notes', 'mcp.json#mail'],
      ['a#b/c#.json#notes', 'mcp.json#mail'],
    ],
  ])('%j means %j', (words, found) => {
    expect(read(...words)).toEqual({ found, problems: [] });
  });

  it.each([
    ['none.json', 'none.json LNT-050 the file cannot be read (ENOENT)'],
    ['none.json#mail', 'none.json#mail LNT-050 the file cannot be read (ENOENT)'],
    ['mcp.json#male', 'mcp.json#male LNT-050 it has no server "male"; "mail" may be meant'],
    ['mcp.json#', 'mcp.json# LNT-050 it has no server ""; it has mail, files'],
    [
      'mcp.json#constructor',
      'mcp.json#constructor LNT-050 it has no server "constructor"; it has mail, files',
    ],
    ['a#b', 'a#b LNT-050 the file cannot be read (EISDIR)'],
  ])('%s is a problem, and hides no other server', (word, problem) => {
    const others = read(word, 'mcp.json#mail');
    expect(others).toEqual({ found: ['mcp.json#mail'], problems: [problem] });
  });

  it('that is no JSON has its place', async () => {
    await fixture.writeFile('torn.json', '{\n  "mcpServers": {\n    "mail": ');
    const { problems } = readClientServers([path('torn.json')], NONE);
    expect(problems).toMatchObject([{ code: 'LNT-050', where: { file: path('torn.json'), line: 3 } }]);
  });

  it('cannot name a server to start that none of the files has, while all can be read', () => {
    const start = (words: readonly string[], ...names: string[]) =>
      readClientServers(words.map(path), { ...NONE, start: names });
    expect(() => start(['mcp.json'], 'files', 'male')).toThrow(/LNT-050: .*"male".*"mail" may be meant/);
    expect(() => start(['mcp.json', 'a#b/c#.json'], 'notes')).not.toThrow();
    expect(start(['mcp.json', 'none.json'], 'notes').problems).toHaveLength(1);
  });
});

describe('a program', () => {
  it('is started only if that is said, in its folder and with its variables; others are judged', async () => {
    const marks = (file: string) => ({
      command: process.execPath,
      args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(path(file))}, '')`],
    });
    await write(
      {
        held: marks('started'),
        told: {
          command: process.execPath,
          args: ['tells-environment.mjs'],
          cwd: relative(path('conf'), SERVERS),
          env: { MODE: `\${env:LIGHT}` },
        },
        off: { ...marks('off'), disabled: true },
      },
      'conf/mcp.json',
    );
    const found = await run({
      servers: [path('conf/mcp.json')],
      start: ['told', 'off'],
      env: { LIGHT: 'dim', OTHER: 'dark' },
    });
    expect(found.errorsOf).toEqual(['conf/mcp.json#held LNT-044']);
    expect(found.warningsOf).toEqual(['conf/mcp.json#off LNT-055']);
    expect(found.results.map(({ target }) => nameOf(target))).toEqual(['conf/mcp.json#told']);
    const names = found.results[0]?.tokenEstimate.perTool.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['PATH', 'MODE']));
    expect(names).not.toContain('OTHER');
    expect([existsSync(path('started')), existsSync(path('off'))]).toEqual([false, false]);
  });

  it('shows none of its credentials, in a report, a snapshot or an error, plain or encoded', async () => {
    const forms = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')];
    const leave = `console.error(process.env.X, encodeURIComponent(process.env.X), btoa(process.env.X)); process.exit(3)`;
    await write({
      told: {
        command: process.execPath,
        args: [`${SERVERS}tells-environment.mjs`, '--token', 'x/hunter2/x'],
        env: { X: KEY, Y: `Bearer ${KEY}` },
      },
      leaves: { command: process.execPath, args: ['-e', leave], env: { X: KEY } },
    });
    const found = await run({
      servers: [path('mcp.json#told')],
      start: true,
      saveSnapshot: path('told.json'),
    });
    expect(found.errorsOf).toEqual([]);
    const left = await run({ servers: [path('mcp.json#leaves')], start: true });
    expect(left.errors).toMatchObject([
      { code: 'MCP-011', args: { stderr: '[redacted] [redacted] [redacted]' } },
    ]);
    const saved = readFileSync(path('told.json'), 'utf8');
    expect(saved).toContain('X is [redacted]');
    expect(saved).toContain('Y is [redacted]');
    for (const form of forms) expect(saved + JSON.stringify([found, left])).not.toContain(form);
  });
});

describe('an address', () => {
  it('gets the headers of its entry and no others', async () => {
    const [mail, files] = [await startHttp(speak({})), await startHttp(speak({}))];
    await write({
      mail: { url: mail.url, headers: { Authorization: `Bearer ${KEY}` } },
      files: { url: `${files.url}?token=x-files-x`, headers: { 'X-Files': '1' } },
    });
    const found = await run({ headers: [{ name: 'X-Ours', value: 'ours' }] });
    expect(found.results).toHaveLength(2);
    expect(mail.received.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    expect(files.received.every(({ headers }) => headers['x-files'] === '1')).toBe(true);
    const others = [...mail.received, ...files.received].map(({ headers }) => headers['x-ours']);
    expect(new Set(others)).toEqual(new Set([undefined]));
    expect(files.received.some(({ headers }) => headers.authorization)).toBe(false);
  });

  it('has its issues at its entry, under a name without its credentials', async () => {
    const path0 = `${KEY}-0123456789`;
    const said = [path0, encodeURIComponent(path0), 'x-files-x', btoa('x-files-x')];
    const echo = { name: 'echo', description: said.join(' ') };
    const server = await startHttp(speak({ 'tools/list': { tools: [TOOL, echo] } }));
    await write({ other: { disabled: true }, mail: { url: `${server.url}/${path0}?q=x-files-x` } });
    const found = await run({ saveSnapshot: path('mail.json') });
    expect(found.results.map(({ target }) => nameOf(target))).toEqual(['mcp.json#mail']);
    const issues = found.results[0]?.issues ?? [];
    expect(issues.length).toBeGreaterThan(0);
    const where = { file: path('mcp.json'), line: 6, column: 13 };
    for (const issue of issues) expect(issue.where).toEqual(where);
    const saved = readFileSync(path('mail.json'), 'utf8');
    expect(saved).toContain('"[redacted] [redacted] [redacted] [redacted]"');
  });

  it('that cannot be used is not shown', async () => {
    await write({
      ws: { url: `wss://a.example/s/${KEY}/mcp` },
      none: { url: `${KEY}/mcp` },
      user: { url: `https://ada:${KEY}@a.example/` },
    });
    const found = await run();
    expect(found.errorsOf).toEqual(['mcp.json#ws MCP-013', 'mcp.json#none MCP-013', 'mcp.json#user MCP-013']);
    expect(JSON.stringify(found)).not.toContain(KEY);
  });
});

it('a configuration is never overwritten, even if none of its servers can be asked', async () => {
  await write({ held: { command: 'node' } });
  await expect(run({ out: path('mcp.json') })).rejects.toThrow('CLI-006');
  await expect(run({ out: path('mcp.json'), start: true })).rejects.toThrow('CLI-006');
});

it('a script of a server is not overwritten', async () => {
  await fixture.writeFile('tools/server.mjs', '');
  await write({ held: { command: 'node', args: ['server.mjs'], cwd: 'tools' } });
  await expect(run({ out: path('tools/server.mjs'), start: true })).rejects.toThrow('CLI-006');
});

it('a baseline accepts issues of a server by its name', async () => {
  const server = await startHttp(speak({}));
  await write({ mail: { url: server.url } });
  const baseline = path('baseline.json');
  await run({ baseline, updateBaseline: true });
  expect(readFileSync(baseline, 'utf8')).toContain('mcp.json#mail"');
  expect((await run({ baseline, failOn: 'info' })).status).toBe(true);
});
