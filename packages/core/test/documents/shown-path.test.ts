// A report contains no folder of the machine it was made on, and files become relative URIs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideFolders, relativeUri } from '../../src/documents/shown-path.js';
import { anyText } from './hostile-text.js';

const folders = { root: '/home/ada/harbour', home: '/home/ada' };
const windows = { root: 'C:\\Users\\ada\\harbour', home: 'C:\\Users\\ada' };

describe('hideFolders', () => {
  it.each([
    ['/home/ada/harbour/schemas/tides.mjs', 'schemas/tides.mjs'],
    ['/home/ada/other/tides.mjs', '~/other/tides.mjs'],
    ['node /home/ada/a.js --data=/home/ada/b', 'node ~/a.js --data=~/b'],
    ['/home/ada', '~'],
    ['/home/adam/x', '/home/adam/x'],
    ['/home/ada.bak/x', '/home/ada.bak/x'],
    ['/mnt/home/ada/x', '/mnt/home/ada/x'],
    ['https://harbour.example/home/ada', 'https://harbour.example/home/ada'],
  ])('%s is shown as %s', (text, shown) => {
    expect(hideFolders(text, folders)).toBe(shown);
  });

  it('recognizes Windows paths', () => {
    expect(hideFolders('C:\\Users\\ada\\harbour\\a.mjs', windows)).toBe('a.mjs');
    expect(hideFolders('C:\\Users\\ada\\a.mjs', windows)).toBe('~\\a.mjs');
  });

  it('removes nothing if the folder is the root', () => {
    expect(hideFolders('/etc/x', { root: '/', home: '/' })).toBe('/etc/x');
  });
});

describe('relativeUri', () => {
  it.each([
    ['schemas/tides.mjs', 'schemas/tides.mjs'],
    ['./tides.mjs', 'tides.mjs'],
    ['/home/ada/harbour/a b/100%#ü?.mjs', 'a%20b/100%25%23%C3%BC%3F.mjs'],
    ['/home/ada/other/x.mjs', '../other/x.mjs'],
    ['/tmp/x.mjs', '../../../tmp/x.mjs'],
    ['c:colon.mjs', 'c%3Acolon.mjs'],
    ['back\\slash.mjs', 'back%5Cslash.mjs'],
  ])('%s becomes %s', (file, uri) => {
    expect(relativeUri(file, folders)).toBe(uri);
  });

  it('uses forward slashes for Windows files', () => {
    expect(relativeUri('C:\\Users\\ada\\harbour\\schemas\\a b.mjs', windows)).toBe('schemas/a%20b.mjs');
  });

  it('returns none if the path leads through the home folder', () => {
    const elsewhere = { root: '/builds/1', home: '/home/ada' };
    expect(relativeUri('/home/ada/x.mjs', elsewhere)).toBeUndefined();
    expect(relativeUri('/home/grace/x.mjs', elsewhere)).toBe('../../home/grace/x.mjs');
  });

  it('is a relative URI for any file', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const uri = relativeUri(`/home/ada/harbour/${name}`, folders);
        expect(uri).toMatch(/^[A-Za-z0-9\-._~!*'()%/]*$/);
        expect(uri).not.toMatch(/^\//);
      }),
    );
  });
});
