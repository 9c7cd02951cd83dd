// Findings about access: mixed keys, OAuth, terms, endpoints, hashes in a source, skills and About.
import { describe, expect, test } from 'vitest';
import { findIn } from './find-in.js';

const parameter = (value: string) => `{ position: { key: 'k', value: '${value}', location: 'query' } }`;

describe('mixed access', () => {
  const schema = (parts: { head?: string; paths?: string; code?: string }) => `export const main = {
    requiredServerParams: ['EXAMPLE_KEY'], ${parts.head ?? ''}
    tools: {
        open: { path: '/open', parameters: [${parameter('{{USER_PARAM}}')}] },
        closed: { path: '${parts.paths ?? '/closed'}', parameters: [${parameter('{{EXAMPLE_KEY}}')}] }
    }
};
${parts.code ?? ''}`;

  test('one tool with a key, one without', () => {
    expect(findIn('mixed-access', schema({}))).toEqual(['3: closed | open']);
  });

  test.each([
    [
      'a key in the headers is everybody’s',
      { head: "headers: { Authorization: 'Bearer {{EXAMPLE_KEY}}' }," },
    ],
    ['a key in the root is everybody’s', { head: "root: 'https://api.example.org/{{EXAMPLE_KEY}}'," }],
    [
      'a tool that makes its own request may take the key',
      { code: 'export const handlers = () => ({ open: { executeRequest: async () => ({}) } });' },
    ],
    ['handlers that can not be read may do so, too', { code: 'export const handlers = make(1);' }],
  ])('not: %s', (_, parts) => {
    expect(findIn('mixed-access', schema(parts))).toEqual([]);
  });

  test('a handler that only reads the answer changes nothing', () => {
    const code =
      'export const handlers = () => ({ open: { postRequest: async ({ response }) => ({ response }) } });';
    expect(findIn('mixed-access', schema({ code }))).toHaveLength(1);
  });
});

describe('OAuth only', () => {
  const schema = (keys: string, description = 'x') =>
    `export const main = { description: '${description}', requiredServerParams: ${keys}, tools: {} };`;

  test.each([
    ["['SPOTIFY_CLIENT_ID', 'SPOTIFY_REFRESH_TOKEN']", 'x'],
    ["['EXAMPLE_OAUTH_TOKEN']", 'x'],
    ['[]', 'Mail. Requires OAuth authentication.'],
    ['[]', 'Only accessible via OAuth 2.0.'],
  ])('%s %s', (keys, description) => {
    expect(findIn('oauth-only', schema(keys, description))).toHaveLength(1);
  });

  test.each([
    ["['EXAMPLE_CLIENT_ID', 'EXAMPLE_CLIENT_SECRET']", 'x'],
    ["['EXAMPLE_ACCESS_TOKEN']", 'x'],
    ["['EXAMPLE_OAUTH_TOKEN', 'EXAMPLE_API_KEY']", 'x'],
    ['[]', 'Requires an API key or OAuth.'],
    ['[]', 'Requires OAuth or an API key.'],
    ['[]', 'No OAuth needed.'],
    ['[]', 'Reads do not require OAuth.'],
    ['[]', 'Lists OAuth clients.'],
  ])('not: %s %s', (keys, description) => {
    expect(findIn('oauth-only', schema(keys, description))).toEqual([]);
  });
});

test.each([
  ["'GET'", '', 0],
  ["'POST'", '', 1],
  ["'POST'", ', meta: { isReadOnly: true }', 0],
  ["'DELETE'", ', meta: { isReadOnly: false }', 1],
  ["'PUT'", ", meta: { isReadOnly: 'true' }", 1],
])('a write needs a reason: %s%s', (method, meta, count) => {
  const source = `export const main = { tools: { a: { method: ${method}${meta} } } };`;
  expect(findIn('write-without-reason', source)).toHaveLength(count);
});

describe('terms of service', () => {
  const schema = (terms: string, root = 'https://api.example.co.uk/v1') =>
    `export const main = { root: '${root}', termsOfService: ${terms} };`;

  test.each([
    ["'https://example.co.uk/terms'", 'https://api.example.co.uk', 0],
    ["'https://other.co.uk/terms'", 'https://api.example.co.uk', 1],
    ["'https://example.org/terms'", 'https://example.com', 1],
    ["'http://192.0.2.7/terms'", 'https://api.example.com', 1],
    ["'no-tos-found'", 'https://api.example.com', 0],
    ["'https://example.org/terms'", '', 0],
    ["'https://example.org/terms'", 'https://{{HOST}}', 0],
  ])('%s for %s', (terms, root, count) => {
    expect(findIn('tos-foreign-domain', schema(terms, root))).toHaveLength(count);
  });

  test('a recorded failure counts for the address it was recorded for', () => {
    const terms = { url: 'https://example.co.uk/t', status: 'unreachable' as const };
    expect(findIn('tos-unreachable', schema(`'${terms.url}'`), { terms })).toEqual(['1: no answer']);
    expect(findIn('tos-unreachable', schema("'https://example.co.uk/new'"), { terms })).toEqual([]);
    expect(findIn('tos-unreachable', schema(`'${terms.url}'`))).toEqual([]);
  });

  test('a schema without an API needs neither terms nor documentation', () => {
    const source = "export const main = { root: '', tools: {} };";
    expect([...findIn('tos-missing', source), ...findIn('undocumented', source)]).toEqual([]);
  });
});

test.each([
  ['', 1],
  ['docs: [],', 1],
  ["docs: ['', ' '],", 1],
  ['docs: null,', 1],
  ["docs: ['https://docs.example.org'],", 0],
  ["docs: 'https://docs.example.org',", 0],
])('an API has documentation: %j', (docs, count) => {
  const source = `export const main = { root: 'https://api.example.org', ${docs} tools: {} };`;
  expect(findIn('undocumented', source)).toHaveLength(count);
});

describe('endpoints', () => {
  const source = `export const main = {
    root: 'https://api.example.org/v2/',
    tools: {
        one: { method: 'GET', path: '/a/:id' },
        two: { method: 'POST', path: '/b' }
    }
};`;
  const baseline = (endpoints: { method: string; path: string; justification?: string }[]) => ({
    baseline: { source: 'https://docs.example.org', endpoints },
  });

  test('counts what is missing against what is admitted', () => {
    const given = baseline([
      { method: 'GET', path: '/a/{id}' },
      { method: 'post', path: '/b/?x=1' },
      { method: 'GET', path: '/b' },
      { method: 'GET', path: '/c' },
      { method: 'DELETE', path: '/a/{id}', justification: 'writes' },
      { method: 'PUT', path: '/a/{id}', justification: ' ' },
    ]);
    expect(findIn('endpoint-gap', source, given)).toEqual([
      '3: 3 | 5 | 60 | GET /b, GET /c, PUT /a/{id} | https://docs.example.org',
    ]);
  });

  test('nothing is missing where nothing is admitted or all is built', () => {
    expect(findIn('endpoint-gap', source, baseline([]))).toEqual([]);
    expect(
      findIn('endpoint-gap', source, baseline([{ method: 'GET', path: '/c', justification: 'old' }])),
    ).toEqual([]);
    expect(findIn('endpoint-gap', source)).toEqual([]);
  });
});

describe('hashes in the source', () => {
  test('are found where a snapshot would carry them, and nowhere else', () => {
    const source = `export const schemaVersion = 1;
export const main = {
    schemaHash: 'x',
    resources: { about: { aboutHash: 'y' } },
    tools: { a: { parameters: [{ position: { key: 'schemaHash' } }], aboutHash: 1 } }
};
const read = (selectionHash) => selectionHash;`;
    expect(findIn('in-source-hash', source)).toEqual(['1: schemaVersion', '3: schemaHash', '4: aboutHash']);
  });
});

describe('skills', () => {
  const skill = (content: string, resources: string[] = []) => ({
    skills: [{ name: 'a', content, resources, file: 'skills/a.mjs', at: { line: 7, column: 3 } }],
    about: { text: '# About' },
  });
  const source = 'export const main = {};';

  test.each([
    ['See {{resource:about}}.', 0],
    ['See {{ resource:example/resource/about }}.', 0],
    ['See the About resource.', 0],
    ['See example-about.md.', 0],
    ['All about prices.', 1],
    ['See {{resource:aboutness}} and {{input:about}}.', 1],
    ['See other-about.md.', 1],
  ])('refers to the About: %s', (content, count) => {
    expect(findIn('about-reference-missing', source, skill(content))).toHaveLength(count);
  });

  test('no About, nothing to refer to', () => {
    expect(findIn('about-reference-missing', source, { ...skill('x'), about: null })).toEqual([]);
    expect(findIn('about-reference-missing', source, skill('x', ['about']))).toEqual([]);
  });

  test.each([
    ['# A\n\n## Limitations\n\n- one\n', 0],
    ['**Limitations:** one', 0],
    ['Limitations:\n- one', 0],
    ['### What this does not do\nwrite', 0],
    ['## Einschränkungen\r\n\r\nkeine Schreibzugriffe', 0],
    ['## Limitations\n\n## Steps\n', 1],
    ['## Limitations\n', 1],
    ['Set the limit to 10.', 1],
    ['There are rate limits and more to know about them', 1],
  ])('states limitations: %j', (content, count) => {
    expect(findIn('limitations-missing', source, skill(content))).toHaveLength(count);
  });

  test('the place is that of the skill', () => {
    expect(findIn('limitations-missing', source, skill('x'))).toEqual(['7: a']);
  });
});
