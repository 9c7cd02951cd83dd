// Habits of servers that a client has to allow for: late lists, templates, ids as text, other revisions.
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { McpOptions } from '../../../../src/features/lint/mcp/query.js';
import { ask, reasonFor, serverOf } from './asking.js';
import { json, type Respond, speak, startHttp, TOOL } from './http-server.js';

const LOCAL = { allowHosts: ['127.0.0.1'], timeoutMs: 5_000 };
const META = 'io.modelcontextprotocol';

async function askHttp(respond: Respond, options: Partial<McpOptions> = {}, pause = async () => undefined) {
  const pauses: number[] = [];
  const server = await startHttp(respond);
  const outcome = await ask(
    { kind: 'http', url: server.url, headers: [] },
    { ...LOCAL, ...options },
    {
      pause: async (ms) => {
        pauses.push(ms);
        await pause();
      },
    },
  );
  const asked = server.received.flatMap(({ message }) => message.method ?? []);
  return { outcome, pauses, asked, ...server };
}

const greeting = (more: object) => ({
  initialize: { protocolVersion: '2025-11-25', serverInfo: { name: 'web', version: '2.0.0' }, ...more },
});
const event = (value: object) => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`;
const changed = (list: string) => event({ method: `notifications/${list}/list_changed` });

describe('a server that adds to its lists', () => {
  const LISTENING = greeting({ capabilities: { tools: { listChanged: true } } });

  /** Announces changes on the stream for unasked messages; `say` settles once the client has heard. */
  function announcing(results: () => Readonly<Record<string, unknown>>) {
    let open: (stream: ServerResponse) => void = () => undefined;
    let hear: () => void = () => undefined;
    const stream = new Promise<ServerResponse>((resolve) => {
      open = resolve;
    });
    const respond: Respond = (one, response) => {
      if (one.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        return open(response);
      }
      if (one.message.method === undefined) hear();
      return speak(results())(one, response);
    };
    const say = async (text: string) => {
      const heard = new Promise<void>((resolve) => {
        hear = resolve;
      });
      (await stream).write(`${text}${event({ id: 'heard', method: 'ping' })}`);
      await heard;
      return undefined;
    };
    return { respond, say };
  }

  it('is not called empty', async () => {
    let tools: readonly object[] = [];
    const { respond, say } = announcing(() => ({ ...LISTENING, 'tools/list': { tools } }));
    const { outcome, pauses } = await askHttp(respond, {}, async () => {
      if (tools.length > 0) return undefined;
      tools = [TOOL];
      return say(changed('tools'));
    });
    expect(serverOf(outcome)).toMatchObject({ snapshot: { tools: [TOOL] }, incomplete: [] });
    expect(serverOf(outcome).snapshot.observations).toEqual([
      {
        code: 'late-list',
        detail: 'the server changed its tools after they had been listed: 0 at first, 1 later',
      },
    ]);
    expect(pauses).toEqual([300, 300]);
  });

  it('is heard while it is asked; a change that changes nothing is no observation', async () => {
    let isFirst = true;
    const { outcome, asked } = await askHttp((one, response) => {
      if (one.message.method !== 'tools/list') return speak(LISTENING)(one, response);
      const notice = isFirst ? changed('tools') : '';
      isFirst = false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end(`${notice}${event({ id: one.message.id, result: { tools: [TOOL] } })}`);
    });
    expect(asked.filter((method) => method === 'tools/list')).toHaveLength(2);
    expect(serverOf(outcome)).toMatchObject({ snapshot: { tools: [TOOL] }, incomplete: [] });
    expect(serverOf(outcome).snapshot.observations).toBeUndefined();
  });

  it('without end has an incomplete list, after three more readings', async () => {
    let count = 0;
    const { respond, say } = announcing(() => ({
      ...LISTENING,
      'tools/list': { tools: Array(count).fill(TOOL) },
    }));
    const { outcome, pauses, asked } = await askHttp(respond, {}, () => {
      count += 1;
      return say(changed('tools'));
    });
    expect(asked.filter((method) => method === 'tools/list')).toHaveLength(4);
    expect(pauses).toHaveLength(4);
    const { snapshot, incomplete } = serverOf(outcome);
    expect(snapshot.tools).toHaveLength(3);
    expect(incomplete).toMatchObject([{ list: 'tools', problem: { code: 'LNT-046' } }]);
    expect(reasonFor(outcome, 'tools')).toMatch(
      /kept announcing changes of its tools: they were read again 3 times/,
    );
  });

  it('is waited for once, whatever the number of its lists', async () => {
    const changes = { listChanged: true };
    const { outcome, pauses, asked } = await askHttp(
      speak({
        ...greeting({ capabilities: { tools: changes, prompts: changes, resources: changes } }),
        'resources/list': { resources: [] },
      }),
    );
    expect(pauses).toEqual([300]);
    expect(asked.filter((method) => /^(tools|prompts|resources).*\/list$/.test(method))).toHaveLength(4);
    expect(serverOf(outcome).incomplete).toEqual([]);
  });

  it('is read again only where something changed; templates change with resources', async () => {
    let isChanged = false;
    const changes = { listChanged: true };
    const { respond, say } = announcing(() => ({
      ...greeting({ capabilities: { tools: changes, resources: changes, prompts: {} } }),
      'resources/list': { resources: [] },
      'resources/templates/list': { resourceTemplates: [] },
    }));
    const { asked } = await askHttp(respond, {}, async () => {
      if (isChanged) return undefined;
      isChanged = true;
      // The server does not announce changes of its prompts, so nobody waits for them.
      return say(`${changed('resources')}${changed('prompts')}`);
    });
    const times = (method: string) => asked.filter((one) => one === method).length;
    expect(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map(times)).toEqual([
      1, 2, 2, 1,
    ]);
  });

  it.each([
    ['does not announce it', greeting({ capabilities: { tools: { listChanged: false }, prompts: {} } })],
    [
      'has no connection (2026-07-28)',
      {
        'server/discover': {
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: { listChanged: true } },
        },
      },
    ],
  ])('is not waited for if it %s', async (_, results) => {
    const { pauses, received } = await askHttp(speak(results));
    expect(pauses).toEqual([]);
    expect(received.map(({ method }) => method)).not.toContain('GET');
  });
});

describe('resource templates', () => {
  const OFFER = {
    ...greeting({ capabilities: { resources: {}, tools: {} } }),
    'resources/list': { resources: [] },
  };
  const template = { uriTemplate: 'ferry://{landing}', name: 'landing' };

  it('are read with all pages', async () => {
    const { outcome } = await askHttp((one, response) => {
      const { cursor } = one.message.params ?? {};
      const page =
        cursor === 'b' ? { resourceTemplates: [null] } : { resourceTemplates: [template], nextCursor: 'b' };
      return speak({ ...OFFER, 'resources/templates/list': page })(one, response);
    });
    expect(serverOf(outcome).snapshot.resourceTemplates).toEqual([template, null]);
    expect(serverOf(outcome).incomplete).toEqual([]);
  });

  it.each<[string, Respond]>([
    ['does not know the method', speak(OFFER)],
    [
      'says so with an HTTP status, as since 2026-07-28',
      (one, response) => {
        const { id, method } = one.message;
        if (method !== 'resources/templates/list') return speak(OFFER)(one, response);
        const error = { code: -32_601, message: 'Method not found' };
        return response.writeHead(404).end(JSON.stringify({ jsonrpc: '2.0', id, error }));
      },
    ],
  ])('are none if the server %s', async (_, respond) => {
    const { outcome } = await askHttp(respond);
    expect(serverOf(outcome)).toMatchObject({ snapshot: { resourceTemplates: [] }, incomplete: [] });
  });

  it.each<[string, Respond, RegExp]>([
    [
      'another refusal',
      (one, response) => {
        const { id, method } = one.message;
        if (method !== 'resources/templates/list') return speak(OFFER)(one, response);
        return json(response, { jsonrpc: '2.0', id, error: { code: -32_603, message: 'broken' } });
      },
      /answered resources\/templates\/list with error -32603: broken$/,
    ],
    [
      'no list',
      speak({ ...OFFER, 'resources/templates/list': {} }),
      /^a page of resourceTemplates is nothing instead of a list$/,
    ],
  ])('are incomplete after %s', async (_, respond, reason) => {
    const { outcome } = await askHttp(respond);
    expect(reasonFor(outcome, 'resourceTemplates')).toMatch(reason);
    expect(serverOf(outcome).incomplete).toHaveLength(1);
  });

  it('are not asked for without resources', async () => {
    expect((await askHttp(speak({}))).asked).not.toContain('resources/templates/list');
  });
});

describe('instructions', () => {
  const KEY = 'lantern-7731-under-the-bridge';

  it.each([
    ['the handshake', greeting({ capabilities: { tools: {} }, instructions: `Ask with ${KEY}.` })],
    [
      'the discovery',
      {
        'server/discover': {
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          instructions: `Ask with ${KEY}.`,
        },
      },
    ],
  ])('are taken from %s, without credentials', async (_, results) => {
    const { url } = await startHttp(speak(results));
    const outcome = await ask({ kind: 'http', url, headers: [{ name: 'X-Key', value: KEY }] }, LOCAL);
    expect(serverOf(outcome).snapshot.instructions).toBe('Ask with [redacted].');
  });
});

describe('capabilities', () => {
  it('stand in the envelope of each request since 2026-07-28', async () => {
    const { outcome, received } = await askHttp(
      speak({ 'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } }),
      { capabilities: ['roots', 'elicitation'] },
    );
    const metas = received.map(({ message }) => message.params?._meta as Record<string, unknown>);
    expect(metas.map((meta) => meta[`${META}/clientCapabilities`])).toEqual(
      Array(2).fill({ roots: {}, elicitation: {} }),
    );
    expect(serverOf(outcome).snapshot.clientCapabilities).toEqual(['roots', 'elicitation']);
  });

  it('open the stream on which a server asks for them', async () => {
    const { received } = await askHttp(speak({}), { capabilities: ['sampling'] });
    expect(received.map(({ method }) => method)).toContain('GET');
  });
});

describe('ids as text', () => {
  const asText: Respond = (one, response) => {
    const { id, method } = one.message;
    if (id === undefined) return response.writeHead(202).end();
    return speak({})(
      { ...one, message: { ...one.message, id: String(id) as never, method: method ?? '' } },
      response,
    );
  };

  it('are taken for the number that was sent, and observed once', async () => {
    const { outcome } = await askHttp(asText);
    expect(serverOf(outcome)).toMatchObject({ snapshot: { tools: [TOOL] }, incomplete: [] });
    expect(serverOf(outcome).snapshot.observations).toEqual([
      { code: 'string-id', detail: 'answers have the id of their request as text instead of a number' },
    ]);
  });

  it('answer a request once', async () => {
    const { outcome } = await askHttp((one, response) => {
      const { id, method } = one.message;
      if (method !== 'tools/list') return speak({})(one, response);
      const answer = (tools: readonly unknown[]) => ({ jsonrpc: '2.0', id: String(id), result: { tools } });
      return json(response, [answer([TOOL]), answer(['second'])]);
    });
    expect(serverOf(outcome).snapshot.tools).toEqual([TOOL]);
  });

  it('are other ids if they are written otherwise', async () => {
    const { outcome } = await askHttp((one, response) => {
      const { id, method } = one.message;
      if (method !== 'tools/list') return speak({})(one, response);
      return json(response, { jsonrpc: '2.0', id: `0${id}`, result: { tools: [TOOL] } });
    });
    expect(reasonFor(outcome, 'tools')).toMatch(/is JSON, but not a JSON-RPC response$/);
  });

  it('do not make a stream be resumed', async () => {
    const { outcome, received } = await askHttp((one, response) => {
      const { id, method } = one.message;
      // The session is still open when the stream would be resumed.
      if (method === 'prompts/list') return setTimeout(() => speak({})(one, response), 20);
      if (method !== 'tools/list') return speak({})(one, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end(`id: e1\nretry: 1\n${event({ id: String(id), result: { tools: [TOOL] } })}`);
    });
    expect(serverOf(outcome).snapshot.tools).toEqual([TOOL]);
    expect(received.map(({ method }) => method)).not.toContain('GET');
  });
});

describe('a server that refuses the revision', () => {
  /** Accepts the given revisions and names the supported ones in its error. */
  function choosy(
    accepted: readonly string[],
    {
      supported = accepted,
      code = -32_602,
      status = 200,
    }: { supported?: unknown; code?: number; status?: number } = {},
  ): Respond {
    return (one, response) => {
      const { id, method, params } = one.message;
      const requested = String(params?.protocolVersion);
      if (method !== 'initialize' || accepted.includes(requested)) {
        return speak(greeting({ protocolVersion: requested, capabilities: { tools: {} } }))(one, response);
      }
      const error = { code, message: 'Unsupported protocol version', data: { supported, requested } };
      return response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    };
  }
  const revisions = (received: Awaited<ReturnType<typeof startHttp>>['received']) =>
    received.flatMap(({ message: { method, params } }) =>
      method === 'initialize' ? params?.protocolVersion : [],
    );

  it.each([
    ['as specified until 2025-11-25', {}],
    ['as specified since 2026-07-28', { code: -32_022, status: 400 }],
  ])('is asked again with the newest that both know: %s', async (_, how) => {
    const { outcome, received } = await askHttp(choosy(['2024-11-05', '2025-03-26', '2099-01-01'], how));
    expect(revisions(received)).toEqual(['2025-11-25', '2025-03-26']);
    expect(serverOf(outcome).snapshot).toMatchObject({ protocolVersion: '2025-03-26', tools: [TOOL] });
    expect(serverOf(outcome).snapshot.observations).toEqual([
      {
        code: 'version-retry',
        detail: 'the server refused revision 2025-11-25 and was asked again with 2025-03-26',
      },
    ]);
  });

  it.each([
    ['once only', choosy([], { supported: ['2025-06-18', '2024-11-05'] }), ['2025-11-25', '2025-06-18']],
    ['not with an unknown one', choosy([], { supported: ['2099-01-01', 7, null] }), ['2025-11-25']],
    ['not with the refused one', choosy([], { supported: ['2025-11-25'] }), ['2025-11-25']],
    ['not without a list of them', choosy([], { supported: '2025-06-18' }), ['2025-11-25']],
  ])('is asked again %s', async (_, respond, asked) => {
    const { outcome, received } = await askHttp(respond);
    expect(outcome).toMatchObject({ code: 'MCP-007' });
    expect(revisions(received)).toEqual(asked);
  });
});
