// No placeholder of the schema is sent unfilled, in whatever form code uses it; other braces are sent.
import { describe, expect, it } from 'vitest';
import { answerWith, fakeClient, handledMain, runHandled } from '../handlers/handled-schema.js';
import { fixed, toolWith, user } from './logic/request/schema-fixture.js';

const open = {
  position: { key: 'id', value: '{{ITEM_ID}}', location: 'insert' as const },
  z: { primitive: 'string()', options: [] },
};
/** No parameter declares ITEM_ID. */
const UNDECLARED = handledMain({
  tools: { find: toolWith([open, user('q')], { path: '/item/{{id}}', tests: [{ q: 'fern' }] }) },
});

async function run(handler: string, more: Parameters<typeof runHandled>[1] = {}) {
  const client = fakeClient();
  const { record } = await runHandled(`{ find: { ${handler} } }`, { client, main: UNDECLARED, ...more });
  return { record, sent: client.seen.map(({ url, headers, body }) => ({ url, headers, body })) };
}

/** Sends its argument, and returns data whatever the answer. */
const sends = (url: string, init = '{}') =>
  `executeRequest: async ( { struct, payload } ) => {
    await fetch( ${url}, ${init} ).catch( () => 0 )
    return { response: { name: 'Fern' } }
  }`;

const home = (rest: string) => `'https://api.example.org/${rest}'`;
const post = (body: string, headers = '{}') => `{ method: 'POST', body: ${body}, headers: ${headers} }`;

describe('an unfillable placeholder', () => {
  it.each<[string, string]>([
    ['the request as it came', sends('payload.url')],
    ['in the request of the tool', 'postRequest: async ( { response } ) => ( { response } )'],
    ['plain', sends(home('{{ITEM_ID}}'))],
    ['with blanks', sends(home('?q={{ITEM_ID}}'))],
    ['percent-encoded', sends(home('?q=%7b%7BITEM_ID%7D%7D'))],
    ['twice percent-encoded', sends(home('?q=%257B%257BITEM_ID%257D%257D'))],
    ['in a header', sends(home(''), "{ headers: { 'X-Id': 'a {{ITEM_ID}}' } }")],
    ['in a body', sends(home(''), post('JSON.stringify( { id: "{{ITEM_ID}}" } )'))],
    ['escaped in JSON', sends(home(''), post('\'{ "id": "\\\\u007b\\\\u007bITEM_ID\\\\u007d\\\\u007d" }\''))],
    ['in base64', sends(home(''), post("btoa( 'id={{ITEM_ID}}' )"))],
    ['in base64, further on', sends(home(''), post("btoa( JSON.stringify( { q: 1, id: '{{ITEM_ID}}' } ) )"))],
    ['as credentials', sends(home(''), "{ headers: { Authorization: 'Basic ' + btoa( 'u:{{ITEM_ID}}' ) } }")],
  ])('%s: nothing is sent, and no test works', async (_, handler) => {
    const { record, sent } = await run(handler, { allowWrites: true });
    expect(sent).toEqual([]);
    expect(record).toMatchObject({
      ...{ status: 'refused', working: false, httpStatus: null },
      error: '{{ITEM_ID}} in id is neither a parameter nor in requiredServerParams',
    });
  });

  it('is allowed if code fills it', async () => {
    const fill =
      'preRequest: async ( { struct, payload } ) => { struct.url = struct.url.replace( "%7B%7BITEM_ID%7D%7D", payload.q ); return { struct } }';
    const { record, sent } = await run(fill);
    expect(record?.status).toBe('working');
    expect(sent.map(({ url }) => url)).toEqual(['https://api.example.org/item/fern?q=fern']);
  });

  it('keeps its blanks, and is found without them', async () => {
    const tool = toolWith([user('q')], { path: '/{{ chain }}/x', tests: [{ q: 'eth' }] });
    const main = handledMain({ tools: { find: tool } });
    for (const url of ['payload.url', home('{{chain}}/x')]) {
      const { record, sent } = await run(sends(url), { main });
      expect([record?.status, sent]).toEqual(['refused', []]);
    }
  });

  it('does not prevent filling the rest of its text', async () => {
    const tool = toolWith([fixed('q', '{{CHAIN}}/{{USER_PARAM}}')], { path: '/x', tests: [{ q: 'fern' }] });
    const fill =
      'preRequest: async ( { struct } ) => { struct.url = decodeURIComponent( struct.url ).replace( "{{CHAIN}}", "eth" ); return { struct } }';
    const { sent } = await run(fill, { main: handledMain({ tools: { find: tool } }) });
    expect(sent.map(({ url }) => url)).toEqual(['https://api.example.org/x?q=eth/fern']);
  });

  it('copied from main is refused as well, although the request has a value for it', async () => {
    const tool = toolWith([user('q', 'insert')], { path: '/x/{{q}}', tests: [{ q: 'fern' }] });
    const { record, sent } = await run(sends(home('x/{{q}}')), {
      main: handledMain({ tools: { find: tool } }),
    });
    expect(sent).toEqual([]);
    expect(record?.error).toBe('handler code would have sent {{q}} of the schema unfilled: not sent');
  });
});

describe('other braces', () => {
  const asked = (value: string) =>
    handledMain({
      tools: { find: toolWith([user('q', 'insert')], { path: '/x/{{q}}', tests: [{ q: value }] }) },
    });

  it.each<[string, string, string]>([
    ['a query language', 'fern', post("'SELECT * { {{ ?a ?b } UNION {{ ?c }} }'")],
    ['a template of somebody else', 'fern', post("'{{NAME}} {{places:code}}'")],
    ['a value of the test', '{{q}}', post('payload.q')],
    ['a value of the test, like another one', '{{USER_PARAM}}', post('btoa( payload.q )')],
  ])('%s is sent', async (_, value, init) => {
    const { record, sent } = await run(sends(home(''), init), { main: asked(value), allowWrites: true });
    expect([record?.status, sent.length]).toEqual(['working', 1]);
  });

  it('from an answer are sent on', async () => {
    const client = fakeClient(({ method }) =>
      answerWith(method === 'GET' ? { text: 'Dear {{q}}' } : { ok: true }),
    );
    const handler = `executeRequest: async ( { payload } ) => {
      const letter = await ( await fetch( payload.url ) ).json()
      const answer = await fetch( 'https://api.example.org/send', { method: 'POST', body: letter.text } )
      return { response: await answer.json() }
    }`;
    const { record } = await runHandled(`{ find: { ${handler} } }`, {
      client,
      main: asked('fern'),
      allowWrites: true,
    });
    expect(record?.status).toBe('working');
    expect(client.seen.map(({ body }) => body)).toEqual([undefined, 'Dear {{q}}']);
  });
});

describe('values passed to code', () => {
  const typedTool = toolWith(
    [
      user('offset', 'query', 'number()', 'default(2)'),
      user('page', 'insert', 'number()', 'default(007)'),
      user('limit', 'query', 'number()', 'default(lots)'),
      user('deep', 'query', 'boolean()', 'default(false)'),
      user('ids', 'query', 'array()', 'default(a,b)'),
      user('mode', 'query', 'enum(1,2)', 'default(1)'),
      user('n', 'query', 'number()'),
      user('all', 'query', 'boolean()'),
      user('list', 'query', 'array()'),
    ],
    { path: '/p/{{page}}', tests: [{ n: 3, all: true, list: ['x', 'y'] }] },
  );

  it('are numbers for calculation', async () => {
    const parameters = [
      user('q'),
      user('offset', 'query', 'number()', 'default(2)'),
      user('limit', 'query', 'number()', 'default(3)'),
    ];
    const properties = { next: { type: 'number' }, rows: { type: 'array', items: { type: 'number' } } };
    const output = { mimeType: 'application/json', schema: { type: 'object', properties } };
    const tool = toolWith(parameters, { path: '/p', tests: [{ q: 'a' }], output });
    const code = `{ find: { postRequest: async ( { response, payload: { offset, limit } } ) => (
      { response: { next: offset + limit, rows: response.rows.slice( offset, offset + limit ) } }
    ) } }`;
    const client = fakeClient(() => answerWith({ rows: [1, 2, 3, 4, 5, 6] }));
    const { record, facts } = await runHandled(code, {
      client,
      main: handledMain({ tools: { find: tool } }),
    });
    expect(record?.response).toEqual({ next: 5, rows: [3, 4, 5] });
    expect(facts?.outputMatches).toBe(true);
  });

  it('and defaults have their declared type; the address keeps them as written', async () => {
    const main = handledMain({ tools: { find: typedTool } });
    const expected = {
      ...{ offset: 2, page: 7, limit: 'lots', deep: false, ids: ['a', 'b'], mode: '1' },
      ...{ n: 3, all: true, list: ['x', 'y'] },
    };
    const stages = [
      'preRequest: async ( { struct, payload } ) => { seen.pre = payload; return { struct } }',
      'postRequest: async ( { payload } ) => ( { response: [ seen.pre, payload ] } )',
    ];
    const client = fakeClient();
    const two = await runHandled(`{ find: { ${stages.join(', ')} } }`, {
      client,
      main,
      before: 'const seen = {}',
    });
    expect(two.record?.response).toEqual([expected, expected]);
    expect(client.seen[0]?.url).toBe(
      'https://api.example.org/p/007?offset=2&limit=lots&deep=false&ids=a%2Cb&mode=1&n=3&all=true&list=x%2Cy',
    );
    const execute =
      'executeRequest: async ( { payload } ) => ( { response: [ payload.userParams, payload.offset ] } )';
    const one = await runHandled(`{ find: { ${execute} } }`, { main });
    expect(one.record?.response).toEqual([expected, 2]);
  });
});
