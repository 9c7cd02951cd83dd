// The hosts that a schema calls, read from its root and its texts.
import { describe, expect, it } from 'vitest';
import { hostOfUrl, readHost } from '../../../src/keys/logic/hosts.js';
import { hostsInText } from '../../../src/keys/logic/judge-key-domains.js';
import { cpuMs } from '../../cpu-time.js';

describe('hostsInText', () => {
  it.each<[string, string[]]>([
    ['', []],
    ["fetch('https://API.b.org/x'); // see http://a.org", ['a.org', 'api.b.org']],
    ['"https://a.org:8443/x?u=https://b.org#f"', ['a.org', 'b.org']],
    ["'https://user:pw@a.org/'", ['a.org']],
    ["new WebSocket('wss://stream.a.org')", ['stream.a.org']],
    ['See https://a.org. Or (https://b.org), [https://c.org]', ['a.org', 'b.org', 'c.org']],
    ["'https://--net--.infura.io/v3/{{INFURA_API_KEY}}'", ['infura.io']],
    [
      `\`https://$${'{'} slugs[chain] }.g.alchemy.com/v2/$${'{'}key}\``.replaceAll('$$', '$'),
      ['g.alchemy.com'],
    ],
    ["'https://{{REGION}}.api.a.org'", ['api.a.org']],
    ["'https://{region}.api.a.org'", ['api.a.org']],
    ["'https://api-{{REGION}}.a.org'", ['a.org']],
    ["'https://api.{{NAME}}.org'", []],
    ["'https://{{HOST}}/v1'", []],
    ["'https://' + net + '.infura.io/v3/'", ['infura.io']],
    ["{ 'x-rapidapi-host': 'flights42.p.rapidapi.com' }", ['flights42.p.rapidapi.com']],
    ["import x from './tool.test.mjs'; version: '4.0.0'; ref: 'a.b'", []],
    ["'http://localhost:3000'", []],
  ])('%s → %j', (text, hosts) => {
    expect(hostsInText(text)).toEqual(hosts);
  });

  it('stays fast on a hostile text', () => {
    const text = ['{{', '${', '--a', "'a.a.", 'https://a:'].map((part) => part.repeat(40_000)).join('\n');
    expect(cpuMs(() => hostsInText(text))).toBeLessThan(2_000);
  });
});

describe('hostOfUrl', () => {
  it.each<[string, string | undefined]>([
    ['https://api.a.org/v1', 'api.a.org'],
    ['https://--net--.infura.io/v3/{{KEY}}', 'infura.io'],
    ['https://{{HOST}}/v1', undefined],
    ['{{URL}}', undefined],
    ['https:...', undefined],
    ['', undefined],
  ])('%s → %s', (url, host) => {
    expect(hostOfUrl(url)).toBe(host);
  });
});

describe('readHost', () => {
  it.each<[string, string | undefined]>([
    ['api.a-b.co.uk', 'a-b.co.uk'],
    ['team.github.io', 'team.github.io'],
    ['resolver.local', undefined],
    ['api.example.org', undefined],
    ['my-dummy-host.com', undefined],
    ['203.0.113.7', undefined],
  ])('the owner of %s is %s', (host, domain) => {
    expect(readHost(host).domain).toBe(domain);
  });

  it('uses its labels, their parts and their acronym, but not labels that every API has', () => {
    const words = readHost('api.digital-river-library.co.uk').words.map((word) => word.text);
    expect(new Set(words)).toEqual(
      new Set(['digitalriverlibrary', 'digitalriverlibrarycouk', 'digital', 'river', 'library', 'drl']),
    );
  });
});
