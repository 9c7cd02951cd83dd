import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TOOLS = 20;

/** Writes snapshots of MCP servers, as `lint --save-snapshot` does. */
export function writeServers(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at += 1) {
    writeFileSync(join(folder, `server${at}.json`), `${JSON.stringify(serverOf(at), null, 2)}\n`);
  }
}

function serverOf(number: number) {
  return {
    serverInfo: { name: `traders-${number}`, version: '1.2.0' },
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    tools: Array.from({ length: TOOLS }, (_, at) => toolOf(number, at)),
    resources: [],
    prompts: [],
  };
}

function toolOf(server: number, number: number) {
  return {
    name: `list_prices_${number}`,
    description:
      `Lists the prices of goods of group ${number} at one market of region ${server}, newest first. ` +
      'Use it for prices of single days; for yearly means use the yearly tool.',
    inputSchema: {
      type: 'object',
      properties: {
        market: { type: 'string', description: 'Code of the market, as the list of markets gives it' },
        from: { type: 'string', format: 'date', description: 'First day, as YYYY-MM-DD' },
        limit: { type: 'integer', minimum: 1, maximum: 365, description: 'Prices at most' },
      },
      required: ['market'],
    },
    annotations: { readOnlyHint: true },
  };
}
