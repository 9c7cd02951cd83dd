// Notation for internal-looking hosts that may be called.
import { describe, expect, it } from 'vitest';
import { parseAllowedHosts } from '../../src/net/hosts.js';

describe('parseAllowedHosts', () => {
  it.each([
    ['localhost', 'localhost', 1234, true],
    ['LocalHost', 'localhost', 80, true],
    ['localhost:8080', 'localhost', 8080, true],
    ['localhost:8080', 'localhost', 8081, false],
    ['localhost', 'localhost.evil.test', 80, false],
    ['127.0.0.1', '127.0.0.2', 80, false],
    ['127.1', '127.0.0.1', 80, true],
    ['::1', '::1', 80, true],
    ['[::1]:8080', '::1', 8080, true],
    ['[::1]:8080', '::1', 80, false],
    ['mock.test:80', 'mock.test', 80, true],
    ['mock.test:80', 'mock.test', 443, false],
  ])('%s allows %s:%i: %s', (entry, host, port, allowed) => {
    expect(parseAllowedHosts([entry]).has(host, port)).toBe(allowed);
  });

  it.each([
    '',
    'http://x.test',
    'x.test/path',
    'user@x.test',
    'x.test:99999',
    'a b',
    '*',
    '*.x.test',
    '[::1',
    'x.test?',
  ])('%j is not a host', (entry) => {
    expect(() => parseAllowedHosts([entry])).toThrow('NET-020');
  });
});
