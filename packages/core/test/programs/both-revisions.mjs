// An MCP server made with the official package: it speaks with a handshake and, since 2026-07-28, without.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

serveStdio(() => {
  const server = new McpServer({ name: 'official', version: '1.2.3' }, { capabilities: { tools: {} } });
  server.registerTool('greet', { description: 'Greets whoever asks.' }, () => ({ content: [] }));
  return server;
});
