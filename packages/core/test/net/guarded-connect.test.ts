// No connection is opened to an internal address, whatever its name resolves to.
import { EventEmitter } from 'node:events';
import type { LookupFunction, Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { describe, expect, it } from 'vitest';
import { parseAllowedHosts } from '../../src/net/allowed-hosts.js';
import { createGuardedConnector, guardLookup } from '../../src/net/guarded-agent.js';

const answering = (...addresses: string[]): LookupFunction => {
  return (_, __, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
};

function ask(lookup: LookupFunction, all: boolean): Promise<unknown> {
  return new Promise((resolve) => {
    guardLookup(lookup)('api.example.org', { all }, (error, address) => resolve(error ?? address));
  });
}

describe('guardLookup', () => {
  it('passes on public addresses only', async () => {
    expect(await ask(answering('10.0.0.1', '93.184.216.34', '::1'), true)).toEqual([
      { address: '93.184.216.34', family: 4 },
    ]);
    expect(await ask(answering('10.0.0.1', '93.184.216.34'), false)).toBe('93.184.216.34');
  });

  it.each([true, false])('is an error if no address is public (all: %s)', async (all) => {
    expect(await ask(answering('::1', '10.0.0.1'), all)).toMatchObject({ code: 'BLOCKED_ADDRESS' });
    expect(await ask(answering(), all)).toMatchObject({ code: 'BLOCKED_ADDRESS' });
  });

  it('checks every time: the second answer of a rebinding name is refused', async () => {
    let asked = 0;
    const rebinding: LookupFunction = (host, options, done) => {
      asked += 1;
      answering(asked === 1 ? '93.184.216.34' : '127.0.0.1')(host, options, done);
    };
    expect(await ask(rebinding, false)).toBe('93.184.216.34');
    expect(await ask(rebinding, false)).toMatchObject({ code: 'BLOCKED_ADDRESS' });
  });
});

describe('createGuardedConnector', () => {
  const reached: string[] = [];
  function dial(hostname: string, peer: string, allowHosts: string[] = []) {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress: peer,
      destroyed: false,
      destroy() {
        this.destroyed = true;
      },
    });
    // A dialler that connects to another address than the lookup returned.
    const build = (() => (_: unknown, done: buildConnector.Callback) =>
      done(null, socket as unknown as Socket)) as unknown as typeof buildConnector;
    const allowed = parseAllowedHosts(allowHosts);
    const onPrivate = (host: string) => reached.push(host);
    const connect = createGuardedConnector({ allowed, timeoutMs: 100, build, onPrivate });
    return new Promise<{ error: Error | null; socket: typeof socket }>((resolve) => {
      connect({ hostname, protocol: 'http:', port: '' }, (...[error]) => resolve({ error, socket }));
    });
  }

  it('reports a private address if one was allowed and reached', async () => {
    await dial('Mine.example.org', '10.0.0.7', ['mine.example.org']);
    await dial('::1', '::1', ['::1']);
    await dial('public.example.org', '93.184.216.34', ['public.example.org']);
    expect(reached.splice(0)).toEqual(['mine.example.org 80', '::1 80']);
  });

  it('checks the peer again and hangs up on a private one', async () => {
    const { error, socket } = await dial('api.example.org', '127.0.0.1');
    expect(error).toMatchObject({ code: 'BLOCKED_ADDRESS' });
    expect(socket.destroyed).toBe(true);
  });

  it('accepts a public peer and an allowed host', async () => {
    expect((await dial('api.example.org', '93.184.216.34')).error).toBeNull();
    expect((await dial('localhost', '127.0.0.1', ['localhost:80'])).error).toBeNull();
    expect((await dial('localhost', '127.0.0.1', ['localhost:81'])).error).not.toBeNull();
  });

  it('never dials a literal private address', async () => {
    const { error, socket } = await dial('10.0.0.1', '93.184.216.34');
    expect(error).toMatchObject({ code: 'BLOCKED_ADDRESS' });
    expect(socket.destroyed).toBe(false);
  });
});
