// Results of handler code on an answer that failed, may have failed, or is empty.
import { describe, expect, it } from 'vitest';
import { answerWith, fakeClient, handledMain, runHandled } from '../handlers/handled-schema.js';
import { toolWith, user } from './logic/request/schema-fixture.js';

const OUTPUT = {
  mimeType: 'application/json',
  schema: { type: 'object', properties: { name: { type: 'string' } } },
};
const declared = handledMain({
  tools: { find: toolWith([user('q')], { path: '/items', tests: [{ q: 'fern' }], output: OUTPUT }) },
});
const RPC_ERROR = { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } };

/** Status and remarks of the record for an answer and a handler. */
async function outcome(body: unknown, handler: string, { main = handledMain(), contentType = '' } = {}) {
  const client = fakeClient(() => ({ ...answerWith(body), ...(contentType && { contentType }) }));
  const { record, facts } = await runHandled(`{ find: { ${handler} } }`, { client, main });
  return [record?.status, ...(facts?.remarks ?? []).map(({ kind }) => kind)].join(' ');
}

const makes = (made: string) => `postRequest: async ( { response } ) => ( { response: ${made} } )`;

describe('postRequest', () => {
  it.each<[string, unknown, string, string, string]>([
    ['a certain failure stays one', RPC_ERROR, '{ name: "Fern" }', 'failed-answer', 'failed-answer'],
    [
      'data turn a sign into a finding',
      { success: false, name: 'x' },
      '{ name: response.name }',
      'working says-failed',
      'working says-failed',
    ],
    [
      'data that do not fit, too',
      { success: false, name: 'x' },
      '{ name: 7 }',
      'working says-failed',
      'working says-failed',
    ],
    [
      'what is handed on is the answer as it was',
      { success: false, id: 7 },
      'response',
      'working says-failed',
      'failed-answer',
    ],
    [
      'what still says so is no data',
      { error: 'no key' },
      '{ ok: false, ...response }',
      'working says-failed',
      'failed-answer',
    ],
    ['a sign, and nothing made of it', { success: false }, '{ items: [] }', 'empty', 'empty'],
    [
      'an honest answer is not looked at again',
      { name: 'x' },
      '{ error: "none of these" }',
      'working',
      'working',
    ],
    [
      'nothing is handed on, and may be counted',
      { items: [] },
      '{ count: response.items.length }',
      'working',
      'working',
    ],
    [
      'a bare list of nothing, too',
      [],
      '{ name: "none", items: response }',
      'working found-nothing',
      'working found-nothing',
    ],
    ['nothing made of nothing', [], 'response', 'empty', 'empty'],
    [
      'code that can make nothing of nothing is not at fault',
      { data: [] },
      'response.data[ 0 ].id',
      'empty',
      'empty',
    ],
  ])('%s', async (_, body, made, undeclared, withOutput) => {
    expect(await outcome(body, makes(made))).toBe(undeclared);
    expect(await outcome(body, makes(made), { main: declared })).toBe(withOutput);
  });

  it('a problem document is a failure, whatever code makes of it', async () => {
    const contentType = 'application/problem+json';
    expect(await outcome({ name: 'x' }, makes('response'), { contentType })).toBe('failed-answer');
  });

  it('the failed record names the reason and keeps the answer', async () => {
    const { record } = await runHandled(`{ find: { ${makes('response')} } }`, {
      client: fakeClient(() => answerWith(RPC_ERROR)),
    });
    expect(record).toMatchObject({
      ...{ working: false, httpStatus: 200, response: RPC_ERROR },
      error: 'the answer says that it failed: it is a JSON-RPC error',
    });
  });
});

describe('executeRequest', () => {
  const gives = (given: string, then = '') =>
    `executeRequest: async ( { payload } ) => { await fetch( payload.url ); return { response: ${given} } } ${then}`;

  it.each<[string, string, string, string]>([
    ['what it asked for is not looked at', gives('{ name: "Fern" }'), 'working', 'working'],
    ['what it returns is', gives('{ success: false, id: 7 }'), 'working says-failed', 'failed-answer'],
    ['a certain failure', gives(JSON.stringify(RPC_ERROR)), 'failed-answer', 'failed-answer'],
    [
      'postRequest makes data of it',
      gives('{ success: false }', `, ${makes('{ name: "x" }')}`),
      'working says-failed',
      'working says-failed',
    ],
    ['nothing', gives('{ items: [] }'), 'empty', 'empty'],
  ])('%s', async (_, handler, undeclared, withOutput) => {
    expect(await outcome(RPC_ERROR, handler)).toBe(undeclared);
    expect(await outcome(RPC_ERROR, handler, { main: declared })).toBe(withOutput);
  });
});
