// Paths are shown without the home folder; FLOWMCP_LOCK_TIMEOUT is a whole number of seconds, anything else is refused.
import { describe, expect, it } from 'vitest';
import { parseLockTimeout, shownPath } from '../../src/island/settings.js';

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

describe('FLOWMCP_LOCK_TIMEOUT', () => {
  it.each([
    [undefined, 10_000],
    ['0', 0],
    ['3', 3000],
    ['86400', 86_400_000],
  ])('%j waits %i ms', (text, expected) => {
    expect(parseLockTimeout(text)).toBe(expected);
  });

  it.each(['', ' ', '-1', '1.5', '1e3', '0x10', '10s', '86401', '999999', 'Infinity', '٣'])(
    '%j is refused (CFG-003)',
    (text) => {
      expect(() => parseLockTimeout(text)).toThrow(
        expect.objectContaining({
          problem: expect.objectContaining({
            code: 'CFG-003',
            args: {
              name: 'FLOWMCP_LOCK_TIMEOUT',
              found: JSON.stringify(text),
              expected: 'whole seconds from 0 to 86400',
            },
          }),
        }),
      );
    },
  );
});
