// Addresses that belong to no public host.
import { describe, expect, it } from 'vitest';
import { specialRange } from '../../src/net/special-addresses.js';

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
