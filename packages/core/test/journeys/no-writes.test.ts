// No declaration of a schema allows a request that may write, by a tool or its handlers, in any spelling of the method.
import { describe, expect, it } from 'vitest';
import type { SchemaMain, ToolDefinition } from '../../src/spec/schema-main.js';
import { fakeClient, handledMain, runHandled } from '../handlers/handled-schema.js';
import { fixed, toolWith, user } from '../pretest/logic/request/schema-fixture.js';

const meta = { ...{ isConcurrencySafe: true, isDestructive: false }, searchHint: '', aliases: [] };
const READS = { meta: { ...meta, alwaysLoad: false, isReadOnly: true } };

async function run(
  tool: Partial<ToolDefinition>,
  { code = '{}', main = {}, allowWrites = false }: Partial<Extra> = {},
) {
  const client = fakeClient();
  const tests = ['a', 'b', 'c'].map((q) => ({ _description: q, q }));
  const find = toolWith([user('q'), ...(tool.parameters ?? [])], { path: '/x', tests, ...READS, ...tool });
  const { facts } = await runHandled(code, {
    ...{ client, allowWrites },
    main: handledMain({ tools: { find: { ...find, parameters: find.parameters } }, ...main }),
  });
  return {
    sent: client.seen.map(({ method }) => method),
    reasons: [facts?.reason, ...(facts?.causes ?? []).map((cause) => cause.replace(/^3 × /, ''))],
  };
}

interface Extra {
  readonly code: string;
  readonly main: Partial<SchemaMain>;
  readonly allowWrites: boolean;
}

const onWord = (method: string) => `${method} is not sent on a schema's word`;
const body = (key: string, value: string) => fixed(key, value, 'body');
const withParameter = (parameter: ReturnType<typeof user>) => ({ parameters: [user('q'), parameter] });

describe('a tool that declares itself read-only', () => {
  it.each<[string, Partial<ToolDefinition>, Partial<SchemaMain>, string]>([
    ['DELETE', { method: 'DELETE' }, {}, 'DELETE'],
    ['PUT', { method: 'PUT' }, {}, 'PUT'],
    ['PATCH', { method: 'PATCH' as 'PUT' }, {}, 'PATCH'],
    ['small letters', { method: 'delete' as 'DELETE' }, {}, 'DELETE'],
    ['a header', { method: 'POST' }, { headers: { 'X-HTTP-Method-Override': 'DELETE' } }, 'DELETE'],
    ['a header of a GET', {}, { headers: { 'x-http-method-OVERRIDE': 'delete' } }, 'DELETE'],
    [
      'a header with underscores',
      { method: 'POST' },
      { headers: { X_HTTP_Method_Override: 'DELETE' } },
      'DELETE',
    ],
    ['a short header', { method: 'POST' }, { headers: { 'X-Method': 'PUT' } }, 'PUT'],
    ['an older header', { method: 'POST' }, { headers: { 'X-HTTP-Method': 'MERGE' } }, 'MERGE'],
    ['a third header', { method: 'POST' }, { headers: { 'X-Method-Override': 'PUT' } }, 'PUT'],
    ['the query', { method: 'POST', ...withParameter(fixed('_method', 'DELETE')) }, {}, 'DELETE'],
    ['the query of a GET', withParameter(fixed('_Method', 'put')), {}, 'PUT'],
    ['the path', { path: '/x?_method=DELETE' }, {}, 'DELETE'],
    ['a header in the query', withParameter(fixed('X-HTTP-Method-Override', 'PATCH')), {}, 'PATCH'],
    ['the body', { method: 'POST', ...withParameter(body('_method', 'DELETE')) }, {}, 'DELETE'],
    ['two at once', { method: 'POST', path: '/x?_method=GET&_method=DELETE' }, {}, 'DELETE'],
  ])('does not write by %s', async (_, tool, main, method) => {
    const { sent, reasons } = await run(tool, { main });
    expect(sent).toEqual([]);
    expect(reasons).toContain(onWord(method));
  });

  it.each<[string, Partial<ToolDefinition>, Partial<SchemaMain>]>([
    ['POST', { method: 'POST' }, {}],
    ['HEAD', { method: 'HEAD' as 'GET' }, {}],
    ['OPTIONS', { method: 'options' as 'GET' }, {}],
    ['a POST that stands for a GET', { method: 'POST' }, { headers: { 'X-HTTP-Method-Override': 'GET' } }],
    ['a member that only sounds like it', withParameter(fixed('shipping_method', 'DELETE')), {}],
  ])('sends %s', async (_, tool, main) => {
    expect((await run(tool, { main })).sent).toHaveLength(3);
  });

  it('writes if the user allows it', async () => {
    expect((await run({ method: 'DELETE' }, { allowWrites: true })).sent).toEqual(Array(3).fill('DELETE'));
    const main = { headers: { 'X-HTTP-Method-Override': 'DELETE' } };
    expect((await run({ method: 'POST' }, { main, allowWrites: true })).sent).toHaveLength(3);
  });
});

describe('a tool that does not declare itself read-only', () => {
  it('overrides nothing either', async () => {
    for (const meta of [undefined, { ...READS.meta, isReadOnly: false }]) {
      const { sent, reasons } = await run({
        path: '/x?_method=DELETE',
        ...{ meta: meta as typeof READS.meta },
      });
      expect(sent).toEqual([]);
      expect(reasons).toContain(
        'may write, not called without --allow-writes (DELETE, meta.isReadOnly is not true)',
      );
    }
  });
});

describe('handler code of a tool that declares itself read-only', () => {
  const sends = (init: string, url = 'https://api.example.org/y') => `{ find: {
    executeRequest: async ( { payload } ) => {
      const answer = await fetch( '${url}', ${init} )
      return { response: await answer.json() }
    }
  } }`;

  it.each<[string, string, string, string?]>([
    ['DELETE', "{ method: 'DELETE' }", 'DELETE'],
    ['small letters', "{ method: 'delete' }", 'DELETE'],
    ['a header', "{ method: 'POST', headers: { 'x-http-method-override': 'DELETE' } }", 'DELETE'],
    ['the query', '{}', 'PUT', 'https://api.example.org/y?%5Fmethod=PUT'],
    ['a form', "{ method: 'POST', body: 'a=1&_method=DELETE' }", 'DELETE'],
    ['JSON', '{ method: \'POST\', body: \'{ "\\\\u005fmethod": "DELETE" }\' }', 'DELETE'],
    [
      'parts',
      "{ method: 'POST', body: '--a\\r\\nx: y; name=\"_method\"\\r\\n\\r\\nDELETE\\r\\n--a--' }",
      'DELETE',
    ],
  ])('does not write by %s', async (_, init, method, url) => {
    const { sent, reasons } = await run({ method: 'POST' }, { code: sends(init, url) });
    expect(sent).toEqual([]);
    expect(reasons).toContain(onWord(method));
  });

  it('may POST', async () => {
    expect((await run({}, { code: sends("{ method: 'POST', body: 'a=1' }") })).sent).toHaveLength(3);
  });
});
