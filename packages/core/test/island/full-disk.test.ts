// A full disk accepts a part of a write and reports it only at the next one: no file may be replaced by such a part.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';

// Windows has no such limit.
it.runIf(process.platform !== 'win32')(
  'a truncated write leaves the old file, and no part of a new one',
  async () => {
    await using fixture = await createFixture({ 'old.json': 'old' });
    const program = fileURLToPath(new URL('./full-disk.ts', import.meta.url));
    const node = [process.execPath, '--conditions=flowmcp-source', '--import', import.meta.resolve('tsx')];
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...node, program, fixture.path],
      { encoding: 'utf8', env: { ...process.env, TSX_DISABLE_CACHE: '1' }, timeout: 25_000 },
    );
    expect([stdout, stderr]).toEqual(['EFBIG EFBIG EFBIG\n', '']);
    expect(await fixture.readdir('')).toEqual(['old.json']);
    expect(await fixture.readFile('old.json', 'utf8')).toBe('old');
  },
);
