// Valid addresses of a queue; the address is never shown as typed, because it may contain a password.
import { describe, expect, it } from 'vitest';
import { parseQueueAddress } from '../../../../src/features/evaluate/queue/address.js';
import { GradingError } from '../../../../src/problems/problem.js';

const PLAIN = { host: 'cache', port: 6379, db: 0, tls: false, username: null, password: null };

describe('the address of a queue', () => {
  it.each([
    ['redis://cache', PLAIN, 'redis://cache:6379/0'],
    ['redis://cache/', PLAIN, 'redis://cache:6379/0'],
    ['redis://cache:7000/3', { ...PLAIN, port: 7000, db: 3 }, 'redis://cache:7000/3'],
    ['rediss://cache:7000', { ...PLAIN, port: 7000, tls: true }, 'rediss://cache:7000/0'],
    ['redis://[::1]:7000', { ...PLAIN, host: '::1', port: 7000 }, 'redis://[::1]:7000/0'],
    ['redis://:s3cret%2F@cache', { ...PLAIN, password: 's3cret/' }, 'redis://cache:6379/0'],
    [
      'redis://me:s3cret@cache:1/2',
      { ...PLAIN, port: 1, db: 2, username: 'me', password: 's3cret' },
      'redis://cache:1/2',
    ],
  ])('%s', (text, expected, shown) => {
    expect(parseQueueAddress(text)).toEqual({ ...expected, shown });
  });

  it.each([
    ['s3cret', 'it is not an address'],
    ['', 'it is not an address'],
    ['http://:s3cret@cache', 'found http:'],
    ['redis://', 'names no host'],
    ['redis://:s3cret@cache/zero', 'number of a database'],
    ['redis://:s3cret@cache/0/1', 'number of a database'],
    ['redis://:s3cret@cache?tls=true', 'a query or a fragment'],
    ['redis://:s3cret%@cache', 'a % that does not start a character'],
    ['redis://:s3cret@cache:99999', 'it is not an address'],
  ])('%s is refused', (text, reason) => {
    const refuse = () => parseQueueAddress(text);
    expect(refuse).toThrow(GradingError);
    expect(refuse).toThrow(reason);
    expect(refuse).not.toThrow('s3cret');
  });
});
