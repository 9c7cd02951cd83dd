// Published servers are listed completely, over stdio, Streamable HTTP and SSE; items that the official client refuses
// are listed too.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, fixture, publishedServer, serverOf } from './asking.js';
import { startHttp } from './http-server.js';

const EVERYTHING = publishedServer('everything');

describe('over stdio', () => {
  it.each([
    ['everything', [], { tools: 13, resources: 7, prompts: 4 }],
    ['filesystem', [tmpdir()], { tools: 14, resources: 0, prompts: 0 }],
    ['memory', [], { tools: 9, resources: 1, prompts: 0 }],
  ])('server-%s', async (name, args, counts) => {
    const command = [process.execPath, publishedServer(name), ...args] as const;
    const { snapshot, incomplete } = serverOf(await ask({ kind: 'stdio', command: [...command], env: {} }));
    const { tools, resources, prompts } = snapshot;
    expect({ tools: tools.length, resources: resources.length, prompts: prompts.length }).toEqual(counts);
    expect(snapshot.serverInfo).toMatchObject({ name: expect.any(String), version: expect.any(String) });
    expect(tools[0]).toMatchObject({ name: expect.any(String), inputSchema: { type: 'object' } });
    expect(incomplete).toEqual([]);
  });
});

it('server-everything offers more tools to a client that declares capabilities', async () => {
  const capabilities = ['roots', 'sampling', 'elicitation'] as const;
  const asked = { kind: 'stdio', command: [process.execPath, EVERYTHING], env: {} } as const;
  const { snapshot } = serverOf(await ask(asked, { capabilities }));
  expect(snapshot.tools.map((tool) => (tool as { name: string }).name)).toEqual(
    expect.arrayContaining(['get-roots-list', 'trigger-sampling-request', 'trigger-elicitation-request']),
  );
  expect(snapshot.tools).toHaveLength(16);
  expect(snapshot.resourceTemplates).toHaveLength(2);
  expect(snapshot.clientCapabilities).toEqual(capabilities);
});

describe('made with the official package', () => {
  it('over stdio, without handshake', async () => {
    const file = fileURLToPath(new URL('../../../programs/both-revisions.mjs', import.meta.url));
    const outcome = await ask({ kind: 'stdio', command: [process.execPath, file], env: {} });
    expect(serverOf(outcome)).toMatchObject({
      snapshot: {
        protocolVersion: '2026-07-28',
        serverInfo: { name: 'official', version: '1.2.3' },
        tools: [{ name: 'greet', description: 'Greets whoever asks.' }],
      },
      incomplete: [],
    });
  });

  it('over HTTP, without handshake', async () => {
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: 'official', version: '1.2.3' }, { capabilities: { prompts: {} } });
      server.registerPrompt('compare', { description: 'Compares.' }, () => ({ messages: [] }));
      return server;
    });
    const { url } = await startHttp(async ({ method, headers, message }, response) => {
      const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const body = method === 'POST' ? { body: JSON.stringify(message) } : {};
      const answer = await handler.fetch(
        new Request('http://127.0.0.1/mcp', { method, headers: sent, ...body }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
    const outcome = await ask({ kind: 'http', url, headers: [] }, { allowHosts: ['127.0.0.1'] });
    expect(serverOf(outcome)).toMatchObject({
      snapshot: {
        protocolVersion: '2026-07-28',
        serverInfo: { name: 'official', version: '1.2.3' },
        prompts: [{ name: 'compare', description: 'Compares.' }],
      },
      incomplete: [],
    });
  });
});

describe('over HTTP', () => {
  it.each([
    ['streamableHttp', 'mcp'],
    ['sse', 'sse'],
  ])('server-everything in its mode %s offers the same', async (mode, path) => {
    const port = await freePort();
    const server = spawn(process.execPath, [EVERYTHING, mode], {
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(async () => {
      server.kill('SIGKILL');
      if (server.exitCode === null) await once(server, 'exit');
    });
    await listening(server, port);
    const url = `http://127.0.0.1:${port}/${path}`;
    const found = serverOf(await ask({ kind: 'http', url, headers: [] }, { allowHosts: ['127.0.0.1'] }));
    const local = serverOf(await ask({ kind: 'stdio', command: [process.execPath, EVERYTHING], env: {} }));
    expect(found.target).toBe(url);
    expect(found.snapshot).toEqual(local.snapshot);
    expect(found.snapshot.tools).toHaveLength(13);
    expect(found.incomplete).toEqual([]);
  });
});

describe('the official client', () => {
  it('lists the same for a good server', async () => {
    const client = await connectOfficially('good');
    const { tools } = await client.listTools();
    const { snapshot } = serverOf(await ask(fixture('good')));
    expect(tools).toEqual(snapshot.tools.slice(0, tools.length));
    expect(client.getServerVersion()).toEqual(snapshot.serverInfo);
  });

  it('refuses what the rules report', async () => {
    await expect(connectOfficially('careless')).rejects.toThrow();
    const { snapshot } = serverOf(await ask(fixture('careless')));
    expect(snapshot.tools).toHaveLength(4);
  });
});

async function connectOfficially(name: string): Promise<Client> {
  const [command, ...args] = fixture(name).command;
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(new StdioClientTransport({ command, args }));
  return client;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

async function listening(server: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with exit code ${server.exitCode}`);
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await delay(50);
  }
}
