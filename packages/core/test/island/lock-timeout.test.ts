// FLOWMCP_LOCK_TIMEOUT is a whole number of seconds; anything else is refused.
import { describe, expect, it } from 'vitest';
import { parseLockTimeout } from '../../src/island/lock-timeout.js';

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
