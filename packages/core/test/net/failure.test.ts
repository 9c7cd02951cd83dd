// A failed request is described in words that help.
import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../src/net/failure.js';
import { HTTP_FAILURES } from '../../src/net/logic/http.js';

const withCode = (code: string) => Object.assign(new Error('GET https://x.test/?key=s3cret'), { code });

describe('describeFailure', () => {
  it.each([
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['ECONNREFUSED', 'refused'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['EPROTO', 'tls'],
    ['ECONNRESET', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['HPE_INVALID_CONSTANT', 'bad-response'],
    ['Z_DATA_ERROR', 'bad-response'],
    ['UND_ERR_HEADERS_OVERFLOW', 'bad-response'],
    ['UND_ERR_INVALID_ARG', 'bad-request'],
    ['UND_ERR_DESTROYED', 'closed'],
    ['ENETUNREACH', 'network'],
    ['EHOSTUNREACH', 'network'],
  ])('%s: %s, in our own words', (code, reason) => {
    const found = describeFailure(withCode(code), 5000);
    expect(found.reason).toBe(reason);
    expect(HTTP_FAILURES).toContain(found.reason);
    expect(found.message).not.toMatch(/s3cret|https?:/);
    expect(found.message).not.toBe('');
  });

  it('uses the first of several addresses that all failed', () => {
    const error = new AggregateError([withCode('ECONNREFUSED'), withCode('ETIMEDOUT')]);
    expect(describeFailure(error, 1).reason).toBe('refused');
  });

  it('recognizes an answer that is not HTTP, which has no code', () => {
    const error = Object.assign(new Error('s3cret'), { name: 'HTTPParserError', code: undefined });
    expect(describeFailure(error, 1)).toMatchObject({
      reason: 'bad-response',
      message: expect.not.stringContaining('s3cret'),
    });
  });

  it('throws errors that are not failures of the network', () => {
    const bug = new TypeError('x is not a function');
    expect(() => describeFailure(bug, 1)).toThrow(bug);
  });
});
