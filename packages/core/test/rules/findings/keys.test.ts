// Findings about keys that handler code prints or that stand in a comment.
import { describe, expect, test } from 'vitest';
import { findIn } from './find-in.js';

const withKey = (code: string) => `export const main = { requiredServerParams: ['EXAMPLE_TOKEN'] };\n${code}`;
const handler = (body: string, given = '{ struct, payload }') =>
  withKey(`export const handlers = () => ({ read: { preRequest: async (${given}) => { ${body} } } });`);

describe('printed', () => {
  test.each<[string, string, string?]>([
    ['console.log(struct)', 'struct'],
    ['console.error("failed", struct.headers)', 'struct.headers'],
    ['console.log(JSON.stringify({ payload }))', 'payload'],
    ['console.log({ ...payload })', 'payload'],
    ['const { serverParams } = payload; console.info(serverParams.X)', 'payload.serverParams'],
    ['const { headers: h } = payload; console.table(h)', 'payload.headers'],
    ['const line = "at " + struct.url; console.warn(line)', 'struct.url'],
    ['const log = console.log; log(struct.url)', 'struct.url'],
    ['const { log } = console; log(struct)', 'struct'],
    ['globalThis.console.log(struct)', 'struct'],
    ['process.stdout.write(struct.url)', 'struct.url'],
    ['console.log(given.struct.url)', 'struct.url', 'given'],
    ['console.log(serverParams)', 'serverParams', '{ serverParams }'],
    ['let apiKey = read(); console.log(apiKey)', 'apiKey'],
    ['console.log(config["X-API-Key"])', 'X-API-Key'],
    ['console.log(all.EXAMPLE_TOKEN)', 'EXAMPLE_TOKEN'],
    ['console.log(all?.exampleToken)', 'exampleToken'],
    ['const shown = all.EXAMPLE_TOKEN; console.log(shown)', 'EXAMPLE_TOKEN'],
    ['console.log(ok ? "none" : apiKey)', 'apiKey'],
    ['console.log(new Error(apiKey))', 'apiKey'],
  ])('%s', (body, what, given) => {
    const found = findIn('key-printed', handler(body, given));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`\\| ${what.replace(/[.$]/g, '\\$&')}$`));
  });

  test.each<[string, string?]>([
    ['console.log("EXAMPLE_TOKEN missing", struct.status)'],
    ['console.log(payload.userParams, payload.city)'],
    ['console.log(apiKey.length, !!apiKey, typeof apiKey, apiKey === "")'],
    ['console.log(apiKey ? "set" : "missing")'],
    ['console.log(apiKey.slice(0, 4))'],
    ['const answer = await send(struct.url, apiKey); console.log(answer)'],
    ['console.log(tokens, token, key)'],
    ['const console = { log() {} }; console.log(struct)'],
    ['const struct = { url: "x" }; console.log(struct)', '{ payload }'],
    ['logger.console.log(struct)'],
    ['console.time(struct.url)'],
    ['throw new Error(struct.url)'],
  ])('not: %s', (body, given) => {
    expect(findIn('key-printed', handler(body, given))).toEqual([]);
  });
});

describe('in a comment', () => {
  test.each([
    '// EXAMPLE_TOKEN=9fA27bc1',
    '/* headers: { "X-Api-Key": "q7Zt81mmPd02" } */',
    '// curl "https://api.example.org/?api_key=8d1f2c77a4e0"',
    '// Authorization: Bearer q7Zt81mmPd02aa',
    `// left over: ${['AKIA', 'IOSFODNN7ABCDEFG'].join('')}`,
    `// ${['gh', 'p_'].join('')}${'a1B2'.repeat(9)}`,
    '// eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijklmnop',
    '// -----BEGIN RSA PRIVATE KEY-----',
  ])('%s', (comment) => {
    const found = findIn('key-in-comment', withKey(`${comment}\n`));
    expect(found).toHaveLength(1);
    // The message must not publish the key once more.
    expect(found[0]).not.toMatch(/9fA27bc1|q7Zt81|8d1f2c77|AKIAIOSF|a1B2a1|eyJhbGci|RSA/);
  });

  test.each([
    '// EXAMPLE_TOKEN=your-token-1',
    '// apiKey: string (see docs2)',
    '// EXAMPLE_TOKEN arrives interpolated into struct.url (FlowMCP v3 pattern)',
    '// USDC: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '// token: So11111111111111111111111111111111111111112',
    '// requiredServerParams: EXAMPLE_TOKEN',
    '// api_key = process.env.EXAMPLE_KEY1',
    '// sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '// const secret = "EXAMPLE_TOKEN"',
  ])('not: %s', (comment) => {
    expect(findIn('key-in-comment', withKey(`${comment}\n`))).toEqual([]);
  });

  test('a text is no comment', () => {
    expect(findIn('key-in-comment', withKey('const text = "// EXAMPLE_TOKEN=9fA27bc1";'))).toEqual([]);
  });
});
