// Handler code may send a key to the root only; where the root is a stand-in, also to the key's known owner.
import { describe, expect, it } from 'vitest';
import { judgeRequest } from '../../../src/pretest/logic/handler-requests.js';
import { toolWith } from './request/schema-fixture.js';

const INFURA = 'https://--infura-subdomain--.infura.io/v3/{{INFURA_API_KEY}}';
const LOCAL = 'https://rpc-resolver.local?_ak={{ALCHEMY_API_KEY}}';

/** The host to which a key was not sent; null: it may be sent. */
function refusedHost(root: string, url: string, ...keys: string[]): unknown {
  const request = { method: 'GET', url, headers: {} };
  const found = judgeRequest(request, { tool: toolWith([]), root, allowWrites: false, keys });
  if (found === null) return null;
  expect(found.code).toBe('DPT-144');
  return found.args?.host;
}

describe('where the root is a stand-in, a key may be sent', () => {
  it.each([
    [INFURA, 'INFURA_API_KEY', 'https://mainnet.infura.io/v3/x'],
    [INFURA, 'INFURA_API_KEY', 'https://arbitrum-mainnet.infura.io:8443/v3/x'],
    [INFURA, 'SERVER_PARAM:INFURA_API_KEY', 'https://mainnet.infura.io/v3/x'],
    [LOCAL, 'ALCHEMY_API_KEY', 'https://eth-mainnet.g.alchemy.com/v2/x'],
    ['https://localhost', 'ALCHEMY_API_KEY', 'https://eth-mainnet.g.alchemy.com/v2/x'],
    ['https://{{NETWORK}}.g.alchemy.com', 'ALCHEMY_API_KEY', 'https://eth-mainnet.g.alchemy.com/v2/x'],
    ['', 'OPENAI_API_KEY', 'https://api.openai.com/v1'],
    ['https://api.invalid', 'BSCSCAN_API_KEY', 'https://api.etherscan.io/v2/api'],
    ['https://maps.local', 'GOOGLE_MAPS_API_KEY', 'https://maps.googleapis.com/maps'],
    ['https://mail.local', 'AZURE_OPENAI_API_KEY', 'https://unit.openai.azure.com/x'],
    // Without a key, or to the stand-in itself.
    [LOCAL, '', 'https://evil.example/'],
    [LOCAL, 'ALCHEMY_API_KEY', 'https://rpc-resolver.local/'],
  ])('%s: %s to %s', (root, key, url) => {
    expect(refusedHost(root, url, ...(key === '' ? [] : [key]))).toBeNull();
  });
});

describe('even where the root is a stand-in, a key may not be sent', () => {
  it.each([
    ['a foreign host', INFURA, 'INFURA_API_KEY', 'https://evil.example/x', 'evil.example'],
    ['a look-alike', INFURA, 'INFURA_API_KEY', 'https://infura.io.evil.example/', 'infura.io.evil.example'],
    ['a look-alike', INFURA, 'INFURA_API_KEY', 'https://my-infura.io/', 'my-infura.io'],
    ['a letter that looks alike', INFURA, 'INFURA_API_KEY', 'https://infurа.io/', 'xn--infur-8ve.io'],
    [
      'a user of that name',
      INFURA,
      'INFURA_API_KEY',
      'https://mainnet.infura.io@evil.example/',
      'evil.example',
    ],
    ['a dot too many', INFURA, 'INFURA_API_KEY', 'https://mainnet.infura.io./', 'mainnet.infura.io.'],
    ['plain http', INFURA, 'INFURA_API_KEY', 'http://mainnet.infura.io/v3/x', 'mainnet.infura.io'],
    ['another scheme', INFURA, 'INFURA_API_KEY', 'wss://mainnet.infura.io/v3/x', 'mainnet.infura.io'],
    ['the owner of another key', INFURA, 'INFURA_API_KEY', 'https://eth.g.alchemy.com/', 'eth.g.alchemy.com'],
    ['an unknown owner', LOCAL, 'SKYPULSE_API_KEY', 'https://api.skypulse.io/', 'api.skypulse.io'],
    ['no owner', LOCAL, 'API_KEY', 'https://eth.g.alchemy.com/', 'eth.g.alchemy.com'],
    ['a short form', LOCAL, 'CMC_API_KEY', 'https://pro-api.coinmarketcap.com/', 'pro-api.coinmarketcap.com'],
    ['a short form', LOCAL, 'KAITO_AWS_KEY', 'https://sts.amazonaws.com/', 'sts.amazonaws.com'],
    ['a rented name', LOCAL, 'GITHUB_TOKEN', 'https://evil.github.io/', 'evil.github.io'],
    ['a rented name', LOCAL, 'HUGGINGFACE_TOKEN', 'https://evil.hf.space/', 'evil.hf.space'],
    ['a rented place', LOCAL, 'GOOGLE_MAPS_API_KEY', 'https://x.a.run.app/', 'x.a.run.app'],
    ['a rented place', LOCAL, 'GOOGLE_MAPS_API_KEY', 'https://script.google.com/', 'script.google.com'],
    ['no address', LOCAL, 'ALCHEMY_API_KEY', 'eth-mainnet.g.alchemy.com', 'eth-mainnet.g.alchemy.com'],
  ])('%s: %s, %s to %s', (_, root, key, url, host) => {
    expect(refusedHost(root, url, key)).toBe(host);
  });

  it('with another key in the same request', () => {
    const url = 'https://mainnet.infura.io/v3/x';
    expect(refusedHost(INFURA, url, 'INFURA_API_KEY', 'ALCHEMY_API_KEY')).toBe('mainnet.infura.io');
  });
});

describe('a real root', () => {
  it.each([
    ['https://api.example.org', 'https://mainnet.infura.io/v3/x'],
    ['https://alchemy.com', 'https://mainnet.infura.io/v3/x'],
    ['https://evil.github.io', 'https://mainnet.infura.io/v3/x'],
    ['http://203.0.113.7', 'https://mainnet.infura.io/v3/x'],
    ['http://[2001:db8::7]', 'https://mainnet.infura.io/v3/x'],
    ['https://dummy.infura.example.com', 'https://mainnet.infura.io/v3/x'],
  ])('%s keeps its key from %s', (root, url) => {
    expect(refusedHost(root, url, 'INFURA_API_KEY')).toBe('mainnet.infura.io');
  });

  it('sends keys to its own domain, whoever owns them', () => {
    expect(refusedHost('https://api.example.org', 'https://auth.example.org/', 'A_KEY')).toBeNull();
  });
});
