// A file written in parts is complete or unchanged, and the system's own program opens a file.
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFixture } from 'fs-fixture';
import { afterEach, describe, expect, it } from 'vitest';
import { openFile } from '../../src/features/report/run.js';
import { writeResultParts } from '../../src/files/result-file.js';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

async function* parts(...texts: readonly (string | Error)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

describe('writeResultParts', () => {
  it('replaces the file with all parts', async () => {
    await using fixture = await createFixture({ 'a.txt': 'before' });
    expect(await writeResultParts(fixture.getPath('a.txt'), parts('one, ', 'twø'), 'RPT-001')).toBeNull();
    expect(await fixture.readFile('a.txt', 'utf8')).toBe('one, twø');
    expect(await fixture.readdir('')).toEqual(['a.txt']);
  });

  it('leaves the old file if a part cannot be made', async () => {
    await using fixture = await createFixture({ 'a.txt': 'before' });
    const made = writeResultParts(fixture.getPath('a.txt'), parts('one', new Error('no more')), 'RPT-001');
    await expect(made).rejects.toThrow('no more');
    expect(await fixture.readFile('a.txt', 'utf8')).toBe('before');
    expect(await fixture.readdir('')).toEqual(['a.txt']);
  });

  it('reports why a file cannot be started', async () => {
    await using fixture = await createFixture({});
    const file = fixture.getPath('no/such/a.txt');
    expect(await writeResultParts(file, parts('x'), 'RPT-001')).toMatchObject({
      code: 'RPT-001',
      where: { file },
      args: { reason: 'ENOENT' },
    });
  });

  it('leaves nothing behind if the program ends in the middle', async () => {
    await using fixture = await createFixture({});
    const source = new URL('../../src/files/result-file.ts', import.meta.url).href;
    const program = `
      const { writeResultParts } = await import(${JSON.stringify(source)});
      await writeResultParts('a.txt', (async function* () { yield 'one'; process.exit(130); })(), 'RPT-001');`;
    const words = ['--conditions=flowmcp-source', '--import', TSX, '--input-type=module', '-e', program];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: fixture.path, encoding: 'utf8' });
    expect([status, stderr]).toEqual([130, '']);
    expect(await fixture.readdir('')).toEqual([]);
  });

  it('writes through a link and keeps it', async () => {
    await using fixture = await createFixture({ 'real.txt': 'before' });
    symlinkSync(fixture.getPath('real.txt'), fixture.getPath('link.txt'));
    await writeResultParts(fixture.getPath('link.txt'), parts('after'), 'RPT-001');
    expect(await fixture.readFile('real.txt', 'utf8')).toBe('after');
  });
});

describe('openFile', () => {
  const before = process.env.PATH;
  afterEach(() => {
    process.env.PATH = before;
  });

  it('passes the file, whatever its name, to a program as one word', async () => {
    const program = '#!/bin/sh\nprintf "%s|" "$@" > "$(dirname "$0")/opened"\n';
    await using fixture = await createFixture({ bin: { 'xdg-open': program, open: program } });
    for (const name of ['xdg-open', 'open']) await chmod(fixture.getPath(`bin/${name}`), 0o755);
    process.env.PATH = [fixture.getPath('bin'), before].join(delimiter);
    expect(await openFile('/tmp/$(touch x) it.html')).toBeNull();
    await expect.poll(() => existsSync(fixture.getPath('bin/opened')), { timeout: 20_000 }).toBe(true);
    await expect
      .poll(() => fixture.readFile('bin/opened', 'utf8'), { timeout: 20_000 })
      .toBe('/tmp/$(touch x) it.html|');
  });

  it('names the missing program', async () => {
    await using fixture = await createFixture({});
    process.env.PATH = fixture.path;
    expect(await openFile('/tmp/a.html')).toMatch(/^(xdg-)?open: ENOENT$/);
  });
});
