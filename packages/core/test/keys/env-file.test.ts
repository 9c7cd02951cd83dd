// Only the requested keys are read from the key file, and no code can write it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readServerParams } from '../../src/keys/env-file.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('readServerParams', () => {
  it('returns declared names only, and the missing ones in the requested order', async () => {
    const envPath = join(folder, 'some.env');
    await writeFile(
      envPath,
      '\uFEFFFIRST=1\n# C=no\nQUOTED="a b # c"\nexport EXPORTED=todo-list\nBLANK=\nSPACE="  "\nOTHER=x\ntoString=y\n',
    );
    const names = ['FIRST', 'QUOTED', 'NOPE', 'EXPORTED', 'BLANK', 'SPACE', 'C', 'constructor'];
    expect(await readServerParams({ envPath, names })).toEqual({
      values: { FIRST: '1', QUOTED: 'a b # c', EXPORTED: 'todo-list' },
      missing: ['NOPE', 'BLANK', 'SPACE', 'C', 'constructor'],
      problems: [],
    });
  });

  it.runIf(process.platform !== 'win32')('refuses a pipe, which nobody may ever write to', async () => {
    const envPath = join(folder, 'pipe.env');
    execFileSync('mkfifo', [envPath]);
    const read = await readServerParams({ envPath, names: ['FIRST'] });
    expect(read.problems).toMatchObject([{ code: 'ENV-002', args: { cause: 'it is a pipe' } }]);
  });

  it('never reads the environment or the current folder', async () => {
    process.env.PRETEST_ONLY_KEY = 'from the environment';
    const before = process.cwd();
    await writeFile(join(folder, '.env'), 'PRETEST_ONLY_KEY=from the folder\n');
    try {
      process.chdir(folder);
      const read = await readServerParams({ envPath: join(folder, 'none.env'), names: ['PRETEST_ONLY_KEY'] });
      expect(read.values).toEqual({});
      expect(read.missing).toEqual(['PRETEST_ONLY_KEY']);
    } finally {
      process.chdir(before);
      delete process.env.PRETEST_ONLY_KEY;
    }
  });

  it('reports a missing file, under its name for display', async () => {
    const read = await readServerParams({
      envPath: join(folder, 'none.env'),
      names: ['A'],
      shownPath: '~/.flowmcp/.env',
    });
    expect(read.problems).toEqual([
      { code: 'ENV-001', severity: 'warning', args: { envPath: '~/.flowmcp/.env' } },
    ]);
  });

  it('reports a path that is not a file', async () => {
    const read = await readServerParams({ envPath: folder, names: ['A'] });
    expect(read).toMatchObject({
      missing: ['A'],
      problems: [{ code: 'ENV-002', args: { cause: 'EISDIR' } }],
    });
  });

  it.each([
    ['UTF-16 with its mark', Buffer.from('\uFEFFA=1\r\n', 'utf16le')],
    ['UTF-16 without one', Buffer.from('A=1\r\n', 'utf16le')],
    ['UTF-16 the other way round', Buffer.from('\uFEFFA=1\r\n', 'utf16le').swap16()],
    ['Latin-1', Buffer.from('A=\xe9\n', 'latin1')],
  ])('reports a file that is not UTF-8: %s', async (name, bytes) => {
    const envPath = join(folder, `${name}.env`);
    await writeFile(envPath, bytes);
    expect(await readServerParams({ envPath, names: ['A'] })).toEqual({
      values: {},
      missing: ['A'],
      problems: [{ code: 'ENV-003', severity: 'error', args: { envPath } }],
    });
  });

  it('leaves the file unchanged, and has no means to write', async () => {
    const envPath = join(folder, 'kept.env');
    await writeFile(envPath, 'A=1');
    const before = await stat(envPath);
    await readServerParams({ envPath, names: ['A', 'B'] });
    expect((await stat(envPath)).mtimeMs).toBe(before.mtimeMs);
    expect(await readFile(envPath, 'utf8')).toBe('A=1');
    const source = await readFile(new URL('../../src/keys/env-file.ts', import.meta.url), 'utf8');
    const imported = [...source.matchAll(/import \{([^}]*)\} from '(node:[^']+)'/g)].map(
      ([, names, from]) => [from, names?.trim()],
    );
    expect(imported).toEqual([
      ['node:buffer', 'isUtf8'],
      ['node:fs/promises', 'readFile, stat'],
      ['node:util', 'parseEnv'],
    ]);
  });

  it('is the only way to the key file: no other code that knows its path reads files', async () => {
    const packages = new URL('../../../', import.meta.url);
    const names = ['core', 'cli'].flatMap((name) =>
      readdirSync(new URL(`${name}/src`, packages), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${name}/src/${file}`),
    );
    const code = new Map(
      names.map((name) => [name, withoutComments(readFileSync(new URL(name, packages), 'utf8'))]),
    );
    const reading = names.filter((name) => /from 'node:fs(?:\/promises)?'/.test(code.get(name) ?? ''));
    expect(reading.length).toBeGreaterThan(20);
    const knowing = reading.filter((name) =>
      /\benvPath\b|\bkeyFileOf\b|\.env\b['"`]/.test(code.get(name) ?? ''),
    );
    // One decides which file it is, the other reads config.json.
    expect(knowing.sort()).toEqual(['core/src/files/config-file.ts', 'core/src/keys/env-file.ts']);
    const config = code.get('core/src/files/config-file.ts') ?? '';
    expect(
      config.match(/\breadFileSync\(|\breadText\(join\(home, '\.flowmcp', 'config\.json'\)/g),
    ).toHaveLength(2);
    expect(config.match(/'\.env'/g)).toHaveLength(1);
  });
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
