import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { loadSkills } from '../../src/mcp/resources.js';
import { openRoots } from '../../src/mcp/roots.js';
import { buildServer } from '../../src/mcp/server.js';
import type { McpFlags } from '../../src/mcp/tool.js';
import { openWorkplace } from '../../src/options/workplace.js';

/** A client of a server in this process. */
export async function openClient(flags: Partial<McpFlags> = {}): Promise<Client> {
  const all: McpFlags = { handlers: 'sandbox', ...flags };
  const session = {
    version: '1.0.0',
    flags: all,
    roots: openRoots(flags.root),
    open: () => openWorkplace(all),
  };
  const server = buildServer(session, await loadSkills());
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'tester', version: '1.0.0' });
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

/** Calls a tool and returns what a model reads, and the object beside it. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  options: Parameters<Client['callTool']>[1] = {},
) {
  const result = await client.callTool({ name, arguments: args }, options);
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  // biome-ignore lint/suspicious/noExplicitAny: each tool has an object of its own
  return { text, isError: result.isError ?? false, value: result.structuredContent as any };
}

/** Reads a long text part by part, and joins what stands between the head and the note of each. */
export async function readParts(
  read: (part: number) => Promise<string> | string,
): Promise<{ results: string[]; whole: string }> {
  const results = [await read(1)];
  const [, count = '1'] = /\(part 1 of (\d+); call again with part 2\)$/.exec(results[0] ?? '') ?? [];
  for (let part = 2; part <= Number(count); part += 1) results.push(await read(part));
  const shown = results.map((result) =>
    result.replace(/^.*part \d+ of \d+\n\n/, '').replace(/\n\n\(part [^\n]*\)$/, ''),
  );
  return { results, whole: shown.join('') };
}
