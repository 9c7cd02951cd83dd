// Paths are shown without the home folder.
import { describe, expect, it } from 'vitest';
import { shownPath } from '../../src/island/root.js';

describe('shownPath', () => {
  it.each([
    ['/home/ann/.flowmcp/.env', '/home/ann', '~/.flowmcp/.env'],
    // $HOME may end with a slash; the shown path must still begin with ~.
    ['/home/ann/.flowmcp/.env', '/home/ann/', '~/.flowmcp/.env'],
    ['/home/anna/x', '/home/ann', '/home/anna/x'],
    ['/srv/island', '/home/ann', '/srv/island'],
    ['home/ann/x', '/home/ann', 'home/ann/x'],
  ])('%s for %s: %s', (path, home, expected) => {
    expect(shownPath(path, home)).toBe(expected);
  });
});
