// No connection is opened to an internal address, whatever its name resolves to.
import { EventEmitter } from 'node:events';
import type { LookupFunction, Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { describe, expect, it } from 'vitest';
import { createGuardedConnector, guardLookup, specialRange } from '../../src/net/addresses.js';
import { parseAllowedHosts } from '../../src/net/hosts.js';

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

describe('specialRange', () => {
  it.each([
    ['0.0.0.0', 'this host or network'],
    ['0.1.2.3', 'this host or network'],
    ['10.255.255.255', 'private'],
    ['100.64.0.1', 'shared carrier space'],
    ['127.255.0.1', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['172.31.255.255', 'private'],
    ['192.0.0.170', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['192.168.0.1', 'private'],
    ['198.19.255.255', 'benchmarking'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['0:0:0:0:0:ffff:a00:1', 'IPv4-mapped'],
    ['::7f00:1', 'not global unicast'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::1', 'NAT64'],
    ['100::1', 'discard-only'],
    ['2001::1', 'protocol assignments, Teredo'],
    ['2001:10::1', 'protocol assignments, Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['2620:4f:8000::1', 'AS112'],
    ['3fff:fff::1', 'documentation'],
    ['4000::1', 'not global unicast'],
    ['5f00::1', 'segment routing'],
    ['9000::1', 'not global unicast'],
    ['fc00::1', 'unique local'],
    ['fd12::1', 'unique local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['', 'no IP address'],
    ['localhost', 'no IP address'],
  ])('%s: %s', (address, range) => {
    expect(specialRange(address)).toBe(range);
  });

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2606:4700::1111',
    '2a00:1450::1',
    '3ffe::1',
  ])('%s is a public address', (address) => {
    expect(specialRange(address)).toBeNull();
  });
});
