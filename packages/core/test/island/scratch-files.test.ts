// Changes stay in memory, unchanged files come from the disk, and nothing is written.
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { createScratchFiles } from '../../src/island/scratch-files.js';
import { readTree } from '../journeys/island-tree.js';

async function open() {
  const fixture = await createFixture({ 'a.txt': 'on disk', folder: { 'b.txt': 'below' } });
  const path = (name: string) => `${fixture.path.replace(/\/$/, '')}/${name}`;
  const files = createScratchFiles();
  const text = (name: string) => files.read(path(name))?.toString() ?? null;
  const names = (name: string) => files.list(path(name)).map((item) => `${item.name} ${item.kind}`);
  return { files, path, text, names, tree: readTree(fixture.path), fixture };
}

describe('createScratchFiles', () => {
  it('reads changed files from memory, and others from the disk', async () => {
    const { files, path, text, names, tree, fixture } = await open();
    await using _ = fixture;
    files.replace(path('a.txt'), 'thought of', 'lasting');
    files.append(path('folder/b.txt'), ' and above', 'quick');
    files.append(path('folder/c.txt'), 'new', 'quick');
    files.makeFolders([path('empty')], path('empty'));
    expect([text('a.txt'), text('folder/b.txt'), text('folder/c.txt'), text('none')]).toEqual([
      'thought of',
      'below and above',
      'new',
      null,
    ]);
    expect(names('folder')).toEqual(['b.txt file', 'c.txt file']);
    expect([files.kind(path('empty')), files.kind(path('folder')), files.kind(path('none'))]).toEqual([
      'folder',
      'folder',
      null,
    ]);
    expect(readTree(fixture.path)).toEqual(tree);
  });

  it('creates no file whose name is taken, on the disk or in memory', async () => {
    const { files, path, text, fixture } = await open();
    await using _ = fixture;
    const create = (name: string, bytes: string) => files.createAll([{ path: path(name), bytes }], []);
    expect(create('a.txt', 'other')).toEqual([false]);
    expect(create('deep/er/d.txt', 'first')).toEqual([true]);
    expect(create('deep/er/d.txt', 'second')).toEqual([false]);
    expect([text('a.txt'), text('deep/er/d.txt')]).toEqual(['on disk', 'first']);
    expect(files.list(path('deep'))).toEqual([{ name: 'er', kind: 'folder' }]);
  });

  it('moves and discards files created in it', async () => {
    const { files, path, text, fixture } = await open();
    await using _ = fixture;
    files.replace(path('new/x.txt'), 'x', 'quick');
    files.moveFolder(path('new'), path('moved'));
    expect([text('new/x.txt'), text('moved/x.txt')]).toEqual([null, 'x']);
    files.discardFolder(path('moved'));
    expect(text('moved/x.txt')).toBeNull();
  });
});
