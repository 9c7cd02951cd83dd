// The mock answers from the source text alone: what a handler reads, else what a tool declares.
import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../../../packages/core/src/spec/schema-main.js';
import { createAnswers } from './answers.js';
import { parseModuleText } from './find-reads.js';

const TOOL: ToolDefinition = {
  ...{ method: 'GET', path: '/ports', description: '', parameters: [] },
  output: {
    mimeType: 'application/json',
    schema: { type: 'object', properties: { name: { type: 'string' }, depth: { type: 'number' } } },
  },
};
const REQUEST = { method: 'GET', url: 'https://api.example.org/ports', headers: {} };

function answerTo(handler: string, { tool = TOOL, request = REQUEST, before = '' } = {}) {
  const text = `export const main = {}\n${before}\nexport const handlers = ({ sharedLists, libraries }) => ({ ports: ${handler} })`;
  return createAnswers(parseModuleText(text), 'ports', tool)(request);
}

function jsonOf(handler: string, options: Parameters<typeof answerTo>[1] = {}): unknown {
  return JSON.parse(answerTo(handler, options).body);
}

const post = (body: string) => `{ postRequest: async ({ response, struct, payload }) => { ${body} } }`;
const execute = (body: string) => `{ executeRequest: async ({ struct, payload }) => { ${body} } }`;

describe('the mock answer of a tool without code', () => {
  const declared = (tool: ToolDefinition) =>
    createAnswers(parseModuleText('export const main = {}'), 'ports', tool)(REQUEST);

  it('is what the declared output describes', () => {
    expect(JSON.parse(declared(TOOL).body)).toEqual({ name: 'text', depth: 1 });
  });

  it('holds one item for a list, the first value of an enum, and no error', () => {
    const schema = {
      type: 'array',
      items: {
        type: 'object',
        properties: { kind: { type: 'string', enum: ['sea', 'river'] }, error: { type: 'string' } },
      },
    };
    const tool = { ...TOOL, output: { mimeType: 'application/json', schema } };
    expect(JSON.parse(declared(tool).body)).toEqual([{ kind: 'sea' }]);
  });

  it('is a plain object if nothing is declared', () => {
    const { output: _, ...bare } = TOOL;
    expect(JSON.parse(declared(bare).body)).toEqual({ ok: 1, data: [{ id: 1 }] });
  });

  it.each([
    ['text/plain', 'text'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
  ])('has the declared type %s', (mimeType, body) => {
    expect(declared({ ...TOOL, output: { mimeType, schema: {} } })).toEqual({ contentType: mimeType, body });
  });
});

describe('the mock answer of a tool with code', () => {
  it.each([
    [
      'a list where it is mapped',
      'return { response: response.map((p) => p.name) }',
      [{ name: '1' }, { name: '1' }],
    ],
    [
      'a list where it is walked',
      'for (const p of response.items) p.depth.toFixed(1); return { response }',
      { items: [{ depth: 1 }, { depth: 1 }] },
    ],
    ['a list where it is indexed', 'return { response: { a: response[0].name } }', [{ name: '1' }, '1']],
    [
      'a list where only its length is read',
      'return { response: { n: response.items.length } }',
      { items: ['1', '1'] },
    ],
    ['a number where it is computed with', 'return { response: { d: response.depth * 2 } }', { depth: 1 }],
    [
      'a date where one is made of it',
      'return { response: { t: new Date(response.at).toISOString() } }',
      { at: '2025-01-15T12:00:00Z' },
    ],
    [
      'an object where its entries are read',
      'return { response: Object.entries(response.by).map(([k, v]) => v.name) }',
      { by: { a: { name: '1' }, a1: { name: '1' } } },
    ],
    [
      'JSON in a text where it is parsed',
      'return { response: JSON.parse(response.raw).name }',
      { raw: '{"name":"1"}' },
    ],
    [
      'members read by name, by text and by pattern',
      "const { a, b: { c } } = response; return { response: [a, c, response['d-e']] }",
      { a: '1', b: { c: '1' }, 'd-e': '1' },
    ],
    [
      'a list of both where members or the whole are mapped',
      'const all = Array.isArray(response) ? response : response.items; return { response: all.map((x) => x.id) }',
      { items: [{ id: '1' }, { id: '1' }] },
    ],
    [
      'a value that a filter keeps',
      "return { response: response.filter((p) => p.kind === 'sea' && p.open === true) }",
      [
        { kind: 'sea', open: true },
        { kind: 'sea', open: true },
      ],
    ],
    [
      'a value with which the code goes on',
      "if (response.status !== 'OK') throw new Error('no'); return { response }",
      { status: 'OK' },
    ],
    [
      'no error, even where one is only read',
      'return { response: [response.name, response.errors] }',
      { name: '1' },
    ],
    [
      'nothing with which the code stops',
      'if (response.fault) throw new Error(response.fault.text); if (response.closed) return {}; return { response: response.name }',
      { name: '1' },
    ],
    [
      'nothing for which a filter drops an item',
      'return { response: response.filter((p) => { return !p.closed && p.name }) }',
      [{ name: '1' }, { name: '1' }],
    ],
    [
      'no error',
      'if (response.error) throw new Error(response.error.message); return { response: { n: response.name } }',
      { name: '1' },
    ],
  ])('holds %s', (_, body, expected) => {
    expect(jsonOf(post(body))).toEqual(expected);
  });

  it('holds what local functions read of it, over several levels', () => {
    const before =
      'const nameOf = (port) => port.names.long; function lines({ items }) { return items.map((one) => nameOf(one)) }';
    expect(jsonOf(post('return { response: lines(response) }'), { before })).toEqual({
      items: [{ names: { long: '1' } }, { names: { long: '1' } }],
    });
  });

  it('holds an item for each value that a test looks for', () => {
    const tool = {
      ...TOOL,
      tests: [
        { _description: '', id: 'rotterdam' },
        { _description: '', id: 'emden' },
      ],
    };
    const body = post(
      'return { response: response.find((p) => { if (p.kind !== "port") { return false } return p.id === payload.id }) }',
    );
    expect(jsonOf(body, { tool })).toEqual([
      { kind: 'port', id: 'rotterdam' },
      { kind: 'port', id: 'emden' },
    ]);
  });

  it('holds every combination of the values that tests look for', () => {
    const tests = [
      { kind: 'port', id: 'emden' },
      { kind: 'lock', id: 'kiel' },
      { kind: 'port', id: 'kiel' },
    ];
    const body = post(
      'return { response: response.find((p) => p.kind === payload.kind && p.id === payload.id) }',
    );
    const answer = jsonOf(body, { tool: { ...TOOL, tests } });
    for (const test of tests) expect(answer).toContainEqual(test);
  });

  it('holds what is read of a fetch, and tells requests apart by their text', () => {
    const body = execute(`
      const ports = await (await fetch('https://api.example.org/ports')).json();
      const tides = await fetch(\`https://api.example.org/tides/\${ports.list[0].id}\`).then((res) => res.json());
      struct.data = tides.levels.map((level) => level.cm.toFixed(0)); return { struct }`);
    const tides = { ...REQUEST, url: 'https://api.example.org/tides/1' };
    expect(jsonOf(body)).toEqual({ list: [{ id: '1' }, '1'] });
    expect(jsonOf(body, { request: tides })).toEqual({ levels: [{ cm: 1 }, { cm: 1 }] });
  });

  it('is a document with the tags that the code looks for', () => {
    const body = execute(`
      const xml = await (await fetch(payload.url)).text(); const all = []; let m;
      const item = /<item>([\\s\\S]*?)<\\/item>/g;
      while ((m = item.exec(xml)) !== null) all.push(m[1].match(/<title>(.*?)<\\/title>/)[1]);
      struct.data = all; return { struct }`);
    expect(answerTo(body)).toEqual({ contentType: 'text/html', body: '<item><title>1</title></item>' });
  });

  it('is a text with the separators that it is split at', () => {
    const body = execute(`
      const csv = await (await fetch(payload.url)).text();
      struct.data = csv.split('\\n').map((line) => line.split(';')[1]); return { struct }`);
    const lines = answerTo(body).body.split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.split(';').length).toBeGreaterThan(1);
  });

  it('is what the tool declares if the code reads nothing of it', () => {
    expect(jsonOf('{ preRequest: async ({ struct }) => ({ struct }) }')).toEqual({ name: 'text', depth: 1 });
    expect(jsonOf(post('return { response }'))).toEqual({ name: 'text', depth: 1 });
  });

  it('is the same for the same request', () => {
    const body = post('return { response: response.a.map((x) => x.b) }');
    expect(answerTo(body)).toEqual(answerTo(body));
  });

  it('ends where code calls itself', () => {
    const before = 'function walk(node) { return [node.id, ...node.children.flatMap((one) => walk(one))] }';
    const leaf = { id: '1', children: ['1', '1'] };
    expect(jsonOf(post('return { response: walk(response) }'), { before })).toEqual({
      id: '1',
      children: [leaf, leaf],
    });
  });
});

describe('the mock answer to JSON-RPC', () => {
  const ask = (method: string, body = 'return { struct }') =>
    jsonOf(execute(body), {
      request: { ...REQUEST, body: JSON.stringify({ jsonrpc: '2.0', id: 7, method }) } as never,
    });

  it('is hex of 32-byte words for a call of a contract', () => {
    const answer = ask('eth_call') as { id: number; result: string };
    expect(answer.id).toBe(7);
    expect(answer.result).toMatch(/^0x(?:[0-9a-f]{64}){8}$/);
  });

  it.each([
    ['eth_chainId', '0x1'],
    ['eth_getCode', '0x6001'],
    ['eth_getBlockByNumber', { number: '0x10', hash: `0x${'1'.repeat(64)}` }],
    ['eth_getTransactionByHash', { nonce: '0x5', from: `0x${'2'.repeat(40)}` }],
    ['eth_getTransactionReceipt', { status: '0x1', logs: [{ logIndex: '0x0' }] }],
    ['eth_getLogs', [{ removed: false }]],
  ])('is what a node sends for %s, if a library reads it', (method, result) => {
    expect(ask(method)).toMatchObject({ jsonrpc: '2.0', id: 7, result });
  });

  it('is a quantity for other Ethereum methods, and what the code reads where it reads members', () => {
    expect(ask('eth_getBalance')).toEqual({ jsonrpc: '2.0', id: 7, result: '0xde0b6b3a7640000' });
    const body =
      'const r = await (await fetch(payload.url)).json(); struct.data = r.result.hash; return { struct }';
    expect(ask('eth_getBlockByNumber', body)).toEqual({ jsonrpc: '2.0', id: 7, result: { hash: '1' } });
  });
});
