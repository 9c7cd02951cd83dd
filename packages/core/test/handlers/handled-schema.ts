import { parseSendKeys } from '../../src/keys/logic/send-keys.js';
import type { HttpClient, HttpOutcome, HttpRequest } from '../../src/net/logic/http.js';
import { type PretestInput, pretestSchema } from '../../src/pretest/run.js';
import { createHandlerRuntime } from '../../src/sandbox/handler-runtime.js';
import { Sandbox } from '../../src/sandbox/sandbox.js';
import { parseModule } from '../../src/sources/parse-module.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { SchemaMain } from '../../src/spec/schema-main.js';
import { noLists, toolWith, user } from '../pretest/logic/request/schema-fixture.js';

/** A client with fixed answers that records its requests. */
export interface FakeClient extends HttpClient {
  readonly seen: HttpRequest[];
}

export type Answer = (
  request: HttpRequest,
) => Partial<Extract<HttpOutcome, { kind: 'response' }>> | HttpOutcome;

export function fakeClient(answer: Answer = () => answerWith({ name: 'Fern' })): FakeClient {
  const seen: HttpRequest[] = [];
  return {
    seen,
    send: async (request) => {
      seen.push(request);
      const found = answer(request);
      if (found.kind === 'failed') return found;
      const { body = Buffer.from('{}') } = found;
      return {
        ...{
          kind: 'response',
          status: 200,
          contentType: 'application/json',
          truncated: false,
          durationMs: 1,
        },
        ...{ bytes: body.length, body },
        ...found,
      } as HttpOutcome;
    },
    close: async () => undefined,
  };
}

export function answerWith(value: unknown, status = 200) {
  return { status, body: Buffer.from(JSON.stringify(value)) };
}

const ROOT = 'https://api.example.org';

export function handledMain(more: Partial<SchemaMain> = {}): SchemaMain {
  const tests = [{ _description: 'one', q: 'fern' }];
  return {
    ...{ namespace: 'demo', name: 'Demo', description: 'A schema.', version: '4.0.0', root: ROOT },
    tools: { find: toolWith([user('q')], { path: '/items', tests }) },
    ...more,
  };
}

/** The first test of the tool `find`, with these handlers (the source text of the object that the factory returns). */
export async function runHandled(
  handlers: string,
  more: Partial<PretestInput> & { readonly client?: HttpClient; readonly before?: string } = {},
) {
  const { main = handledMain(), before = '', ...rest } = more;
  const source = `${before}\nexport const main = {}\nexport const handlers = ( { sharedLists, libraries } ) => ( ${handlers} )`;
  const lists = rest.lists ?? noLists;
  let token = 0;
  const result = await pretestSchema({
    ...{ namespace: 'demo', schema: 'demo', schemaHash: '0123abcd', fileSha256: 'f'.repeat(64), main },
    book: DEFAULT_BOOK,
    handlers: parseModule(source, { exports: ['main'] }).handlers,
    handling: {
      mode: 'sandbox',
      open: () =>
        createHandlerRuntime(new Sandbox({ sliceMs: 1500, silenceMs: 4000 }), {
          source,
          lists: lists.resolved,
        }),
      newToken: () => `keytoken${++token}`,
    },
    tools: ['find'],
    lists,
    client: fakeClient(),
    serverParams: null,
    missingKeys: [],
    sendKeys: parseSendKeys({}),
    envPath: '.env',
    allowWrites: false,
    refused: new Map(),
    previous: null,
    now: () => new Date('2026-03-01T10:00:00Z'),
    ...rest,
  });
  const { find: facts } = result.tools;
  return { facts, record: result.records[0]?.record, records: result.records };
}
