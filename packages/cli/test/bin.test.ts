// The real process: exit codes, streams, an oversized scores file, a bug of the program itself.
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTidewatchApi } from '../../../fixtures/mock-apis/tidewatch.mjs';
import { openBuiltCommand } from '../../../scripts/faults/built-command.js';
import { fillScores } from './fill-scores.js';
import { runCommand } from './run-command.js';
import { runProcess, startProcess } from './run-process.js';

const TIDEWATCH = fileURLToPath(new URL('../../../fixtures/providers/tidewatch', import.meta.url));
const API = 'https://api.tidewatch.example';

let command: Awaited<ReturnType<typeof openBuiltCommand>>;
beforeAll(async () => {
  command = await openBuiltCommand();
});
afterAll(() => command[Symbol.asyncDispose]());

let fixture: FsFixture;
let surroundings: { cwd: string; home: string; built: string };
beforeEach(async () => {
  fixture = await createFixture({ home: {} });
  surroundings = { cwd: fixture.path, home: fixture.getPath('home'), built: command.path };
});
afterEach(() => fixture.rm());

const island = () => join(surroundings.home, '.flowmcp', 'grading');

/** Sends SIGINT as soon as rules.json is written. */
const INTERRUPT = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { renameSync } = fs;
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    if (String(to).endsWith('rules.json')) process.kill(process.pid, 'SIGINT');
  };
  syncBuiltinESMExports();
`)}`;

describe('the process', () => {
  it('that is interrupted while it changes the rules says how to finish', async () => {
    // A second namespace, so that the process pauses between the two.
    const other = fixture.getPath('other');
    cpSync(TIDEWATCH, other, { recursive: true });
    for (const file of filesIn(other).filter((name) => name.endsWith('.mjs'))) {
      const text = readFileSync(join(other, file), 'utf8');
      writeFileSync(join(other, file), text.replace(/namespace: 'tidewatch'/g, "namespace: 'other'"));
    }
    await runCommand(['grading', 'import', TIDEWATCH, other], surroundings);
    const child = startProcess(['grading', 'rules', '--set', '3.0.3', '--grading-data', island()], {
      ...surroundings,
      nodeFlags: ['--import', INTERRUPT],
    });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const [code] = await once(child, 'close');
    expect([code, stderr]).toEqual([130, expect.stringContaining('interrupted: some of the rules')]);
    expect(stderr).toContain(`flowmcp grading rules --set 3.0.3 --grading-data ${island()}`);
    const again = await runCommand(['grading', 'rules', '--set', '3.0.3'], surroundings);
    expect([again.code, again.stderr]).toEqual([0, '']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends on %s with %i, with nothing half-written and no lock left', async (name, expected) => {
    await runCommand(['grading', 'import', TIDEWATCH], surroundings);
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const words = ['--emit-prompts', '--origin-map', `${API}=${origin}`, '--allow-host', '127.0.0.1'];
    const child = startProcess(['grading', 'run', 'tidewatch', ...words], surroundings);
    // The requests hang, so the command is in the middle of its work.
    await once(server, 'request');
    expect(filesIn(island()).some((file) => file.includes('.lock/'))).toBe(true);
    child.kill(name);
    const [code, signal] = await once(child, 'close');
    server.closeAllConnections();
    server.close();
    expect({ code, signal }).toEqual({ code: expected, signal: null });
    const files = filesIn(island());
    expect(files.filter((file) => /\.tmp-|prompts\.json|state\.json/.test(file))).toEqual([]);
    expect(readdirSync(join(island(), '.lock')).filter((name) => name.endsWith('.lock'))).toEqual([]);
    const after = await runCommand(['grading', 'rebuild', 'tidewatch'], surroundings);
    expect(after).toMatchObject({ code: 0, stdout: 'providers/tidewatch: pending (unchanged)\n' });
  });

  it.each([
    [['explain-code', 'VAL014'], 0],
    [['explain-code', 'VAL014', '--json'], 0],
    [['validate', 'nowhere'], 2],
  ])('keeps its exit code when nobody reads its output: %j', async (words, expected) => {
    const child = startProcess(words, surroundings);
    child.stdout.destroy();
    const stderr: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    const [code] = await once(child, 'close');
    expect(code).toBe(expected);
    expect(Buffer.concat(stderr).toString()).not.toContain('EPIPE');
  });

  it('reads the scores from standard input', async () => {
    const api = await startTidewatchApi();
    await runCommand(['grading', 'import', TIDEWATCH], surroundings);
    const words = ['--emit-prompts', '--origin-map', `${API}=${api.origin}`, '--allow-host', '127.0.0.1'];
    await runCommand(['grading', 'run', 'tidewatch', ...words], surroundings);
    await api.close();
    const scores = fixture.getPath('scores.json');
    fillScores(join(island(), 'providers/tidewatch/prompts.json'), scores, 4);
    const stdin = readFileSync(scores, 'utf8');
    const consume = ['grading', 'run', 'tidewatch', '--consume-scores', '-'];
    const cut = await runProcess(consume, { ...surroundings, stdin: stdin.slice(0, 100) });
    expect(cut).toMatchObject({ code: 1, stdout: '' });
    expect(cut.stderr).toMatch(/^stdin error SCR-001: /);
    const whole = await runProcess(consume, { ...surroundings, stdin });
    expect(whole.code).toBe(0);
    expect(whole.stderr).toContain('[GRADING] DONE');
  });
});

describe('an oversized scores file', () => {
  const message = 'error SCR-020: the scores file has more than 16777216 bytes; it was not read\n';
  const consume = ['grading', 'run', 'tidewatch', '--consume-scores'];

  it('is not read to its end', async () => {
    await fixture.writeFile('huge.json', '');
    truncateSync(fixture.getPath('huge.json'), 50_000_000_000);
    const text = await runCommand([...consume, 'huge.json'], surroundings);
    expect(text).toMatchObject({ code: 2, stdout: '' });
    expect(text.stderr).toContain(`huge.json ${message}`);
    const json = await runCommand([...consume, 'huge.json', '--json'], surroundings);
    expect(JSON.parse(json.stdout)).toMatchObject({
      status: false,
      errors: [{ code: 'SCR-020', where: { file: 'huge.json' } }],
    });
  });

  it('is not read to its end from a pipe either', async () => {
    const child = startProcess([...consume, '-'], surroundings);
    const stderr: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    // The command stops reading before everything is written.
    child.stdin.on('error', (error: NodeJS.ErrnoException) => expect(error.code).toMatch(/EPIPE|ECONNRESET/));
    child.stdin.end(Buffer.alloc(64 * 1024 * 1024, ' '));
    const [code] = await once(child, 'close');
    expect(code).toBe(2);
    expect(Buffer.concat(stderr).toString()).toContain(`stdin ${message}`);
  });
});

/** A bug in the program: every command on the island asks for the home folder. */
const throwing = (body: string) => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.homedir = () => { ${body} };
    syncBuiltinESMExports();`)}`,
];

describe('a bug of the program itself', () => {
  const words = ['grading', 'state', '--all'];

  it('is shown with its stack, and not as a finding', async () => {
    const nodeFlags = throwing("throw new TypeError('made up')");
    const { code, stdout, stderr } = await runProcess(words, { ...surroundings, nodeFlags });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^TypeError: made up\n {4}at /);
    expect(stderr).toContain(
      'error CLI-005: the program stopped because of an internal error: made up\n  → ',
    );
  });

  it('prints one JSON document if JSON was requested', async () => {
    const nodeFlags = throwing("throw new TypeError('made up')");
    const { code, stdout, stderr } = await runProcess([...words, '--json'], { ...surroundings, nodeFlags });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ status: false, errors: [{ code: 'CLI-005' }] });
    expect(stderr).toMatch(/^TypeError: made up\n {4}at /);
  });

  it('is no success even if nothing awaits it', async () => {
    const nodeFlags = throwing("setImmediate(() => { throw new TypeError('stray') }); return '/nowhere'");
    const { code, stderr } = await runProcess(words, { ...surroundings, nodeFlags });
    expect(code).toBe(2);
    expect(stderr).toMatch(/TypeError: stray\n {4}at /);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}
