// No output of a run overwrites a file that the run reads, under any name.
import { existsSync } from 'node:fs';
import { chmod, link, readFile, stat, symlink } from 'node:fs/promises';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { checkApart, checkResultFile, MODULE, writeResultText } from '../../src/files/result-file.js';

const place = () =>
  createFixture({ 'in.txt': 'input', 'other.txt': 'other', sub: { 'a.mjs': 'a', 'r.html': 'r' } });

describe('an output', () => {
  it.each<[string, (at: (name: string) => string) => Promise<unknown>]>([
    ['the file itself', async () => {}],
    ['another spelling', async () => {}],
    ['a symbolic link', (at) => symlink(at('in.txt'), at('out'))],
    [
      'a link to a link',
      async (at) => symlink(at('mid'), at('out')).then(() => symlink('in.txt', at('mid'))),
    ],
    ['a second name', (at) => link(at('in.txt'), at('out'))],
  ])('is refused as %s of an input', async (what, make) => {
    await using folder = await place();
    const at = (name: string) => folder.getPath(name);
    await make(at);
    const spelled = { 'the file itself': at('in.txt'), 'another spelling': `${folder.path}/sub/../in.txt` };
    const file = spelled[what as keyof typeof spelled] ?? at('out');
    expect(await checkResultFile(file, 'RPT-001', [at('gone'), at('other.txt'), at('in.txt')])).toMatchObject(
      {
        code: 'CLI-006',
        where: { file },
        args: { file, input: at('in.txt') },
      },
    );
    expect(await readFile(at('in.txt'), 'utf8')).toBe('input');
  });

  it('is refused inside a folder that is read, and as another name of a file in it', async () => {
    await using folder = await place();
    const read = [{ folder: folder.getPath('sub'), only: MODULE }];
    await link(folder.getPath('sub/a.mjs'), folder.getPath('out'));
    await symlink(folder.getPath('sub'), folder.getPath('way'));
    for (const name of ['sub/a.mjs', 'way/a.mjs', 'out']) {
      expect(await checkResultFile(folder.getPath(name), 'RPT-001', read)).toMatchObject({ code: 'CLI-006' });
    }
    for (const name of ['sub/r.html', 'sub/new.mjs', 'other.txt']) {
      expect(await checkResultFile(folder.getPath(name), 'RPT-001', read)).toBeNull();
    }
    const all = [{ folder: folder.getPath('sub') }];
    expect(await checkResultFile(folder.getPath('sub/r.html'), 'RPT-001', all)).toMatchObject({
      code: 'CLI-006',
    });
  });

  it('is refused if another output has the same file, existing or not', async () => {
    await using folder = await place();
    await symlink(folder.path, folder.getPath('way'));
    await link(folder.getPath('in.txt'), folder.getPath('second'));
    const apart = (a: string, b: string) => checkApart(folder.getPath(a), folder.getPath(b));
    expect(await apart('new', 'way/new')).toMatchObject({ code: 'CLI-007' });
    expect(await apart('in.txt', 'second')).toMatchObject({ code: 'CLI-007' });
    expect(await apart('in.txt', 'other.txt')).toBeNull();
    expect(await apart('new', 'newer')).toBeNull();
  });

  it('keeps the mode of an existing file, and leaves its other names alone', async () => {
    await using folder = await place();
    await chmod(folder.getPath('other.txt'), 0o666);
    await link(folder.getPath('other.txt'), folder.getPath('second'));
    expect(await writeResultText(folder.getPath('other.txt'), 'new', 'RPT-001')).toBeNull();
    expect((await stat(folder.getPath('other.txt'))).mode & 0o777).toBe(0o666);
    expect(await readFile(folder.getPath('second'), 'utf8')).toBe('other');
    expect(existsSync(folder.getPath('new'))).toBe(false);
  });
});
