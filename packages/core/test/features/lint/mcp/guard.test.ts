// Only public addresses are contacted, at every connection and redirect; credentials are sent to their own origin only.
import { connect, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { describe, expect, it } from 'vitest';
import { listServer } from '../../../../src/features/lint/mcp/list-server.js';
import { ask, problemOf, serverOf } from './asking.js';
import { speak, startHttp, TOOL } from './http-server.js';

const KEY = 'sk-live-84b1f0c2';

/** Resolves as configured, and then connects to this machine as if it had that address. */
const dialLocal: typeof buildConnector = (options) => {
  const { lookup } = options as { lookup: LookupFunction };
  return ({ hostname, port }, callback) =>
    lookup(hostname, { all: true }, (error, found) => {
      if (error) return callback(error, null);
      const address = typeof found === 'string' ? found : found[0]?.address;
      const socket = connect({ port: Number(port), host: '127.0.0.1' }, () => callback(null, socket));
      Object.defineProperty(socket, 'remoteAddress', { value: address });
    });
};

describe('addresses', () => {
  it.each([
    'http://127.0.0.1:1/mcp',
    'http://localhost:1/mcp',
    'http://[::1]:1/',
    'http://10.0.0.5/',
    'http://169.254.169.254/',
  ])('%s is not contacted unless it is allowed', async (url) => {
    const found = problemOf(await ask({ kind: 'http', url, headers: [] }));
    expect(found.code).toBe('MCP-002');
  });

  it('a redirect to this machine is refused, and followed if that is allowed', async () => {
    const inner = await startHttp(speak({}));
    const outer = await startHttp((_, response) =>
      response.writeHead(307, { location: `http://localhost:${inner.port}/mcp` }).end(),
    );
    const target = {
      kind: 'http',
      url: outer.url,
      headers: [{ name: 'Authorization', value: `Bearer ${KEY}` }],
    } as const;
    const refused = problemOf(await ask(target, { allowHosts: [`127.0.0.1:${outer.port}`] }));
    expect(refused.code).toBe('MCP-002');
    // The first host is allowed: the message has to name the other one.
    expect(refused.message).toContain(`it redirects to http://localhost:${inner.port}/mcp, and the address`);
    expect(inner.received).toEqual([]);
    const allowed = await ask(target, { allowHosts: ['127.0.0.1', 'localhost'] });
    expect(serverOf(allowed).snapshot.tools).toEqual([TOOL]);
    expect(outer.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(inner.received.length).toBeGreaterThan(0);
    expect(inner.received.map(({ headers }) => headers.authorization)).toEqual(
      inner.received.map(() => undefined),
    );
  });

  it('a name that becomes private is refused at the second connection', async () => {
    const inner = await startHttp((one, response) => {
      response.setHeader('connection', 'close');
      return speak({ 'server/discover': undefined })(one, response);
    });
    const answers = ['93.184.216.34', '127.0.0.1'];
    const rebinding: LookupFunction = (_, __, done) =>
      done(null, [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]);
    const url = `http://rebinding.example:${inner.port}/mcp`;
    const outcome = await listServer(
      { kind: 'http', url, headers: [] },
      { allowHosts: [] },
      { lookup: rebinding, build: dialLocal },
    );
    expect(problemOf(outcome).code).toBe('MCP-002');
    expect(problemOf(outcome).message).toContain('127.0.0.1');
    // The first connection succeeds; the second one is refused.
    expect(inner.received.map(({ message }) => message.method)).toEqual(['server/discover']);
    expect(answers).toEqual([]);
  });

  it('a redirect within the server is followed with all headers', async () => {
    const inner = speak({});
    const { url, received } = await startHttp((one, response) =>
      one.path === '/mcp' ? response.writeHead(308, { location: '/mcp/' }).end() : inner(one, response),
    );
    const headers = [{ name: 'X-Api-Key', value: KEY }];
    const outcome = await ask({ kind: 'http', url, headers }, { allowHosts: ['127.0.0.1'] });
    expect(serverOf(outcome).snapshot.tools).toEqual([TOOL]);
    const followed = received.filter(({ path }) => path === '/mcp/');
    expect(followed.map(({ headers: got }) => got['x-api-key'])).toEqual(followed.map(() => KEY));
  });

  it.each([
    [301, '/other', /HTTP 301 to http:\/\/127\.0\.0\.1:\d+\/other does not allow the message to be sent on/],
    [307, 'file:///etc/passwd', /is not http or https/],
    [307, 'http://', /is not a URL/],
    [307, '/mcp', /there are too many redirects in a row/],
  ])('a redirect %i to %s is not followed', async (status, location, words) => {
    const { url } = await startHttp((_, response) => response.writeHead(status, { location }).end());
    const found = problemOf(await ask({ kind: 'http', url, headers: [] }, { allowHosts: ['127.0.0.1'] }));
    expect(found.code).toBe('MCP-009');
    expect(found.message).toMatch(words);
  });

  it.each([
    ['ftp://example.org/', 'MCP-013'],
    ['http://me:secret@example.org/', 'MCP-013'],
    ['not a url', 'MCP-013'],
  ])('the address %s is refused', async (url, code) => {
    const found = problemOf(await ask({ kind: 'http', url, headers: [] }));
    expect(found.code).toBe(code);
    expect(found.message).not.toContain('secret');
  });
});

describe('credentials', () => {
  it('are in no output, although the server echoes them', async () => {
    const { url } = await startHttp((one, response) => {
      const heard = String(one.headers.authorization);
      return speak({
        initialize: { serverInfo: { name: heard, version: KEY }, capabilities: { tools: {}, prompts: {} } },
        'tools/list': {
          tools: [{ name: heard, description: `You said ${heard}`, inputSchema: { [KEY]: KEY } }],
        },
        'prompts/list': undefined,
      })(one, response);
    });
    const headers = [{ name: 'Authorization', value: `Bearer ${KEY}` }];
    const outcome = await ask(
      { kind: 'http', url: `${url}?token=${KEY}`, headers },
      { allowHosts: ['127.0.0.1'] },
    );
    expect(serverOf(outcome).snapshot.tools).toHaveLength(1);
    expect(JSON.stringify(outcome)).not.toContain(KEY);
    expect(JSON.stringify(outcome)).toContain('[redacted]');
  });

  it('are not in the name of the server either', async () => {
    const key = `ghp_${'a1B2'.repeat(10)}`;
    const url = `http://127.0.0.1:1/s/${key}/mcp`;
    const found = problemOf(await ask({ kind: 'http', url, headers: [] }));
    expect(found).toMatchObject({
      code: 'MCP-002',
      args: { target: expect.stringMatching(/1\/s\/\[.*\]\/mcp$/) },
    });
    expect(JSON.stringify(found)).not.toContain(key);
  });

  it.each([
    ['a refusal', 404],
    ['an error', 500],
  ])('are not in the message about %s', async (_, status) => {
    const { url } = await startHttp((one, response) =>
      response.writeHead(status).end(`bad ${one.headers['x-api-key']}`),
    );
    const headers = [{ name: 'X-Api-Key', value: KEY }];
    const found = problemOf(await ask({ kind: 'http', url, headers }, { allowHosts: ['127.0.0.1'] }));
    expect(found.message).toContain('bad [redacted]');
  });

  it('are not in the message about a foreign answer', async () => {
    const { url } = await startHttp((one, response) =>
      response.writeHead(200, { 'content-type': `text/${one.headers['x-api-key']}` }).end(),
    );
    const headers = [{ name: 'X-Api-Key', value: KEY }];
    const found = problemOf(await ask({ kind: 'http', url, headers }, { allowHosts: ['127.0.0.1'] }));
    expect(found.message).toContain('has the type text/[redacted]; it is neither JSON');
  });

  it.each([
    [{ name: 'Authorization', value: `Bearer\n${KEY}` }, 'Authorization'],
    [{ name: KEY.replaceAll('-', ' '), value: 'x' }, 'no. 1'],
    [{ name: 'Host', value: KEY }, 'Host'],
  ])('are not shown if they cannot be sent', async (header, which) => {
    const found = problemOf(await ask({ kind: 'http', url: 'https://example.org/', headers: [header] }));
    expect(found).toMatchObject({ code: 'MCP-014', args: { which } });
    expect(JSON.stringify(found)).not.toContain('84b1f0c2');
  });
});
