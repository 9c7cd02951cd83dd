// A test becomes a request: path, query, body, server parameters; an unfilled part of it is a problem.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../../src/pretest/logic/request/build-request.js';
import type {
  ParameterDefinition,
  SchemaMain,
  ToolDefinition,
  ToolTest,
} from '../../../../src/spec/schema-main.js';
import { fixed, mainWith, toolWith, user } from './schema-fixture.js';

interface Case {
  readonly path?: string;
  readonly method?: ToolDefinition['method'];
  readonly parameters?: ParameterDefinition[];
  readonly test?: ToolTest;
  readonly main?: Partial<SchemaMain>;
  readonly keys?: Record<string, string>;
}

function build({ path = '/x', method = 'GET', parameters = [], test = {}, main = {}, keys = {} }: Case) {
  const tool = toolWith(parameters, { path, method });
  return buildRequest({ main: mainWith(main), tool, test, serverParams: keys });
}

function urlOf(one: Case): string {
  const built = build(one);
  if ('problem' in built) throw new Error(built.problem.code);
  return built.request.url.replace('https://api.example.org', '');
}

function codeOf(one: Case): string {
  const built = build(one);
  return 'problem' in built ? built.problem.code : built.request.url;
}

const id = user('id', 'insert');

describe('insert', () => {
  it.each<[string, Case, string]>([
    ['{{key}}', { path: '/a/{{id}}/b', parameters: [id], test: { id: 'x' } }, '/a/x/b'],
    [':key', { path: '/a/:id/b', parameters: [id], test: { id: 7 } }, '/a/7/b'],
    ['every place', { path: '/:id/{{id}}', parameters: [id], test: { id: 1 } }, '/1/1'],
    [
      'the longest key first',
      { path: '/:id/:idType', parameters: [id, user('idType', 'insert')], test: { id: 1, idType: 'a' } },
      '/1/a',
    ],
    ['whole words', { path: '/:idType/:id', parameters: [id], test: { id: 1 } }, '/:idType/1'],
    [
      'encoded',
      { path: '/:id', parameters: [id], test: { id: 'a/b?c=d#e f&%' } },
      '/a%2Fb%3Fc%3Dd%23e%20f%26%25',
    ],
    [
      'no replacement patterns',
      { path: '/:id/z', parameters: [id], test: { id: "$&$$$'$`" } },
      "/%24%26%24%24%24'%24%60/z",
    ],
    [
      'what is put in is not read again',
      {
        path: '/:a/:b',
        parameters: [user('a', 'insert'), user('b', 'insert')],
        test: { a: ':b{{b}}', b: 'x' },
      },
      '/%3Ab%7B%7Bb%7D%7D/x',
    ],
    ['lists by comma', { path: '/:id', parameters: [id], test: { id: ['a', 'b'] } }, '/a%2Cb'],
    ['{key} stays', { path: '/{id}', parameters: [id], test: { id: 1 } }, '/%7Bid%7D'],
    ['in the query part', { path: '/?q=:id', parameters: [id], test: { id: 'a&b' } }, '/?q=a%26b'],
    [
      'in the root',
      { main: { root: 'https://api.example.org/{{id}}' }, parameters: [id], test: { id: 1 } },
      '/1/x',
    ],
    ['a lone surrogate', { path: '/:id', parameters: [id], test: { id: '\ud800' } }, '/%EF%BF%BD'],
    [
      'a key that is no name',
      { path: '/{{chain-id}}', parameters: [user('chain-id', 'insert')], test: { 'chain-id': 1 } },
      '/1',
    ],
    [
      'a colon inside a placeholder is none of its own',
      {
        path: '/{{SERVER_PARAM : id}}/:id',
        parameters: [id],
        test: { id: 7 },
        main: { requiredServerParams: ['id'] },
        keys: { id: 'k' },
      },
      '/k/7',
    ],
    ['dots inside a segment', { path: '/v1.:id', parameters: [id], test: { id: '..x' } }, '/v1...x'],
    ['falsy values', { path: '/:id/z', parameters: [id], test: { id: 0 } }, '/0/z'],
  ])('%s', (_, one, expected) => {
    expect(urlOf(one)).toBe(expected);
  });

  it.each(['.', '..', '%2e%2e', '%2E.'])('%s does not climb to a parent folder', (value) => {
    const code = codeOf({ path: '/a/b/:id', parameters: [id], test: { id: value } });
    // Percent-encoded dots arrive as text, because the percent sign itself is encoded.
    expect(code).toBe(
      value.startsWith('.') ? 'DPT-124' : `https://api.example.org/a/b/${encodeURIComponent(value)}`,
    );
  });

  it('never leaves the declared path, whatever the value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', '?', '#', ':', 'é') }),
        (value) => {
          const built = build({ path: '/a/:id/b', parameters: [id], test: { id: value } });
          if ('problem' in built) return built.problem.code === 'DPT-124';
          const { pathname, search, hash } = new URL(built.request.url);
          const parts = pathname.split('/');
          return parts[1] === 'a' && parts[3] === 'b' && parts.length === 4 && search === '' && hash === '';
        },
      ),
    );
  });
});

describe('query', () => {
  it.each<[string, Case, string]>([
    ['in array order', { parameters: [user('b'), user('a')], test: { a: 1, b: 2 } }, '/x?b=2&a=1'],
    [
      'lists by comma',
      { parameters: [user('ids')], test: { ids: ['bitcoin', 'ether'] } },
      '/x?ids=bitcoin%2Cether',
    ],
    ['objects as JSON', { parameters: [user('q')], test: { q: { a: 1 } } }, '/x?q=%7B%22a%22%3A1%7D'],
    ['repeated keys', { parameters: [fixed('id', '1'), fixed('id', '2')] }, '/x?id=1&id=2'],
    ['after a query in the path', { path: '/x?m=1', parameters: [user('a')], test: { a: 2 } }, '/x?m=1&a=2'],
    ['a constant as it is written', { parameters: [fixed('v', '007', 'query', 'number()')] }, '/x?v=007'],
    ['typed constants', { parameters: [fixed('v', 7), fixed('w', true)] }, '/x?v=7&w=true'],
    ['optional left out', { parameters: [user('a', 'query', 'string()', 'optional()')] }, '/x'],
    [
      'null is no value',
      { parameters: [user('a', 'query', 'string()', 'optional()')], test: { a: null } },
      '/x',
    ],
    ['default', { parameters: [user('a', 'query', 'number()', 'min(1)', 'default(10)')] }, '/x?a=10'],
    ['default, quoted', { parameters: [user('a', 'query', 'string()', 'default("main")')] }, '/x?a=main'],
    ['default with brackets', { parameters: [user('a', 'query', 'string()', 'default(f(x))')] }, '/x?a=f(x)'],
    [
      'default with optional()',
      { parameters: [user('a', 'query', 'number()', 'optional()', 'default(1)')] },
      '/x?a=1',
    ],
    [
      'a text round the value',
      { parameters: [fixed('q', 'name:{{USER_PARAM}}~')], test: { q: 'Ulm' } },
      '/x?q=name%3AUlm~',
    ],
    ['empty text is a value', { parameters: [user('a')], test: { a: '' } }, '/x?a='],
    ['no fragment is sent', { path: '/x#top', parameters: [user('a')], test: { a: 1 } }, '/x?a=1'],
  ])('%s', (_, one, expected) => {
    expect(urlOf(one)).toBe(expected);
  });
});

describe('body', () => {
  const bodyOf = (one: Case) => {
    const built = build({ method: 'POST', ...one });
    if ('problem' in built) throw new Error(built.problem.code);
    return built.request;
  };

  it('is JSON that keeps types', () => {
    const parameters = [
      fixed('version', '2', 'body'),
      fixed('page', '3', 'body', 'number()'),
      fixed('all', 'true', 'body', 'boolean()'),
      user('q', 'body', 'object()'),
      user('n', 'body', 'number()'),
      user('ids', 'body', 'array()'),
      user('limit', 'body', 'number()', 'optional()', 'default(100)'),
      user('none', 'body', 'string()', 'optional()'),
    ];
    const { body, headers } = bodyOf({ parameters, test: { q: { sql: 'x' }, n: 1.5, ids: ['a'] } });
    expect(body).toBe('{"version":"2","page":3,"all":true,"q":{"sql":"x"},"n":1.5,"ids":["a"],"limit":100}');
    expect(headers).toEqual({ 'Content-Type': 'application/json' });
  });

  it('is an empty object if a POST declares none, and absent with GET and DELETE', () => {
    expect(bodyOf({}).body).toBe('{}');
    for (const method of ['GET', 'DELETE'] as const) {
      expect(bodyOf({ method, parameters: [user('a', 'body')], test: { a: 1 } })).not.toHaveProperty('body');
    }
  });

  it('keeps a declared content type', () => {
    const { headers } = bodyOf({ main: { headers: { 'content-type': 'application/graphql' } } });
    expect(headers).toEqual({ 'content-type': 'application/graphql' });
  });
});

describe('server parameters', () => {
  const main = { requiredServerParams: ['KEY'] };
  const keys = { KEY: 'k/y' };

  it.each<[string, Case, string]>([
    [
      'query, both forms',
      { parameters: [fixed('a', '{{SERVER_PARAM:KEY}}'), fixed('b', '{{KEY}}')] },
      '/x?a=k%2Fy&b=k%2Fy',
    ],
    ['path', { path: '/x?apikey={{KEY}}' }, '/x?apikey=k%2Fy'],
    [
      'path beside a parameter of that name',
      { path: '/{{SERVER_PARAM:KEY}}/:KEY', parameters: [user('KEY', 'insert')], test: { KEY: 'u' } },
      '/k%2Fy/u',
    ],
    ['root', { main: { ...main, root: 'https://api.example.org/v3/{{KEY}}' } }, '/v3/k%2Fy/x'],
  ])('%s', (_, one, expected) => {
    expect(urlOf({ main, keys, ...one })).toBe(expected);
  });

  it('headers', () => {
    const headers = {
      Authorization: 'Bearer {{KEY}}',
      'X-Key': '{{SERVER_PARAM:KEY}}',
      Accept: 'text/plain',
    };
    const built = build({ main: { ...main, headers }, keys });
    expect(built).toMatchObject({
      request: { headers: { Authorization: 'Bearer k/y', 'X-Key': 'k/y', Accept: 'text/plain' } },
    });
  });
});

describe('braces that are not placeholders', () => {
  const sparql = 'SELECT * WHERE { {{ ?a ?b }} UNION {{ ?c ?d } FILTER({{}}) }';

  it.each<[string, Case, string]>([
    ['a query language', { parameters: [fixed('q', sparql)] }, `/x?q=${encodeURIComponent(sparql)}`],
    ['a value of the test', { parameters: [user('q')], test: { q: '{{NAME}}' } }, '/x?q=%7B%7BNAME%7D%7D'],
    [
      'inside a longer text',
      { parameters: [fixed('q', 'a{{USER_PARAM}}b')], test: { q: '{{USER_PARAM}}' } },
      '/x?q=a%7B%7BUSER_PARAM%7D%7Db',
    ],
    ['something else than a name', { path: '/x?q={{1+1}}' }, '/x?q={{1+1}}'],
  ])('%s', (_, one, expected) => {
    expect(urlOf(one)).toBe(expected);
  });
});

describe('an incomplete request is a problem', () => {
  it.each<[string, Case, string]>([
    ['missing query value', { parameters: [user('a')] }, 'DPT-121'],
    ['missing insert value', { path: '/:id', parameters: [id] }, 'DPT-121'],
    [
      'missing insert value, optional',
      { path: '/:id', parameters: [user('id', 'insert', 'string()', 'optional()')] },
      'DPT-121',
    ],
    ['missing body value', { method: 'POST', parameters: [user('a', 'body')] }, 'DPT-121'],
    ['inherited name', { parameters: [user('constructor')] }, 'DPT-121'],
    ['unknown placeholder in a value', { parameters: [fixed('a', '{{LIMIT}}')], test: { a: 1 } }, 'DPT-122'],
    ['with blanks in it', { parameters: [fixed('a', 'x{{ LIMIT }}')] }, 'DPT-122'],
    [
      'of a list',
      { path: '/{{places : code}}', parameters: [user('code', 'insert')], test: { code: 1 } },
      'DPT-122',
    ],
    ['in a body', { method: 'POST', parameters: [fixed('a', '{{LIMIT}}', 'body')] }, 'DPT-122'],
    ['in the root', { main: { root: 'https://{{SUB}}.example.org' } }, 'DPT-122'],
    ['beside braces of a query', { parameters: [fixed('q', '{ {{ ?a }} UNION {{LIMIT}} }')] }, 'DPT-122'],
    ['unknown placeholder in the path', { path: '/{{slug}}' }, 'DPT-122'],
    ['unknown placeholder in a header', { main: { headers: { A: '{{NOPE}}' } } }, 'DPT-122'],
    [
      'undeclared server parameter',
      { parameters: [fixed('a', '{{SERVER_PARAM:KEY}}')], keys: { KEY: 'k' } },
      'DPT-122',
    ],
    [
      'declared, no value',
      { main: { requiredServerParams: ['KEY'] }, parameters: [fixed('a', '{{KEY}}')] },
      'DPT-123',
    ],
    ['no root', { main: { root: '' } }, 'DPT-125'],
    ['another scheme', { main: { root: 'ftp://x.test' } }, 'DPT-125'],
  ])('%s', (_, one, code) => {
    expect(codeOf(one)).toBe(code);
  });

  it('never contains the text undefined', () => {
    const arbitraryTest = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom(undefined, null, 1, 'x'),
    );
    fc.assert(
      fc.property(arbitraryTest, (test) => {
        const parameters = [user('a', 'insert'), user('b'), user('c', 'body', 'string()', 'optional()')];
        const built = build({ method: 'POST', path: '/:a', parameters, test });
        return !JSON.stringify(built).includes('undefined');
      }),
    );
  });
});
